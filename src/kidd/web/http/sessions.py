"""Who calls, as the house knows them: the actor behind a cookie, looked up once and remembered for a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from cachetools import TTLCache
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, cookie_parser
from starlette.responses import Response
from starlette.types import Scope

from kidd.table.play.actors import STRANGER, Actor, Role, guest
from kidd.table.storage import people
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import now
from kidd.table.storage.people import Session
from kidd.web.http.session_cookies import COOKIE, OLD_COOKIE, YEAR, SessionCookies

REMEMBERED = 20_000  # actors
SECONDS = 10.0  # after which another process that has ended a session is heard of
SCOPE = "kidd.actor"


class Sessions:
    """The sessions of one server: begun, looked up and ended."""

    def __init__(self, secret: bytes) -> None:
        self._cookies = SessionCookies(secret)
        self._known: TTLCache[str, Actor] = TTLCache(REMEMBERED, SECONDS)

    async def find(self, store: Store | None, scope: Scope) -> Actor:
        """The actor behind a request or a socket; a thread is needed only for who was not here a moment ago."""
        header = Headers(scope=scope).get("cookie")
        if not header or store is None:
            return STRANGER
        cookies = cookie_parser(header)
        token = self._cookies.read(cookies.get(COOKIE), cookies.get(OLD_COOKIE))
        if not token:
            return STRANGER
        remembered = self._known  # as it is now: what was looked up before a session ended must not outlive that
        known = remembered.get(token)
        if known is None:
            known = remembered[token] = await asyncio.to_thread(_actor, store, token)
        return known

    def newcomer(self, actor: Actor) -> Actor:
        """Whoever begins something: the actor, or a new guest where a stranger does."""
        return actor if actor.is_known else guest(people.new_id())

    def welcome(self, store: Store, caller: HTTPConnection, actor: Actor, answer: Response) -> None:
        """Give a guest who has just come the cookie of a session; whoever has one keeps it."""
        if actor.session:
            return
        token = people.new_id()
        store.write(lambda connection: people.begin_session(connection, actor.person, token, now()))
        answer.set_cookie(
            COOKIE,
            self._cookies.write(token),
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=caller.app.state.settings.secure,
        )

    def list(self, store: Store, actor: Actor) -> Sequence[Session]:
        """Where somebody is at home."""
        with store.reading() as connection:
            return people.sessions_of(connection, actor.person)

    def end(self, store: Store, actor: Actor, session: str) -> bool:
        """End a session of one's own, this one or that of another device; False if there is none."""
        done = store.write(lambda connection: people.end_session(connection, actor.person, session, now()))
        self._known = TTLCache(REMEMBERED, SECONDS)
        return done

    def forget(self, answer: Response) -> None:
        """Have a browser throw away the cookies of a session that was ended."""
        for name in (COOKIE, OLD_COOKIE):
            answer.delete_cookie(name, httponly=True, samesite="lax")


def _actor(store: Store, token: str) -> Actor:
    with store.reading() as connection:
        session = people.find_session(connection, token)
    if session is None:
        return STRANGER
    return Actor(session.person, session.id, Role.MEMBER if session.name else Role.GUEST)
