"""Who calls, as the house knows them: the actor behind a cookie, looked up once and remembered for a moment."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from hashlib import sha256
from hmac import digest
from time import monotonic
from typing import NamedTuple

from cachetools import TTLCache
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, cookie_parser
from starlette.responses import Response
from starlette.types import Scope

from kidd.table.errors import Unavailable
from kidd.table.moments import now
from kidd.table.play.actors import STRANGER, Actor, guest, role_of
from kidd.table.play.people.accounts import Place
from kidd.table.play.people.scopes import UNKNOWN_BEARER
from kidd.table.storage.database.elsewhere import Elsewhere
from kidd.table.storage.database.store import Store
from kidd.table.storage.persons import accounts, people
from kidd.table.storage.persons.people import Session
from kidd.table.storage.persons.throttles import origin
from kidd.web.http.visitors import bearers
from kidd.web.http.visitors.agents import agent_words
from kidd.web.http.visitors.session_cookies import COOKIE, HOST_COOKIE, OLD_COOKIE, YEAR, SessionCookies
from kidd.web.http.visitors.viewer import Viewer, read_viewer, viewer_of
from kidd.words.club.days import zone_of

LOGGER = logging.getLogger("kidd.web")
REMEMBERED = 20_000  # actors, each by at most 207 letters, and as many viewers, by 32 bytes: 30 MB where both are full
SECONDS = 5.0  # for either, where nobody watches: twice that until it is seen what another process has changed
LASTING = 60.0  # where somebody does, and it is heard of within
WATCH_EVERY = 2.5  # seconds
SEEN_AGAIN = timedelta(hours=1)  # until it is noted again that a session is in use
SAYING = (b"cookie", b"accept-language")  # the headers that say who looks
SAYING_TO_THE_API = (*SAYING, bearers.HEADER)

REMEMBERED_VIEWER = "kidd.remembered_viewer"  # where the scope of a socket keeps who it is, until that is asked anew


class RememberedViewer(NamedTuple):
    """Who looks, among all who were looked up since somebody's session has ended here, and for how long that holds."""

    viewer: Viewer
    among: object
    until: float


class Sessions:
    """The sessions of one server: begun, looked up and ended."""

    def __init__(self, secret: bytes, timer: Callable[[], float] = monotonic) -> None:
        self._cookies = SessionCookies(secret)
        self._origins = digest(secret, b"kidd origin", sha256)
        self._timer = timer
        self._seconds = SECONDS
        self.forget_all()

    async def watch(self, store: Store) -> None:
        """Forget whom others have changed, as soon as that is heard of; what is known holds for longer meanwhile."""
        store.hub.when_people_change(self.forget_all)
        elsewhere = Elsewhere(store)
        while True:
            try:
                has_written, seconds = await asyncio.to_thread(elsewhere.has_written), LASTING
            except Unavailable:  # nobody knows
                has_written, seconds = True, SECONDS
            except Exception:  # whatever it was: who has ended a session relies on this
                if self._seconds == LASTING:
                    LOGGER.exception("whose session others have ended is not heard of")
                has_written, seconds = True, SECONDS
            if has_written or seconds != self._seconds:
                self._seconds = seconds
                self.forget_all()
            await asyncio.sleep(WATCH_EVERY)

    async def viewer(self, store: Store | None, scope: Scope) -> Viewer:
        """Who looks, by a request or a socket; whoever sends the same headers again is not looked up again."""
        if (viewer := self.viewer_at_hand(scope)) is not None:
            return viewer
        saying = SAYING if bearers.bearer_of(scope) is None else SAYING_TO_THE_API
        said = sha256(repr([header for header in scope["headers"] if header[0] in saying]).encode()).digest()
        viewers = self._viewers  # as below
        remembered: RememberedViewer | None = viewers.get(said)
        if remembered is None:
            viewer = read_viewer(HTTPConnection(scope), await self.find(store, scope))
            remembered = RememberedViewer(viewer, viewers, self._timer() + self._seconds)
            if store is None:  # nobody is known yet
                return viewer
            viewers[said] = remembered
        scope[REMEMBERED_VIEWER] = remembered
        return remembered.viewer

    def viewer_at_hand(self, scope: Scope) -> Viewer | None:
        """Who looks by a socket, if that was asked a moment ago and nobody's session has ended since."""
        remembered: RememberedViewer | None = scope.get(REMEMBERED_VIEWER)
        if remembered is not None and remembered.among is self._viewers and self._timer() < remembered.until:
            return remembered.viewer
        return None

    async def find(self, store: Store | None, scope: Scope) -> Actor:
        """The actor behind a request or a socket; a thread is needed only for who was not here a moment ago."""
        if store is None:
            return STRANGER
        if (secret := bearers.bearer_of(scope)) is not None:
            if not bearers.may_be_one(secret):
                return UNKNOWN_BEARER
            return await self._remembered(f"bearer {secret}", lambda: bearers.actor_of(store, secret))
        header = Headers(scope=scope).get("cookie")
        if not header:
            return STRANGER
        token = self._token(cookie_parser(header), _is_secure(scope))
        if not token:
            return STRANGER
        return await self._remembered(token, lambda: _actor(store, token))

    def _token(self, cookies: dict[str, str], secure: bool) -> str:
        """The token that a browser sends; by https only in the cookie that no other host of the domain can plant."""
        if secure:
            return self._cookies.read(cookies.get(HOST_COOKIE))
        return self._cookies.read(cookies.get(COOKIE), cookies.get(OLD_COOKIE))

    async def _remembered(self, key: str, look_up: Callable[[], Actor]) -> Actor:
        actors = self._actors  # as they are now: what was looked up before a session ended must not outlive that
        actor = actors.get(key)
        if actor is None:
            actor = actors[key] = await asyncio.to_thread(look_up)
        return actor

    def origin_of(self, address: str) -> str:
        """The number of where somebody comes from: the same on all servers that share a key, and nobody's to choose."""
        return origin(address, self._origins)

    def newcomer(self, caller: HTTPConnection) -> Actor:
        """Whoever begins something: the actor, or a new guest where a stranger does."""
        actor = viewer_of(caller).actor
        return actor if actor.is_known else guest(people.new_id(), origin=place_of(caller).share)

    def welcome(self, store: Store, caller: HTTPConnection, actor: Actor, answer: Response) -> None:
        """Give a guest who has just come the cookie of a session; whoever has one keeps it, if under another name."""
        if actor.session:
            return
        token, agent = people.new_id(), place_of(caller).agent
        begin = partial(people.begin_session, person=actor.person, token=token, agent=agent, origin=actor.origin)
        store.write(lambda connection: begin(connection, moment=now()))
        self.settle_zone(store, caller, actor.person)
        self.hand_out(caller, answer, token)

    def settle_zone(self, store: Store, caller: HTTPConnection, person: str) -> None:
        """Keep the time zone of the browser of whoever has none yet."""
        zone = viewer_of(caller).prefs.zone
        if zone and zone_of(zone) is not None:
            store.write(lambda connection: accounts.fill_zone(connection, person, zone))

    def hand_out(self, caller: HTTPConnection, answer: Response, token: str) -> None:
        """Let a browser keep the token of a session, in place of any other that it has."""
        secure = _is_secure(caller.scope)
        name = HOST_COOKIE if secure else COOKIE
        for other in (COOKIE, OLD_COOKIE):
            if other != name and other in caller.cookies:
                answer.delete_cookie(other, httponly=True, samesite="lax")
        answer.set_cookie(name, self._cookies.write(token), max_age=YEAR, httponly=True, samesite="lax", secure=secure)

    def list(self, store: Store, actor: Actor) -> Sequence[Session]:
        """Where somebody is at home."""
        with store.reading() as connection:
            return people.sessions_of(connection, actor.person)

    def end(self, store: Store, actor: Actor, session: str) -> bool:
        """End a session of one's own, this one or that of another device; False if there is none."""
        done = store.write(lambda connection: people.end_session(connection, actor.person, session, now()))
        self.forget_all()
        return done

    def end_others(self, store: Store, actor: Actor) -> None:
        """End all sessions of one's own but this one."""
        store.write(lambda connection: people.end_sessions(connection, actor.person, now(), but=actor.session))
        self.forget_all()

    def forget_all(self) -> None:
        """Look everybody up anew: somebody's session has ended, or they are somebody else now; from any thread."""
        self._actors: TTLCache[str, Actor] = TTLCache(REMEMBERED, self._seconds, self._timer)
        self._viewers: TTLCache[bytes, RememberedViewer] = TTLCache(REMEMBERED, self._seconds, self._timer)

    def forget(self, answer: Response) -> None:
        """Have a browser throw away the cookies of a session that was ended."""
        for name in (HOST_COOKIE, COOKIE, OLD_COOKIE):
            answer.delete_cookie(name, httponly=True, samesite="lax", secure=name is HOST_COOKIE)


def place_of(caller: HTTPConnection) -> Place:
    """Where somebody comes from, and with what."""
    address = caller.client.host if caller.client else ""
    share = caller.app.state.sessions.origin_of(address)
    return Place(address, agent_words(caller.headers.get("user-agent", "")), share)


def _is_secure(scope: Scope) -> bool:
    """Whether the site is called by https."""
    return "app" in scope and bool(scope["app"].state.settings.secure)


def _actor(store: Store, token: str) -> Actor:
    with store.reading() as connection:
        session = people.find_session(connection, token)
    if session is None:
        return STRANGER
    moment = now()
    if session.seen is None or moment - session.seen > SEEN_AGAIN:
        store.submit(lambda connection: people.touch_session(connection, session.id, moment))
    role = role_of(session.kind, operator=session.operator)
    return Actor(session.person, session.id, role, session.name, origin=session.origin)


def share_of(caller: HTTPConnection) -> str:
    """Whose share of the computers' time somebody takes; strangers, too, have that of where they come from."""
    return viewer_of(caller).actor.share or place_of(caller).share
