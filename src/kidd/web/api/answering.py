"""What the routes of the API have in common: who asks, what changes a game, and how states are sent."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from hashlib import sha256
from threading import Lock
from typing import Annotated, Any, NoReturn

from cachetools import LRUCache
from fastapi import Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from kidd.draw.miniature import miniature
from kidd.table.play import games
from kidd.table.snapshot import Table
from kidd.table.storage.database.store import Store
from kidd.web.api.answers import Problem
from kidd.web.api.bodies import HIGHEST_PLY
from kidd.web.http.requests import Refused
from kidd.web.http.visitors.viewer import Viewer, viewer_of
from kidd.web.state.drawing import picture
from kidd.web.state.game_state import state_json
from kidd.web.state.models import Value

GameId = Annotated[str, Path(description="As the state says it (`id`).", examples=["k7w2m9xq4tbc"])]
PlyWish = Annotated[int | None, Query(ge=0, le=HIGHEST_PLY, description="A look back: the game after so many acts.")]
PRIVATE = {"cache-control": "private, no-cache", "vary": "Cookie, Accept-Language"}
UNKEPT = {"cache-control": "no-store", "vary": "Cookie, Accept-Language"}
KEPT_FOR_A_DAY = {"cache-control": "private, max-age=86400", "vary": "Cookie, Accept-Language"}
JSON = "application/json"
SVG_KIND = "image/svg+xml"
PICTURES = 8_000_000  # bytes of pictures that were drawn last

SMALL_KEPT = 60  # seconds that a browser keeps a small picture: the same ply comes again after a takeback

_pictures: LRUCache[Hashable, str] = LRUCache(PICTURES, len)  # by what changes whenever they do
_lock = Lock()


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What the document says of errors that a route may answer with."""
    return {status: {"model": Problem} for status in sorted({*statuses, 422, 429, 503})}


async def load(request: Request, game_id: str) -> Table:
    """A game as it stands; where nobody else writes, what is kept ready needs no thread."""
    store: Store = request.app.state.store
    ready = store.snapshots.latest(game_id) if store.is_ours_alone else None
    return await run_in_threadpool(games.load, store, game_id) if ready is None else ready


def told(request: Request, table: Table, *, since: int | None = None, status: int = 200) -> Response:
    """A game as it stands for the asker."""
    answer = Response(state_json(table, viewer_of(request), since=since), status, UNKEPT, JSON)
    if status == 201:
        answer.headers["location"] = f"/api/v1/games/{table.id}"
    return answer


def sent(value: Value) -> Response:
    """Any other answer."""
    return Response(value.model_dump_json(exclude_defaults=True), headers=UNKEPT, media_type=JSON)


def done() -> Response:
    """There is nothing more to say."""
    return Response(status_code=204, headers=UNKEPT)


def seal(request: Request, table: Table, viewer: Viewer, *about: object) -> str:
    """A tag that changes whenever what is told would."""
    seats = [seat.number for seat in table.seats if seat.is_of(viewer.person)]
    version: str = request.app.state.pages.version
    known = viewer.person in table.people
    said = (version, table.id, table.version, table.updated, seats, known, viewer.tongue.code, *about)
    return f'"{sha256(repr(said).encode()).hexdigest()[:24]}"'


def checked_ply(table: Table, ply: int) -> int:
    """A ply that the game has reached."""
    if ply > len(table.match):
        nothing_here()
    return ply


def book_of(table: Table) -> Response:
    """The log book of a game, to keep."""
    headers = {"content-disposition": f'attachment; filename="kidd-{table.id}.kidd"', "cache-control": "no-store"}
    return Response(games.logbook(table), media_type="text/plain; charset=utf-8", headers=headers)


def picture_of(request: Request, table: Table, ply: int, palette: str) -> Response:
    """A picture of the deck at a ply, to keep; it is drawn again only where it may have become another."""
    viewer, tag = viewer_of(request), seal(request, table, viewer_of(request), checked_ply(table, ply), palette)
    headers = {**PRIVATE, "etag": tag, "content-disposition": f'inline; filename="kidd-{table.id}-{ply}.svg"'}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=headers)
    drawn = _drawn_once(tag, lambda: picture(table, ply, viewer.tongue, palette))
    return Response(drawn, media_type=SVG_KIND, headers=headers)


def small_picture_of(table: Table, ply: int, palette: str) -> Response:
    """The deck at a ply, small and without words."""
    pos = table.match.position_at(checked_ply(table, ply))
    drawn = _drawn_once((pos.deck, pos.pieces, palette), lambda: miniature(pos.deck, pos.pieces, palette))
    return Response(drawn, media_type=SVG_KIND, headers={"cache-control": f"private, max-age={SMALL_KEPT}"})


def _drawn_once(key: Hashable, draw: Callable[[], str]) -> str:
    with _lock:
        drawn = _pictures.get(key)
    if drawn is None:
        drawn = draw()
        with _lock:
            _pictures[key] = drawn
    return drawn


def nothing_here() -> NoReturn:
    """Refuse an address that leads nowhere."""
    raise Refused(404)
