"""The lobby: looked up once for all who look at it, and told to them when it changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, WebSocket, WebSocketDisconnect
from starlette.responses import Response

from kidd.table.errors import TooFast, Unavailable
from kidd.table.play.club.invitations import Lobby, look_around
from kidd.table.seats import Seat
from kidd.table.snapshot import LISTED
from kidd.table.storage.club.lobby_rows import Running, Seek
from kidd.table.storage.database.store import Store
from kidd.web.api.answering import UNKEPT, problems
from kidd.web.api.answers import ListedSeat
from kidd.web.api.club.answers import LobbyState, SeekState, WatchedState
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.api.sockets.wire import ELSEWHERE, RESTARTS, close, send, tell_until_gone, turn_away
from kidd.web.http.defence.origins import from_elsewhere
from kidd.web.http.middleware import TRY_AGAIN
from kidd.web.http.visitors.viewer import viewer_of

log = logging.getLogger(__name__)

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Finding players"])
FRESH = 1.0  # seconds for which the lobby is looked up once for all
ROUND = 5.0  # seconds after which it is looked up again though nobody has told of anything

Speed = Literal["", "live", "days", "none"]


class LobbyBoard:
    """The lobby of one process: kept for a second, and watched while somebody looks at it."""

    def __init__(self) -> None:
        self._known: Lobby | None = None
        self._known_at = 0.0
        self._looking = 0
        self._changed = asyncio.Event()
        self._news = asyncio.Event()
        self._stopped = False
        self._stale = False
        self._lock = asyncio.Lock()

    async def look(self, store: Store) -> Lobby:
        """The lobby as it is, or was a moment ago."""
        loop = asyncio.get_running_loop()
        async with self._lock:
            if self._known is None or self._stale or loop.time() - self._known_at >= FRESH:
                self._stale = False
                found = await asyncio.to_thread(look_around, store)
                if self._known is None or _facts(found) != _facts(self._known):
                    self._changed.set()
                    self._changed = asyncio.Event()
                self._known, self._known_at = found, loop.time()
            return self._known

    async def run(self, store: Store) -> None:
        """Look again whenever something happened that others may see, as long as somebody looks."""
        loop = asyncio.get_running_loop()

        def hear(game_id: str, _: int) -> None:
            """Called on the thread that tells of a change: of games of which nothing is known, anything may be."""
            table = store.snapshots.latest(game_id)
            if table is not None and not table.listed:
                return
            self._stale = True  # whoever asks next sees what they have done themselves
            if self._looking:
                loop.call_soon_threadsafe(self._news.set)

        store.hub.watch(hear, frozenset((LISTED,)))
        while True:
            try:
                async with asyncio.timeout(ROUND):
                    await self._news.wait()
            except TimeoutError:
                pass
            self._news.clear()
            await asyncio.sleep(FRESH)  # what happens meanwhile is seen together
            if self._looking:
                try:
                    await self.look(store)
                except Unavailable as error:
                    log.warning("the lobby cannot be looked up: %s", error)

    async def follow(self, store: Store) -> AsyncIterator[Lobby]:
        """The lobby now, and whenever it has changed, until the server stops."""
        self._looking += 1
        try:
            while not self._stopped:
                changed = self._changed
                yield await self.look(store)
                await changed.wait()
        finally:
            self._looking -= 1

    def close(self) -> None:
        """Let those go who look, when the server stops."""
        self._stopped = True
        self._changed.set()


def _facts(lobby: Lobby) -> tuple[object, ...]:
    return lobby.here, lobby.seeks, [(one.id, one.seats, one.ply) for one in lobby.running]


@router.get("/lobby", response_model=LobbyState, responses=problems())
async def lobby(
    request: Request,
    game: Annotated[str, Query(max_length=8, description="Only this game.")] = "",
    speed: Annotated[Speed, Query(description="Only those to be played at once, by days, or without a clock.")] = "",
    rated: Annotated[bool | None, Query(description="Only rated games, or only those for fun.")] = None,
) -> Response:
    """Who is here, who looks for players, and what can be watched."""
    found = await request.app.state.lobby.look(request.app.state.store)
    state = lobby_state(found, viewer_of(request).person, Filter(game, speed, rated))
    return Response(state.model_dump_json(exclude_defaults=True), headers=UNKEPT, media_type="application/json")


class Filter:
    """What somebody looks for in the lobby."""

    def __init__(self, game: str = "", speed: str = "", rated: bool | None = None) -> None:
        self.game = game
        self.speed = speed
        self.rated = rated

    def fits(self, one: Seek | Running) -> bool:
        """Whether a game is like that; `MG` is for any number of players."""
        speed = "live" if "+" in one.time else "days" if one.time else "none"
        return (
            (not self.game or one.code.startswith(self.game))
            and self.speed in ("", speed)
            and self.rated in (None, one.rated)
        )


ALL = Filter()


def lobby_state(found: Lobby, person: str, wanted: Filter = ALL) -> LobbyState:
    """The lobby for somebody, or what they look for in it."""
    return LobbyState(
        here=found.here,
        seeks=tuple(_seek(one, person) for one in found.seeks if wanted.fits(one)),
        games=tuple(_watched(one, person) for one in found.running if wanted.fits(one)),
    )


def _seek(one: Seek, person: str) -> SeekState:
    return SeekState(
        id=one.id,
        game=one.code,
        options=one.options,
        by=next((seat.name for seat in one.seats if seat.is_of(one.owner)), ""),
        yours=any(seat.is_of(person) for seat in one.seats),
        seats=_seats(one.seats, person),
        time=one.time,
        rated=one.rated,
        lowest=one.lowest,
        highest=one.highest,
        rating=one.rating.points if one.rating else None,
        provisional=bool(one.rating and one.rating.is_provisional),
        created=one.created,
    )


def _watched(one: Running, person: str) -> WatchedState:
    return WatchedState(
        id=one.id,
        game=one.code,
        seats=_seats(one.seats, person),
        ply=one.ply,
        time=one.time,
        rated=one.rated,
        updated=one.updated,
    )


def _seats(seats: Iterable[Seat], person: str) -> tuple[ListedSeat, ...]:
    return tuple(
        ListedSeat(
            number=seat.number,
            kind=seat.kind,
            name=seat.name if seat.kind == "person" else "",
            level=seat.level,
            you=seat.is_of(person),
        )
        for seat in seats
    )


@router.websocket("/lobby/socket")
async def socket(caller: WebSocket) -> None:
    """Tell of the lobby, and whenever it has changed; whoever listens is here."""
    state = caller.app.state
    await caller.accept()
    if from_elsewhere(caller, state.settings.base_url):
        await close(caller, ELSEWHERE)
        return
    person = viewer_of(caller).person
    state.metrics.sockets.inc()
    try:
        with state.portholes.of(caller), state.presence.of(person):
            await tell_until_gone(caller, _tell(caller))
    except TooFast as error:
        await turn_away(caller, error)
    except WebSocketDisconnect:
        pass
    finally:
        state.metrics.sockets.dec()


async def _tell(caller: WebSocket) -> None:
    state = caller.app.state
    try:
        async for found in state.lobby.follow(state.store):
            viewer = await state.sessions.viewer(state.store, caller.scope)  # whose session may have ended
            await send(caller, lobby_state(found, viewer.person).model_dump_json(exclude_defaults=True).encode())
        await close(caller, RESTARTS)
    except Unavailable:
        await close(caller, TRY_AGAIN)


async def look(request: Request) -> Lobby:
    """The lobby for a page."""
    found: Lobby = await request.app.state.lobby.look(request.app.state.store)
    return found
