"""The decks that come with the package, and how a deck file is read."""
