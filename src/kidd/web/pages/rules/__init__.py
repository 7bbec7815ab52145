"""The rules of the games, with diagrams that can be tried out."""
