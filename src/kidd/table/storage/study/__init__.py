"""Rows of what is studied: studies, attempts at problems, analyses."""
