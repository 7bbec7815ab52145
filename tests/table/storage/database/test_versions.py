"""Versions of the tables: which there are, which a program can work with, and when they may be changed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Inspector, insert, inspect, text

from kidd.table.errors import Damaged, Newer, StoreError
from kidd.table.play.games import load
from kidd.table.storage.database import versions
from kidd.table.storage.database.engines import WRITES, engine_for, read_address
from kidd.table.storage.database.migrate import SERVING, migrate
from kidd.table.storage.database.schema import events, games
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.database.versions import has_only_more, is_newer, newest, read_version
from kidd.table.storage.ownership import open_own
from tests.postgres import new_database
from tests.table.sittings import fresh, say, sit

pytestmark = pytest.mark.once

STEPS = list(ScriptDirectory(str(versions.FOLDER.parent)).walk_revisions())[::-1]
MINOR = f"{newest().partition('.')[0]}.{99}"
UPGRADE = """
import sys
from kidd.table.storage.database.store import open_store
store = open_store(sys.argv[1])
print(*store.brought, sep=",")
store.close()
"""


def test_files_are_named_by_their_versions():
    """So that the newest is known without reading them, and each comes after the one before."""
    assert newest() == STEPS[-1].revision
    for step in STEPS:
        name = Path(step.path).name
        assert name.startswith(f"v{step.revision.replace('.', '_')}_"), name
    order = [read_version(step.revision) for step in STEPS]
    assert order == sorted(filter(None, order))


@pytest.mark.parametrize(
    ("version", "newer", "more"),
    [
        ("", False, False),
        ("0001", False, False),
        (newest(), False, False),
        (MINOR, True, True),
        ("9999", True, False),
        ("9999.1", True, False),
        ("something", True, False),
    ],
)
def test_which_versions_one_can_work_with(version: str, newer: bool, more: bool):
    """Those of before after they were brought up to date, and later ones to which something was only added."""
    assert (is_newer(version), has_only_more(version)) == (newer, more)


def columns(inspector: Inspector) -> dict[tuple[str, str], tuple[object, ...]]:
    """What is known of each column."""
    return {
        (table, str(column["name"])): (str(column["type"]), column["nullable"])
        for table in inspector.get_table_names()
        for column in inspector.get_columns(table)
    }


def spoiled(connection: Connection, step: str) -> Iterator[str]:
    """What a program of before could not go on with after a step."""
    before, old = columns(inspect(connection)), set(inspect(connection).get_table_names())
    unique = {table: inspect(connection).get_unique_constraints(table) for table in old}
    migrate(connection, step)
    later = inspect(connection)
    after = columns(later)
    yield from (f"{name} was changed" for name, kind in before.items() if after.get(name) != kind)
    for table in old & set(later.get_table_names()):
        for column in later.get_columns(table):
            if (table, column["name"]) not in before and not column["nullable"] and column["default"] is None:
                yield f"{(table, column['name'])} has to be given"
        if later.get_unique_constraints(table) != unique[table]:
            yield f"{table} takes fewer rows"


def test_what_is_called_an_addition_is_one(tmp_path: Path):
    """Steps with a figure behind the dot change nothing that a program of before works with; others may."""
    engine = engine_for(read_address(f"sqlite:///{tmp_path}/kidd.db"))
    found: dict[str, list[str]] = {}
    with engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        for step in STEPS:
            found[step.revision] = list(spoiled(connection, step.revision))
    engine.dispose()
    assert found["0003"], "it has renamed tables"
    assert {step: said for step, said in found.items() if "." in step and said} == {}


def mark(store: Store, version: str) -> None:
    """As if a later program had been there."""
    said = {"version": version}
    store.write(lambda one: one.execute(text("UPDATE alembic_version SET version_num = :version"), said))


def test_a_program_goes_on_where_a_later_one_has_only_added(any_store: Store, caplog: pytest.LogCaptureFixture):
    """It changes nothing there, and says so in the log."""
    mark(any_store, MINOR)
    later = open_store(any_store.engine.url.render_as_string(hide_password=False))
    assert later.brought == (MINOR, MINOR)
    assert f"the database is of a newer version, {MINOR}: going on" in caplog.text
    table = say(later, sit(later, "LC"), "@c1")
    assert load(any_store, table.id).match.acts == ("@c1",)
    assert later.alive()
    later.close()
    mark(any_store, newest())


def test_an_event_of_a_later_program(any_store: Store):
    """It is never skipped: that game cannot be played here now, all others can."""
    table, other = say(any_store, sit(any_store, "LC"), "@c1"), sit(any_store, "LC")
    row = {"game": table.id, "number": 2, "kind": "mutiny", "at": table.updated, "data": "{}"}

    def play_on(connection: Connection) -> None:
        connection.execute(insert(events), row)
        connection.execute(games.update().where(games.c.id == table.id).values(version=3))

    any_store.write(play_on)
    with pytest.raises(Damaged, match="cannot be read: unknown kind of event 'mutiny'"):
        fresh(any_store, table.id)
    mark(any_store, MINOR)
    with pytest.raises(Newer, match="a newer version of kidd plays on in game"):
        fresh(any_store, table.id)
    say(any_store, other, "@c1")
    mark(any_store, newest())


def test_who_looks_into_a_file_that_a_server_plays_on(tmp_path: Path):
    """They change no tables beneath it, and look in where there is nothing to change."""
    address = f"sqlite:///{tmp_path}/kidd.db"
    server = open_own(address)
    open_store(address).close()
    mark(server, "0002")
    with pytest.raises(StoreError, match="is in use, by a server perhaps: stop that one first"):
        open_store(address)
    with server.reading() as connection:
        assert versions.version_of(connection) == "0002"
    server.close()


@pytest.fixture
def old_postgres(postgres: str) -> Iterator[str]:
    """A PostgreSQL database of a version before, with no games."""
    with new_database(postgres, "kidd_old") as address:
        engine = engine_for(read_address(address))
        with engine.begin() as connection:
            migrate(connection, "0003")
        engine.dispose()
        yield address


def test_servers_that_could_not_go_on(old_postgres: str):
    """Tables that they work with are changed only when all of them have stopped."""
    with psycopg.connect(old_postgres, autocommit=True) as server:
        server.execute("SELECT pg_advisory_lock_shared(%s)", [SERVING])  # as a server does
        with pytest.raises(StoreError, match="servers play on this database: stop all of them first"):
            open_store(old_postgres)
        assert server.execute("SELECT version_num FROM alembic_version").fetchall() == [("0003",)]
    store = open_store(old_postgres)
    assert store.brought == ("0003", newest())
    store.close()


def test_several_who_bring_it_up_to_date_at_once(old_postgres: str, tmp_path: Path):
    """One of them does, and the others find it done, in threads and in processes."""

    def run(address: str) -> str:
        command = [sys.executable, "-c", UPGRADE, address]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    file = f"sqlite:///{tmp_path}/kidd.db"
    engine = engine_for(read_address(file))
    with engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        migrate(connection, "0003")
    engine.dispose()
    with ThreadPoolExecutor(4) as pool:
        said = list(pool.map(run, [old_postgres, old_postgres, file, file]))
    now = newest()
    assert sorted(said[:2]) == sorted(said[2:]) == sorted([f"0003,{now}", f"{now},{now}"])
