"""Moving house: what a database holds goes into a file and back, or into another database, and is checked there."""
