"""Where games are kept: one door for reading, one for writing, and the games that were in use last."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic
from typing import TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError, TimeoutError

from kidd.errors import shown
from kidd.table.errors import Entangled, StoreError, Unavailable
from kidd.table.limits import CACHED
from kidd.table.storage.database import engines
from kidd.table.storage.database.engines import WRITES, engine_for, file_of, read_address, without_password
from kidd.table.storage.database.migrate import migrate
from kidd.table.storage.database.pubsub import Hub
from kidd.table.storage.database.snapshot_cache import SnapshotCache
from kidd.table.storage.database.writer import Work, Writer

Result = TypeVar("Result")

LINGER = 10.0  # seconds that a full disk is taken for full: a small write may still succeed there
TRIAL = 1 << 16  # bytes that there must be room for
ENTANGLED = ("40P01", "40001")  # deadlock_detected, serialization_failure
OURS = (IntegrityError, ProgrammingError, DataError)  # errors of this program, not of the database


class Store:
    """A database, with the games that were in use last kept ready; made by `open_store`."""

    def __init__(self, engine: Engine, file: Path | None = None) -> None:
        self.engine = engine
        self.snapshots = SnapshotCache(CACHED)
        self.hub = Hub()
        self.is_ours_alone = False
        """Whether nobody else writes to this database: then what is kept ready is never out of date."""
        self._file = file
        self._identity = _identity(file)
        self._full_until = 0.0
        self._closing: list[Callable[[], None]] = []
        self._writing: Connection | None = None
        self._pool = engine.pool
        self._writer = Writer(self._transaction, patience=engines.PATIENCE)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A view of the database that does not change while one looks."""
        with self._asking(), self.engine.connect() as connection, connection.begin():
            yield connection

    def submit(
        self, work: Work[Result], *, several: bool = True, then: Callable[[Result], None] | None = None
    ) -> Future[Result]:
        """Have something written, together with what others write; done when it is on the disk and `then` was called.

        Work that is not `several` changes nothing before it is refused, and costs less.
        """
        return self._writer.submit(work, several=several, then=then)

    def write(self, work: Work[Result]) -> Result:
        """Write something, all of it or nothing, and wait until it is on the disk."""
        return self._writer.submit(work).result()

    def _transaction(self, body: Callable[[Connection], None]) -> None:
        """Only the writer's thread comes here: on SQLite it keeps its connection from one transaction to the next."""
        try:
            with self._asking():
                if self._pool is not self.engine.pool:  # whoever disposes of an engine wants other connections
                    self._hang_up()
                if self._writing is None:
                    self._pool = self.engine.pool
                    self._writing = self.engine.connect().execution_options(**{WRITES: True})
                with self._writing.begin():
                    body(self._writing)
        except BaseException:
            self._hang_up()
            raise
        if self.engine.dialect.name != "sqlite":  # which may be restarted, and is asked before a connection is used
            self._hang_up()

    def _hang_up(self) -> None:
        connection, self._writing = self._writing, None
        if connection is not None:
            with suppress(DBAPIError):
                connection.close()

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Tell a database that cannot answer now from a mistake of ours."""
        if _identity(self._file) != self._identity:
            # Whoever has it open could go on writing to a file without a name, and all of it would be lost.
            raise Unavailable("file-gone")
        try:
            yield
        except OURS:
            raise
        except (DBAPIError, TimeoutError) as error:
            if _is_full(error):
                self._full_until = monotonic() + LINGER
            refusal = Entangled if _is_entangled(error) else Unavailable
            raise refusal("no-answer", why=_words_of(error)) from error

    def alive(self) -> bool:
        """Whether the database answers and keeps what it is told."""
        if monotonic() < self._full_until or not _has_room(self._file):
            return False
        try:
            self.write(_touch)
        except (Unavailable, DBAPIError):
            return False
        return True

    def at_close(self, last: Callable[[], None]) -> None:
        """Have something done when the database is given back, after everything else."""
        self._closing.append(last)

    def close(self) -> None:
        """Write what waits, and give the database back."""
        self._writer.close()
        self._hang_up()
        self.hub.close()
        self.engine.dispose()
        while self._closing:
            self._closing.pop()()


def _touch(connection: Connection) -> None:
    connection.execute(text("SELECT version FROM games LIMIT 1")).first()
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


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


def _is_entangled(error: DBAPIError | TimeoutError) -> bool:
    """Whether another transaction was in the way that waited for this one, which only PostgreSQL knows."""
    return getattr(getattr(error, "orig", None), "sqlstate", "") in ENTANGLED


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


def _words_of(error: BaseException) -> str:
    """What a database has said, on one line."""
    return " ".join(str(getattr(error, "orig", None) or error).split())


def open_store(url: str) -> Store:
    """Open a database by its address, `sqlite:///file` or `postgresql://…`, and bring its tables up to date."""
    address = read_address(url)
    engine, file = engine_for(address), file_of(address)
    store = Store(engine, file)
    try:
        store.write(migrate)
    except (Unavailable, DBAPIError) as error:
        store.close()
        why = _words_of(error.__cause__ or error)
        raise StoreError("open", address=shown(without_password(url)), why=why) from error
    except BaseException:
        store.close()
        raise
    return store
