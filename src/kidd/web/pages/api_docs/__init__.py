"""The page that explains the interface for programs."""
