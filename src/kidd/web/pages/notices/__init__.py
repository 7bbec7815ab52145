"""The page of notices, and how one is told."""
