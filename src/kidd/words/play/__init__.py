"""What is said at the table: moves, results, why something cannot be done."""
