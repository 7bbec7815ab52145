"""The stream: what happens in somebody's games, told to a program as it happens."""
