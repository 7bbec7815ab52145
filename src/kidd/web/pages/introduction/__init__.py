"""One introduction for each game: a minute on a deck of its own, where the visitor makes every move."""
