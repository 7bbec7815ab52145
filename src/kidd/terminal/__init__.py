"""What happens at a terminal: the commands of `kidd`, and two or three people who play at one keyboard."""
