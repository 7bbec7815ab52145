"""What may begin in a database, and what goes by itself."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import update

import kidd
from kidd.table.errors import NoSuchGame, TooFast, TooMany
from kidd.table.moments import now
from kidd.table.play import studies
from kidd.table.play.actors import Actor, Role, guest
from kidd.table.play.club.invitations import Invitation, invite
from kidd.table.play.games import abandon
from kidd.table.play.people.housekeeping import Keeping, is_nobodys, tidy
from kidd.table.play.rematch import rematch
from kidd.table.play.seats import take_seat
from kidd.table.storage.database.schema import games
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import load
from kidd.table.storage.growth import Growth, measure
from kidd.table.storage.persons import accounts
from kidd.table.storage.persons.throttles import is_home, origin
from tests.table.sittings import person, say, sit

pytestmark = pytest.mark.once

FAR, FURTHER = origin("203.0.113.9"), origin("198.51.100.7")


def newcomer(name: str, place: str = FAR) -> Actor:
    """Somebody who comes without a cookie."""
    return guest(name, origin=place)


def opens(store: Store, actor: Actor) -> None:
    """A game of somebody's with themselves."""
    sit(store, "LC", person(actor), person(actor), owner=actor)


def test_newcomers_of_one_place_are_one(any_store: Store):
    """So many games in an hour from one place, however many come; elsewhere others begin, and members count alone."""
    any_store.growth = Growth(each=3)
    for number in range(3):
        opens(any_store, newcomer(f"new-{number}"))
    with pytest.raises(TooFast) as refused:
        opens(any_store, newcomer("new-3"))
    assert 3500 < refused.value.seconds <= 3600
    with pytest.raises(TooFast):  # of which nobody asks the database
        any_store.growth.check(FAR)
    opens(any_store, newcomer("else", FURTHER))
    opens(any_store, Actor("member", "session", Role.MEMBER, origin=FAR))
    any_store.growth = Growth(each=3)  # as another process of the same database has it
    with pytest.raises(TooFast):
        opens(any_store, newcomer("new-4"))


def test_whatever_begins_is_counted(store: Store):
    """Invitations, studies, rematches and whoever sits down for the first time."""
    store.growth = Growth(each=4)
    host = newcomer("host")
    table = invite(store, host, Invitation("LC", {}))
    seat = next(seat.number for seat in table.seats if seat.kind == "open")
    take_seat(store, table.id, newcomer("friend"), seat)
    studies.keep(store, newcomer("student"), kidd.Match("LC"))
    over = sit(store, "LC", person(host), person(host), owner=host)
    abandon(store, over.id, host)
    with pytest.raises(TooFast):
        rematch(store, over.id, host)
    with pytest.raises(TooFast):
        invite(store, host, Invitation("LC", {}))
    with pytest.raises(TooFast):
        studies.keep(store, newcomer("another"), kidd.Match("LC"))


def test_a_long_book_counts_as_several(store: Store):
    """A game that is opened with some hundreds of acts takes as much room as some games; the first one is let in."""
    store.growth = Growth(each=4)
    acts = ("@c1", "@a3", "draw?", "draw!") * 100
    store.write(lambda connection: store.growth.charge(connection, FURTHER, now(), len(acts)))
    with pytest.raises(TooFast):
        store.write(lambda connection: store.growth.charge(connection, FURTHER, now(), len(acts)))
    with pytest.raises(TooFast):
        opens(store, newcomer("new", FURTHER))


def test_this_machine_begins_what_it_likes(store: Store):
    """Behind a proxy that nobody told of all come from there, and at home only oneself."""
    here = origin("127.0.0.1")
    assert (is_home(here), is_home(origin("::1")), is_home(FAR)) == (True, True, False)
    store.growth = Growth(each=1)
    for number in range(5):
        opens(store, newcomer(f"new-{number}", here))


def test_a_database_that_is_full(any_store: Store):
    """Nothing new begins, with one sentence for all, and what has begun goes on; with room it begins again."""
    player = newcomer("ann")
    table = sit(any_store, "LC", person(player), person(player), owner=player)
    with any_store.reading() as connection:
        size = measure(connection)
    assert size > 20_000
    growth = any_store.growth = Growth(most=size)
    growth.size = size - 1
    assert (growth.is_nearly_full, growth.is_full) == (True, False)
    opens(any_store, newcomer("bea"))
    growth.size = size
    for begin in (
        lambda: opens(any_store, newcomer("cid")),
        lambda: invite(any_store, player, Invitation("LC", {})),
        lambda: studies.keep(any_store, player, kidd.Match("LC")),
    ):
        with pytest.raises(TooMany, match="no room for anything new"):
            begin()
    assert len(say(any_store, table, "@c1", "@c9", actor=player).match) == 2
    growth.most *= 100
    assert not growth.is_nearly_full
    opens(any_store, newcomer("cid"))


def test_what_was_hardly_begun_goes_sooner(any_store: Store):
    """A game that was opened and left goes before one that was played, and a member's stays."""
    player, member = newcomer("ann"), Actor("member", "", Role.MEMBER)
    left, played, young = (sit(any_store, "LC", person(player), person(player), owner=player) for _ in range(3))
    say(any_store, played, "@c1", "@c9", "@a3", actor=player)
    mine = sit(any_store, "LC", person(member), person(member), owner=member)
    any_store.write(lambda connection: accounts.enrol(connection, "member", "Mary Read", now()))
    with any_store.reading() as connection:
        assert [is_nobodys(connection, one) for one in (left, mine)] == [True, False]
    old = update(games).where(games.c.id != young.id).values(updated=now() - timedelta(days=15))
    any_store.write(lambda connection: connection.execute(old))
    assert tidy(any_store, Keeping(90, 0)) == 0
    assert tidy(any_store, Keeping(90, 14)) == 1
    with pytest.raises(NoSuchGame):
        load(any_store, left.id)
    assert {load(any_store, one.id).id for one in (played, young, mine)} == {played.id, young.id, mine.id}


@pytest.mark.parametrize(
    ("keeping", "version", "days"),
    [(Keeping(90, 14), 1, 14), (Keeping(90, 14), 4, 90), (Keeping(90, 0), 1, 90), (Keeping(7, 14), 1, 7)],
)
def test_for_how_long(keeping: Keeping, version: int, days: int):
    """The shorter of the two holds for what was hardly begun."""
    assert keeping.days(version) == days
    assert Keeping(0, 14).days(4) == Keeping().days(1) == 0
