"""A game of three that somebody has left to a computer: it stays theirs, in every list, and is lost (MG8)."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random
from zipfile import ZipFile

import pytest
from sqlalchemy import select, update

from kidd.table.moments import now
from kidd.table.people.passwords import Hasher
from kidd.table.play import games
from kidd.table.play.actors import Actor, guest
from kidd.table.play.club.members import member_games, member_named, profile
from kidd.table.play.games import Store
from kidd.table.play.people import farewell
from kidd.table.play.people.accounts import Place, sign_up
from kidd.table.play.people.housekeeping import Keeping, tidy
from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import games as game_rows
from kidd.table.storage.database.schema import persons
from kidd.table.storage.game_lists import Wanted
from kidd.table.storage.recompute import differences
from kidd.words.texts import FORMER
from tests.table.members import advance, member, rated
from tests.table.sittings import ANN, BEA, person, sit

pytestmark = pytest.mark.once

CAT = guest("visitor-cat")


def leave(store: Store, table: Table, actor: Actor) -> Table:
    """Somebody of three leaves."""
    return games.play(store, table.id, actor, len(table.match), "leave", table.colours_of(actor.person))


def left(store: Store, *crew: Actor, counts: bool = False, seed: int = 1) -> Table:
    """A game of three that the first of them has left after some moves."""
    if counts:
        table = rated(store, *crew, code="MG3")
    else:
        names = [one.name if crew[1].is_member else one.person[-3:] for one in crew]  # no guest writes a member's
        table = sit(store, "MG3", *map(person, crew, names), owner=crew[1])
    return leave(store, advance(store, table, Random(seed)), crew[0])


def ids(store: Store, actor: Actor, **wanted: object) -> list[str]:
    """The games in somebody's list."""
    return [one.id for one in games.games_of(store, actor.person, Wanted(**wanted))]  # type: ignore[arg-type]


def test_it_stays_in_the_list(any_store: Store):
    """After those that they play, and among those that are lost when it is over; nothing waits for them there."""
    table = left(any_store, ANN, BEA, CAT)
    other = sit(any_store, "LC")
    going = games.games_of(any_store, ANN.person)
    assert [one.id for one in going] == [other.id, table.id]
    assert [one.was_left_by(ANN.person) for one in going] == [False, True]
    assert not any(one.was_left_by(BEA.person) for one in games.games_of(any_store, BEA.person))
    assert not going[1].waits_for_person(ANN.person)
    over = advance(any_store, table, Random(2), 2000)
    assert over.is_over
    assert ids(any_store, ANN, finished=True) == ids(any_store, ANN, result="lost") == [table.id]
    assert ids(any_store, ANN, result="won") == ids(any_store, ANN, result="drawn") == []
    assert differences(any_store) == []


def test_a_crew_of_ones_own_that_is_handed_over(any_store: Store):
    """Whoever still sits at the table has not left it."""
    table = sit(any_store, "MG3")
    games.give_seat_to_computer(any_store, table.id, ANN, 1, 2)
    (one,) = games.games_of(any_store, ANN.person)
    assert (one.players, one.was_left_by(ANN.person)) == ((ANN.person,) * 3, False)
    assert differences(any_store) == []


def test_a_seat_that_somebody_else_takes(any_store: Store):
    """Whoever stands up before the game has begun has not played."""
    seats = person(), games.Seat(1, "open"), games.Seat(2, "open")
    table = games.open_game(any_store, code="MG3", options={}, seats=seats, owner=ANN)
    games.take_seat(any_store, table.id, BEA, 1, "Bea")
    games.leave_seat(any_store, table.id, BEA, 1)
    games.give_seat_to_computer(any_store, table.id, ANN, 1, 2)
    assert ids(any_store, BEA) == []
    games.take_seat(any_store, table.id, CAT, 2, "Cat")
    leave(any_store, games.load(any_store, table.id), CAT)
    assert ids(any_store, CAT) == [table.id]
    assert differences(any_store) == []


def test_on_a_members_page(any_store: Store):
    """Others see it as lost, and a record says so between two of them, whoever of the others has won."""
    ann, ben, cat = (member(any_store, name) for name in ("Ann", "Ben", "Cat"))
    table = advance(any_store, left(any_store, ann, ben, cat, counts=True), Random(7), 2000)
    assert table.is_over
    page = member_named(any_store, "Ann")
    (seen,), _ = member_games(any_store, page, ben, Wanted(result="lost"), leaf=1)
    assert seen.id == table.id
    assert [profile(any_store, page, one).against_me for one in (ben, cat)] == [(1, 0, 0)] * 2


def test_private_games_are_for_those_who_sat_there(any_store: Store):
    """Whoever has left still sees the game on the pages of the others."""
    ann, ben, cat, dan = (member(any_store, name) for name in ("Ann", "Ben", "Cat", "Dan"))
    advance(any_store, left(any_store, ann, ben, cat), Random(2), 2000)
    page = member_named(any_store, "Ben")
    assert [len(member_games(any_store, page, one, Wanted(), leaf=1)[0]) for one in (ann, dan)] == [1, 0]


def test_it_is_in_the_file(any_store: Store):
    """Whoever takes their data along takes it along."""
    ann, ben, cat = (member(any_store, name) for name in ("Ann", "Ben", "Cat"))
    table = left(any_store, ann, ben, cat)
    with farewell.export(any_store, ann) as file, ZipFile(file) as packed:
        assert f"games/{table.id}.kidd" in packed.namelist()


@pytest.mark.parametrize("counts", [True, False])
def test_whoever_goes_is_a_former_player_there(any_store: Store, counts: bool):
    """Nobody reads their name, not even who has the game in memory, rated or not."""
    ann, ben, cat = (member(any_store, name) for name in ("Ann", "Ben", "Cat"))
    table = left(any_store, ann, ben, cat, counts=counts)
    assert games.load(any_store, table.id).seats[0].was == "Ann"
    farewell.leave(any_store, ann)
    assert games.load(any_store, table.id).seats[0].was == FORMER
    assert games.load(any_store, table.id).players[0] == ann.person
    assert differences(any_store) == []


def test_a_guest_who_signs_up(any_store: Store):
    """They stay the person they were, with all that they have left."""
    table, hasher = left(any_store, ANN, BEA, CAT), Hasher()
    entering = sign_up(any_store, hasher, ANN, Place("10.0.0.1", ""), "Anne Bonny", "ahoy parrots 7", rule="open")
    assert asyncio.run(entering).account.id == ANN.person
    hasher.close()
    assert ids(any_store, ANN) == [table.id]


def test_how_long_it_is_kept(any_store: Store):
    """As long as somebody with an account has played there; and nobody is forgotten whose game is kept."""
    theirs, hers = left(any_store, ANN, BEA, CAT), left(any_store, member(any_store, "Mary"), BEA, CAT)
    assert tidy(any_store, Keeping(90)) == 0
    long_ago = update(game_rows).values(updated=now() - timedelta(days=91))
    with any_store.reading() as connection:
        known = set(connection.execute(select(persons.c.id)).scalars())
    assert {ANN.person, BEA.person, CAT.person} <= known
    any_store.write(lambda connection: connection.execute(long_ago))
    assert tidy(any_store, Keeping(90)) == 1
    assert ids(any_store, BEA) == [hers.id] != [theirs.id]
    with any_store.reading() as connection:
        assert ANN.person not in set(connection.execute(select(persons.c.id)).scalars())
