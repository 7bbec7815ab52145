"""Where games are kept: SQLite in a file, or PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    IntegrityError,
    NoSuchModuleError,
    ProgrammingError,
    TimeoutError,
)

from kidd.errors import shown
from kidd.table.errors import StoreError, Unavailable
from kidd.table.limits import CACHED
from kidd.table.storage.snapshot_cache import Shelf
from kidd.table.storage.write_lock import Turns

PATIENCE = 5  # seconds to wait for a database that somebody else writes to, or that does not answer
LINGER = 10.0  # seconds that a full disk is taken for full: a small write may still succeed there
TRIAL = 1 << 16  # bytes that there must be room for
CONNECTIONS = 40  # to PostgreSQL at the most: one for each thread that may ask
# How soon a line to PostgreSQL that was cut is noticed: all of them seconds, but the last, which is milliseconds.
LINE = {
    "connect_timeout": PATIENCE,
    "keepalives_idle": PATIENCE,
    "keepalives_interval": 1,
    "keepalives_count": PATIENCE,
    "tcp_user_timeout": PATIENCE * 1000,
}
OURS = (IntegrityError, ProgrammingError, DataError)  # errors of this program, not of the database
WRITES = "kidd_writes"
MIGRATING = 5_433_418  # a number for PostgreSQL's lock: two servers that start at once migrate one after the other


class Store:
    """A database, with the games that were in use last kept ready; made by `open_store`."""

    def __init__(self, engine: Engine, file: Path | None = None) -> None:
        self.engine = engine
        self.shelf = Shelf(CACHED)
        # SQLite lets one write at a time and has the others sleep and try again: queueing here is quicker.
        self._turns = Turns(PATIENCE) if engine.dialect.name == "sqlite" else None
        self._file = file
        self._identity = _identity(file)
        self._full_until = 0.0

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A view of the database that does not change while one looks."""
        with self._asking(), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: all of it is on the disk when this ends without an error, nothing of it otherwise."""
        with (
            self._turns.turn() if self._turns else nullcontext(),
            self._asking(),
            self.engine.connect().execution_options(**{WRITES: True}) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Tell a database that cannot answer now from a mistake of ours."""
        if _identity(self._file) != self._identity:
            # Whoever has it open could go on writing to a file without a name, and all of it would be lost.
            raise Unavailable("the database's file is gone, or is another one now")
        try:
            yield
        except OURS:
            raise
        except (DBAPIError, TimeoutError) as error:
            if _is_full(error):
                self._full_until = monotonic() + LINGER
            raise Unavailable(f"the database does not answer: {_told(error)}") from error

    def alive(self) -> bool:
        """Whether the database answers and keeps what it is told."""
        if monotonic() < self._full_until or not _has_room(self._file):
            return False
        try:
            with self.writing() as connection:
                connection.execute(text("SELECT version FROM games LIMIT 1")).first()
                connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
        except (Unavailable, DBAPIError):
            return False
        return True

    def close(self) -> None:
        """Give the database back."""
        self.engine.dispose()


def _identity(file: Path | None) -> tuple[int, int] | None:
    """What tells a file from another one of the same name."""
    if file is None:
        return None
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _is_full(error: DBAPIError | TimeoutError) -> bool:
    """Whether the disk is at fault, as far as SQLite knows."""
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def _has_room(file: Path | None) -> bool:
    """Whether a game can still grow: a small write to SQLite may fit into what its files hold already."""
    if file is None:
        return True
    try:
        with TemporaryFile(dir=file.parent) as trial:
            trial.write(bytes(TRIAL))
            trial.flush()
            os.fsync(trial.fileno())
    except OSError:
        return False
    return True


def _told(error: BaseException) -> str:
    """What a database has said, on one line."""
    return " ".join(str(getattr(error, "orig", None) or error).split())


def open_store(url: str) -> Store:
    """Open a database by its address, `sqlite:///file` or `postgresql://…`, and bring its tables up to date."""
    address = _address(url)
    engine, file = _engine(address), _file(address)
    store = Store(engine, file)
    try:
        with store.writing() as connection:
            _migrate(connection)
    except (Unavailable, DBAPIError) as error:
        store.close()
        why = _told(error.__cause__ or error)
        raise StoreError(f"cannot open the database {shown(_without_password(url))}: {why}") from error
    except BaseException:
        store.close()
        raise
    return store


def _address(url: str) -> URL:
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        expected = "sqlite:///file or postgresql://user:password@host:port/database"
        came = "one that makes no sense" if "@" in url else shown(url)  # which may hold a password
        raise StoreError(f"expected the address of a database such as {expected}, got {came}") from None
    name = address.get_backend_name()
    if name in ("postgresql", "postgres"):
        return address.set(drivername="postgresql+psycopg")
    if address.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise StoreError(f"expected a database of SQLite or PostgreSQL, got {shown(address.drivername)}")
    file = address.database or ""
    if not file or file == ":memory:":
        raise StoreError("expected a file, sqlite:///file: games kept in memory would be lost")
    if "\0" in file:
        raise StoreError(f"expected the name of a file, got {shown(file)}")
    try:
        return address.set(database=str(Path(file).expanduser())) if file.startswith("~") else address
    except RuntimeError as error:
        raise StoreError(f"nobody has the home folder {shown(file)}") from error


def _without_password(url: str) -> str:
    return make_url(url).render_as_string(hide_password=True)


def _engine(address: URL) -> Engine:
    if address.get_backend_name() == "sqlite":
        return _sqlite(address)
    try:
        from kidd.table.storage.postgres import hurry

        engine = create_engine(
            address,
            hide_parameters=True,
            pool_pre_ping=True,
            max_overflow=CONNECTIONS - 5,
            pool_timeout=PATIENCE,
            connect_args={name: value for name, value in LINE.items() if name not in address.query},
        )
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        raise StoreError("PostgreSQL needs psycopg: install kidd[postgres]") from error
    hurry(engine, PATIENCE)
    return engine


def _file(address: URL) -> Path | None:
    """The file of an SQLite database, unless it is named in a way that only SQLite understands."""
    name = address.database or ""
    is_plain = address.get_backend_name() == "sqlite" and not name.startswith("file:")
    return Path(name) if is_plain else None


def _sqlite(address: URL) -> Engine:
    folder = Path(str(address.database)).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the folder {shown(str(folder))}: {error.strerror}") from error
    if (file := _file(address)) is not None:
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
        writes = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        with _alone(connection):
            command.upgrade(config, "head")
    except CommandError as error:  # a version that this program has never heard of
        raise StoreError(f"the database was made by a newer version of kidd: {error}") from error


@contextmanager
def _alone(connection: Connection) -> Iterator[None]:
    """While nobody else migrates, however long that takes; SQLite has one writer at a time as it is."""
    if connection.dialect.name != "postgresql":
        yield
        return
    from kidd.table.storage.postgres import at_leisure

    with at_leisure(connection):
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATING})
        yield
