"""The file of a backup: an SQLite database, whatever it was made of, with a note on what is in it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, NullPool, create_engine, text
from sqlalchemy.exc import DBAPIError

from kidd.errors import shown
from kidd.table.errors import StoreError
from kidd.table.storage.database.versions import version_of
from kidd.table.storage.moving.access import refuse_newer
from kidd.table.storage.moving.copying import Told, compare, in_silence, tally_rows
from kidd.table.storage.moving.tally import Tally

TABLE = "kidd_backup"
FORMAT = 1


class Note(NamedTuple):
    """When a backup was made and what of; it may hold the key that signs cookies."""

    made: datetime
    games: int
    events: int
    tallies: Mapping[str, Tally]
    replays: bool
    """Whether every game was replayed, and was what its row says."""
    key: str | None


def write_note(file: Path, note: Note) -> None:
    """Say in a backup what is in it, and leave one file that needs no other beside it."""
    said = note._asdict() | {"format": FORMAT, "made": note.made.isoformat()}
    del said["key"]
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(f"DROP TABLE IF EXISTS {TABLE}")
        connection.execute(f"CREATE TABLE {TABLE} (note TEXT NOT NULL, key TEXT)")
        connection.execute(f"INSERT INTO {TABLE} VALUES (?, ?)", (json.dumps(said), note.key))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def read_note(connection: Connection) -> Note:
    """What a backup says of itself."""
    row = connection.execute(text(f"SELECT note, key FROM {TABLE}")).one()
    said = json.loads(row.note)
    if said["format"] != FORMAT:
        raise StoreError("backup-newer")
    tallies = {name: Tally(*tally) for name, tally in said["tallies"].items()}
    return Note(datetime.fromisoformat(said["made"]), said["games"], said["events"], tallies, said["replays"], row.key)


def look_at(file: Path) -> Note:
    """What a backup says of itself, without looking further."""
    with opened(file) as (_, note):
        return note


def verify(connection: Connection, note: Note, told: Told = in_silence) -> None:
    """Refuse a backup in which anything is otherwise than when it was made."""
    compare(note.tallies, tally_rows(connection, told), reason="backup-changed")


@contextmanager
def opened(file: Path) -> Iterator[tuple[Connection, Note]]:
    """A backup that is not changed by looking at it; anything else is refused."""
    file.stat()  # says why it cannot be found, which SQLite does not
    address = f"{file.resolve().as_uri()}?mode=ro&immutable=1"
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(address, uri=True), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            try:
                note = read_note(connection)
            except (DBAPIError, ValueError, LookupError, TypeError) as error:
                if isinstance(error, StoreError):
                    raise
                raise StoreError("no-backup", file=shown(str(file))) from error
            refuse_newer(version_of(connection))
            yield connection, note
    except DBAPIError as error:
        raise StoreError("backup-damaged", file=shown(str(file)), why=str(error.orig)) from error
    finally:
        engine.dispose()
