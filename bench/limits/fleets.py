"""What is measured: our server on each database, the bare limit and boardgame.io, always with a fresh database."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple, Self

from sqlalchemy import NullPool, create_engine, text

from bench.limits.boardgame_io import running_io, stored_in
from bench.load_boardgame_io import IT
from bench.load_servers import Running, running_in
from kidd.table.storage.database.engines import read_address
from tests.postgres import new_database, running_postgres

SERVERS = {
    "bare": "bare FastAPI + SQLite",
    "sqlite": "kidd on SQLite",
    "postgres": "kidd on PostgreSQL",
    "postgres-2": "kidd on PostgreSQL, two processes",
    "io": "boardgame.io in memory",
    "io-sqlite": "boardgame.io on SQLite",
}
UNBOUNDED = {
    "KIDD_PACE": "0",
    "KIDD_NEW_EACH": "0",
    "KIDD_CONNECTIONS": "19000",
    "KIDD_CONNECTIONS_EACH": "0",
    "KIDD_LOG_LEVEL": "warning",
}  # as all clients come from one address


class Fleet(NamedTuple):
    """One server or several on one database."""

    dialect: str
    ports: tuple[int, ...]
    pids: tuple[int, ...]
    database: str
    """A file of SQLite, an address of PostgreSQL, or nothing."""
    base: int = 0
    """PostgreSQL's first process."""

    def stored(self) -> int:
        """Bytes of the database."""
        if not self.database:
            return 0
        if not self.base:
            with closing(sqlite3.connect(self.database)) as rows:
                pages, size = (rows.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "page_size"))
            return int(pages * size)
        return int(_ask(self.database, "SELECT pg_database_size(current_database())"))


class Yard:
    """Starts fleets; PostgreSQL is started for the first one that needs it, and stays until the end."""

    def __init__(self) -> None:
        self._ends = ExitStack()
        self._postgres = ""
        self._numbers = count(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.close()

    @property
    def postgres(self) -> str:
        """The address of a PostgreSQL that runs."""
        if not self._postgres:
            self._postgres = self._ends.enter_context(running_postgres())
        return self._postgres

    @contextmanager
    def fleet(self, name: str) -> Iterator[Fleet]:
        """Start what is called so in `SERVERS`."""
        with ExitStack() as ends:
            folder = ends.enter_context(tempfile.TemporaryDirectory(prefix="kidd-limits-"))
            if name.startswith("postgres"):
                yield self._on_postgres(ends, folder, 2 if name.endswith("-2") else 1)
            elif name == "bare":
                yield _alone(ends.enter_context(running_in(folder, "bare")), "bare", f"{folder}/bare.db")
            elif name == "sqlite":
                server = ends.enter_context(running_in(folder, "now", settings=UNBOUNDED))
                yield _alone(server, "now", f"{folder}/kidd.db")
            else:
                stored = name == "io-sqlite"
                server = ends.enter_context(running_io(folder, stored=stored))
                yield _alone(server, IT, stored_in(folder) if stored else "")

    def _on_postgres(self, ends: ExitStack, folder: str, processes: int) -> Fleet:
        address = ends.enter_context(new_database(self.postgres, f"limits_{next(self._numbers)}"))
        settings = UNBOUNDED | {"KIDD_DATABASE_URL": address, "KIDD_SECRET_KEY": token_hex(32)}
        servers = []
        for number in range(processes):
            place = Path(folder, str(number))
            place.mkdir()
            servers.append(ends.enter_context(running_in(str(place), "now", settings=settings)))
        ports, pids = zip(*((server.port, server.process.pid) for server in servers), strict=True)
        return Fleet("now", ports, pids, address, _first_process(self.postgres))


def _alone(server: Running, dialect: str, database: str) -> Fleet:
    return Fleet(dialect, (server.port,), (server.process.pid,), database)


def _first_process(address: str) -> int:
    """The process of PostgreSQL that starts all others: the parent of one that works for us."""
    engine = create_engine(read_address(address), poolclass=NullPool)
    with engine.connect() as connection:
        ours = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        return int(Path(f"/proc/{ours}/stat").read_text().rpartition(")")[2].split()[1])


def _ask(address: str, query: str) -> str:
    with create_engine(read_address(address), poolclass=NullPool).connect() as connection:
        return str(connection.execute(text(query)).scalar_one())


def postgres_version(address: str) -> str:
    """As the server tells it, in short."""
    return _ask(address, "SHOW server_version").split()[0]
