"""Brings the tables of a database up to date."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, text

from kidd.table.errors import StoreError

MIGRATING = 5_433_418  # a number for PostgreSQL's lock: two servers that start at once migrate one after the other


def migrate(connection: Connection, until: str = "head") -> None:
    """Run every step that the database has not seen yet, in the transaction of the caller."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        with _alone(connection):
            command.upgrade(config, until)
    except CommandError as error:  # a version that this program has never heard of
        raise StoreError("newer", why=str(error)) from error
    except ValueError as error:  # something in it that no version of kidd has written
        raise StoreError("not-migrated", why=str(error)) from error


@contextmanager
def _alone(connection: Connection) -> Iterator[None]:
    """While nobody else migrates, however long that takes; SQLite has one writer at a time as it is."""
    if connection.dialect.name != "postgresql":
        yield
        return
    from kidd.table.storage.database.postgres import at_leisure

    with at_leisure(connection):
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATING})
        yield
