"""The search through the tree of moves: alpha-beta, its memory, and what it brings back."""
