"""Databases that versions before have written, kept as they were: each is brought up to date, and says what it said.

Each stands in `data/` with what its own version told of its games (`keepsake`; of 0002 more is asked in
`test_migration`) and, where there were accounts, of people. One is added whenever the tables of a release differ from
those of the last.

0014 was written by the last program with those tables. No commit ends with 0009 or 0012: what could be there then of
0014's rows stands in tables that the steps up to theirs have made.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest

from kidd.table.people.passwords import Hasher
from kidd.table.play.actors import STRANGER, Actor, Role
from kidd.table.play.people.accounts import Place, log_in
from kidd.table.play.people.farewell import export, leave
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.database.versions import newest
from kidd.table.storage.moving.backup import back_up
from kidd.table.storage.moving.move import move
from kidd.table.storage.moving.restore import restore
from kidd.table.storage.persons import accounts
from kidd.table.storage.recompute import differences
from kidd.table.timekeeper.timekeeper import Timekeeper
from tests.postgres import new_database
from tests.table.storage.company import NAMES, PASSWORD
from tests.table.storage.keepsake import told
from tests.table.storage.known import told_of_people

pytestmark = pytest.mark.once

DATA = Path(__file__).parent / "data"
VERSIONS = sorted(path.stem.removeprefix("kidd-") for path in DATA.glob("kidd-*.db"))
WITH_PEOPLE = [version for version in VERSIONS if version >= "0009"]
ADDED_IN_0002 = {"reason", "winner_seat", "turn"}  # empty in games of before until something happens


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    """The version of a kept database."""
    found: str = request.param
    return found


@pytest.fixture
def old(version: str, tmp_path: Path) -> str:
    """The address of a copy of it."""
    shutil.copy(DATA / f"kidd-{version}.db", tmp_path / "kidd.db")
    return f"sqlite:///{tmp_path}/kidd.db"


def expected(version: str) -> dict[str, dict[str, object]]:
    """What its own version told."""
    known: dict[str, dict[str, object]] = json.loads((DATA / f"kidd-{version}.json").read_text(encoding="utf-8"))
    return known


def check(address: str, version: str) -> None:
    """It is of today's version, and all that was known is still so."""
    store = open_store(address)
    try:
        assert store.brought.after == newest()
        assert otherwise(store) == (ADDED_IN_0002 if version == "0001" else set())
        found = told(store)
        if version == "0002":  # of which more is known than this, and otherwise
            assert found.keys() == expected(version)["books"].keys()
        else:
            assert found == expected(version)
        if version in WITH_PEOPLE:
            assert json.loads(json.dumps(told_of_people(store))) == expected(f"{version}.people")
    finally:
        store.close()


def otherwise(store: Store) -> set[str]:
    """What rows say otherwise than the events."""
    return {line.split(": ", 1)[1].split(" should")[0] for line in differences(store)}


def test_they_are_there():
    """Of every version of the tables that a release ever had."""
    assert {"0001", "0002", "0003", "0009", "0012", "0014"} <= set(VERSIONS)


def test_it_is_what_that_version_has_written(version: str):
    """Nobody has opened the kept file with a later one."""
    with closing(sqlite3.connect(f"file:{DATA}/kidd-{version}.db?mode=ro&immutable=1", uri=True)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(version,)]


def test_it_is_brought_up_to_date_in_its_file(version: str, old: str):
    """By whoever opens it."""
    check(old, version)


def test_it_moves_to_postgresql(version: str, old: str, postgres: str):
    """As it was, and is brought up to date there."""
    with new_database(postgres, "kidd_moved") as target:
        move(old, target, anyway=version == "0001")
        check(target, version)


def test_a_backup_of_before_is_restored(version: str, old: str, tmp_path: Path):
    """The backup is of the version of then, and what it is restored into is of today's."""
    is_oldest = version == "0001"
    back_up(old, tmp_path / "one.backup", anyway=is_oldest)
    with closing(sqlite3.connect(tmp_path / "one.backup")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(version,)]
    restore(tmp_path / "one.backup", f"sqlite:///{tmp_path}/other.db", anyway=is_oldest)
    check(f"sqlite:///{tmp_path}/other.db", version)


@pytest.mark.parametrize("version", WITH_PEOPLE, indirect=True)
def test_a_server_goes_on_with_it(version: str, old: str):
    """The years that it has lain there are nobody's time, and all rows say what the events say."""
    store = open_store(old)
    keeper = Timekeeper(store)
    try:
        keeper.start()
        keeper.look()
        assert otherwise(store) == set()
        found = told(store)
        assert {game: one["outcome"] for game, one in found.items()} == outcomes(version)
    finally:
        keeper.close()
        store.close()


def outcomes(version: str) -> dict[str, object]:
    """How the games stood."""
    return {game: one["outcome"] for game, one in expected(version).items()}


@pytest.mark.parametrize("version", WITH_PEOPLE, indirect=True)
def test_everybody_logs_in(version: str, old: str):
    """With the password of then."""

    async def enter(store: Store) -> list[str | None]:
        hasher = Hasher()
        try:
            entered = [await log_in(store, hasher, STRANGER, Place("192.0.2.7"), one, PASSWORD) for one in NAMES]
        finally:
            hasher.close()
        return [one.account.name for one in entered]

    store = open_store(old)
    try:
        assert asyncio.run(enter(store)) == list(NAMES)
    finally:
        store.close()


@pytest.mark.parametrize("version", WITH_PEOPLE, indirect=True)
def test_somebody_leaves_it(version: str, old: str):
    """With all that is theirs, and without their name in anybody's game."""
    store = open_store(old)
    try:
        name = NAMES[2]  # which guests are not called, too
        with store.reading() as connection:
            found = accounts.named(connection, name)
        assert found is not None
        actor = Actor(found.id, role=Role.MEMBER, name=name)
        with export(store, actor) as package, ZipFile(package) as contents:
            assert {one.split("/")[0] for one in contents.namelist()} == {"account.json", "games"}
        assert any(name in str(one["names"]) for one in told(store).values())
        leave(store, actor)
        assert all(name not in str(one["names"]) for one in told(store).values())
        assert otherwise(store) == set()
    finally:
        store.close()
