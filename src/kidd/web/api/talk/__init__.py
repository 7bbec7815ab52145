"""What is said beside a game, for programs and for pages."""
