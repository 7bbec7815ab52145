"""Makes a backup of a database while servers go on, and calls it good only after every game was replayed from it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from sqlalchemy import Connection
from sqlalchemy.engine import URL

from kidd.errors import shown
from kidd.files import private_draft
from kidd.table.errors import StoreError
from kidd.table.moments import now
from kidd.table.storage.database.engines import PATIENCE, Address, file_of, read_address, without_password
from kidd.table.storage.database.migrate import migrate
from kidd.table.storage.database.versions import newest, version_of
from kidd.table.storage.moving.access import filling, looking_in
from kidd.table.storage.moving.arriving import replay
from kidd.table.storage.moving.backup_file import Note, opened, verify, write_note
from kidd.table.storage.moving.copying import Told, compare, copy_rows, in_silence, tally_rows
from kidd.table.storage.moving.tally import Tally
from kidd.table.storage.recompute import Checked


def back_up(url: Address, file: Path, told: Told = in_silence, *, key: str | None = None, anyway: bool = False) -> Note:
    """Write a backup, perhaps with the key that signs cookies; a file of that name is replaced if it is a backup, too.

    Games that do not replay are refused, but `anyway`: then the copy is as good as the database.
    """
    if file.exists():
        with opened(file):  # which refuses whatever else it is
            pass
    with private_draft(file) as draft:
        sent = _snapshot(url, draft, told)
        with looking_in(_address(draft)) as connection:
            tallies = tally_rows(connection, told)
            if sent is not None:
                compare(sent, tallies)
            checked = _replayed(connection, draft, told, anyway=anyway)
        note = Note(now(), checked.games, checked.events, tallies, not checked.otherwise, key)
        write_note(draft, note)
    return note


def examine(file: Path, told: Told = in_silence) -> Note:
    """Look whether a backup is still what it was, and replay every game from it; changes nothing."""
    with opened(file) as (connection, note):
        verify(connection, note, told)
        _replayed(connection, file, told)
    return note


def _snapshot(url: Address, draft: Path, told: Told) -> dict[str, Tally] | None:
    """Copy a database as it is at one moment; SQLite does that by itself, and others wait for nothing meanwhile."""
    file = file_of(read_address(url))
    with looking_in(url) as source:
        if file is None:
            with filling(_address(draft), known=False) as target:
                migrate(target, version_of(source))
                return copy_rows(source, target, told)
    try:
        with closing(sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)) as connection:
            connection.execute("VACUUM INTO ?", [str(draft)])
    except sqlite3.Error as error:
        raise StoreError("open", address=shown(without_password(url)), why=str(error)) from error
    return None


def _replayed(connection: Connection, copy: Path, told: Told, *, anyway: bool = False) -> Checked:
    """Replay every game of a copy; one of a version before is brought up to date for that, elsewhere."""
    if version_of(connection) == newest():
        return replay(connection, told, anyway=anyway)
    with TemporaryDirectory() as folder:
        later = Path(folder, "later")
        copyfile(copy, later)
        with filling(_address(later), known=False) as target:
            migrate(target)
            return replay(target, told, anyway=anyway)


def _address(file: Path) -> URL:
    return URL.create("sqlite", database=str(file.resolve()))
