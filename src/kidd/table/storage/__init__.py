"""Where games are kept: the database, the log of events, and who is told of a change."""
