"""What is said beside a game, reported, and noted for oneself: rows that change nothing of the game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kidd.table import limits
from kidd.table.errors import NoSuchMessage, TooFast, TooMany
from kidd.table.storage.database.schema import games, messages, notes, persons, reports
from kidd.table.storage.persons import people

PLAYERS, WATCHERS = ROOMS = "players", "watchers"


class Message(NamedTuple):
    """Something that somebody said in a room: a phrase by its name, or a text."""

    number: int
    room: str
    person: str
    name: str
    """Of the person, empty for a guest."""
    phrase: str
    text: str
    at: datetime


class Report(NamedTuple):
    """What somebody has reported, as it was said, for whoever runs the server."""

    id: int
    game: str
    number: int
    reporter: str
    person: str
    text: str
    at: datetime


def add(connection: Connection, game: str, said: Message) -> int:
    """Keep a message and give its number; a room has room for so many, and a person for so many at a time."""
    connection.execute(select(games.c.id).where(games.c.id == game).with_for_update())  # one number after the other
    since = said.at - timedelta(seconds=limits.TALK_SECONDS)
    lately = select(func.count()).select_from(messages).where(messages.c.person == said.person, messages.c.at > since)
    if connection.execute(lately).scalar_one() >= limits.TALK_AT_ONCE:
        raise TooFast(limits.TALK_SECONDS, "talk-too-fast")
    mine = messages.c.game == game
    in_room = select(func.count()).select_from(messages).where(mine, messages.c.room == said.room)
    if connection.execute(in_room).scalar_one() >= limits.MESSAGES:
        raise TooMany("messages", limits.MESSAGES)
    number = (connection.execute(select(func.max(messages.c.number)).where(mine)).scalar_one() or 0) + 1
    people.remember(connection, said.person, said.at)
    row = {"room": said.room, "person": said.person, "phrase": said.phrase, "text": said.text, "at": said.at}
    connection.execute(insert(messages), {"game": game, "number": number, **row})
    return number


def of_game(connection: Connection, game: str) -> tuple[Message, ...]:
    """All that was said beside a game, in both rooms."""
    query = (
        select(messages.c.number, messages.c.room, messages.c.person, persons.c.name, messages.c.phrase)
        .add_columns(messages.c.text, messages.c.at)
        .join(persons, persons.c.id == messages.c.person)
        .where(messages.c.game == game)
        .order_by(messages.c.number)
    )
    return tuple(
        Message(row.number, row.room, row.person, row.name or "", row.phrase, row.text, row.at)
        for row in connection.execute(query)
    )


def one(connection: Connection, game: str, number: int) -> Message:
    """A message by its number."""
    found = next((said for said in of_game(connection, game) if said.number == number), None)
    if found is None:
        raise NoSuchMessage(number)
    return found


def report(connection: Connection, game: str, said: Message, reporter: str, text: str, moment: datetime) -> None:
    """Keep what was said for whoever runs the server; the same is reported once by each."""
    mine = reports.c.reporter == reporter
    same = select(reports.c.id).where(mine, reports.c.game == game, reports.c.number == said.number)
    if connection.execute(same).first() is not None:
        return
    waiting = select(func.count()).select_from(reports).where(mine, reports.c.settled.is_(None))
    if connection.execute(waiting).scalar_one() >= limits.REPORTS:
        raise TooMany("reports", limits.REPORTS)
    people.remember(connection, reporter, moment)
    row = {"game": game, "number": said.number, "reporter": reporter, "person": said.person, "text": text, "at": moment}
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    connection.execute(dialect.insert(reports).values(row).on_conflict_do_nothing())  # from another device meanwhile


def open_reports(connection: Connection, limit: int = 100, skip: int = 0) -> Sequence[Report]:
    """What waits for whoever runs the server, the oldest first."""
    columns = [reports.c[name] for name in Report._fields]
    query = select(*columns).where(reports.c.settled.is_(None)).order_by(reports.c.at, reports.c.id)
    return [Report(*row) for row in connection.execute(query.limit(limit).offset(skip))]


def settle(connection: Connection, report_id: int, moment: datetime) -> bool:
    """Lay a report aside; False if there is none."""
    change = update(reports).where(reports.c.id == report_id, reports.c.settled.is_(None))
    return connection.execute(change.values(settled=moment)).rowcount == 1


def note_of(connection: Connection, game: str, person: str) -> str:
    """What somebody has noted for themselves."""
    query = select(notes.c.text).where(notes.c.game == game, notes.c.person == person)
    return connection.execute(query).scalar_one_or_none() or ""


def put_note(connection: Connection, game: str, person: str, text: str, moment: datetime) -> None:
    """Note something for oneself in place of what was noted; nothing leaves no row."""
    if not text:
        connection.execute(delete(notes).where(notes.c.game == game, notes.c.person == person))
        return
    others = select(func.count()).select_from(notes).where(notes.c.person == person, notes.c.game != game)
    if connection.execute(others).scalar_one() >= limits.NOTES:
        raise TooMany("notes", limits.NOTES)
    people.remember(connection, person, moment)
    said = {"text": text, "updated": moment}
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    made = dialect.insert(notes).values(game=game, person=person, **said)
    connection.execute(made.on_conflict_do_update(index_elements=["game", "person"], set_=said))
