"""Problems and one's own mistakes, solved on the deck."""
