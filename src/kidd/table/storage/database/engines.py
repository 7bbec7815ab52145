"""Connections to a database by its address: SQLite in a file, or PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from kidd.errors import shown
from kidd.table.errors import StoreError
from kidd.table.storage.database.prepared import Prepared

Address = str | URL

PATIENCE = 5  # seconds to wait for a database that somebody else writes to, or that does not answer
CONNECTIONS = 40  # at the most: one for each thread that may ask
KEPT_CONNECTIONS = 20  # of them to PostgreSQL that stay open: to open one costs both sides more than a move
# How soon a line to PostgreSQL that was cut is noticed: all of them seconds, but the last, which is milliseconds.
LINE = {
    "connect_timeout": PATIENCE,
    "keepalives_idle": PATIENCE,
    "keepalives_interval": 1,
    "keepalives_count": PATIENCE,
    "tcp_user_timeout": PATIENCE * 1000,
}
WRITES = "kidd_writes"  # the mark of a transaction that will write
BY_HAND = "kidd_by_hand"  # of a connection whose owner begins and ends every transaction on SQLite
_WRITE, _READ = Prepared(text("BEGIN IMMEDIATE")), Prepared(text("BEGIN"))


def read_address(url: Address) -> URL:
    """The address of a database, or what is wrong with it."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        expected = "sqlite:///file or postgresql://user:password@host:port/database"
        if "@" in str(url):  # which may hold a password
            raise StoreError("secret-address", example=expected) from None
        raise StoreError("address", example=expected, came=shown(url)) from None
    name = address.get_backend_name()
    if name in ("postgresql", "postgres"):
        return address.set(drivername="postgresql+psycopg")
    if address.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise StoreError("kind", came=shown(address.drivername))
    file = address.database or ""
    if not file or file == ":memory:":
        raise StoreError("in-memory")
    if "\0" in file:
        raise StoreError("file-name", came=shown(file))
    try:
        return address.set(database=str(Path(file).expanduser())) if file.startswith("~") else address
    except RuntimeError as error:
        raise StoreError("home", came=shown(file)) from error


def without_password(url: Address) -> str:
    """The address as it may be shown."""
    return make_url(url).render_as_string(hide_password=True)


def engine_for(address: URL) -> Engine:
    """Connections to that database, each set up as it should be."""
    if address.get_backend_name() == "sqlite":
        return _sqlite(address)
    try:
        from kidd.table.storage.database.postgres import hurry

        engine = create_engine(
            address,
            hide_parameters=True,
            pool_pre_ping=True,
            pool_size=KEPT_CONNECTIONS,
            max_overflow=CONNECTIONS - KEPT_CONNECTIONS,
            pool_timeout=PATIENCE,
            connect_args={name: value for name, value in LINE.items() if name not in address.query},
        )
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        raise StoreError("needs") from error
    hurry(engine, PATIENCE)
    return engine


@contextmanager
def unhurried(connection: Connection) -> Iterator[None]:
    """For a transaction that may take its time."""
    if connection.dialect.name != "postgresql":
        yield
        return
    from kidd.table.storage.database.postgres import at_leisure

    with at_leisure(connection):
        yield


def give_way(connection: Connection, *, again: bool) -> None:
    """Have a transaction on PostgreSQL keep nobody waiting where somebody is in its way: it is undone."""
    from kidd.table.storage.database import postgres

    postgres.give_way(connection, again=again)


def file_of(address: URL) -> Path | None:
    """The file of an SQLite database, unless it is named in a way that only SQLite understands."""
    name = address.database or ""
    is_plain = address.get_backend_name() == "sqlite" and not name.startswith("file:")
    return Path(name) if is_plain else None


def _sqlite(address: URL) -> Engine:
    folder = Path(str(address.database)).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError("folder", folder=shown(str(folder)), why=error.strerror) from error
    if (file := file_of(address)) is not None:
        with suppress(OSError):  # it is there already, or SQLite will say what is wrong with it
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))  # for its owner only
    engine = create_engine(
        address,
        hide_parameters=True,  # they are secrets, and would stand in the log
        max_overflow=CONNECTIONS - 5,
        pool_timeout=PATIENCE,
        connect_args={"timeout": PATIENCE},
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None  # no transactions of the driver's own: they begin below
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that will write takes its turn at once: one that reads first could find it too late.
        marks = connection.get_execution_options()
        if not marks.get(BY_HAND):
            (_WRITE if marks.get(WRITES) else _READ).run(connection, {})

    return engine
