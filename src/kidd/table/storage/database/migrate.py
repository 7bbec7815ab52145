"""Brings the tables of a database up to date."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, text

from kidd.errors import shown
from kidd.table.errors import StoreError
from kidd.table.storage.database.engines import unhurried
from kidd.table.storage.database.versions import NONE, breaks, has_only_more, is_newer, newest, version_of

# Numbers for PostgreSQL's locks.
MIGRATING = 5_433_418  # two servers that start at once migrate one after the other
SERVING = 5_433_419  # shared by all servers while they run; whoever changes what they rely on holds it alone


class Step(NamedTuple):
    """From which version to which a database was brought."""

    before: str
    after: str


def migrate(connection: Connection, until: str | None = None) -> Step:
    """Run every step that the database has not seen yet, in the transaction of the caller.

    A database that a newer program has only added to is left as it is.
    """
    wanted = until or newest()
    with alone(connection):
        before = version_of(connection)
        if before == wanted or (until is None and has_only_more(before)):
            return Step(before, before)
        if is_newer(before):
            raise StoreError("newer", came=shown(before), known=newest())
        if before != NONE and breaks(before, wanted):
            refuse_servers(connection)
        _upgrade(connection, wanted)
    return Step(before, wanted)


def _upgrade(connection: Connection, wanted: str) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, wanted)
    except (CommandError, ValueError) as error:  # something in it that no version of kidd has written
        raise StoreError("not-migrated", why=str(error)) from error


def refuse_servers(connection: Connection) -> None:
    """Keep servers away from a PostgreSQL until the end of the transaction, or say that there are some."""
    if connection.dialect.name == "postgresql":
        query = text("SELECT pg_try_advisory_xact_lock(:number)")
        if not connection.execute(query, {"number": SERVING}).scalar_one():
            raise StoreError("servers")


@contextmanager
def alone(connection: Connection) -> Iterator[None]:
    """While nobody else migrates, however long that takes; SQLite has one writer at a time as it is."""
    with unhurried(connection):
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATING})
        yield
