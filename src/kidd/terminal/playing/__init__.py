"""A game at the terminal: people, computers, and what is kept of it."""
