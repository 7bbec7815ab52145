"""People and their sessions."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from kidd.table.moments import now
from kidd.table.play.games import Store
from kidd.table.storage.database.schema import persons
from kidd.table.storage.persons import people
from kidd.table.storage.persons.people import Session
from tests.table.sittings import count

pytestmark = pytest.mark.once


def begin(store: Store, person: str, token: str) -> None:
    """A person comes in at some device."""
    store.write(lambda connection: people.begin_session(connection, person, token, now()))


def find(store: Store, token: str) -> Session | None:
    """Who that is."""
    with store.reading() as connection:
        return people.find_session(connection, token)


def end(store: Store, person: str, session: str) -> bool:
    """A person ends a session."""
    return store.write(lambda connection: people.end_session(connection, person, session, now()))


def listed(store: Store, person: str) -> list[str]:
    """The sessions of a person."""
    with store.reading() as connection:
        return [session.id for session in people.sessions_of(connection, person)]


def test_a_session_is_found_by_its_token(any_store: Store):
    """And by nothing else: not by its own id, not by the person's."""
    begin(any_store, "ann", "token-a")
    found = find(any_store, "token-a")
    assert found is not None
    assert (found.person, found.name, found.id) == ("ann", "", people.session_id("token-a"))
    assert now() - found.created < timedelta(minutes=5)
    for token in ("", "token-b", "ann", found.id, "token-a ", "TOKEN-A", "é", "\x00"):
        assert find(any_store, token) is None


def test_a_person_with_a_name(store: Store):
    """Is no guest."""
    begin(store, "ann", "token-a")
    store.write(lambda connection: connection.execute(text("UPDATE persons SET name = 'Ann'")))
    found = find(store, "token-a")
    assert found is not None
    assert found.name == "Ann"


def test_a_person_may_be_at_several_devices(any_store: Store):
    """Each has a session of its own, listed in the order in which they began."""
    for token in ("one", "two", "three"):
        begin(any_store, "ann", token)
    begin(any_store, "bea", "four")
    assert sorted(listed(any_store, "ann")) == sorted(map(people.session_id, ("one", "two", "three")))
    assert listed(any_store, "bea") == [people.session_id("four")]
    assert listed(any_store, "cat") == []
    assert count(any_store, "persons") == 2


def test_a_session_that_was_ended(any_store: Store):
    """Is not found any more, nor listed, and ends once; the others go on."""
    for token in ("one", "two"):
        begin(any_store, "ann", token)
    one, two = map(people.session_id, ("one", "two"))
    assert end(any_store, "ann", one)
    assert find(any_store, "one") is None
    assert listed(any_store, "ann") == [two]
    assert not end(any_store, "ann", one)
    assert find(any_store, "two") is not None


def test_a_session_of_somebody_else(any_store: Store):
    """Is not one's own to end, nor is one that there is not."""
    begin(any_store, "ann", "one")
    assert not end(any_store, "bea", people.session_id("one"))
    assert not end(any_store, "", people.session_id("one"))
    assert not end(any_store, "ann", "one")
    assert not end(any_store, "ann", people.session_id("two"))
    assert find(any_store, "one") is not None


def test_a_token_that_was_ended_does_not_begin_again(any_store: Store):
    """It is used up."""
    begin(any_store, "ann", "one")
    end(any_store, "ann", people.session_id("one"))
    with pytest.raises(IntegrityError):
        begin(any_store, "bea", "one")
    assert find(any_store, "one") is None


def test_tokens_are_not_in_the_database(any_store: Store):
    """Nobody who reads it can make a cookie of what stands there."""
    token = people.new_id()
    begin(any_store, "ann", token)

    def everything(connection: Connection) -> str:
        tables = ("persons", "sessions", "games", "seats", "events", "jobs", "analyses")
        return str([connection.execute(text(f"SELECT * FROM {name}")).all() for name in tables])

    with any_store.reading() as connection:
        kept = everything(connection)
    assert token not in kept
    assert people.session_id(token) in kept


def test_ids_cannot_be_guessed():
    """They are long, and there are no two alike."""
    ids = {people.new_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(len(one) == 2 * people.TOKEN_BYTES >= 32 for one in ids)


def test_remembering_twice_is_once(any_store: Store):
    """And the first time counts."""
    early, late = now() - timedelta(days=1), now()
    for moment in (early, late):
        any_store.write(partial(people.remember, person="ann", moment=moment))
    with any_store.reading() as connection:
        (row,) = connection.execute(persons.select()).all()
    assert (row.id, row.name, row.created) == ("ann", None, early)
