"""Members: a page for each, and the leader boards."""
