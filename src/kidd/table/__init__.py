"""A games server without its web: games kept in a database, use cases as functions, computers that think apart."""
