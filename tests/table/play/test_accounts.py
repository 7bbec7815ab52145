"""Sessions of people who sign up, log in and out: which tokens are good for whom."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import update

from kidd.table.errors import TooFast
from kidd.table.moments import now
from kidd.table.people.passwords import Hasher
from kidd.table.play.actors import STRANGER, Actor, Role, guest
from kidd.table.play.games import Store
from kidd.table.play.people.accounts import Entered, Place, log_in, log_out, sign_up
from kidd.table.play.people.housekeeping import Keeping, tidy
from kidd.table.play.people.profile import verify_mail
from kidd.table.play.people.programs import make_bot, make_token
from kidd.table.storage.database.schema import persons
from kidd.table.storage.growth import Growth
from kidd.table.storage.persons import people, proofs
from kidd.web.http.visitors import bearers
from tests.table.sittings import person, sit

pytestmark = pytest.mark.once

PASSWORD, HERE = "two parrots", Place("192.0.2.1", "Firefox", "@1f")


@pytest.fixture
def hasher() -> Iterator[Hasher]:
    """What hashes passwords."""
    made = Hasher()
    yield made
    made.close()


def begun(store: Store, person: str) -> str:
    """The token of a new session."""
    token = people.new_id()
    store.write(lambda connection: people.begin_session(connection, person, token, now()))
    return token


def whose(store: Store, token: str) -> str:
    """Who comes with a token, empty for a stranger."""
    with store.reading() as connection:
        found = people.find_session(connection, token)
    return found.person if found else ""


def signs_up(store: Store, hasher: Hasher, actor: Actor, name: str = "Ann") -> Entered:
    """Somebody becomes a member."""
    return asyncio.run(sign_up(store, hasher, actor, HERE, name, PASSWORD, rule="open"))


def test_no_session_of_a_guest_becomes_a_members(any_store: Store, hasher: Hasher):
    """Neither the one that signs up nor another one of the same guest; those of others stay."""
    person = people.new_id()
    tokens = [begun(any_store, person) for _ in range(3)]
    other = begun(any_store, people.new_id())
    entered = signs_up(any_store, hasher, guest(person, people.session_id(tokens[0])))
    assert [whose(any_store, token) for token in tokens] == [""] * 3
    assert whose(any_store, entered.token) == entered.account.id == person
    assert whose(any_store, other)


def test_a_guest_is_handed_back_once(any_store: Store, hasher: Hasher):
    """However many log in at once with the cookie of one guest: whoever comes late leaves nobody behind."""
    signs_up(any_store, hasher, STRANGER)
    person = people.new_id()
    there = guest(person, people.session_id(begun(any_store, person)))

    async def scene() -> list[str]:
        entered = [await log_in(any_store, hasher, there, HERE, "Ann", PASSWORD) for _ in range(3)]
        actors = [Actor(one.account.id, people.session_id(one.token)) for one in entered]
        return [await log_out(any_store, actor, HERE) for actor in actors]

    handed = asyncio.run(scene())
    assert [whose(any_store, token) for token in handed] == [person, "", ""]


def share(store: Store, person: str) -> str:
    """Whose part of what all share somebody takes."""
    with store.reading() as connection:
        return people.find_share(connection, person)


def a_day_later(store: Store) -> None:
    """Whoever is here has been here for longer, and it was tidied up since."""
    ago = now() - timedelta(hours=25)
    store.write(lambda connection: connection.execute(update(persons).values(created=ago)))
    tidy(store, Keeping())


def test_new_members_of_one_place_are_one(any_store: Store, hasher: Hasher):
    """Who signs up counts as the guests of that place do, and so do their programs; a day later they are themselves."""
    store, place = any_store, HERE.share
    store.growth = Growth(each=3)
    entered = signs_up(store, hasher, guest("patient", people.session_id(begun(store, "patient"))))
    a_day_later(store)
    other = signs_up(store, hasher, STRANGER, "Bea")
    assert [share(store, one.account.id) for one in (entered, other)] == ["patient", place]
    with store.reading() as connection:
        found = people.find_session(connection, other.token)
    assert found is not None
    actor = Actor(found.person, found.id, Role.MEMBER, origin=found.origin)
    bot = make_bot(store, actor, "Tin parrot")
    programs = [
        bearers.actor_of(store, make_token(store, actor, "a program", frozenset({"play"}), one)) for one in ("", bot)
    ]
    crowd = [actor, *programs, guest("newcomer", origin=place)]
    assert {one.share for one in crowd} == {share(store, bot)} == {place}
    for one in crowd[:3]:
        sit(store, "LC", person(one), person(one), owner=one)
    with pytest.raises(TooFast):
        sit(store, "LC", person(crowd[3], ""), person(crowd[3], ""), owner=crowd[3])
    a_day_later(store)
    assert [share(store, one) for one in (actor.person, bot)] == [actor.person, bot]


def test_who_waits_as_a_guest_is_as_new(store: Store, hasher: Hasher):
    """An account is as old as its name, however long its guest has been here."""
    waiting = guest("patient", people.session_id(begun(store, "patient")))
    a_day_later(store)
    signs_up(store, hasher, waiting)
    tidy(store, Keeping())
    assert share(store, "patient") == HERE.share


def test_who_confirms_an_address_counts_alone(store: Store, hasher: Hasher):
    """At once, and so do their bots; whoever signs up on this machine does from the beginning."""
    entered = signs_up(store, hasher, STRANGER)
    actor = Actor(entered.account.id, "", Role.MEMBER, origin=HERE.share)
    bot = make_bot(store, actor, "Tin parrot")
    assert share(store, actor.person) == share(store, bot) == actor.origin
    code = store.write(lambda connection: proofs.issue(connection, "mail", actor.person, "ann@example.org", now()))
    verify_mail(store, code)
    assert [share(store, one) for one in (actor.person, bot)] == [actor.person, bot]
    here = asyncio.run(sign_up(store, hasher, STRANGER, Place("127.0.0.1", "", "@~1f"), "Cid", PASSWORD, rule="open"))
    assert share(store, here.account.id) == here.account.id
