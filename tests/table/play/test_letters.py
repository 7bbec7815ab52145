"""Letters to addresses that nobody has answered from yet: so many to one mailbox, and from one place."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from kidd.table.errors import TooFast
from kidd.table.moments import now
from kidd.table.play.actors import Actor, Role
from kidd.table.play.people.accounts import Place
from kidd.table.play.people.profile import LETTERS_FOR, LETTERS_FROM, ask_mail, asked_mail
from kidd.table.storage.database.schema import outbox
from kidd.table.storage.database.store import Store
from kidd.table.storage.persons import accounts

pytestmark = pytest.mark.once


def member(store: Store, number: int) -> Actor:
    """One of many who have just signed up."""
    person, name = f"member-{number}", "Matey " + "abcdefghjkmnpqrstuvwxyz"[number]
    store.write(lambda connection: accounts.enrol(connection, person, name, now()))
    return Actor(person, "session", Role.MEMBER)


def asks(store: Store, number: int, address: str, place: str = "") -> bool:
    """Whether somebody new is written to at an address."""
    actor = member(store, number)
    try:
        ask_mail(store, actor, Place(place or f"203.0.113.{number}"), address, "en")
    except TooFast:
        assert not asked_mail(store, actor)
        return False
    return True


def test_nobody_is_buried_in_letters(any_store: Store):
    """However many ask, from wherever: three letters a day go to one mailbox, by whichever of its names."""
    names = ("ann@example.org", "Ann@Example.org", "ann+1@example.org", "ANN+2@example.org", "ann@example.org")
    assert [asks(any_store, number, name) for number, name in enumerate(names)] == [True] * 3 + [False] * 2
    assert asks(any_store, 5, "bob@example.org")
    with any_store.reading() as connection:
        assert connection.execute(select(func.count()).select_from(outbox)).scalar_one() == LETTERS_FOR.times + 1


def test_nobody_writes_to_everybody(store: Store):
    """From one place so many letters an hour, whoever asks for them; from elsewhere others are written to."""
    asked = [
        asks(store, number, f"person{number}@example.org", "192.0.2.1") for number in range(LETTERS_FROM.times + 1)
    ]
    assert asked == [True] * LETTERS_FROM.times + [False]
    assert asks(store, len(asked), "another@example.org", "192.0.2.2")
