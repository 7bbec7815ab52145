"""Names in what has happened: another one is written in their place, and nothing else changes."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime

import pytest
from sqlalchemy import select, update

from kidd.table.errors import Damaged
from kidd.table.play import games
from kidd.table.play.games import Store
from kidd.table.storage.database.schema import events
from kidd.table.storage.events import (
    KINDS,
    SILENT,
    Renamed,
    SeatGivenToComputer,
    SeatTaken,
    TakebackAsked,
    call_otherwise,
)
from kidd.table.storage.names_in_events import erase_name, games_naming
from tests.table.sittings import ANN, computer, person, say, sit

pytestmark = pytest.mark.once

NOW = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)


def rows(store: Store, game_id: str) -> list[str]:
    """What has happened in a game, as it is written."""
    with store.reading() as connection:
        query = select(events.c.data).where(events.c.game == game_id).order_by(events.c.number)
        return list(connection.execute(query).scalars())


def test_every_kind_that_names_somebody_is_known_as_such():
    """A field `name` is a person's, except where a computer sits down."""
    named = {kind for kind, one in KINDS.items() if {"name", "seats"} & {field.name for field in fields(one)}}
    assert set(KINDS) - SILENT == named - {SeatGivenToComputer.kind}


def test_only_that_person_is_called_otherwise():
    """By their id, be the name the same or not."""
    taken = SeatTaken(at=NOW, seat=0, person="ann", name="Ann")
    assert call_otherwise(taken, "ann", "X") == SeatTaken(at=NOW, seat=0, person="ann", name="X")
    assert call_otherwise(taken, "bea", "X") is taken
    assert call_otherwise(Renamed(at=NOW, seat=0, person="ann", name=""), "ann", "X").name == ""  # type: ignore[attr-defined]
    asked = TakebackAsked(at=NOW, ply=1, seat=0, person="ann")
    assert call_otherwise(asked, "ann", "X") is asked


def test_a_name_is_erased(any_store: Store):
    """In the first event; those of others, and all that was played, stand as they stood."""
    table = say(any_store, sit(any_store, "LC", person(), computer()), "@c1")
    before = rows(any_store, table.id)
    with any_store.reading() as connection:
        assert games_naming(connection, ANN.person) == {table.id}
    any_store.write(lambda connection: erase_name(connection, table.id, ANN.person, "X"))
    after = rows(any_store, table.id)
    assert after[0] == before[0].replace('"name":"Ann"', '"name":"X"') != before[0]
    assert after[1:] == before[1:]


def test_an_unknown_kind_is_refused(any_store: Store):
    """The name may stand there, so nothing is changed: a newer program sees to it."""
    table = say(any_store, sit(any_store, "LC", person(), computer()), "@c1")
    unknown = {"kind": "mutiny", "data": f'{{"person":"{ANN.person}","nickname":"Ann"}}'}
    here = events.c.game == table.id, events.c.number == 1
    any_store.write(lambda connection: connection.execute(update(events).where(*here).values(**unknown)))
    before = rows(any_store, table.id)
    with pytest.raises(Damaged, match="mutiny"):
        any_store.write(lambda connection: erase_name(connection, table.id, ANN.person, "X"))
    assert rows(any_store, table.id) == before
    assert games.load(any_store, table.id).seats[0].name == "Ann"
