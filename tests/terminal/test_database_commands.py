"""`kidd db`, `kidd backup` and `kidd restore`, as an operator runs them."""

from __future__ import annotations

import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from kidd.cli import main
from kidd.files import create_private
from kidd.table.storage.database.store import open_store
from kidd.table.storage.database.versions import newest
from kidd.table.storage.ownership import open_own
from tests.browser.harbour import Harbour
from tests.patience import PATIENCE
from tests.plain import NO_TLS
from tests.postgres import running_postgres
from tests.table.sittings import count, say, sit
from tests.terminal.keyboard import Terminal

OLD = Path(__file__).parents[1] / "table" / "storage" / "data" / "kidd-0003.db"
KEY = "a key of more than thirty-two letters"


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A data folder with a database in which there is a game."""
    folder = tmp_path / "data"
    store = open_store(f"sqlite:///{folder}/kidd.db")
    say(store, sit(store, "LC"), "@c1", "@a7")
    store.close()
    return folder


class Operator:
    """Runs the command in this process: another one for each would take its time to start."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *words: str | Path, folder: Path, code: int = 0, key: str = "") -> str:
        """What a command prints, or how it refuses, on the database of a data folder."""
        with self._monkeypatch.context() as here:
            here.setenv("KIDD_DATA", str(folder))
            here.setenv("KIDD_SECRET_KEY", key)
            here.setattr("sys.argv", ["kidd", *map(str, words)])
            with pytest.raises(SystemExit) as end:
                main()
        out, err = self._capsys.readouterr()
        assert end.value.code == code, err
        return err if code == 2 else out


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Operator:
    """Somebody at the command line."""
    return Operator(monkeypatch, capsys)


def test_upgrade(said: Operator, tmp_path: Path):
    """It says from where to where, changes nothing the second time, and nothing beneath a server."""
    shutil.copy(OLD, tmp_path / "kidd.db")
    assert said("db", "upgrade", folder=tmp_path) == (
        f"The database was of version 0003, and is of version {newest()} now.\n"
    )
    assert said("db", "upgrade", folder=tmp_path) == f"The database is up to date: version {newest()}.\n"
    assert "was empty" in said("db", "upgrade", folder=tmp_path / "new")
    server = open_own(f"sqlite:///{tmp_path}/kidd.db")
    server.write(lambda one: one.exec_driver_sql("UPDATE alembic_version SET version_num = '0003'"))
    assert "is in use, by a server perhaps: stop that one first" in said("db", "upgrade", folder=tmp_path, code=2)
    server.close()


def test_check(said: Operator, played: Path):
    """Well, and not well."""
    assert said("db", "check", folder=played) == (
        "1 game, 3 events: all were replayed, and every row and rating is what follows from them.\n"
    )
    with closing(sqlite3.connect(played / "kidd.db")) as connection, connection:
        connection.execute("UPDATE games SET ply = 7")
    first, last = said("db", "check", folder=played, code=1).splitlines()
    assert first.endswith("ply should be 2, is 7")
    assert last == "1 game, 3 events: 1 thing is not what follows from them."


def test_check_of_a_version_before(said: Operator, tmp_path: Path):
    """It is to be brought up to date first; looking changes nothing."""
    shutil.copy(OLD, tmp_path / "kidd.db")
    assert f"of version 0003, not {newest()}: `kidd db upgrade` brings" in said("db", "check", folder=tmp_path, code=2)


def test_backup_and_restore_with_the_key(said: Operator, played: Path, tmp_path: Path):
    """The key is in it if somebody says so, and is kept elsewhere if somebody says so."""
    file, elsewhere = tmp_path / "kidd.backup", tmp_path / "elsewhere"
    assert "there is no secret key here" in said("backup", file, "--with-key", folder=played, code=2)
    plain = said("backup", file, folder=played)
    assert plain.startswith(f"{file}: 1 game, 3 events, every game replayed. The secret key is not in it")
    assert "not in this backup" in said("restore", file, "--with-key", folder=elsewhere, code=2)
    create_private(played / "secret", KEY.encode())
    assert "The secret key is in it: keep it safe." in said("backup", file, "--with-key", folder=played)
    assert said("restore", file, "--check", folder=elsewhere).startswith(f"{file}: 1 game, 3 events")
    told = said("restore", file, "--with-key", folder=elsewhere)
    assert f"The secret key is in {elsewhere}/secret." in told
    assert "1 game, 3 events: all of it arrived, every row was compared (" in told
    assert (elsewhere / "secret").read_text() == KEY
    assert stat.S_IMODE((elsewhere / "secret").stat().st_mode) == 0o600


def test_a_key_that_would_be_lost(said: Operator, played: Path, tmp_path: Path):
    """Another one is not written over unless somebody says so, nor is a setting contradicted; the database waits."""
    file, elsewhere = tmp_path / "kidd.backup", tmp_path / "elsewhere"
    said("backup", file, "--with-key", folder=played, key=KEY)
    elsewhere.mkdir()
    create_private(elsewhere / "secret", KEY.upper().encode())
    assert "keeps another secret key" in said("restore", file, "--with-key", folder=elsewhere, code=2)
    refusal = said("restore", file, "--with-key", folder=elsewhere, code=2, key=KEY.title())
    assert "is set to another key" in refusal
    assert not (elsewhere / "kidd.db").exists()
    said("restore", file, "--with-key", "--replace", folder=elsewhere)
    assert (elsewhere / "secret").read_text() == KEY
    said("backup", file, "--with-key", folder=played, key=KEY[:20])
    assert "too short" in said("restore", file, "--with-key", folder=tmp_path / "third", code=2)
    said("restore", file, "--with-key", folder=tmp_path / "third", key=KEY[:20])


def test_a_database_that_is_not_empty(said: Operator, played: Path, tmp_path: Path):
    """It is replaced only if somebody says so."""
    file = tmp_path / "kidd.backup"
    said("backup", file, folder=played)
    store = open_store(f"sqlite:///{played}/kidd.db")
    sit(store, "QM")
    assert "that database is not empty" in said("restore", file, folder=played, code=2)
    assert count(store, "games") == 2
    store.close()
    said("restore", file, "--replace", folder=played)
    store = open_store(f"sqlite:///{played}/kidd.db")
    assert count(store, "games") == 1
    store.close()


@pytest.mark.slow
def test_a_server_moves_house(said: Operator, tmp_path: Path):
    """A backup beside a running server, restored in PostgreSQL, moved into a file again: Ann finds her game there."""
    file, database = tmp_path / "kidd.backup", f"sqlite:///{tmp_path}/back.db"
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    with httpx.Client(timeout=PATIENCE, trust_env=False, verify=NO_TLS) as ann, running_postgres() as postgres:
        with Harbour(old) as first:
            wish = {"game": "LC", "seats": [{"kind": "person"}, {"kind": "person"}]}
            game = ann.post(f"{first.url}/api/v1/games", json=wish).raise_for_status().json()["id"]
            ann.post(f"{first.url}/api/v1/games/{game}/acts", json={"act": "@c1", "ply": 0}).raise_for_status()
            said("backup", file, "--with-key", folder=old, key=first.environment["KIDD_SECRET_KEY"])
            assert "is in use" in said("db", "move", f"sqlite:///{old}/kidd.db", database, folder=old, code=2)
            assert "is in use" in said("restore", file, "--replace", folder=old, code=2)
            ann.post(f"{first.url}/api/v1/games/{game}/acts", json={"act": "@a7", "ply": 1}).raise_for_status()
        assert "all of it arrived" in said("restore", file, "--with-key", "--database", postgres, folder=new)
        told = said("db", "move", postgres, database, folder=new)
        assert told.endswith("Give the servers the new one (KIDD_DATABASE_URL).\n")
        with Harbour(new, KIDD_DATABASE_URL=database, KIDD_SECRET_KEY="") as second:
            found = ann.get(f"{second.url}/api/v1/games/{game}").raise_for_status().json()
            assert found["ply"] == 1
            ann.post(f"{second.url}/api/v1/games/{game}/acts", json={"act": "@e7", "ply": 1}).raise_for_status()


def test_bars_at_a_terminal(played: Path, tmp_path: Path):
    """Whoever looks on sees how far it is."""
    address = f"sqlite:///{played}/kidd.db"
    terminal = Terminal("db", "move", address, f"sqlite:///{tmp_path}/other.db")
    try:
        for said_there in ("Copying rows", "Comparing rows", "Replaying games", "all of it arrived"):
            terminal.wait_for(said_there)
        assert terminal.code() == 0
    finally:
        terminal.clear()
