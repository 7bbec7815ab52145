"""What is refused before anybody looks at it: other sites, foreign names, too much, too deep."""
