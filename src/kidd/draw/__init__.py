"""Decks and the pieces on them as pictures: terminal text and SVG."""
