"""What Alembic runs to migrate a database: the connection is given, and its transaction is the caller's."""

from alembic import context

from kidd.table.storage.database.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transaction_per_migration=False,
    render_as_batch=True,  # SQLite alters a table by making another
)
with context.begin_transaction():
    context.run_migrations()
