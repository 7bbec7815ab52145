"""Inviting somebody, and being invited."""
