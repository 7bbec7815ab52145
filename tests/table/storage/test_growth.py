"""What may begin in a database, and what goes by itself."""

from __future__ import annotations

import json
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import Connection, select, true, update

import kidd
from kidd.match.variations import ROOT
from kidd.table.errors import NoSuchGame, NoSuchStudy, TooFast, TooMany
from kidd.table.moments import now
from kidd.table.play import studies
from kidd.table.play.actors import Actor, Role, guest
from kidd.table.play.club import talk
from kidd.table.play.club.invitations import Invitation, invite
from kidd.table.play.games import abandon
from kidd.table.play.people.housekeeping import Keeping, is_nobodys, tidy
from kidd.table.play.rematch import rematch
from kidd.table.play.seats import take_seat
from kidd.table.storage.database.schema import games, notes
from kidd.table.storage.database.schema import studies as study_rows
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import load
from kidd.table.storage.growth import ROOM, Growth, measure
from kidd.table.storage.persons import accounts
from kidd.table.storage.persons.throttles import is_home, origin
from tests.table.sittings import person, say, sit

pytestmark = pytest.mark.once

KEY = b"a key"
FAR, FURTHER = origin("203.0.113.9", KEY), origin("198.51.100.7", KEY)


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
    opens(any_store, Actor("member", "session", Role.MEMBER))
    any_store.growth = Growth(each=3)  # as another process of the same database has it
    with pytest.raises(TooFast):
        opens(any_store, newcomer("new-4"))


def test_many_networks_of_one_customer(any_store: Store):
    """Of IPv6 somebody has thousands of them: in all eight times as much begins there as in one."""
    any_store.growth = Growth(each=2)

    def begins(part: int) -> bool:
        try:
            opens(any_store, newcomer(f"new-{part}", origin(f"2001:db8:1:{part:x}::1", KEY)))
        except TooFast:
            return False
        return True

    assert sum(begins(part) for part in range(30)) == 16
    opens(any_store, newcomer("else", origin("2001:db8:2:1::1", KEY)))


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


FLAG, MUCH = "\U0001f3f4", 2000  # a letter of four bytes


def test_what_is_written_counts_by_its_bytes(any_store: Store):
    """Studies, edits of them, notes and talk of one place have ten kilobytes an hour for each game it may begin."""
    any_store.growth = Growth(each=3)
    writer = newcomer("ann")
    table = sit(any_store, "LC", person(writer), person(writer), owner=writer)
    study = studies.keep(any_store, writer, kidd.Match("LC"))
    _, study, _ = studies.edit(any_store, writer, study.id, 1, studies.comment(ROOT, FLAG * MUCH))
    talk.put_note(any_store, table, newcomer("bea"), FLAG * MUCH)
    talk.put_note(any_store, table, newcomer("bea"), FLAG * MUCH)  # no more than there is
    talk.say(any_store, table, newcomer("bea"), text="Ahoy")
    talk.put_note(any_store, table, newcomer("cid"), FLAG * MUCH)
    for write in (
        lambda: talk.put_note(any_store, table, newcomer("dee"), FLAG * MUCH),
        lambda: studies.edit(any_store, writer, study.id, study.version, studies.name(ROOT, FLAG * 1000)),
        lambda: studies.keep(any_store, writer, studies.match_of(study)),
    ):
        with pytest.raises((TooFast, TooMany)):
            write()
    with pytest.raises(TooFast, match="written"):
        talk.put_note(any_store, table, newcomer("dee"), FLAG * MUCH)
    talk.put_note(any_store, table, newcomer("dee", FURTHER), FLAG * MUCH)


def test_little_by_little_is_little(any_store: Store):
    """A hundred notes that grow by a letter take a hundred letters, and nobody of that place is refused for them."""
    any_store.growth = Growth(each=1)
    writer = newcomer("ann")
    table = sit(any_store, "LC", person(writer), person(writer), owner=writer)
    for length in range(1, 101):
        talk.put_note(any_store, table, writer, "a" * length)
    talk.say(any_store, table, newcomer("bea"), text="Ahoy")


def test_many_networks_of_one_customer_write_as_much_as_eight():
    """However many of them somebody has."""
    growth = Growth(each=1)

    def writes(part: int) -> bool:
        try:
            growth.charge_bytes(origin(f"2001:db8:1:{part:x}::1", KEY), ROOM)
        except TooFast:
            return False
        return True

    assert sum(writes(part) for part in range(40)) == 8


def test_a_study_takes_the_room_of_its_letters(any_store: Store):
    """A letter of four bytes is kept as four, and what was written as twelve is read, too."""
    study = studies.keep(any_store, newcomer("ann"), kidd.Match("LC"))
    studies.edit(any_store, newcomer("ann"), study.id, 1, studies.comment(ROOT, FLAG * MUCH))
    assert 4 * MUCH < studies.read(any_store, study.id).size < 5 * MUCH
    with any_store.reading() as connection:
        data = connection.execute(select(study_rows.c.data)).scalar_one()
    as_before = update(study_rows).values(data=json.dumps(json.loads(data)))
    any_store.write(lambda connection: connection.execute(as_before))
    found = studies.read(any_store, study.id)
    assert (found.tree.nodes[ROOT].comment, found.size > 12 * MUCH) == (FLAG * MUCH, True)


def test_this_machine_begins_what_it_likes(store: Store):
    """Behind a proxy that nobody told of all come from there, and at home only oneself."""
    here = origin("127.0.0.1", KEY)
    assert (is_home(here), is_home(origin("::1", KEY)), is_home(FAR)) == (True, True, False)
    store.growth = Growth(each=1)
    for number in range(5):
        opens(store, newcomer(f"new-{number}", here))


def test_a_database_that_is_full(any_store: Store):
    """Nothing new begins or is written, with one sentence for all, and games go on; with room it begins again."""
    player = newcomer("ann")
    table = sit(any_store, "LC", person(player), person(player), owner=player)
    study = studies.keep(any_store, player, kidd.Match("LC"))
    _, study, _ = studies.edit(any_store, player, study.id, 1, studies.comment(ROOT, "A long word"))
    talk.put_note(any_store, table, player, "A long note")
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
        lambda: studies.edit(any_store, player, study.id, 2, studies.comment(ROOT, "A longer word")),
        lambda: talk.put_note(any_store, table, player, "A longer note"),
        lambda: talk.say(any_store, table, newcomer("bea"), phrase="ahoy"),
    ):
        with pytest.raises(TooMany, match="no room for anything new"):
            begin()
    talk.put_note(any_store, table, player, "A note")  # who makes room is let in
    studies.edit(any_store, player, study.id, 2, studies.comment(ROOT, ""))
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


def test_what_guests_leave_behind_for_good(any_store: Store):
    """Finished games without a member, studies of guests and their notes beside others' games go; what is young stays.

    So do members' things, and what a guest notes beside a game of their own against a member.
    """
    player, member = newcomer("ann"), Actor("member", "", Role.MEMBER)
    over, young, mine = (sit(any_store, "LC", person(one), person(one), owner=one) for one in (player, player, member))
    both = sit(any_store, "LC", person(player), person(member), owner=player)
    for table, one in ((over, player), (young, player), (mine, member), (both, member)):
        abandon(any_store, table.id, one)
    any_store.write(lambda connection: accounts.enrol(connection, "member", "Mary Read", now()))
    kept = [studies.keep(any_store, one, kidd.Match("LC")).id for one in (player, member, newcomer("bea"))]
    for table, one in ((mine, player), (both, player), (mine, member), (both, newcomer("bea"))):
        talk.put_note(any_store, table, one, "Well played")
    for rows, others in ((games, games.c.id != young.id), (study_rows, study_rows.c.id != kept[2]), (notes, true())):
        old = update(rows).where(others).values(updated=now() - timedelta(days=366))
        any_store.write(partial(Connection.execute, statement=old))
    assert tidy(any_store, Keeping(90, 14)) == 0
    assert tidy(any_store, Keeping(0, 0, 365)) == 1
    for gone, found, error in ((over.id, load, NoSuchGame), (kept[0], studies.read, NoSuchStudy)):
        with pytest.raises(error):
            found(any_store, gone)
    assert [load(any_store, one.id).id for one in (young, mine, both)] == [young.id, mine.id, both.id]
    assert [studies.read(any_store, one).id for one in kept[1:]] == kept[1:]
    noted = [(mine, player), (both, player), (mine, member), (both, newcomer("bea"))]
    assert [talk.read(any_store, *one).note for one in noted] == ["", "Well played", "Well played", ""]


@pytest.mark.parametrize(
    ("keeping", "version", "days"),
    [(Keeping(90, 14), 1, 14), (Keeping(90, 14), 4, 90), (Keeping(90, 0), 1, 90), (Keeping(7, 14), 1, 7)],
)
def test_for_how_long(keeping: Keeping, version: int, days: int):
    """The shorter of the two holds for what was hardly begun."""
    assert keeping.days(version) == days
    assert Keeping(0, 14).days(4) == Keeping().days(1) == 0
