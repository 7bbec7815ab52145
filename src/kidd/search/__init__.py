"""Looking ahead: the best move in a position, what it is worth, and how it was found."""
