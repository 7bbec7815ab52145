"""Advice: what a move changes on the deck, lines told in words, and games with every move judged."""
