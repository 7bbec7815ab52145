"""The page of a game, and everything that its players do there."""
