"""A database for each test: SQLite in a file, and for what must hold there too, PostgreSQL."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import current_thread

import pytest

from kidd.match import Match
from kidd.move import Move
from kidd.table.computers.job_queue import ThinkerPool
from kidd.table.storage.database.store import Store, open_store
from tests.postgres import running_postgres, wipe


@pytest.fixture
def address(tmp_path: Path) -> str:
    """The address of a database that is not there yet."""
    return f"sqlite:///{tmp_path}/kidd.db"


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without games, to be copied: that is quicker than to migrate one for each test."""
    path = tmp_path_factory.mktemp("empty") / "kidd.db"
    open_store(f"sqlite:///{path}").close()
    return path


@pytest.fixture
def store(address: str, empty: Path, tmp_path: Path) -> Iterator[Store]:
    """An empty database in a file."""
    shutil.copy(empty, tmp_path / "kidd.db")
    opened = open_store(address)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL that lives as long as the tests."""
    with running_postgres() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def any_address(request: pytest.FixtureRequest) -> str:
    """An address of either kind; in PostgreSQL the games of earlier tests are gone."""
    if request.param == "sqlite":
        address: str = request.getfixturevalue("address")
        return address
    address = request.getfixturevalue("postgres")
    opened = open_store(address)
    wipe(opened)
    opened.close()
    return address


@pytest.fixture
def any_store(any_address: str) -> Iterator[Store]:
    """A database of either kind without games."""
    opened = open_store(any_address)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def thinkers() -> Iterator[ThinkerPool]:
    """Two workers."""
    pool = ThinkerPool(2)
    yield pool
    pool.close()


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many acts are played, by the threads that do it: all wait for what the writer's does."""
    found: Counter[str] = Counter()
    play = Match.play

    def counted(match: Match, act: str | Move, by: str | None = None) -> None:
        found[current_thread().name] += 1
        play(match, act, by)

    monkeypatch.setattr(Match, "play", counted)
    return found
