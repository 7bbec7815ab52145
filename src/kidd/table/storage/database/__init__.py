"""The database itself: connections, tables, the one writer, migrations, and who is told of a change."""
