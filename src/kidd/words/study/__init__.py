"""What is said of moves when one studies: advice, chances, marks, problems."""
