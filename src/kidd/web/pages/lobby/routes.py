"""The lobby: who is here, who looks for players, what can be watched, and computers that are always there."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from kidd.deck import CREWS
from kidd.game import COLOURS, descriptor
from kidd.game import game as game_of
from kidd.table.rating import Rating
from kidd.table.seats import Seat
from kidd.table.storage.club.lobby_rows import Running, Seek, options_of
from kidd.table.storage.database.store import Store
from kidd.table.storage.game_lists import games_of
from kidd.table.summary import Summary
from kidd.web.api.club.lobby import Filter, look
from kidd.web.http.assets.templates import page
from kidd.web.http.requests import Refused, wants_json
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.home.new_game_form import families
from kidd.words.club.ratings import at_the_table, range_words
from kidd.words.club.speeds import NAMES, speed_words
from kidd.words.language import Tongue
from kidd.words.names import called, option_words, ranks

router = APIRouter()


class Line(NamedTuple):
    """A game in the lobby, in words."""

    id: str
    title: str
    who: str
    speed: str
    rated: bool
    range: str
    options: tuple[str, ...]
    yours: bool
    colour: str
    """The crew that whoever comes would play; empty where that is up to them, or nothing is free."""
    ply: int = 0
    rating: str = ""
    """Of whoever looks for players."""


@router.get("/lobby")
async def lobby_page(request: Request, game: str = "", speed: str = "", rated: str = "") -> Response:
    """The page, or for its own scripts the part of it that changes."""
    if (game and game not in families()) or (speed and speed not in NAMES) or rated not in ("", "yes", "no"):
        raise Refused(422)
    viewer, state = viewer_of(request), request.app.state
    _, person = viewer.tongue, viewer.person
    wanted = Filter(game, speed, {"": None, "yes": True, "no": False}[rated])
    found = await look(request)
    asked = await run_in_threadpool(_asking, state.store, person, _) if person else []
    filled = {
        "present": max(found.here, 1),  # whoever looks is here, though their page has not said so yet
        "seeks": [_seek(one, person, _) for one in found.seeks if wanted.fits(one)],
        "running": [_running(one, person, _) for one in found.running if wanted.fits(one)],
        "asked": asked,
        "narrow": bool(game or speed or rated),
        "address": "/lobby?" + urlencode({"game": game, "speed": speed, "rated": rated}),
    }
    if wants_json(request):
        html = state.pages.text("lobby/board.html", _.code, prefs=viewer.prefs, me=viewer.actor, **filled)
        return JSONResponse({"html": html}, headers={"cache-control": "no-store"})
    return page(
        request,
        "lobby/page.html",
        families=[(key, _(family[0].group_name)) for key, family in families().items()],
        speeds=[(key, _(words)) for key, words in NAMES.items()],
        chosen={"game": game, "speed": speed, "rated": rated},
        ranks=ranks(_),
        **filled,
    )


def _seek(one: Seek, person: str, _: Tongue) -> Line:
    owner = next((seat.name for seat in one.seats if seat.is_of(one.owner)), "")
    free = [COLOURS[seat.number] for seat in one.seats if seat.kind == "open" and not seat.person]
    return Line(
        one.id,
        _(descriptor(one.code).name),
        owner,
        speed_words(one.time, _),
        one.rated,
        range_words(one.lowest, one.highest, _),
        tuple(option_words(game_of(one.code, **one.options), _, openly=True)),  # type: ignore[arg-type]
        any(seat.is_of(person) for seat in one.seats),
        CREWS[free[0]] if len(free) == 1 else "",
        rating=_rating(one.rating, _),
    )


def _rating(rating: Rating | None, _: Tongue) -> str:
    if rating is None:
        return ""
    return at_the_table(rating.points, provisional=rating.is_provisional, change=None, _=_)


def _running(one: Running, person: str, _: Tongue) -> Line:
    yours = any(seat.is_of(person) for seat in one.seats)
    names = _names(one.seats, _)
    return Line(
        one.id, _(descriptor(one.code).name), names, speed_words(one.time, _), one.rated, "", (), yours, "", one.ply
    )


def _asking(store: Store, person: str, _: Tongue) -> list[Line]:
    """The games in which somebody is asked to play."""
    found = [one for one in games_of(store, person, finished=False) if one.asks(person)]
    with store.reading() as connection:
        options = options_of(connection, [one.id for one in found])
    return [_asked(one, options[one.id], _) for one in found]


def _asked(one: Summary, options: dict[str, str | int], _: Tongue) -> Line:
    there = tuple(seat for seat in one.seats if seat.kind != "open")
    said = tuple(option_words(game_of(one.code, **options), _, openly=True))  # type: ignore[arg-type]
    title = _(descriptor(one.code).name)
    return Line(one.id, title, _names(there, _), speed_words(one.time, _), one.rated, "", said, False, "")


def _names(seats: tuple[Seat, ...], _: Tongue) -> str:
    return " – ".join(called(seat, COLOURS[seat.number], seats, _) for seat in seats)
