"""Where games are kept: one door for reading, one for writing, and the games that were in use last."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock
from time import monotonic
from typing import TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError, TimeoutError

from kidd.errors import shown
from kidd.table.errors import Entangled, StoreError, Unavailable
from kidd.table.limits import CACHED
from kidd.table.moments import Pulse
from kidd.table.snapshot import Table
from kidd.table.storage.database import engines
from kidd.table.storage.database.engines import (
    BY_HAND,
    engine_for,
    file_of,
    give_way,
    read_address,
    without_password,
)
from kidd.table.storage.database.file_lock import lock_file, locked_in_turn
from kidd.table.storage.database.migrate import Step, migrate
from kidd.table.storage.database.pubsub import TIDINGS, Hub, Tidings
from kidd.table.storage.database.versions import has_only_more, newest, version_of
from kidd.table.storage.database.writer import Work, Writer
from kidd.table.storage.growth import Growth

log = logging.getLogger(__name__)

Result = TypeVar("Result")

LINGER = 10.0  # seconds that a full disk is taken for full: a small write may still succeed there
TRIAL = 1 << 16  # bytes that there must be room for
TABLE_BYTES, ACT_BYTES = 10_000, 2_000  # that a game takes in memory, and each of its acts; as measured
ENTANGLED = ("40P01", "40001", "55P03")  # deadlock_detected, serialization_failure, lock_not_available
OURS = (IntegrityError, ProgrammingError, DataError)  # errors of this program, not of the database
NO_ANSWER = (DBAPIError, TimeoutError, sqlite3.Error)  # the database's


class SnapshotCache:
    """A table by its id and version; those not asked for in a long time make room, by the bytes that they take."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._taken = 0
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    def find(self, game_id: str, version: int) -> Table | None:
        """The table as it stood at that version, if it is here."""
        table = self.latest(game_id)
        return None if table is None or table.version != version else table

    def latest(self, game_id: str) -> Table | None:
        """The table as it is known here, whatever others may have done to it since."""
        table = self._tables.get(game_id)
        if table is not None:
            try:  # noqa: SIM105 - every move looks here several times, and `suppress` is three more calls
                self._tables.move_to_end(game_id)
            except KeyError:  # dropped by another thread
                pass
        return table

    def put(self, table: Table) -> None:
        """Keep a table that is in the database, unless a later one is here already."""
        with self._lock:
            there = self._tables.get(table.id)
            if there is None:
                self._tables[table.id] = table
                self._taken += size_of(table)
            elif there.version <= table.version:
                self._tables[table.id] = table
                self._taken += ACT_BYTES * (len(table.doers) - len(there.doers))
            self._tables.move_to_end(table.id)
            while self._taken > self._room:
                self._taken -= size_of(self._tables.popitem(last=False)[1])

    def drop(self, game_id: str) -> None:
        """Forget a table that is in the database no more."""
        with self._lock:
            there = self._tables.pop(game_id, None)
            self._taken -= size_of(there) if there is not None else 0

    @property
    def taken(self) -> int:
        """Bytes that the tables take, about."""
        return self._taken


def size_of(table: Table) -> int:
    """How many bytes a table takes, about."""
    return TABLE_BYTES + ACT_BYTES * len(table.doers)


class Store:
    """A database, with the games that were in use last kept ready; made by `open_store`."""

    def __init__(self, engine: Engine, file: Path | None = None) -> None:
        self.engine = engine
        self.snapshots = SnapshotCache(CACHED)
        self.hub = Hub()
        self.growth = Growth()
        self.pulse = Pulse()
        self.is_ours_alone = False
        """Whether nobody else writes to this database: then what is kept ready is never out of date."""
        self.brought = Step("", "")
        """What opening it has made of its tables."""
        self._file = file
        self._name = str(file) if file is not None else ""
        self._identity = _identity(self._name)
        self._full_until = 0.0
        self._closing: list[Callable[[], None]] = []
        self._locked = False
        self._writing: Connection | None = None
        self._driver: sqlite3.Connection | None = None
        self._pool = engine.pool
        self._tidings: Tidings = []
        self._writer = Writer(self._transaction, self._tidings, patience=engines.PATIENCE)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A view of the database that does not change while one looks."""
        self._check_file()
        try:
            with self.engine.connect() as connection, connection.begin():
                yield connection
        except OURS:
            raise
        except NO_ANSWER as error:
            raise self._refusal(error) from error

    def submit(
        self,
        work: Work[Result],
        *,
        several: bool = True,
        then: Callable[[Result], None] | None = None,
        place: str = "",
    ) -> Future[Result]:
        """Have something written, together with what others write; done when it is on the disk and `then` was called.

        Work that is not `several` changes nothing before it is refused, and costs less. What changes a row for which
        other processes may wait names it by its `place`, a game's id, say: all take such rows in that order.
        """
        return self._writer.submit(work, several=several, then=then, place=place)

    def submit_in_loop(
        self,
        work: Work[Result],
        *,
        several: bool = True,
        then: Callable[[Result], None] | None = None,
        place: str = "",
    ) -> asyncio.Future[Result]:
        """The same for whoever waits in the event loop that runs here."""
        return self._writer.submit_in_loop(work, self.hub.calls_here(), several=several, then=then, place=place)

    def write(self, work: Work[Result], *, place: str = "") -> Result:
        """Write something, all of it or nothing, and wait until it is on the disk."""
        return self._writer.submit(work, place=place).result()

    def _transaction(self, body: Callable[[Connection], None], *, again: bool) -> None:
        """Only the writer's thread comes here: on SQLite it keeps its connection from one transaction to the next."""
        self._tidings.clear()
        self._check_file()
        try:
            if self._pool is not self.engine.pool:  # whoever disposes of an engine wants other connections
                self._close_writing()
            writing = self._writing or self._open_writing()
            if self._driver is None:
                with writing.begin():
                    give_way(writing, again=again)
                    body(writing)
                    if again:  # to be committed it may wait for the disk of others
                        give_way(writing, again=False)
            else:
                self._driver.execute("BEGIN IMMEDIATE")
                body(writing)
                self._driver.commit()
        except BaseException as error:
            by_server = self._driver is None
            self._close_writing()
            if isinstance(error, NO_ANSWER) and not isinstance(error, OURS):
                refusal = self._refusal(error)
                # Perhaps it was only the answer that was lost.
                self.hub.is_in_doubt |= by_server and not isinstance(refusal, Entangled)
                raise refusal from error
            raise
        if self._driver is None:  # PostgreSQL may be restarted, and is asked before a connection is used
            self._close_writing()
        if self._tidings:
            self._tell()

    def _tell(self) -> None:
        """Let everybody know who listens here, now that it is on the disk."""
        for tell in self._tidings:
            try:
                tell(self)
            except Exception:  # what is written is written, and the others are to be told, too
                log.exception("something was written, and whoever listens could not be told")

    def _open_writing(self) -> Connection:
        """A connection for the writer: on SQLite what SQLAlchemy takes for one transaction lasts as long as it does.

        The real ones are begun and committed by the driver, which is a tenth of the calls.
        """
        self._pool = self.engine.pool
        self._writing = writing = self.engine.connect().execution_options(**{BY_HAND: True, TIDINGS: self._tidings})
        if self.engine.dialect.name == "sqlite":
            writing.begin()
            self._driver = writing.connection.driver_connection
        return writing

    def _close_writing(self) -> None:
        connection, self._writing, self._driver = self._writing, None, None
        if connection is not None:
            with suppress(DBAPIError):
                connection.close()

    def _check_file(self) -> None:
        if self._file is not None and _identity(self._name) != self._identity:
            # Whoever has it open could go on writing to a file without a name, and all of it would be lost.
            raise Unavailable("file-gone")

    def _refusal(self, error: BaseException) -> Unavailable:
        """What is told where a database cannot answer now, which is no mistake of ours."""
        if _is_full(error):
            self._full_until = monotonic() + LINGER
        refusal = Entangled if _is_entangled(error) else Unavailable
        return refusal("no-answer", why=words_of(error))

    def alive(self) -> bool:
        """Whether the database answers and keeps what it is told."""
        if monotonic() < self._full_until or not _has_room(self._file):
            return False
        try:
            self.write(_touch)
        except (Unavailable, DBAPIError):
            return False
        return True

    def lock(self) -> None:
        """Have an SQLite database's file alone until it is closed, or say that somebody else does."""
        if self._file is not None and not self._locked:
            self.at_close(lock_file(self._file))
            self._locked = True

    def migrate(self) -> Step:
        """Bring the tables up to date, while no server plays on an SQLite database but this one."""
        with nullcontext() if self._file is None or self._locked else locked_in_turn(self._file):
            return self.write(migrate)

    def at_close(self, last: Callable[[], None]) -> None:
        """Have something done when the database is given back, after everything else."""
        self._closing.append(last)

    def close(self) -> None:
        """Write what waits, and give the database back."""
        self._writer.close()
        self._close_writing()
        self.hub.close()
        self.engine.dispose()
        while self._closing:
            self._closing.pop()()


def _touch(connection: Connection) -> None:
    connection.execute(text("SELECT version FROM games LIMIT 1")).first()
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _identity(file: str) -> tuple[int, int] | None:
    """What tells a file from another one of the same name."""
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _is_full(error: BaseException) -> bool:
    """Whether the disk is at fault, as far as SQLite knows."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def _is_entangled(error: BaseException) -> bool:
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


def words_of(error: BaseException) -> str:
    """What a database has said, on one line."""
    return " ".join(str(getattr(error, "orig", None) or error).split())


def open_store(url: str, *, own: bool = False) -> Store:
    """Open a database by its address, `sqlite:///file` or `postgresql://…`, and bring its tables up to date.

    As one's `own`, an SQLite file is locked before anything else and until it is closed. Who only looks in locks it
    while its tables are changed, which no server that plays on it may see.
    """
    address = read_address(url)
    store = Store(engine_for(address), file_of(address))
    try:
        if own:
            store.lock()
        store.brought = bring_up_to_date(store)
    except (Unavailable, DBAPIError) as error:
        store.close()
        raise StoreError(
            "open", address=shown(without_password(url)), why=words_of(error.__cause__ or error)
        ) from error
    except BaseException:
        store.close()
        raise
    return store


def bring_up_to_date(store: Store) -> Step:
    """Make the newest tables of a database's, and say what they were of."""
    with store.reading() as connection:
        found = version_of(connection)
    if found == newest():
        return Step(found, found)
    if has_only_more(found):
        log.warning("the database is of a newer version, %s: going on with what is known of it, %s", found, newest())
        return Step(found, found)
    return store.migrate()
