"""Who is behind a cookie, and for how long that is remembered."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from kidd.table.errors import Unavailable
from kidd.table.moments import now
from kidd.table.play.actors import STRANGER, Actor, Role, guest
from kidd.table.play.people.scopes import UNKNOWN_BEARER
from kidd.table.storage.database.elsewhere import Elsewhere
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.persons import people, tokens
from kidd.web.http.visitors import sessions as module
from kidd.web.http.visitors.session_cookies import COOKIE, OLD_COOKIE, SessionCookies
from kidd.web.http.visitors.sessions import Sessions
from kidd.web.http.visitors.viewer import Viewer
from tests.patience import PATIENCE
from tests.web.afloat import Server, afloat

SECRET = b"a secret of forty letters, for tests only"
ANN, TOKEN = "a" * 32, "5e" * 16
SCOPE: dict[str, Any] = {
    "type": "http",
    "headers": [(b"cookie", f"{COOKIE}={SessionCookies(SECRET).write(TOKEN)}".encode())],
}
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


def test_where_nobody_watches_an_end_is_seen_within_ten_seconds(store: Store):
    """Whatever was remembered there and however it was asked for; until then a look costs no question."""
    clock = [0.0]
    here, elsewhere = Sessions(SECRET), Sessions(SECRET, lambda: clock[0])

    def looked(language: str) -> Actor:
        headers = [*SCOPE["headers"], (b"accept-language", language.encode())]
        return asyncio.run(elsewhere.viewer(store, {"type": "http", "headers": headers})).actor

    assert looked("de") == HERE
    assert here.end(store, HERE, HERE.session)
    clock[0] = 4.9
    assert looked("fr") == HERE  # by what is known of the actor, and remembered for as long again
    clock[0] = 9.8
    assert looked("fr") == HERE
    clock[0] = 10.0
    assert (looked("de"), looked("fr")) == (STRANGER, STRANGER)


@pytest.mark.parametrize("error", [None, Unavailable("no-answer"), RuntimeError("whatever it is")])
def test_what_others_change_is_watched(store: Store, monkeypatch: pytest.MonkeyPatch, error: Exception | None):
    """Then whoever is known is known for longer, until somebody writes to the file or the database does not answer."""
    monkeypatch.setattr(module, "WATCH_EVERY", 0.01)
    clock = [0.0]
    sessions = Sessions(SECRET, lambda: clock[0])

    def fail(_: object) -> bool:
        raise error or AssertionError

    async def looked() -> Actor:
        return (await sessions.viewer(store, dict(SCOPE))).actor

    async def forgotten(before: object) -> None:
        async with asyncio.timeout(PATIENCE):
            while sessions._viewers is before:
                await asyncio.sleep(0)

    async def scene() -> None:
        before = sessions._viewers
        watching = asyncio.create_task(sessions.watch(store))
        await forgotten(before)
        assert await looked() == HERE
        before, clock[0] = sessions._viewers, module.LASTING - 1
        if error:
            monkeypatch.setattr(Elsewhere, "has_written", fail)
        else:
            with closing(open_store(str(store.engine.url))) as other:
                other.write(lambda connection: people.end_session(connection, ANN, HERE.session, now()))
        await forgotten(before)
        assert await looked() == (HERE if error else STRANGER)
        watching.cancel()

    asyncio.run(scene())
    assert sessions._seconds == (module.SECONDS if error else module.LASTING)


def test_who_looks_is_told_apart_by_all_that_they_send(store: Store):
    """The same headers are the same viewer; an end, a language or a preference makes another one."""
    sessions = Sessions(SECRET)

    def looked(*headers: tuple[bytes, bytes]) -> Viewer:
        return asyncio.run(sessions.viewer(store, {"type": "http", "headers": [*SCOPE["headers"], *headers]}))

    german = looked((b"accept-language", b"de"))
    assert (german.actor, german.tongue.code) == (HERE, "de")
    assert looked((b"host", b"elsewhere"), (b"accept-language", b"de")) is german
    assert looked((b"accept-language", b"fr")).tongue.code == "fr"
    long = b"accept-language", b"de" + b" " * 9000
    assert looked(long) == german
    assert looked(long) is looked(long)
    assert sessions.end(store, HERE, HERE.session)
    assert looked((b"accept-language", b"de")).actor == STRANGER


def test_what_is_remembered_is_bounded(store: Store):
    """Whatever comes along: viewers by a few bytes, and actors by what may be a token of ours."""
    sessions = Sessions(SECRET)
    for secret in ("x" * 5000, tokens.PREFIX + "x" * 5000, tokens.PREFIX + "x" * 20):
        scope = {
            "type": "http",
            "path": "/api/v1/games",
            "headers": [(b"authorization", f"Bearer {secret}".encode()), (b"accept-language", b"de," * 5000)],
        }
        assert asyncio.run(sessions.viewer(store, scope)).actor == UNKNOWN_BEARER
    assert {len(key) for key in sessions._viewers} == {32}
    assert [len(key) for key in sessions._actors] == [len(f"bearer {tokens.PREFIX}") + 20]


def test_a_cookie_of_this_host_only(tmp_path: Path):
    """Under https it is one that browsers take from this very host; others of the domain could plant the rest."""
    with afloat(tmp_path, base_url="https://kidd.example.org") as server, server.visitor() as visitor:
        visitor.headers["host"] = "kidd.example.org"
        answer = visitor.post("/games", data={"game": "LC", "party": "2-2"})
        cookie, _, attributes = answer.headers["set-cookie"].partition("; ")
        name, _, value = cookie.partition("=")
        assert name == "__Host-kidd_session"
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        assert set(attributes.lower().split("; ")) >= {"secure", "httponly", "path=/", "samesite=lax"}
        assert "domain" not in attributes.lower()
        page = answer.headers["location"]
        visitor.cookies.clear()
        assert visitor.plays(page, 0, "@c1").status_code == 403
        for planted in (f"{COOKIE}={value}", f"{name}=x.y; {COOKIE}={value}", f"{OLD_COOKIE}={_of_old(server, value)}"):
            visitor.headers["cookie"] = planted
            assert visitor.plays(page, 0, "@c1").status_code == 403, planted
        visitor.headers["cookie"] = f"{name}={value}; {COOKIE}={SessionCookies(SECRET).write('7' * 32)}"
        assert visitor.plays(page, 0, "@c1").status_code == 200
        said = {"name": "Anne Bonny", "password": "two parrots", "again": "two parrots"}
        given = visitor.post("/signup", data=said).headers.get_list("set-cookie")
        assert [one.partition("=")[0] for one in given][:2] == [COOKIE, name]
        assert "Max-Age=0" in given[0]


def _of_old(server: Server, cookie: str) -> str:
    """The same token as cookies held it before there were sessions."""
    token = cookie.partition(".")[0]
    key = hmac.digest(server.app.state.settings.secret(), b"kidd visitor", sha256)
    return f"{token}.{hmac.digest(key, token.encode(), sha256).hex()}"
