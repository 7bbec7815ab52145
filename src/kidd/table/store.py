"""Where games are kept: SQLite in a file, or PostgreSQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from kidd.errors import shown
from kidd.table.limits import CACHED
from kidd.table.refusals import StoreError
from kidd.table.shelf import Shelf

PATIENCE = 10  # seconds to wait for a database that somebody else writes to
WRITES = "kidd_writes"
MIGRATING = 5_433_418  # a number for PostgreSQL's lock: two servers that start at once migrate one after the other


class Store:
    """A database, with the games that were in use last kept ready; made by `open_store`."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.shelf = Shelf(CACHED)
        # SQLite lets one write at a time and has the others sleep and try again: queueing here is quicker.
        self._turn = Lock() if engine.dialect.name == "sqlite" else nullcontext()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A view of the database that does not change while one looks."""
        with self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: all of it is on the disk when this ends without an error, nothing of it otherwise."""
        with self._turn, self.engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            yield connection

    def alive(self) -> bool:
        """Whether the database answers."""
        try:
            with self.reading() as connection:
                connection.execute(text("SELECT version FROM games LIMIT 1")).first()
        except DBAPIError:
            return False
        return True

    def close(self) -> None:
        """Give the database back."""
        self.engine.dispose()


def open_store(url: str) -> Store:
    """Open a database by its address, `sqlite:///file` or `postgresql://…`, and bring its tables up to date."""
    engine = _engine(_address(url))
    store = Store(engine)
    try:
        with store.writing() as connection:
            _migrate(connection)
    except DBAPIError as error:
        store.close()
        raise StoreError(f"cannot open the database {shown(_without_password(url))}: {error.orig}") from error
    except BaseException:
        store.close()
        raise
    return store


def _address(url: str) -> URL:
    try:
        address = make_url(url)
    except ArgumentError as error:
        expected = "sqlite:///file or postgresql://user:password@host/database"
        raise StoreError(f"expected the address of a database such as {expected}, got {shown(url)}") from error
    name = address.get_backend_name()
    if name in ("postgresql", "postgres"):
        return address.set(drivername="postgresql+psycopg")
    if name != "sqlite":
        raise StoreError(f"expected a database of SQLite or PostgreSQL, got {shown(address.drivername)}")
    if not address.database or address.database == ":memory:":
        raise StoreError("expected a file, sqlite:///file: games kept in memory would be lost")
    return address


def _without_password(url: str) -> str:
    return make_url(url).render_as_string(hide_password=True)


def _engine(address: URL) -> Engine:
    if address.get_backend_name() == "sqlite":
        return _sqlite(address)
    try:
        return create_engine(address, pool_pre_ping=True)
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        raise StoreError("PostgreSQL needs psycopg: install kidd[postgres]") from error


def _sqlite(address: URL) -> Engine:
    folder = Path(str(address.database)).expanduser().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the folder {shown(str(folder))}: {error.strerror}") from error
    engine = create_engine(address, connect_args={"timeout": PATIENCE})

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None  # no transactions of the driver's own: they begin below
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that will write takes its turn at once: one that reads first could find it too late.
        writes = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATING})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:  # a version that this program has never heard of
        raise StoreError(f"the database was made by a newer version of kidd: {error}") from error
