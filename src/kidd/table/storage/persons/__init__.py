"""Rows of people: sessions, accounts, tokens, blocks, what slows them down."""
