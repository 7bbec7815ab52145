"""The socket of a game: sends its state whenever it has moved on, and takes acts."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from kidd.table.errors import Newer, NoSuchGame, TooFast, Unavailable
from kidd.table.play.people.scopes import TALK
from kidd.table.play.permissions import has_scope
from kidd.web.api.problems import PREFIX
from kidd.web.api.sockets.following import Following, load
from kidd.web.api.sockets.round_trips import Place
from kidd.web.api.sockets.socket_acts import MARK
from kidd.web.api.sockets.wire import ELSEWHERE, UNKNOWN, close, tell_until_gone, turn_away
from kidd.web.api.talk.hearing import Ear
from kidd.web.http.defence.origins import from_elsewhere
from kidd.web.http.lines import line_of
from kidd.web.http.middleware import TRY_AGAIN
from kidd.web.http.visitors.viewer import viewer_of

router = APIRouter(prefix=PREFIX)
DIGITS = 8  # of a version


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
            state.portholes.of(caller, game_id, plays=person in (await load(state.store, game_id)).people),
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
    line = line_of(caller.scope)
    place = Place(state.timekeeper.presence, state.round_trips, line)
    following = Following(caller, game_id, seen, place, ear)

    async def heard(text: str) -> None:
        if MARK in text:
            await following.act(text)

    try:
        await tell_until_gone(caller, following.tell(), heard)
    finally:
        place.close()
        if line is not None:
            line.hear(None)
