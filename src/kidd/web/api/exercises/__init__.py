"""Problems and one's own mistakes, solved move by move: the server knows the answer, the asker does not."""
