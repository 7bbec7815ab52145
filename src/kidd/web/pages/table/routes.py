"""A game's page, and the forms by which its players act where scripts do not run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from kidd.draw.palette import PALETTES
from kidd.errors import KiddError, OptionError
from kidd.table.errors import Unavailable
from kidd.table.play import games
from kidd.table.play.actors import Actor
from kidd.table.play.club import conditions, talk
from kidd.table.play.club.invitations import SOURCE, find_rematch
from kidd.table.play.games import NoSuchGame, Stale, Table
from kidd.table.seats import is_waiting
from kidd.web.api.answering import book_of, checked_ply, picture_of, small_picture_of
from kidd.web.http import url_ply  # noqa: F401 - registers `{ply:ply}`
from kidd.web.http.assets.templates import page
from kidd.web.http.requests import PASSING, Refused, Sent, local, number, perhaps, seconds_of, status_of, text
from kidd.web.http.unhurried import in_turn, packed, unhurried
from kidd.web.http.visitors.sessions import place_of
from kidd.web.http.visitors.viewer import Viewer, viewer_of
from kidd.web.pages.home.home_page import home_page
from kidd.web.pages.home.new_game_form import families, read_opening
from kidd.web.pages.invitation.view import called_off_page, invitation_page
from kidd.web.pages.kept_days import BEGUN, kept_days, kept_later
from kidd.web.pages.table import kit as kits
from kidd.web.pages.table.kit import as_block, kit_address
from kidd.web.pages.table.table_view import look
from kidd.web.pages.table.view_models import Talking
from kidd.web.state.game_state import state_json
from kidd.web.state.plan_state import plan_state
from kidd.web.state.rematches import rematch_state
from kidd.web.state.talk_state import talk_state
from kidd.words.club.phrases import phrases
from kidd.words.errors import sentence
from kidd.words.study.computers import stranded

router = APIRouter()
router.routes.extend(kits.router.routes)
LINES = 60  # of a plan
DONE = 303  # the status of a deed that was done


@router.post("/games")
def open_game(request: Request, said: Sent) -> Response:
    """Open a game; whoever has no cookie yet gets one."""
    state = request.app.state
    actor = state.sessions.newcomer(request)
    try:
        code, options, seats = read_opening(said, actor.person)
        table = games.open_game(state.store, code=code, options=options, seats=seats, owner=actor)
    except OptionError as error:
        known = {key: value for key, value in said.items() if isinstance(value, str)}
        if known.get("game") not in families():
            raise
        return home_page(request, status_of(error), said=known, problem=sentence(error, viewer_of(request).tongue))
    state.metrics.opened.labels(code).inc()
    return welcome(request, table, actor)


def welcome(request: Request, table: Table, actor: Actor) -> Response:
    """Send a visitor to a game that was opened for them, with their cookie."""
    url = f"/games/{table.id}"
    answer, state = RedirectResponse(url, 303), request.app.state
    state.sessions.welcome(state.store, request, actor, answer)
    return answer


@router.get("/games/{game_id}")
@unhurried
def table_page(request: Request, game_id: str) -> Response:
    """The game as it stands, or the invitation to it while somebody is missing."""
    return _page(request, games.load(request.app.state.store, game_id), None)


@router.get("/games/{game_id}/log.kidd")
@unhurried
def log_kidd(request: Request, game_id: str) -> Response:
    """The log book, to keep."""
    return book_of(games.load(request.app.state.store, game_id))


@router.get("/games/{game_id}/{ply:ply}.svg")
@unhurried
def ply_svg(request: Request, game_id: str, ply: int, palette: str = "light") -> Response:
    """A picture of the deck at a ply."""
    table = games.load(request.app.state.store, game_id)
    if palette not in PALETTES:
        raise Refused(422)
    return picture_of(request, table, ply, palette)


@router.get("/games/{game_id}/{ply:ply}/small.svg")
async def small_svg(request: Request, game_id: str, ply: int, palette: str = "light") -> Response:
    """The deck at a ply as lists show it, by the dozen: that of a game which is kept ready waits for nobody's turn."""
    store = request.app.state.store

    def draw() -> Response:
        table = games.load(store, game_id)
        if palette not in PALETTES:
            raise Refused(422)
        return packed(request, small_picture_of(table, ply, palette))

    is_ready = store.snapshots.latest(game_id) is not None
    return await (run_in_threadpool(draw) if is_ready else in_turn(request, draw))


@router.get("/games/{game_id}/{ply:ply}")
@unhurried
def ply_page(request: Request, game_id: str, ply: int) -> Response:
    """A look back: the same page as it was after so many acts."""
    table = games.load(request.app.state.store, game_id)
    return _page(request, table, checked_ply(table, ply))


@router.post("/games/{game_id}/acts")
async def act(request: Request, game_id: str, said: Sent) -> Response:
    """Play a move, or say a word."""
    by = text(said, "by", "") or None
    wish, ply, version = text(said, "act").strip(), number(said, "ply"), perhaps(said, "version")
    store = request.app.state.store
    answer = await _attempt(request, game_id, lambda actor: games.play(store, game_id, actor, ply, wish, by, version))
    if answer.status_code < 400:
        request.app.state.metrics.acts.inc()
    return answer


@router.post("/games/{game_id}/takeback")
async def takeback(request: Request, game_id: str, said: Sent) -> Response:
    """Take back one's last move and what followed it, ask the others for it, or answer who asks."""
    store, ply, version = request.app.state.store, number(said, "ply"), perhaps(said, "version")
    answer = text(said, "answer", "")
    if answer not in ("", "yes", "no"):
        raise Refused(422)

    def deed(actor: Actor) -> Table:
        if answer:
            return games.answer_take_back(store, game_id, actor, ply, version, agree=answer == "yes")
        return games.take_back(store, game_id, actor, ply, version)

    return await _attempt(request, game_id, deed)


@router.post("/games/{game_id}/adjourn")
async def adjourn(request: Request, game_id: str, said: Sent) -> Response:
    """Ask the others to adjourn a live game, or answer who asks."""
    store, version, answer = request.app.state.store, perhaps(said, "version"), text(said, "answer", "")
    if answer not in ("", "yes", "no"):
        raise Refused(422)

    def deed(actor: Actor) -> Table:
        if answer:
            return games.answer_adjourn(store, game_id, actor, version, agree=answer == "yes")
        return games.adjourn(store, game_id, actor)

    return await _attempt(request, game_id, deed)


@router.post("/games/{game_id}/resume")
async def resume(request: Request, game_id: str, said: Sent) -> Response:
    """Say that one is ready to go on with an adjourned game."""
    store = request.app.state.store
    return await _attempt(request, game_id, lambda actor: games.resume(store, game_id, actor))


@router.post("/games/{game_id}/abandon")
async def abandon(request: Request, game_id: str, said: Sent) -> Response:
    """Close a game without a result; a form leads to where it says, or home."""
    store, back = request.app.state.store, local(text(said, "back", "/"))
    return await _attempt(request, game_id, lambda actor: games.abandon(store, game_id, actor), back)


@router.post("/games/{game_id}/go-on")
async def go_on(request: Request, game_id: str, said: Sent) -> Response:
    """Have the next computer act in a game between computers."""
    state, ply = request.app.state, number(said, "ply")

    def deed(actor: Actor) -> Table:
        table = games.load(state.store, game_id)
        games.check_go_on(table, actor, ply)
        state.computers.turns.go_on(table)
        return table

    return await _attempt(request, game_id, deed)


@router.post("/games/{game_id}/talk")
async def say(request: Request, game_id: str, said: Sent) -> Response:
    """Say something beside a game, in words or by a phrase."""
    words = {name: text(said, name, "") for name in ("room", "phrase", "text")}
    if words["phrase"]:
        words["text"] = ""  # the field of the form that was not meant

    state = request.app.state
    speaker = state.sessions.newcomer(request)

    def deed(_: Actor) -> Table:
        table = games.load(state.store, game_id)
        talk.say(state.store, table, speaker, **words, network=place_of(request).network)
        return table

    answer = await _attempt(request, game_id, deed)
    if answer.status_code == DONE:
        await run_in_threadpool(state.sessions.welcome, state.store, request, speaker, answer)
    return answer


@router.post("/games/{game_id}/talk/{number}")
async def about_message(request: Request, game_id: str, number: int, said: Sent) -> Response:
    """Report what somebody has said, or hear no more of them."""
    state, wish = request.app.state, text(said, "deed")
    if wish not in ("report", "block", "unblock"):
        raise Refused(422)

    def deed(actor: Actor) -> Table:
        table = games.load(state.store, game_id)
        if wish == "report":
            talk.report(state.store, table, actor, number)
        else:
            talk.block(state.store, table, actor, number, on=wish == "block")
            state.hearing.forget(actor.person)
        return table

    return await _attempt(request, game_id, deed)


@router.post("/games/{game_id}/note")
async def note(request: Request, game_id: str, said: Sent) -> Response:
    """Note something for oneself."""
    words = text(said, "text", "")

    def deed(actor: Actor) -> Table:
        table = games.load(request.app.state.store, game_id)
        talk.put_note(request.app.state.store, table, actor, words)
        return table

    return await _attempt(request, game_id, deed)


@router.post("/games/{game_id}/plan")
async def plan(request: Request, game_id: str, said: Sent) -> Response:
    """Plan ahead: in each line what the others may do, and what is to be played then; or drop one of the lines."""
    ply, lines = number(said, "ply"), [line.split() for line in text(said, "lines", "").splitlines()[:LINES]]
    store, dropped = request.app.state.store, perhaps(said, "drop")

    def deed(actor: Actor) -> Table:
        table = games.load(store, game_id)
        if dropped is None:
            conditions.put_plan(store, table, actor, ply, [line for line in lines if line])
        else:
            conditions.drop_line(store, table, actor, ply, dropped)
        return table

    return await _attempt(request, game_id, deed)


@router.post("/games/{game_id}/rematch")
@unhurried
def rematch(request: Request, game_id: str, said: Sent) -> Response:
    """The same game again, seats swapped."""
    return _done_or_refused(request, game_id, lambda actor: games.rematch(request.app.state.store, game_id, actor))


async def _attempt(request: Request, game_id: str, deed: Callable[[Actor], Table], back: str = "") -> Response:
    """Let a visitor do something to a game, and show them what came of it, or why nothing did: that in their turn."""
    try:
        table = await run_in_threadpool(deed, viewer_of(request).actor)
    except (NoSuchGame, Unavailable):
        raise
    except KiddError as error:
        refused = partial(_refused, request, game_id, error)
        return await in_turn(request, lambda: packed(request, refused()))
    return RedirectResponse(back or f"/games/{table.id}", DONE)


def _done_or_refused(request: Request, game_id: str, deed: Callable[[Actor], Table]) -> Response:
    """The same for what takes long itself, by whoever has their turn already."""
    try:
        table = deed(viewer_of(request).actor)
    except (NoSuchGame, Unavailable):
        raise
    except KiddError as error:
        return _refused(request, game_id, error)
    return RedirectResponse(f"/games/{table.id}", DONE)


def _refused(request: Request, game_id: str, error: KiddError) -> Response:
    """The page of a game, with what is wrong."""
    table = error.table if isinstance(error, Stale) else games.load(request.app.state.store, game_id)
    answer = _page(request, table, None, status_of(error), sentence(error, viewer_of(request).tongue))
    if answer.status_code in PASSING:
        answer.headers["retry-after"] = str(seconds_of(error))
    return answer


def _page(request: Request, table: Table, ply: int | None, status: int = 200, *notices: str) -> Response:
    if ply is None and table.is_waiting_for_people:
        return invitation_page(request, table, status, *notices)
    if ply is None and table.abandoned and is_waiting(table.seats):
        return called_off_page(request, table, status, *notices)
    viewer = viewer_of(request)
    analysis = request.app.state.computers.analyses.find(table)
    offered = table.is_over and viewer.person in table.people and _is_asked(request, table, viewer)
    away = stranded(viewer.tongue) if request.app.state.computers.turns.is_stranded(table) else ""
    view = replace(look(table, viewer, ply, notices, analysis), rematch_offered=offered, stranded=away)
    state = state_json(table, viewer, ply=ply).decode()
    kit = kit_address(request.app.state.pages, table.match.game, viewer.prefs, viewer.tongue)
    talking = _talking(request, table, viewer)
    return page(
        request,
        "table/page.html",
        status,
        view=view,
        state=as_block(state),
        kit=kit,
        talking=talking,
        kept_days=kept_days(request, table) if ply is None else "",
        kept_later=kept_later(request) if table.version < BEGUN else "",
        begun=BEGUN,
        live="+" in table.time,
        has_left=viewer.person in table.players,
        seat_taken=table.source == SOURCE and not table.listed and not table.is_over,  # somebody has sent them the link
    )


def _is_asked(request: Request, table: Table, viewer: Viewer) -> bool:
    """Whether somebody else wants to play again, and waits for this person."""
    return rematch_state(find_rematch(request.app.state.store, table.id), viewer.person, viewer.tongue).asked


def _talking(request: Request, table: Table, viewer: Viewer) -> Talking:
    """What is said beside a game, as far as the visitor hears it."""
    store = request.app.state.store
    found = talk.read(store, table, viewer.actor)
    there = store.hub.audience.number(table.id), store.hub.audience.seated(table.id)
    state = talk_state(table, viewer, found.said, there)
    planning = viewer.person in table.people and conditions.plays_by_plan(table)
    planned = plan_state(table, viewer, conditions.plan_of(store, table, viewer.actor) if planning else ())
    return Talking(state, phrases(viewer.tongue), found.note, planning, planned)
