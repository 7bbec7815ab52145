"""A database with something in every table: to be moved about, and to be kept when a version is released.

`python -m tests.table.storage.keepsake` writes one into `data/`, by the version of its tables, with what it is to say
of its games and people ever after.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Boolean, Column, Connection, Double, Integer, String, Table, insert, select

from kidd.table.moments import now
from kidd.table.play.games import load, open_game, play, take_seat
from kidd.table.seats import Seat
from kidd.table.storage.database import schema
from kidd.table.storage.database.schema import Moment
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.database.versions import newest
from kidd.table.terms import Terms
from tests.table.sittings import person
from tests.table.storage.company import gather
from tests.table.storage.known import told_of_people
from tests.table.storage.voyages import CREW, voyage

DATA = Path(__file__).parent / "data"
GAMES = range(40)
FEWER = range(6)  # beside those of the company


def furnish(store: Store, seeds: range = GAMES) -> None:
    """Games of every kind, some of them rated and over, and a row in every table that they have left empty."""
    finished: list[str] = []
    for seed in seeds:
        table = voyage(store, seed, finished)
        if table.is_over and not table.rated:
            finished.append(table.id)
    play_for_points(store)
    store.write(fill_the_rest)


def play_for_points(store: Store) -> None:
    """A rated game that is over."""
    owner, other = CREW[:2]
    seats, terms = [person(owner, "Ann"), Seat(0, "open")], Terms(time="3d", rated=True)
    table = open_game(store, code="LC", options={}, seats=seats, owner=owner, terms=terms)
    take_seat(store, table.id, other, 1, "Bea")
    for ply, (actor, act) in enumerate([(owner, "@c1"), (other, "@a7"), (owner, "@c9"), (other, "resign")]):
        play(store, table.id, actor, ply, act)


def fill_the_rest(connection: Connection) -> None:
    """A row that makes no sense, but fits."""
    for table in schema.metadata.sorted_tables:
        if connection.execute(select(table).limit(1)).first() is None:
            connection.execute(insert(table), {one.name: something(connection, one) for one in table.columns})


def something(connection: Connection, column: Column[Any]) -> object:
    """A value of a column's kind, and one that is there where it points to another table."""
    for key in column.foreign_keys:
        return connection.execute(select(key.column).limit(1)).scalar_one()
    if isinstance(column.type, Moment):
        return now()
    if isinstance(column.type, Boolean):
        return True
    if isinstance(column.type, Double):
        return 0.1
    if isinstance(column.type, Integer):
        return 7
    assert isinstance(column.type, String)
    return "“É. d’Œuf”, 船長"[: column.type.length]


def told(store: Store) -> dict[str, dict[str, object]]:
    """What a database says of its games, as every version after it is to say."""
    with store.reading() as connection:
        ids = connection.execute(select(schema.games.c.id).order_by(schema.games.c.id)).scalars().all()
    return {game: of_game(store, game) for game in ids}


def of_game(store: Store, game: str) -> dict[str, object]:
    """The same of one."""
    table = load(store, game)
    return {
        "acts": list(table.match.acts),
        "outcome": "abandoned" if table.abandoned else table.match.outcome,
        "events": table.version,
        "seed": table.seed,
        "names": [seat.name for seat in table.seats],
        "waits": table.waits_for.number if table.waits_for else None,
    }


def count_rows(store: Store, table: Table) -> int:
    """How many rows a table has."""
    with store.reading() as connection:
        return len(connection.execute(select(table)).all())


def main() -> None:
    """Write a database and what is known of it."""
    path = DATA / f"kidd-{newest()}.db"
    path.unlink(missing_ok=True)
    store = open_store(f"sqlite:///{path}")
    gather(store)
    furnish(store, FEWER)
    known = {"": told(store), ".people": told_of_people(store)}
    store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("PRAGMA page_size=1024")  # of which many tables with few rows need less
        connection.execute("VACUUM")
    for beside in (".lock", ".turn.lock"):
        Path(f"{path}{beside}").unlink(missing_ok=True)
    for name, said in known.items():
        text = json.dumps(said, indent=0, ensure_ascii=False) + "\n"
        path.with_suffix(f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
