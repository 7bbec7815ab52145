"""The names of persons in what has happened: the only thing of it that is ever written anew."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, select, update

from kidd.table.errors import Damaged
from kidd.table.storage.database.schema import events
from kidd.table.storage.events import SILENT, call_otherwise, read_event, write_event


def games_naming(connection: Connection, person: str) -> set[str]:
    """The games in which something has happened that may name a person."""
    return set(connection.execute(select(events.c.game).where(*_naming(person)).distinct()).scalars())


def erase_name(connection: Connection, game_id: str, person: str, name: str) -> None:
    """Write another name in place of a person's in all that has happened in a game; nothing else of it changes.

    What this program cannot read is refused, and nothing is changed: the name may stand there, too.
    """
    rows = connection.execute(select(events).where(events.c.game == game_id, *_naming(person))).all()
    try:
        said = [(row.number, read_event(row.kind, row.at, row.data)) for row in rows]
    except (ValueError, TypeError, LookupError) as error:
        raise Damaged("damaged", game=game_id, why=str(error)) from error
    for number, event in said:
        changed = call_otherwise(event, person, name)
        if changed != event:
            here = events.c.game == game_id, events.c.number == number
            connection.execute(update(events).where(*here).values(data=write_event(changed)))


def _naming(person: str) -> tuple[ColumnElement[bool], ...]:
    return events.c.kind.not_in(SILENT), events.c.data.contains(person, autoescape=True)
