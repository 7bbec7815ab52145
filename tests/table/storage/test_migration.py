"""Databases of versions before: kept as they were, brought up to date, and nothing is lost.

`data/kidd-0002.db` was written by the last version that had visitors and untyped events; beside it stand the log books
that this version made of its games, and what it said of them.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, delete, insert, select

from kidd.logbook import read_logbook
from kidd.table.errors import StoreError
from kidd.table.moments import now
from kidd.table.play import games
from kidd.table.play.actors import guest
from kidd.table.play.export import logbook
from kidd.table.play.games import Store, load, open_store
from kidd.table.storage.database import schema
from kidd.table.storage.database.engines import WRITES, engine_for, read_address
from kidd.table.storage.database.migrate import migrate
from kidd.table.storage.database.versions import newest
from kidd.table.storage.job_rows import TURN
from kidd.table.storage.persons import people
from kidd.table.storage.recompute import differences
from kidd.table.storage.study import analyses
from tests.postgres import new_database
from tests.table.sittings import ANN, BEA, computer, fresh, person, say, sit, wander

pytestmark = pytest.mark.once

DATA = Path(__file__).parent / "data"
OLD_TABLES = ("visitors", "games", "seats", "events", "analyses")
ADDED_IN_0002 = {"reason", "winner_seat", "turn"}  # empty in games of before until something happens


@pytest.fixture(scope="module")
def known() -> dict[str, dict[str, Any]]:
    """What the version before said of its games."""
    found: dict[str, dict[str, Any]] = json.loads((DATA / "kidd-0002.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A copy of the database of the version before."""
    path = tmp_path / "kidd.db"
    shutil.copy(DATA / "kidd-0002.db", path)
    return path


def at_version(address: str, version: str) -> None:
    """Make the tables of a version before, and put the rows of the old database into them."""
    engine = engine_for(read_address(address))
    with engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        migrate(connection, version)
        copy_rows(connection)
    engine.dispose()


def copy_rows(connection: Connection) -> None:
    """The rows of the old database, as far as there are columns for them."""
    there = MetaData()
    there.reflect(connection)
    with sqlite3.connect(f"file:{DATA}/kidd-0002.db?mode=ro&immutable=1", uri=True) as source:
        source.row_factory = sqlite3.Row
        for name in OLD_TABLES:
            if name in there.tables:
                columns = there.tables[name].columns.keys()
                rows = [{column: row[column] for column in columns} for row in source.execute(f"SELECT * FROM {name}")]
                connection.execute(insert(there.tables[name]), rows)
    source.close()


@pytest.fixture
def in_postgres(postgres: str) -> Iterator[Callable[[str], str]]:
    """Makes the address of a PostgreSQL database that is as a version before has left it."""
    with ExitStack() as made:

        def make(version: str) -> str:
            address = made.enter_context(new_database(postgres, f"kidd_of_{version}"))
            at_version(address, version)
            return address

        yield make


@pytest.fixture(params=["sqlite-0002", "sqlite-0001", "postgresql-0002", "postgresql-0001"])
def migrated(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An old database that this program has opened."""
    kind, version = request.param.split("-")
    if kind == "postgresql":
        address = request.getfixturevalue("in_postgres")(version)
    elif version == "0002":
        address = f"sqlite:///{request.getfixturevalue('old')}"  # the very file
    else:
        address = f"sqlite:///{tmp_path}/kidd.db"
        at_version(address, version)
    store = open_store(address)
    yield store
    store.close()


def test_nothing_is_lost(migrated: Store, known: dict[str, dict[str, Any]]):
    """Every game replays to the same log book, its row says what its events say, and who knew it finds it again."""
    with migrated.reading() as connection:
        ids = set(connection.execute(select(schema.games.c.id)).scalars())
    assert ids == set(known["books"]) == set(known["rows"])
    for game_id, book in known["books"].items():
        table, row = load(migrated, game_id), known["rows"][game_id]
        assert logbook(table) == book
        assert read_logbook(book)[0].outcome == table.match.outcome  # by the rulings of then: of three, one was out
        seat = table.waits_for
        said = (table.version - 1, len(table.match), table.seed, seat.kind if seat else "", seat and seat.number)
        assert said == tuple(row[name] for name in ("version", "ply", "seed", "waiting", "waiting_seat"))
        assert row["outcome"] == ("abandoned" if table.abandoned else table.match.outcome)


def test_every_row_is_what_its_events_say(migrated: Store):
    """Seats, turns of computers and all; but columns that a version left empty stay so until something happens."""
    otherwise = {line.split(": ")[1].split(" ")[0] for line in differences(migrated)}
    assert otherwise == (set() if has_all_columns(migrated) else ADDED_IN_0002)


def has_all_columns(store: Store) -> bool:
    """Whether the database comes from a version that filled all of them."""
    with store.reading() as connection:
        query = select(schema.games.c.id).where(schema.games.c.reason.is_not(None))
        return connection.execute(query).first() is not None


def test_cookies_stay_good(migrated: Store):
    """The id of a visitor is the token of a session, which is theirs alone, and can be ended."""
    with migrated.reading() as connection:
        visitors = list(connection.execute(select(schema.persons.c.id)).scalars())
        found = {visitor: people.find_session(connection, visitor) for visitor in visitors}
        assert people.find_session(connection, "c" * 31) is None
    assert len(visitors) == 3
    for visitor, session in found.items():
        assert session is not None
        assert (session.person, session.name, session.id) == (visitor, "", people.session_id(visitor))
        assert games.games_of(migrated, visitor)
        assert migrated.write(
            partial(people.end_session, person=visitor, ended=people.session_id(visitor), moment=now())
        )
    with migrated.reading() as connection:
        assert [people.find_session(connection, visitor) for visitor in visitors] == [None] * 3


def test_games_go_on(migrated: Store):
    """People and computers play on, take back and close games; computers know where they are waited for."""
    with migrated.reading() as connection:
        going = connection.execute(select(schema.games).where(schema.games.c.outcome == "*")).all()
        noted = connection.execute(select(schema.jobs.c.game).where(schema.jobs.c.kind == TURN)).scalars().all()
    assert sorted(noted) == sorted(row.id for row in going if row.waiting == "computer")
    assert len(noted) == 12
    played = [wander(migrated, load(migrated, row.id), row.ply + 2) for row in going[::3]]
    assert any(table.match.acts for table in played)
    for table in played:
        assert fresh(migrated, table.id).match.acts == table.match.acts
        if len(table.people) == 1 and not table.is_over:
            (visitor,) = table.people
            games.take_back(migrated, table.id, guest(visitor), len(table.match))
            games.abandon(migrated, table.id, guest(visitor))
    if has_all_columns(migrated):
        assert differences(migrated) == []


def test_finished_games(migrated: Store):
    """Their analyses still fit, and they can be played again."""
    with migrated.reading() as connection:
        judged = connection.execute(select(schema.analyses.c.game)).scalars().all()
        over = connection.execute(select(schema.games.c.id).where(schema.games.c.outcome == "1-0")).scalars().first()
        for game_id in judged:
            kept = analyses.kept(connection, load(migrated, game_id))
            assert kept is not None
            assert (bool(kept.notes), kept.done) == (True, True)
    assert len(judged) == (2 if has_all_columns(migrated) else 0)
    assert over is not None
    table = load(migrated, over)
    assert games.rematch(migrated, over, guest(table.host)).match.game == table.match.game


@pytest.fixture(params=["sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database that nothing is in."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/target.db"
        return
    with new_database(request.getfixturevalue("postgres"), "kidd_target") as address:
        yield address


def test_who_has_left_a_seat_to_a_computer(store: Store, target: str):
    """From before 0015, which had no column for it: they are known by what happened, also guests who were forgotten."""
    cat, dan = guest("visitor-cat"), guest("visitor-dan")
    first, second = (sit(store, "MG3", person(ANN), person(BEA), person(one)) for one in (cat, dan))
    say(store, first, "G:leave", actor=cat)
    say(store, second, "R:leave")
    games.give_seat_to_computer(store, sit(store, "MG3").id, ANN, 1, 2)
    sit(store, "MG3", person(), computer(), computer())
    keep_as_0014(store, target, forgotten=cat.person)
    brought = open_store(target)
    assert brought.brought == ("0014", newest())
    assert differences(brought) == []
    for actor, table in ((cat, first), (ANN, second)):
        gone = [one.id for one in games.games_of(brought, actor.person) if one.was_left_by(actor.person)]
        assert gone == [table.id]
    brought.close()


def keep_as_0014(store: Store, address: str, forgotten: str) -> None:
    """Put the rows of a database into one of 0014, but for somebody who sits nowhere any more."""
    engine = engine_for(read_address(address))
    with engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        migrate(connection, "0014")
        there = MetaData()
        there.reflect(connection)
        with store.reading() as source:
            for table in schema.metadata.sorted_tables:
                kept = [column for column in table.columns if column.name in there.tables[table.name].columns]
                if rows := source.execute(select(*kept)).mappings().all():
                    connection.execute(insert(table), [dict(row) for row in rows])
        connection.execute(delete(schema.persons).where(schema.persons.c.id == forgotten))
    engine.dispose()


def test_an_owner_who_sits_elsewhere(old: Path):
    """Computers think for the first person at the table, in games of before as in new ones."""
    with sqlite3.connect(old) as connection:
        connection.execute("UPDATE games SET owner = (SELECT max(id) FROM visitors)")
    connection.close()
    store = open_store(f"sqlite:///{old}")
    assert differences(store) == []
    store.close()


def test_several_who_open_it_at_once(old: Path, known: dict[str, dict[str, Any]]):
    """It is brought up to date once."""
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(open_store, [f"sqlite:///{old}"] * 4))
    game_id, book = next(iter(known["books"].items()))
    for store in stores:
        assert logbook(load(store, game_id)) == book
        store.close()


def test_an_event_that_nobody_knows(old: Path):
    """A database that cannot be brought up to date is refused, and left as it was."""
    with sqlite3.connect(old) as connection:
        connection.execute("UPDATE events SET kind = 'mutiny' WHERE game = 'nzae479x42ff' AND number = 3")
    before = dump(old)
    with pytest.raises(StoreError, match=r"cannot be brought up to date: unknown kind of event 'mutiny'"):
        open_store(f"sqlite:///{old}")
    assert dump(old) == before
    connection.close()


def dump(path: Path) -> list[str]:
    """All that is in a database."""
    connection = sqlite3.connect(path)
    try:
        return list(connection.iterdump())
    finally:
        connection.close()
