"""What a database says of people and of what stands beside games, as every version after it is to say."""

from __future__ import annotations

from sqlalchemy import Connection, select

from kidd.logbook import write_logbook
from kidd.table.play.export import logbook
from kidd.table.play.games import Store, load
from kidd.table.play.studies import match_of
from kidd.table.storage import condition_rows
from kidd.table.storage.club import messages, ratings
from kidd.table.storage.database import schema
from kidd.table.storage.notices import notice_rows, receivers
from kidd.table.storage.persons import accounts, blocks, tokens
from kidd.table.storage.study import studies
from kidd.table.storage.study.attempts import read_record

Known = dict[str, object]


def told_of_people(store: Store) -> Known:
    """What a database says of everybody, and beside each game."""
    with store.reading() as connection:
        people = connection.execute(select(schema.persons.c.id).order_by(schema.persons.c.id)).scalars().all()
        ids = connection.execute(select(schema.games.c.id).order_by(schema.games.c.id)).scalars().all()
        return {
            "people": {one: of_person(connection, one) for one in people},
            "games": {one: beside(connection, one) for one in ids},
            "books": {one: logbook(load(store, one)).splitlines() for one in ids},
        }


def of_person(connection: Connection, who: str) -> Known:
    """Their account and what hangs on it."""
    account = accounts.find(connection, who)
    assert account is not None
    return {
        "account": [account.name, account.kind, account.mail, account.language, account.zone, account.maker],
        "wishes": list(receivers.wishes_of(connection, who)),
        "devices": [[one.endpoint, one.language] for one in receivers.devices_of(connection, who)],
        "tokens": sorted([one.name, sorted(one.scopes)] for one in tokens.list_of(connection, who)),
        "blocked": sorted(blocks.blocked_by(connection, who)),
        "attempts": [[one.problem, one.at_once, one.solved] for one in read_record(connection, who).attempts],
        "notices": [[one.kind, one.game, one.data, one.seen] for one in notice_rows.of_person(connection, who)],
        "studies": [studied(connection, one.id) for one in studies.of_person(connection, who, 99)],
        **rated(connection, who),
    }


def rated(connection: Connection, who: str) -> Known:
    """Their ratings, and how they came by them."""
    records = ratings.of_person(connection, who)
    courses = [step for one in records for step in ratings.course(connection, who, one.pool, 99)]
    return {
        "ratings": [[*one.pool, *one.rating, one.won, one.drawn] for one in records],
        "courses": [[one.game, *one.rating, one.place] for one in courses],
    }


def studied(connection: Connection, study: str) -> list[object]:
    """A study as a book."""
    found = studies.read(connection, study)
    match = match_of(found)
    return [found.id, found.title, found.version, write_logbook(match).splitlines()]


def beside(connection: Connection, game: str) -> Known:
    """What was said, noted and planned at a game."""
    notes = select(schema.notes.c.person, schema.notes.c.text).where(schema.notes.c.game == game)
    return {
        "said": [[one.room, one.person, one.phrase, one.text] for one in messages.of_game(connection, game)],
        "noted": [list(row) for row in connection.execute(notes.order_by(schema.notes.c.person))],
        "planned": [[one.person, one.ply, one.branches] for one in condition_rows.of_game(connection, game)],
        "reported": [one.text for one in messages.open_reports(connection) if one.game == game],
    }
