"""The steps, each of which knows the one before it."""
