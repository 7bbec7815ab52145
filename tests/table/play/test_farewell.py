"""Leaving for good: games are given up, and a name is nowhere any more, whoever has them in memory."""

from __future__ import annotations

from random import Random

import pytest
from sqlalchemy import select

from kidd.table.play import games
from kidd.table.play.actors import Actor
from kidd.table.play.club.invitations import Invitation, invite
from kidd.table.play.games import Store, open_store
from kidd.table.play.people import farewell
from kidd.table.storage.database.schema import events, seats
from kidd.table.storage.recompute import differences
from kidd.table.terms import Terms
from kidd.words.texts import FORMER
from tests.table.members import advance, give_up, member, rated

pytestmark = pytest.mark.once


def said(store: Store, name: str) -> int:
    """How many rows still say a name."""
    sitting, happened = select(seats.c.game).where(seats.c.name == name), select(events.c.data)
    with store.reading() as connection:
        rows = connection.execute(happened).scalars().all()
        return len(connection.execute(sitting).all()) + sum(f'"{name}"' in row for row in rows)


@pytest.fixture
def pair(any_store: Store) -> tuple[Actor, Actor]:
    """Ann, who goes, and Ben."""
    return member(any_store, "Ann"), member(any_store, "Ben")


def test_a_game_that_nobody_has_in_memory(any_address: str):
    """The name is taken out of what has happened, and out of the rows; whoever has it in memory hears of it."""
    store = open_store(any_address)
    ann, ben = member(store, "Ann"), member(store, "Ben")
    over = give_up(store, advance(store, rated(store, ann, ben), Random(1)), ben)
    other = open_store(any_address)
    farewell.leave(other, ann)
    assert (said(store, "Ann"), said(store, "Ben")) == (0, 2)
    for one in (store, other):
        table = games.load(one, over.id)
        assert ([seat.name for seat in table.seats], table.match.players[0]) == ([FORMER, "Ben"], FORMER)
        assert [rating.member for rating in table.ratings] == ["", "Ben"]
        assert differences(one) == []
    assert farewell.finish(store) == 0
    for one in (store, other):
        one.close()


def test_a_rated_game_that_was_left_to_a_computer(any_address: str):
    """The rating at the table has no name beside it any more, on other servers neither."""
    store, other = open_store(any_address), open_store(any_address)
    ann, ben, cat = (member(store, name) for name in ("Ann", "Ben", "Cat"))
    table = advance(store, rated(store, ann, ben, cat, code="MG3"), Random(1))
    table = games.play(store, table.id, ann, len(table.match), "leave", table.colours_of(ann.person))
    assert [one.member for one in games.load(other, table.id).ratings] == ["Ann", "Ben", "Cat"]
    farewell.leave(store, ann)
    for one in (store, other):
        assert [rating.member for rating in games.load(one, table.id).ratings] == ["", "Ben", "Cat"]
        assert (said(one, "Ann"), differences(one)) == (0, [])
        one.close()


def test_a_seat_that_was_left(any_store: Store, pair: tuple[Actor, Actor]):
    """Also where somebody sat once and stood up again, nobody reads the name."""
    ann, ben = pair
    table = invite(any_store, ben, Invitation("LC", {}, colour="red"))
    games.take_seat(any_store, table.id, ann, 1, "Ann")
    games.leave_seat(any_store, table.id, ann, 1)
    farewell.leave(any_store, ann)
    assert said(any_store, "Ann") == 0
    assert differences(any_store) == []


def test_a_rematch_with_somebody_who_has_gone(any_store: Store, pair: tuple[Actor, Actor]):
    """Their seat is for anybody."""
    ann, ben = pair
    over = give_up(any_store, advance(any_store, rated(any_store, ann, ben), Random(1)), ben)
    farewell.leave(any_store, ann)
    again = games.rematch(any_store, over.id, ben)
    assert [(seat.kind, seat.person) for seat in again.seats] == [("person", ben.person), ("open", None)]


@pytest.mark.parametrize("code", ["LC", "MG3"])
def test_an_invitation(any_store: Store, pair: tuple[Actor, Actor], code: str):
    """Whoever goes has said no to it: of two there is no game, of three the seat is for anybody."""
    ann, ben = pair
    table = invite(any_store, ben, Invitation(code, {}, Terms(), friend="Ann"))
    farewell.leave(any_store, ann)
    table = games.load(any_store, table.id)
    assert table.abandoned == (code == "LC")
    assert all(seat.name != "Ann" for seat in table.seats)
    assert said(any_store, "Ann") == 0
    assert (farewell.finish(any_store), differences(any_store)) == (0, [])
