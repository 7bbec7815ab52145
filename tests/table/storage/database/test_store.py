from __future__ import annotations

import os
import signal
import sqlite3
import stat
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import IntegrityError

from kidd.table.errors import Unavailable
from kidd.table.play.games import StoreError, load
from kidd.table.storage.database import schema
from kidd.table.storage.database.store import LINGER, Store, open_store
from tests.patience import PATIENCE
from tests.table.sittings import fresh, say, sit

pytestmark = pytest.mark.once


def test_a_move_is_on_the_disk_when_it_is_acknowledged(store: Store):
    """SQLite writes ahead and waits for the disk at each commit, in every connection."""
    with store.reading() as one, store.reading() as other:
        for connection in (one, other):
            assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
            assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL
            assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
            assert connection.execute(text("PRAGMA busy_timeout")).scalar() == 5000


def test_the_migrations_lead_to_the_tables_of_today(any_store: Store):
    """A database that was migrated step by step has the columns, keys and indexes that the program works with."""
    differences = any_store.write(
        lambda connection: compare_metadata(MigrationContext.configure(connection), schema.metadata)
    )
    assert differences == []


def test_opening_again_keeps_everything(any_address: str):
    """A database that is up to date is opened as it is."""
    first = open_store(any_address)
    table = say(first, sit(first, "LC"), "@c1", "@a7")
    first.close()
    second = open_store(any_address)
    assert load(second, table.id).match.acts == ("@c1", "@a7")
    second.close()


def test_servers_that_start_at_once_migrate_one_after_the_other(address: str):
    """Four of them open a database that is not there yet, and all succeed."""
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(open_store, [address] * 4))
    table = sit(stores[0], "LC")
    assert all(load(store, table.id).id == table.id for store in stores)
    for store in stores:
        store.close()


def test_a_write_that_fails_leaves_nothing(store: Store):
    """What was written before an error is gone after it."""
    table = sit(store, "LC")

    def spoil(connection: Connection) -> None:
        connection.execute(text("UPDATE games SET version = 7"))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.write(spoil)
    assert fresh(store, table.id).version == 1


def test_folders_are_made(tmp_path: Path):
    """A database may lie in a folder that is not there yet."""
    store = open_store(f"sqlite:///{tmp_path}/a/b%20c/kidd.db")
    assert store.alive()
    store.close()


def test_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """May be written as a shell writes it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    open_store("sqlite:///~/ship/kidd.db").close()
    assert (tmp_path / "ship" / "kidd.db").exists()


def test_a_database_that_is_gone_is_noticed(store: Store):
    """A store whose tables have gone is not alive."""
    assert store.alive()
    store.write(lambda connection: connection.execute(text("DROP TABLE games")))
    assert not store.alive()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("kidd.db", "expected the address of a database"),
        ("mysql://here/kidd", "expected a database of SQLite or PostgreSQL"),
        ("sqlite://", "expected a file"),
        ("sqlite:///:memory:", "expected a file"),
        ("sqlite:////dev/null/kidd.db", "cannot make the folder"),
        ("sqlite:////", "cannot open the database"),
        ("sqlite:////tmp/a%00b.db", "expected the name of a file"),
        ("sqlite+aiosqlite:////tmp/kidd.db", "expected a database of SQLite or PostgreSQL"),
        ("sqlite:///~nobody-of-that-name/kidd.db", "nobody has the home folder"),
        ("postgresql://me:secret@here:port/kidd", "expected the address of a database"),
        ("postgresql://me:secret@[::1/kidd", "expected the address of a database"),
        ("postgresql://me:secret@127.0.0.1:1/kidd?connect_timeout=2", "cannot open the database"),
    ],
)
def test_addresses_that_lead_nowhere(address, said):
    """Each is refused in one sentence, without the password."""
    with pytest.raises(StoreError, match=said) as refused:
        open_store(address)
    assert "secret" not in str(refused.value)


def test_a_file_that_is_no_database(tmp_path: Path):
    """A file of something else is refused and left alone."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear Captain, " * 100)
    with pytest.raises(StoreError, match="not a database"):
        open_store(f"sqlite:///{path}")
    assert path.read_text().startswith("Dear Captain, Dear")


def test_a_database_of_a_later_version(address: str, tmp_path: Path):
    """A program that is too old says so instead of guessing."""
    open_store(address).close()
    connection = sqlite3.connect(tmp_path / "kidd.db")
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match="newer version"):
        open_store(address)


def test_a_lock_held_elsewhere_is_not_waited_for_long(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Who writes is told so after a while, all who wait; who only reads does not wait."""
    table = sit(store, "LC")
    monkeypatch.setattr("kidd.table.storage.database.engines.PATIENCE", 0.3)
    hurried = open_store(f"sqlite:///{tmp_path}/kidd.db")
    holder = sqlite3.connect(tmp_path / "kidd.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")

    def attempt(_: int) -> bool:
        with pytest.raises(Unavailable):
            say(hurried, table, "@c1")
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(attempt, range(8)))
    assert not hurried.alive()
    assert load(hurried, table.id).version == 1
    holder.close()
    assert say(hurried, table, "@c1").version == 2
    hurried.close()


@pytest.mark.parametrize("lock", ["SELECT id FROM games FOR UPDATE", "LOCK TABLE games"])
def test_a_lock_held_elsewhere_in_postgresql(postgres: str, monkeypatch: pytest.MonkeyPatch, lock: str):
    """Nobody waits for it longer than for SQLite, and afterwards all goes on."""
    monkeypatch.setattr("kidd.table.storage.database.engines.PATIENCE", 1.0)
    store, holder = open_store(postgres), open_store(postgres)
    table = sit(store, "LC")
    with holder.reading() as connection:
        connection.execute(text(lock)).close()
        begun = time.monotonic()
        with pytest.raises(Unavailable, match="lock timeout"):
            say(store, table, "@c1")
        assert time.monotonic() - begun < PATIENCE
    assert say(store, table, "@c1").version == 2
    holder.close()
    store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signal")
def test_a_postgresql_that_is_frozen(postgres: str, monkeypatch: pytest.MonkeyPatch):
    """A server that keeps the line and says nothing is hung up on, and asked anew later."""
    monkeypatch.setattr("kidd.table.storage.database.engines.PATIENCE", 1.0)
    store = open_store(postgres)
    table = sit(store, "LC")
    pid = 0

    def freeze(connection: Connection) -> None:
        nonlocal pid
        pid = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        os.kill(pid, signal.SIGSTOP)
        connection.execute(text("SELECT 1"))

    try:
        with pytest.raises(Unavailable, match="no answer within"):
            store.write(freeze)
        assert say(store, table, "@c1").version == 2
    finally:
        os.kill(pid, signal.SIGCONT)
    store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="an open file stays where it is")
def test_a_file_that_is_gone(store: Store, tmp_path: Path):
    """Nothing is read from it or written to it any more, even if another one has taken its place."""
    table = sit(store, "LC")
    assert store.alive()
    os.rename(tmp_path / "kidd.db", tmp_path / "elsewhere.db")
    assert not store.alive()
    with pytest.raises(Unavailable):
        load(store, table.id)
    with pytest.raises(Unavailable):
        say(store, table, "@c1")
    assert not (tmp_path / "kidd.db").exists()
    (tmp_path / "kidd.db").touch()
    assert not store.alive()
    os.rename(tmp_path / "elsewhere.db", tmp_path / "kidd.db")
    assert store.alive()


def test_a_database_that_cannot_be_written_to(store: Store):
    """Is not alive, though it can be read."""
    table = sit(store, "LC")
    store.engine.dispose()
    event.listen(store.engine, "connect", lambda connection, _: connection.execute("PRAGMA query_only=ON").close())
    assert load(store, table.id).version == 1
    assert not store.alive()
    with pytest.raises(Unavailable):
        say(store, table, "@c1")


@pytest.mark.skipif(sys.platform == "win32", reason="has other permissions")
def test_only_its_owner_reads_a_new_database(address: str, tmp_path: Path):
    """The seeds of the dice are in it, and in the files beside it."""
    opened = open_store(address)
    sit(opened, "LC")
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob("kidd.db*")} == {0o600}
    opened.close()


def test_errors_do_not_tell_secrets(any_store: Store):
    """What was to be written does not stand in the message, nor is a mistake of ours the database's."""
    sit(any_store, "LC")
    query = text("INSERT INTO persons (id, created) SELECT id, :secret FROM persons")
    with pytest.raises(IntegrityError) as failed:
        any_store.write(lambda connection: connection.execute(query, {"secret": 987_654_321}))
    assert "987654321" not in str(failed.value).split("DETAIL")[0]


def test_a_disk_that_is_full(store: Store, monkeypatch: pytest.MonkeyPatch):
    """A write that found no room is remembered for a while, as a smaller one may still find some."""
    clock = [1000.0]
    monkeypatch.setattr("kidd.table.storage.database.store.monotonic", lambda: clock[0])
    with store.reading() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar()
    store.engine.dispose()
    event.listen(
        store.engine, "connect", lambda connection, _: connection.execute(f"PRAGMA max_page_count={pages}").close()
    )

    def fill(connection: Connection) -> None:
        connection.execute(text("CREATE TABLE large AS SELECT zeroblob(1000000) AS room"))

    assert store.alive()
    with pytest.raises(Unavailable, match="full"):
        store.write(fill)
    assert not store.alive()
    clock[0] += LINGER
    assert store.alive()
    monkeypatch.setattr("kidd.table.storage.database.store.TemporaryFile", no_room)
    assert not store.alive()


def no_room(**_: object) -> None:
    """In place of a new file."""
    raise OSError(28, "No space left on device")
