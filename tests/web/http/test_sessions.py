"""Who is behind a cookie, and for how long that is remembered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from kidd.table.play.actors import STRANGER, Actor, Role, guest
from kidd.table.storage import people
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.event_log import now
from kidd.web.http import sessions as module
from kidd.web.http.session_cookies import COOKIE, SessionCookies
from kidd.web.http.sessions import Sessions
from tests.patience import PATIENCE

SECRET = b"a secret of forty letters, for tests only"
ANN, TOKEN = "a" * 32, "5e" * 16
SCOPE = {"type": "http", "headers": [(b"cookie", f"{COOKIE}={SessionCookies(SECRET).write(TOKEN)}".encode())]}
HERE = guest(ANN, people.session_id(TOKEN))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A database in which Ann has a session."""
    opened = open_store(f"sqlite:///{tmp_path}/kidd.db")
    opened.write(lambda connection: people.begin_session(connection, ANN, TOKEN, now()))
    yield opened
    opened.close()


def found(sessions: Sessions, store: Store | None, scope: dict[str, Any]) -> Actor:
    """Who that is."""
    return asyncio.run(sessions.find(store, scope))


def test_who_is_behind_a_cookie(store: Store):
    """A guest by their session, and a stranger without one, with another server's, or before there is a database."""
    sessions = Sessions(SECRET)
    assert found(sessions, store, SCOPE) == HERE
    assert HERE.role is Role.GUEST
    assert found(sessions, store, {"type": "http", "headers": []}) == STRANGER
    assert found(Sessions(b"another"), store, SCOPE) == STRANGER
    assert found(sessions, None, SCOPE) == STRANGER


def test_looked_up_once(store: Store, monkeypatch: pytest.MonkeyPatch):
    """For a moment the database is not asked again."""
    asked: list[str] = []
    actor = module._actor

    def counted(store: Store, token: str) -> Actor:
        asked.append(token)
        return actor(store, token)

    monkeypatch.setattr(module, "_actor", counted)
    sessions = Sessions(SECRET)
    for _ in range(3):
        assert found(sessions, store, SCOPE) == HERE
    assert asked == [TOKEN]


def test_an_end_is_heard_of_at_once(store: Store):
    """Though it was remembered a moment ago; ended twice, it is ended once."""
    sessions = Sessions(SECRET)
    assert found(sessions, store, SCOPE) == HERE
    assert sessions.end(store, HERE, HERE.session)
    assert found(sessions, store, SCOPE) == STRANGER
    assert not sessions.end(store, HERE, HERE.session)
    assert list(sessions.list(store, HERE)) == []


def test_an_end_in_the_middle_of_a_look(store: Store, monkeypatch: pytest.MonkeyPatch):
    """What was looked up before the end is not remembered after it."""
    sessions, looked, go = Sessions(SECRET), Event(), Event()
    actor = module._actor

    def slowly(store: Store, token: str) -> Actor:
        known = actor(store, token)
        looked.set()
        assert go.wait(PATIENCE)
        return known

    async def scene() -> tuple[Actor, Actor]:
        first = asyncio.create_task(sessions.find(store, SCOPE))
        assert await asyncio.to_thread(looked.wait, PATIENCE)
        assert await asyncio.to_thread(sessions.end, store, HERE, HERE.session)
        go.set()
        return await first, await sessions.find(store, SCOPE)

    monkeypatch.setattr(module, "_actor", slowly)
    assert asyncio.run(scene()) == (HERE, STRANGER)


def test_nobody_ends_anothers(store: Store):
    """Not even by its right id."""
    sessions = Sessions(SECRET)
    assert not sessions.end(store, guest("b" * 32), HERE.session)
    assert found(sessions, store, SCOPE) == HERE
