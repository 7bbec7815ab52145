"""Sessions of people who sign up, log in and out: which tokens are good for whom."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from kidd.table.moments import now
from kidd.table.people.passwords import Hasher
from kidd.table.play.actors import STRANGER, Actor, guest
from kidd.table.play.games import Store
from kidd.table.play.people.accounts import Entered, Place, log_in, log_out, sign_up
from kidd.table.storage.persons import people

pytestmark = pytest.mark.once

PASSWORD, HERE = "two parrots", Place("192.0.2.1", "Firefox")


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
