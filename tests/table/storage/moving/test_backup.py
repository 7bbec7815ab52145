from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from threading import Event

import pytest
from sqlalchemy import select, text

import kidd
from kidd.table.errors import StoreError
from kidd.table.play.games import Store, load, open_store
from kidd.table.storage.database import schema
from kidd.table.storage.moving.access import looking_in
from kidd.table.storage.moving.backup import back_up, examine
from kidd.table.storage.moving.backup_file import look_at
from kidd.table.storage.moving.move import move
from kidd.table.storage.moving.restore import restore
from kidd.table.storage.ownership import open_own
from kidd.table.storage.recompute import differences
from tests.patience import until
from tests.table.sittings import person, sit
from tests.table.storage.moving.contents import contents
from tests.table.storage.voyages import CREW, sail

pytestmark = pytest.mark.once

LITTLE_ROOM = """
import resource, signal, sys
from pathlib import Path
from kidd.table.errors import StoreError
from kidd.table.storage.moving.backup import back_up

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    back_up(sys.argv[1], Path(sys.argv[2]))
except StoreError as error:
    print(error)
"""


def test_there_and_back(any_full: str, any_empty: str, tmp_path: Path):
    """A backup of either kind is restored into either kind, row for row."""
    before, file = contents(any_full), tmp_path / "kidd.backup"
    note = back_up(any_full, file)
    assert (note.games, note.events, note.replays) == (len(before["games"]), len(before["events"]), True)
    restore(file, any_empty)
    assert contents(any_empty) == contents(any_full) == before
    store = open_store(any_empty)
    assert differences(store) == []
    store.close()


def test_it_is_the_same_whatever_it_was_made_of(full: str, empty_postgres: str, tmp_path: Path):
    """The two kinds of database say the same of themselves."""
    move(full, empty_postgres)
    one, other = back_up(full, tmp_path / "one"), back_up(empty_postgres, tmp_path / "other")
    assert one.tallies == other.tallies
    assert contents(f"sqlite:///{tmp_path}/one") == contents(f"sqlite:///{tmp_path}/other") == contents(full)


@contextmanager
def playing(store: Store, games: int = 4) -> Iterator[dict[str, int]]:
    """Games that go on in several threads, and their versions that are on the disk."""
    stop = Event()
    known: dict[str, int] = {}
    store.hub.watch(known.__setitem__)

    def play(seed: int) -> None:
        random = Random(seed)
        while not stop.is_set():
            table = sit(store, "MG2", person(CREW[0]), person(CREW[1], "Bea"), owner=CREW[0])
            while not stop.is_set() and not table.is_over and len(table.match) < 60:
                table = sail(store, table, random, 5)

    with ThreadPoolExecutor(games) as pool:
        running = [pool.submit(play, seed) for seed in range(games)]
        try:
            yield known
        finally:
            stop.set()
        for one in running:
            one.result()


def events_of(address: str) -> dict[str, list[tuple[object, ...]]]:
    """Every event by its game, in order."""
    found: dict[str, list[tuple[object, ...]]] = {}
    with looking_in(address) as connection:
        for row in connection.execute(select(schema.events).order_by(schema.events.c.game, schema.events.c.number)):
            found.setdefault(row.game, []).append(tuple(row))
    return found


def test_a_backup_under_load(any_address: str, any_empty: str, tmp_path: Path):
    """All that was acknowledged before is in it, each game is the beginning of what it became, and play went on."""
    store, file = open_own(any_address), tmp_path / "kidd.backup"
    try:
        with playing(store) as known:
            until(lambda: sum(known.values()) > 200, "play")
            before = dict(known)
            note = back_up(any_address, file)
            after = sum(known.values())
            until(lambda: sum(known.values()) > after + 50, "more play")
        assert note.events >= sum(before.values())
    finally:
        store.close()
    whole = events_of(any_address)
    restore(file, any_empty)
    found = events_of(any_empty)
    assert sum(map(len, found.values())) == note.events < sum(map(len, whole.values()))
    assert all(events == whole[game][: len(events)] for game, events in found.items())
    assert all(len(found[game]) >= version for game, version in before.items())
    restored = open_store(any_empty)
    assert differences(restored) == []
    assert all(load(restored, game).version == len(events) for game, events in found.items())
    restored.close()


@pytest.mark.skipif(sys.platform == "win32", reason="has other permissions")
def test_it_is_one_file_for_its_owner(any_full: str, tmp_path: Path):
    """It holds hashes of passwords, and perhaps the key; nothing else is left beside it."""
    folder = tmp_path / "backups"
    folder.mkdir()
    old = os.umask(0)
    back_up(any_full, folder / "kidd.backup")
    os.umask(old)
    assert os.listdir(folder) == ["kidd.backup"]
    assert stat.S_IMODE((folder / "kidd.backup").stat().st_mode) == 0o600
    assert (folder / "kidd.backup").read_bytes()[18:20] == b"\1\1"  # no file is written ahead of it
    (folder / "kidd.backup").chmod(0o400)
    examine(folder / "kidd.backup")
    assert os.listdir(folder) == ["kidd.backup"]


def test_the_key_is_in_it_only_if_somebody_says_so(full: str, tmp_path: Path):
    """And it says itself whether it is."""
    file, key = tmp_path / "kidd.backup", "not for everybody's eyes, this one"
    assert back_up(full, file).key is None
    assert look_at(file).key is None
    assert back_up(full, file, key=key).key == key
    assert look_at(file).key == key
    assert key.encode() in file.read_bytes()
    back_up(full, file)
    assert key.encode() not in file.read_bytes()


def test_an_older_backup_is_replaced_by_a_good_one_only(full: str, tmp_path: Path):
    """What is no backup is never replaced, least of all the database."""
    letter, file = tmp_path / "letter.txt", tmp_path / "kidd.backup"
    letter.write_text("Dear Captain")
    for other in (letter, tmp_path / "full.db"):
        before = other.read_bytes()
        with pytest.raises(StoreError, match="is no backup of kidd"):
            back_up(full, other)
        assert other.read_bytes() == before
    back_up(full, file)
    before = file.read_bytes()
    with closing(sqlite3.connect(tmp_path / "full.db")) as connection, connection:
        connection.execute("UPDATE games SET ply = ply + 1 WHERE id = (SELECT min(id) FROM games)")
    with pytest.raises(StoreError, match="not everything is what the games' events say"):
        back_up(full, file)
    assert file.read_bytes() == before
    assert not back_up(full, file, anyway=True).replays


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limits")
def test_a_full_disk(full: str, tmp_path: Path):
    """The older backup stays, and nothing half-written."""
    folder = tmp_path / "backups"
    folder.mkdir()
    back_up(full, folder / "kidd.backup")
    before = (folder / "kidd.backup").read_bytes()
    path = {**os.environ, "PYTHONPATH": str(Path(kidd.__file__).parents[1])}
    command = [sys.executable, "-c", LITTLE_ROOM, full, str(folder / "kidd.backup")]
    done = subprocess.run(command, env=path, capture_output=True, text=True, check=True)
    assert "cannot open the database" in done.stdout
    assert (folder / "kidd.backup").read_bytes() == before
    assert os.listdir(folder) == ["kidd.backup"]


def tamper(file: Path, said: str) -> None:
    """Change a backup behind its back."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(said)


TAMPERED = {
    "the table games is not as it was": "UPDATE games SET updated = updated + 1",
    "the table events is not as it was": "UPDATE events SET at = at + 1 WHERE number = 2",
    "the table persons is not as it was": "UPDATE persons SET password = 'mine'",
    "the table notes is not as it was": "DELETE FROM notes",
    "is no backup of kidd": "DROP TABLE kidd_backup",
    "a newer version of kidd has made this backup": "UPDATE kidd_backup SET note = json_set(note, '$.format', 2)",
    "of version '9999', this program knows": "UPDATE alembic_version SET version_num = '9999'",
}


def test_a_backup_that_was_changed(full: str, tmp_path: Path):
    """It is refused, and nothing is restored of it."""
    good, bad = tmp_path / "good", tmp_path / "bad"
    back_up(full, good)
    for said, change in TAMPERED.items():
        shutil.copy(good, bad)
        tamper(bad, change)
        with pytest.raises(StoreError, match=said):
            examine(bad)
        with pytest.raises(StoreError, match=said):
            restore(bad, f"sqlite:///{tmp_path}/other.db")
        assert not (tmp_path / "other.db").exists()
    assert examine(good) == look_at(good)


def test_a_backup_that_was_cut_short(full: str, tmp_path: Path):
    """So is half a file, and one with a hole in it."""
    file = tmp_path / "kidd.backup"
    back_up(full, file)
    whole = file.read_bytes()
    for broken in (whole[: len(whole) // 2], whole[:8192] + bytes(40960) + whole[49152:], b""):
        file.write_bytes(broken)
        with pytest.raises(StoreError, match=r"is damaged|is no backup"):
            examine(file)
        with pytest.raises(StoreError, match=r"is damaged|is no backup"):
            restore(file, f"sqlite:///{tmp_path}/other.db")


def test_a_database_that_is_lived_in(any_full: str, tmp_path: Path):
    """It is replaced only if somebody says so; then nothing of before is left."""
    other, file = f"sqlite:///{tmp_path}/other.db", tmp_path / "kidd.backup"
    store = open_store(other)
    table = sit(store, "QM")
    store.close()
    back_up(other, file)
    before = contents(any_full)
    with pytest.raises(StoreError, match="not empty"):
        restore(file, any_full)
    assert contents(any_full) == before
    restore(file, any_full, replace=True)
    assert [row[0] for row in contents(any_full)["games"]] == [table.id]


def test_a_backup_is_a_database(full: str, tmp_path: Path):
    """In need it can be played on as it is, and a backup be made of it."""
    file = tmp_path / "kidd.backup"
    back_up(full, file, key="k" * 40)
    store = open_own(f"sqlite:///{file}")
    sit(store, "LC")
    store.close()
    with pytest.raises(StoreError, match="is not as it was"):
        examine(file)
    assert back_up(f"sqlite:///{file}", tmp_path / "other.backup").key is None
    assert look_at(tmp_path / "other.backup").key is None


def test_names_of_files(full: str, tmp_path: Path):
    """Any will do, also those that mean something in an address."""
    file = tmp_path / "a b?c=d%20#é.backup"
    back_up(full, file)
    restore(file, f"sqlite:///{tmp_path}/other.db")
    assert contents(f"sqlite:///{tmp_path}/other.db") == contents(full)


def test_what_the_note_says(full: str, tmp_path: Path):
    """It can be read by whoever finds the file, with nothing but SQLite."""
    back_up(full, tmp_path / "kidd.backup")
    with closing(sqlite3.connect(tmp_path / "kidd.backup")) as connection:
        note, key = connection.execute("SELECT note, key FROM kidd_backup").fetchone()
    assert json.loads(note).keys() == {"format", "made", "games", "events", "tallies", "replays"}
    assert key is None


def test_nothing_to_back_up(any_empty: str, tmp_path: Path):
    """No file is made, neither of a backup nor of a database."""
    with pytest.raises(StoreError, match="there is no database of kidd at"):
        back_up(any_empty, tmp_path / "kidd.backup")
    assert os.listdir(tmp_path) == []


def test_a_postgresql_of_other_things(empty_postgres: str, full: str):
    """Tables of somebody else's in it are left alone."""
    store = open_store(empty_postgres)
    store.write(lambda connection: connection.execute(text("CREATE TABLE cargo (rum integer)")))
    store.close()
    move(full, empty_postgres)
    with looking_in(empty_postgres) as connection:
        assert connection.execute(text("SELECT count(*) FROM cargo")).scalar_one() == 0
