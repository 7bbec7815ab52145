"""Tokens and towers: the discs, the pirates on them, and how high a tower is."""
