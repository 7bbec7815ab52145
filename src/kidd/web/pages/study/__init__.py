"""Log books and positions that visitors bring along, and the analysis of a game."""
