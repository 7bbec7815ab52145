"""Inviting somebody, sitting down and standing up, by forms."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from kidd.errors import KiddError
from kidd.game import descriptors
from kidd.search.levels import HIGHEST
from kidd.table import limits
from kidd.table.errors import NoSuchGame, Unavailable
from kidd.table.play import games
from kidd.table.play.actors import Actor
from kidd.table.play.club.invitations import invite
from kidd.table.play.people.guest_names import called
from kidd.table.play.seats import leave_or_decline
from kidd.table.snapshot import Table
from kidd.web.api.club.invitations import fill_seat, sit
from kidd.web.http.assets.templates import page
from kidd.web.http.requests import Refused, Sent, number, perhaps, status_of, text
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.home.new_game_card import cards
from kidd.web.pages.home.new_game_form import LEVEL, families
from kidd.web.pages.invitation.invitation_form import WHOM, read_invitation
from kidd.web.pages.invitation.view import invitation_page
from kidd.words.club.speeds import DAYS, LIVE, speed_words
from kidd.words.errors import sentence
from kidd.words.names import ranks

router = APIRouter()
FIRST = descriptors()[0].code
USUAL = {
    "whom": "link",
    "friend": "",
    "players": "2",
    "level": str(LEVEL),
    "time": "",
    "minutes": "10",
    "seconds": "5",
    "colour": "random",
    "name": "",
    "lowest": "",
    "highest": "",
}


@router.get("/invite")
def new_invitation(request: Request, game: str = FIRST, whom: str = "link", friend: str = "") -> Response:
    """The form for those who want to play with others."""
    if game not in families() or whom not in WHOM or len(friend) > limits.NAME:
        raise Refused(422)
    return _form(request, {"game": game, "whom": whom, "friend": friend})


def _form(request: Request, said: dict[str, str], status: int = 200, problem: str = "") -> Response:
    _ = viewer_of(request).tongue
    return page(
        request,
        "invitation/form.html",
        status,
        cards=cards(_, said),
        said={"game": FIRST, **USUAL, **said},
        times=[("", [("", speed_words("", _))]), ("live", _speeds(LIVE, _)), ("days", _speeds(DAYS, _))],
        ranks=ranks(_),
        longest_name=limits.NAME,
        problem=problem,
    )


def _speeds(times: tuple[str, ...], _: Callable[..., str]) -> list[tuple[str, str]]:
    return [(time, speed_words(time, _)) for time in times]  # type: ignore[arg-type]


@router.get("/invitations")
def invitation_again() -> Response:
    """Where the form stands after a refusal: a new look at it, as in another language, begins anew."""
    return RedirectResponse("/invite", 303)


@router.post("/invitations")
def open_invitation(request: Request, said: Sent) -> Response:
    """Open a game in which somebody is still missing."""
    state, viewer = request.app.state, viewer_of(request)
    actor = state.sessions.newcomer(request)
    try:
        wish = read_invitation(said)
        name = called(state.store, actor, wish.name, viewer.tongue)
        table = invite(state.store, actor, wish._replace(name=name))
    except Unavailable:
        raise
    except KiddError as error:
        known = {key: value for key, value in said.items() if isinstance(value, str)}
        if known.get("game") not in families() or known.get("whom", "link") not in WHOM:
            raise
        return _form(request, known, status_of(error), sentence(error, viewer.tongue))
    state.metrics.opened.labels(wish.code).inc()
    return _welcome(request, table, actor)


@router.post("/games/{game_id}/seat")
def sit_down(request: Request, game_id: str, said: Sent) -> Response:
    """Sit down; whoever has no cookie yet gets one."""
    state, viewer = request.app.state, viewer_of(request)
    actor = state.sessions.newcomer(request)
    seat, name, salt = perhaps(said, "seat", 0, 2), text(said, "name", ""), text(said, "salt", "")

    def deed() -> Table:
        said_name = called(state.store, actor, name, viewer.tongue)
        return sit(state.store, game_id, actor, seat, name=said_name, salt=salt)

    return _attempt(request, game_id, deed, actor)


@router.post("/games/{game_id}/stand-up")
def stand_up(request: Request, game_id: str, said: Sent) -> Response:
    """Stand up before the game has begun, or say no to an invitation."""
    store, actor = request.app.state.store, viewer_of(request).actor
    return _attempt(request, game_id, lambda: leave_or_decline(store, game_id, actor), actor, back="/lobby")


@router.post("/games/{game_id}/computer")
def fill(request: Request, game_id: str, said: Sent) -> Response:
    """Let a computer play where nobody has come."""
    store, actor, level = request.app.state.store, viewer_of(request).actor, number(said, "level", 1, HIGHEST)
    seat = perhaps(said, "seat", 0, 2)
    return _attempt(request, game_id, lambda: fill_seat(store, game_id, actor, seat, level), actor)


def _attempt(request: Request, game_id: str, deed: Callable[[], Table], actor: Actor, back: str = "") -> Response:
    """Let somebody do something to a seat, and show them what came of it, or why nothing did."""
    try:
        table = deed()
    except (NoSuchGame, Unavailable):
        raise
    except KiddError as error:
        table = games.load(request.app.state.store, game_id)
        status, said = status_of(error), sentence(error, viewer_of(request).tongue)
        if not table.is_waiting_for_people:  # others were quicker: they can be watched
            return page(request, "error.html", status, status=status, sentence=said, game=game_id)
        return invitation_page(request, table, status, said)
    return _welcome(request, table, actor, back)


def _welcome(request: Request, table: Table, actor: Actor, back: str = "") -> Response:
    answer, state = RedirectResponse(back or f"/games/{table.id}", 303), request.app.state
    if actor.is_known:
        state.sessions.welcome(state.store, request, actor, answer)
    return answer
