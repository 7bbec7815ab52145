"""What is said of people: accounts, clocks, mails, notices, ratings."""
