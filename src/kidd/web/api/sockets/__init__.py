"""Sockets: what all of them have in common, and that of a game."""
