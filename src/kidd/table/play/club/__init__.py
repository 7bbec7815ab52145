"""Use cases between people: invitations, talk, rated games, vacations."""
