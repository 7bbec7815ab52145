"""The interface for programs, and for the page itself: games as data under /api/v1."""
