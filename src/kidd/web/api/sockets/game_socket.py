"""The socket of a game: sends its state whenever it has moved on, and takes acts."""

from __future__ import annotations

import asyncio
import json
from functools import partial

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.concurrency import run_in_threadpool

from kidd.table.errors import Newer, NoSuchGame, TooFast, Unavailable
from kidd.table.play import games
from kidd.table.play.club.invitations import find_rematch
from kidd.table.play.people.scopes import TALK, has_scope
from kidd.table.snapshot import Table
from kidd.web.api.problems import PREFIX
from kidd.web.api.sockets.round_trips import Place
from kidd.web.api.sockets.socket_acts import MARK, answer_act
from kidd.web.api.sockets.wire import ELSEWHERE, RESTARTS, UNKNOWN, close, send, tell_until_gone, turn_away
from kidd.web.api.talk.hearing import Ear
from kidd.web.http.defence.origins import from_elsewhere
from kidd.web.http.middleware import TRY_AGAIN
from kidd.web.http.unhurried import in_turn
from kidd.web.http.visitors.viewer import Viewer, viewer_of
from kidd.web.state.game_state import is_slow, state_json
from kidd.web.state.rematches import rematch_json
from kidd.words.club.accounts import session_ended
from kidd.words.study.computers import stranded

router = APIRouter(prefix=PREFIX)
DIGITS = 8  # of a version


class Shown:
    """What a page has seen, and the pen to write to it with: one of its acts is answered at a time.

    The game itself is not kept between two messages: there would be as many of it as there are sockets.
    """

    def __init__(self, version: int | None, *, is_known: bool) -> None:
        self.version = version
        self.is_known = is_known  # whoever looks, until their session ends
        self.rematch = self.stranded = ""
        self.pen = asyncio.Lock()


@router.websocket("/games/{game_id}/socket")
async def socket(caller: WebSocket, game_id: str, version: str = "", talk: str = "") -> None:
    """Tell of a game from the version that the caller has seen; with none, the whole of it first.

    Whoever says which message they heard last is told what is said beside the game, and how many look on. An act with a
    number of the caller's (`ask`) is answered with that number.
    """
    state = caller.app.state
    await caller.accept()
    if from_elsewhere(caller, state.settings.base_url):
        await close(caller, ELSEWHERE)
        return
    seen, heard = _number(version), _number(talk) if has_scope(viewer_of(caller).actor, TALK) else None
    state.metrics.sockets.inc()
    try:
        person = viewer_of(caller).person
        with (
            state.portholes.of(caller, game_id, plays=person in (await _load(caller, game_id)).people),
            state.presence.of(person),
            state.store.hub.subscribe(game_id) as news,
        ):
            ear = Ear(state.store, state.hearing, news, game_id, heard)
            try:
                await _serve(caller, game_id, seen, ear)
            finally:
                ear.close()
    except NoSuchGame:
        await close(caller, UNKNOWN)
    except (Unavailable, Newer):
        await close(caller, TRY_AGAIN)
    except TooFast as error:
        await turn_away(caller, error)
    except WebSocketDisconnect:
        pass
    finally:
        state.metrics.sockets.dec()


def _number(said: str) -> int | None:
    return int(said) if said.isascii() and said.isdigit() and len(said) <= DIGITS else None


async def _serve(caller: WebSocket, game_id: str, seen: int | None, ear: Ear) -> None:
    """Send states until the caller goes away or the server stops."""
    state = caller.app.state
    place = Place(state.timekeeper.presence, state.round_trips)
    shown = Shown(seen, is_known=viewer_of(caller).actor.is_known)

    async def heard(text: str) -> None:
        if MARK in text:
            await _act(caller, game_id, text, shown)
        else:
            place.heard(text)

    try:
        await tell_until_gone(caller, _tell(caller, game_id, shown, place, ear), heard)
    finally:
        place.close()


async def _act(caller: WebSocket, game_id: str, text: str, shown: Shown) -> None:
    """Answer an act; the state that it led to is the answer, and not told once more."""
    async with shown.pen:
        answer = await answer_act(caller, game_id, text)
        if answer.table is not None:
            shown.version = answer.table.version
        await send(caller, answer.text)
        await _part(caller, viewer_of(caller), shown)


async def _tell(caller: WebSocket, game_id: str, shown: Shown, place: Place, ear: Ear) -> None:
    await _tell_once(caller, game_id, None, shown, place, ear)
    async for version in ear.listener:
        await _tell_once(caller, game_id, version, shown, place, ear)
    await close(caller, RESTARTS)


async def _tell_once(
    caller: WebSocket, game_id: str, version: int | None, shown: Shown, place: Place, ear: Ear
) -> None:
    """Tell all that is new when the game has come to a version, or at first."""
    state = caller.app.state
    # Whose session may have ended since.
    viewer = viewer_of(caller) if version is None else await state.sessions.viewer(state.store, caller.scope)
    async with shown.pen:
        await _part(caller, viewer, shown)
        table = await _load(caller, game_id, version)
        place.shows(table, viewer.person)
        if version is None:
            await _send(caller, viewer, table, shown)
        elif version > (shown.version or 0):
            place.sent(table.version)
            await _send(caller, viewer, table, shown)
    await _whisper(caller, ear, table, viewer)
    shown.rematch = await _offer(caller, viewer, table, shown.rematch)
    shown.stranded = await _strand(caller, viewer, table, shown.stranded)


async def _part(caller: WebSocket, viewer: Viewer, shown: Shown) -> None:
    """Tell whose session has ended since the page was opened why they only look on from now."""
    if shown.is_known and not viewer.actor.is_known:
        shown.is_known = False
        await send(caller, json.dumps({"session": {"ended": True, "words": session_ended(viewer.tongue)}}))


async def _whisper(caller: WebSocket, ear: Ear, table: Table, viewer: Viewer) -> None:
    """Tell what was said beside the game, if anything was."""
    if said := await ear.news(table, viewer):
        await send(caller, said)


async def _load(caller: WebSocket, game_id: str, version: int | None = None) -> Table:
    """The game, without asking the database where that version is kept ready."""
    store = caller.app.state.store
    ready: Table | None = store.snapshots.latest(game_id)
    if ready is not None and not store.is_ours_alone and (version is None or ready.version < version):
        ready = None
    return await run_in_threadpool(games.load, store, game_id) if ready is None else ready


async def _send(caller: WebSocket, viewer: Viewer, table: Table, shown: Shown) -> None:
    """Send the state if it is another than what was seen."""
    seen, shown.version = shown.version, table.version
    if table.version != seen:  # less only after a backup was put back
        said = partial(state_json, table, viewer, since=seen)
        await send(caller, (await in_turn(caller, said) if is_slow(table, viewer, since=seen) else said()).decode())


async def _offer(caller: WebSocket, viewer: Viewer, table: Table, told: str) -> str:
    """Tell the players of a game that is over who wants to play again, if that is news."""
    if not table.is_over or viewer.person not in table.people:
        return told
    after = await run_in_threadpool(find_rematch, caller.app.state.store, table.id)
    said = rematch_json(after, viewer.person, viewer.tongue)
    if said != told and (told or after is not None):
        await send(caller, said)
    return said


async def _strand(caller: WebSocket, viewer: Viewer, table: Table, told: str) -> str:
    """Tell that nobody is there who could think for the computer that is to act, and that somebody is again."""
    alone = table.waits_for_computer and caller.app.state.computers.turns.is_stranded(table)
    words = stranded(viewer.tongue) if alone else ""
    if words != told:
        await send(caller, json.dumps({"computers": {"away": bool(words), "words": words}}))
    return words
