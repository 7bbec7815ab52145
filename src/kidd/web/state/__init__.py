"""A game as one value: what the API sends, the socket tells and the pages are built from."""
