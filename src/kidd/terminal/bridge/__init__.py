"""`kidd bridge`: an engine that plays on a club's server."""
