"""Rows of what a club has beside its games: seeks, messages, ratings, who is here."""
