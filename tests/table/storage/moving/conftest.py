"""Databases that are moved about: each with something in every table, and empty ones to move into."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from kidd.table.storage.database.store import open_store
from kidd.table.storage.moving.move import move
from tests.postgres import new_database
from tests.table.storage.keepsake import furnish


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database to be copied."""
    path = tmp_path_factory.mktemp("furnished") / "kidd.db"
    store = open_store(f"sqlite:///{path}")
    furnish(store, range(12))
    store.close()
    return path


@pytest.fixture
def full(furnished: Path, tmp_path: Path) -> str:
    """The address of one in a file."""
    shutil.copy(furnished, tmp_path / "full.db")
    return f"sqlite:///{tmp_path}/full.db"


@pytest.fixture
def empty_postgres(postgres: str) -> Iterator[str]:
    """The address of a PostgreSQL database without tables."""
    with new_database(postgres, "kidd_empty") as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def any_empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database that nothing is in, or that is not there."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/empty.db"
    address: str = request.getfixturevalue("empty_postgres")
    return address


@pytest.fixture(params=["sqlite", "postgresql"])
def any_full(request: pytest.FixtureRequest, full: str, postgres: str) -> Iterator[str]:
    """A full database of either kind."""
    if request.param == "sqlite":
        yield full
        return
    with new_database(postgres, "kidd_full") as address:
        move(full, address)
        yield address
