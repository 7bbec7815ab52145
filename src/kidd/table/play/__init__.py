"""What can be done at a table: each use case is one transaction."""
