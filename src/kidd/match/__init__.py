"""A match: what was done, how it stands after each act, what was tried beside it, and which token is which."""

from kidd.match.match import Match

__all__ = ["Match"]
