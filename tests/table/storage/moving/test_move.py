from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, text

import kidd
from kidd.table.errors import StoreError
from kidd.table.play.games import load, open_store
from kidd.table.storage.database.migrate import SERVING
from kidd.table.storage.moving.copying import COMPARING, COPYING, REPLAYING, Told, copy_rows
from kidd.table.storage.moving.move import move
from kidd.table.storage.moving.tally import Tally
from kidd.table.storage.ownership import open_own
from kidd.table.storage.recompute import differences
from tests.table.sittings import computer, person, say, sit
from tests.table.storage.moving.contents import contents

pytestmark = pytest.mark.once

KILLED = """
import os, signal, sys
from kidd.table.storage.moving.move import move

def told(doing, done, all):
    if doing == "comparing":
        os.kill(os.getpid(), signal.SIGKILL)

move(sys.argv[1], sys.argv[2], told)
"""


def test_everything_arrives_and_comes_back(full: str, empty_postgres: str, tmp_path: Path):
    """Every row of every table is the same in PostgreSQL, and in a file again."""
    before = contents(full)
    assert all(before.values()), "every table has something in it"
    there = move(full, empty_postgres)
    assert contents(empty_postgres) == before
    assert (there.rows, there.checked.otherwise) == (sum(map(len, before.values())), [])
    assert (there.checked.games, there.checked.events) == (len(before["games"]), len(before["events"]))
    back = f"sqlite:///{tmp_path}/back.db"
    move(empty_postgres, back)
    assert contents(back) == contents(full) == before


def test_play_goes_on_there(full: str, any_empty: str):
    """New rows get numbers of their own, after those that have come."""
    move(full, any_empty)
    store = open_store(any_empty)
    try:
        table = say(store, sit(store, "LC", person(), computer()), "@c1")
        assert load(store, table.id).match.acts == ("@c1",)
        for _ in range(3):
            sit(store, "QM", computer(), person())
        assert differences(store) == []
    finally:
        store.close()


def test_progress_is_told(full: str, any_empty: str):
    """From the first row to the last game."""
    heard: dict[str, list[tuple[int, int]]] = {}
    arrival = move(full, any_empty, lambda doing, done, whole: heard.setdefault(doing, []).append((done, whole)))
    assert list(heard) == [COPYING, COMPARING, REPLAYING]
    assert heard[COPYING][-1] == heard[COMPARING][-1] == (arrival.rows, arrival.rows)
    assert heard[REPLAYING][-1] == (arrival.checked.games, arrival.checked.games)


def test_a_house_that_is_lived_in(full: str, any_full: str, tmp_path: Path):
    """Nothing is moved into a database that is not empty, and nothing there is touched."""
    other = f"sqlite:///{tmp_path}/other.db"
    store = open_store(other)
    sit(store, "QM")
    store.close()
    before = contents(any_full)
    with pytest.raises(StoreError, match="not empty"):
        move(other, any_full)
    assert contents(any_full) == before


def test_tables_without_anybody_are_empty(full: str, any_empty: str):
    """A server may have been there, whose heart has left its mark."""
    store = open_store(any_empty)
    store.write(lambda connection: connection.execute(text("INSERT INTO heartbeats (id, at, next) VALUES (1, 2, 3)")))
    store.close()
    move(full, any_empty)
    assert contents(any_empty) == contents(full)


def test_all_or_nothing(full: str, any_empty: str, tmp_path: Path):
    """What goes wrong half-way leaves nothing behind, and it can be tried again."""

    def fail(when: str, doing: str, _done: int, _whole: int) -> None:
        if doing == when:
            raise ZeroDivisionError

    for when in (COPYING, COMPARING, REPLAYING):
        with pytest.raises(ZeroDivisionError):
            move(full, any_empty, partial(fail, when))
        with pytest.raises(StoreError, match="there is no database of kidd"):
            contents(any_empty)
        assert not list(tmp_path.glob("empty.db*[!k]"))  # but the lock
    move(full, any_empty)
    assert contents(any_empty) == contents(full)


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signal")
def test_a_mover_who_is_killed(full: str, any_empty: str):
    """The new database is as empty as before, and takes everything at the next attempt."""
    path = {**os.environ, "PYTHONPATH": str(Path(kidd.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", KILLED, full, any_empty], env=path, check=False)
    assert done.returncode == -signal.SIGKILL
    move(full, any_empty)
    assert contents(any_empty) == contents(full)


def test_a_row_that_is_lost_on_the_way(full: str, any_empty: str, monkeypatch: pytest.MonkeyPatch):
    """It is noticed, and nothing is moved."""

    def lose(source: Connection, target: Connection, told: Told) -> dict[str, Tally]:
        sent = copy_rows(source, target, told)
        target.execute(text("DELETE FROM notes"))
        return sent

    monkeypatch.setattr("kidd.table.storage.moving.arriving.copy_rows", lose)
    with pytest.raises(StoreError, match="the table notes did not arrive as it was"):
        move(full, any_empty)
    with pytest.raises(StoreError, match="no database"):
        contents(any_empty)


def test_a_game_that_does_not_replay(full: str, any_empty: str, tmp_path: Path):
    """It is refused with its name, or moved as it is, if somebody insists."""
    with closing(sqlite3.connect(tmp_path / "full.db")) as connection, connection:
        (game,) = connection.execute("SELECT min(id) FROM games").fetchone()
        connection.execute("UPDATE games SET ply = ply + 1 WHERE id = ?", [game])
    with pytest.raises(StoreError, match=f"events say .1 times, the first: 'game {game}: ply should be"):
        move(full, any_empty)
    arrival = move(full, any_empty, anyway=True)
    assert len(arrival.checked.otherwise) == 1
    assert contents(any_empty) == contents(full)


def test_a_file_that_a_server_plays_on(full: str, any_empty: str, tmp_path: Path):
    """It is not moved away beneath it, and nothing is moved into it."""
    server = open_own(full)
    with pytest.raises(StoreError, match="is in use, by a server perhaps"):
        move(full, any_empty)
    server.close()
    here = f"sqlite:///{tmp_path}/here.db"
    server = open_own(here)
    with pytest.raises(StoreError, match="is in use, by a server perhaps"):
        move(full, here)
    server.close()
    move(full, here)


def test_a_postgresql_that_servers_play_on(full: str, empty_postgres: str, tmp_path: Path):
    """The same, as long as there is one of them."""
    with psycopg.connect(empty_postgres, autocommit=True) as server:
        server.execute("SELECT pg_advisory_lock_shared(%s)", [SERVING])  # as a server does
        with pytest.raises(StoreError, match="servers play on this database"):
            move(full, empty_postgres)
    move(full, empty_postgres)
    with psycopg.connect(empty_postgres, autocommit=True) as server:
        server.execute("SELECT pg_advisory_lock_shared(%s)", [SERVING])
        with pytest.raises(StoreError, match="servers play on this database"):
            move(empty_postgres, f"sqlite:///{tmp_path}/back.db")


def test_from_here_to_here(full: str, tmp_path: Path):
    """Also by another name."""
    (tmp_path / "link.db").symlink_to(tmp_path / "full.db")
    with pytest.raises(StoreError, match="the same database"):
        move(full, f"sqlite:///{tmp_path}/link.db")


def test_from_nowhere(any_empty: str, tmp_path: Path):
    """A database that is not there is not made."""
    with pytest.raises(StoreError, match="there is no database of kidd at"):
        move(any_empty, f"sqlite:///{tmp_path}/other.db")
    assert not (tmp_path / "empty.db").exists()


def test_to_somewhere_newer(full: str, any_full: str, tmp_path: Path):
    """What this program does not know is left alone."""
    store = open_store(any_full)
    store.write(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    store.close()
    other = f"sqlite:///{tmp_path}/other.db"
    with pytest.raises(StoreError, match="of version '9999', this program knows"):
        move(any_full, other)
    open_store(other).close()
    with pytest.raises(StoreError, match="of version '9999', this program knows"):
        move(other, any_full)
