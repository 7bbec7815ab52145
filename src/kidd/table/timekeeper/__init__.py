"""Watching the clocks of all games."""
