"""One page that follows a game over its socket: what it has been told, and how it is told more.

As a rule nothing has to be waited for but the disk: an act is begun in the call that brings it, and a state is told in
the call that brings the news. Where the game has to be read, the session looked up, the page waited for, something
refused, or more is to be told than the state, a task sees to it: the long way, which any message can take.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from time import perf_counter

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket

from kidd.table.errors import Entangled, Unavailable
from kidd.table.play import games
from kidd.table.play.acting import begin_act
from kidd.table.play.actors import Actor
from kidd.table.play.club.invitations import find_rematch
from kidd.table.play.people.scopes import PLAY
from kidd.table.play.permissions import has_scope
from kidd.table.snapshot import Table
from kidd.table.storage.database.store import Store
from kidd.web.api.sockets.round_trips import Place, RoundTrips
from kidd.web.api.sockets.socket_acts import ANSWER, MARK, OK, Asked, Tried, answer_act, meters, read_asked
from kidd.web.api.sockets.wire import RESTARTS, close, send
from kidd.web.api.talk.hearing import Ear, Heard
from kidd.web.http.defence.pace import Paces
from kidd.web.http.lines import line_of
from kidd.web.http.middleware import address_of
from kidd.web.http.unhurried import in_turn
from kidd.web.http.visitors.sessions import Sessions
from kidd.web.http.visitors.viewer import Viewer, viewer_of
from kidd.web.state.game_state import is_slow, state_json
from kidd.web.state.rematches import rematch_json
from kidd.words.club.accounts import session_ended
from kidd.words.study.computers import stranded

NEVER = -2  # before all versions
SHORT = 256  # characters of an act that is read without looking first how deep it goes


class Following:
    """The game itself is not kept between two messages: there would be as many of it as there are sockets."""

    def __init__(self, caller: WebSocket, game_id: str, version: int | None, place: Place, ear: Ear) -> None:
        self._caller, self._game = caller, game_id
        self._place, self._ear, self._line = place, ear, line_of(caller.scope)
        self._address = address_of(caller.scope)
        self._paces: Paces = caller.app.state.paces
        self._trips: RoundTrips = caller.app.state.round_trips
        self._acts, self._meters = caller.app.state.metrics.acts, meters(caller.app.state.metrics)
        self._store: Store = caller.app.state.store
        self._sessions: Sessions = caller.app.state.sessions
        self._version = version
        self._is_known = viewer_of(caller).actor.is_known  # whoever looks, until their session ends
        self._rematch = self._stranded = ""
        self._over = False  # it was told that the game is over
        self._pen = asyncio.Lock()  # one of its acts is answered at a time, and nothing told meanwhile
        self._begun: asyncio.Future[Table] | None = None  # the act that was begun at once, until it is answered
        self._tried: tuple[str, Tried] | None = None  # the act that was begun last, until it is answered
        self._idle = False  # the task that tells has nothing to do
        self._missed = NEVER  # the last version of which there was news while an act was answered

    def hear(self, text: str) -> bool:
        """Begin an act at once; False where it has to go the long way, as whatever is no act does."""
        if not self._idle or self._is_writing or len(text) > SHORT or MARK not in text or "\\" in text:
            return False
        begun, viewer = perf_counter(), self._sessions.viewer_at_hand(self._caller.scope)
        table = self._store.snapshots.latest(self._game)
        if viewer is None or table is None or not viewer.actor.is_known:
            return False
        try:
            said = self._begin(text, table, viewer.actor)
        except Exception:  # noqa: BLE001 - the long way meets it again, and says what is wrong
            return False
        if said is None or self._begun is None:
            return False
        self._begun.add_done_callback(partial(self._end, text, said, viewer, begun))
        return True

    def _begin(self, text: str, table: Table, actor: Actor) -> Asked | None:
        """Begin an act if it may be, and if there is nothing to be said against it."""
        if not has_scope(actor, PLAY) or self._paces.wait(actor, self._address):
            return None
        self._tried = text, Tried(table.version)
        said = read_asked(text)
        lag = self._trips.lag(self._game, actor.person) if table.clock is not None else 0
        about = said.ply, said.act.strip(), said.version
        self._begun = begin_act(self._store, table, actor, *about, salt=said.salt, lag=lag)
        return said

    def _end(self, text: str, said: Asked, viewer: Viewer, begun: float, done: asyncio.Future[Table]) -> None:
        """Answer an act that was begun at once; else it goes the long way, on which it is not made a second time."""
        self._begun, line = None, self._line
        if line is None or done.cancelled():
            return
        try:
            table = done.result()
            is_told = line.say(ANSWER % (said.ask, OK, state_json(table, viewer, since=said.version)))
        except Unavailable as error:
            is_told = False
            if self._tried is not None and not isinstance(error, Entangled):
                self._tried = text, Tried(self._tried[1].version, error)
        except Exception:  # noqa: BLE001 - as above: somebody else was quicker
            is_told = False
        if not is_told:
            line.leave(text)
            return
        self._version, self._tried = table.version, None
        self._acts.inc()
        self._meters.answers.inc()
        self._meters.seconds.observe(perf_counter() - begun)
        missed, self._missed = self._missed, NEVER
        if missed > table.version or (missed > NEVER and self._has_more(table, viewer)):
            self._ear.listener.look_again()

    async def act(self, text: str) -> None:
        """Answer an act the long way; the state that it led to is the answer, and not told once more."""
        async with self._writing():
            tried, self._tried = self._tried, None
            known = tried[1] if tried is not None and tried[0] == text else None
            answer = await answer_act(self._caller, self._game, text, known)
            if answer.table is not None:
                self._version = answer.table.version
            await send(self._caller, answer.text)
            await self._part(viewer_of(self._caller))
        if self._missed > NEVER:
            self._missed = NEVER
            self._ear.listener.look_again()

    @property
    def _is_writing(self) -> bool:
        return self._begun is not None or self._pen.locked()

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[None]:
        """For what is not to be said while an act is answered."""
        async with self._pen:
            while self._begun is not None:
                await asyncio.wait((self._begun,))
            yield

    async def tell(self) -> None:
        """Tell of the game until the server stops."""
        listener = self._ear.listener
        listener.quick = self._tell_now
        if self._line is not None:
            self._line.hear(self.hear)
        await self._tell_all(None)
        self._idle = True
        async for version in listener:
            self._idle = False
            await self._tell_all(version)
            self._idle = True
        await close(self._caller, RESTARTS)

    def _tell_now(self, version: int) -> bool:
        """Tell that the game has come to a version, if that is all there is to tell and nobody has to wait for it."""
        if not self._idle or self._line is None:
            return False
        if self._is_writing:
            self._missed = max(self._missed, version)
            return True
        viewer = self._sessions.viewer_at_hand(self._caller.scope)
        table = _ready(self._store, self._game, version)
        if viewer is None or table is None or self._has_more(table, viewer):
            return False
        if table.clock is not None:
            self._place.shows(table, viewer.actor.person)
        seen = self._version
        if seen is not None and version > seen:
            if is_slow(table, viewer, since=seen) or not self._line.say(state_json(table, viewer, since=seen)):
                return False
            self._version = table.version
        return True

    def _has_more(self, table: Table, viewer: Viewer) -> bool:
        """Whether there may be something to tell beside the state."""
        if self._is_known and not viewer.actor.is_known:
            return True
        by_computer = table.waits_for_computer or bool(self._stranded)
        if table.is_over or by_computer:
            return True
        ear = self._ear
        return not ear.deaf and ear.known != Heard(ear.listener.talked, table.seats, table.is_over, viewer.actor.person)

    async def _tell_all(self, version: int | None) -> None:
        """Tell all that is new when the game has come to a version, or at first."""
        caller = self._caller
        # Whose session may have ended since.
        viewer = viewer_of(caller) if version is None else await self._sessions.viewer(self._store, caller.scope)
        async with self._writing():
            await self._part(viewer)
            table = await load(self._store, self._game, version)
            self._place.shows(table, viewer.person)
            if version is None or version > (self._version or 0):
                await self._send(table, viewer)
        if said := await self._ear.news(table, viewer):
            await send(caller, said)
        if table.is_over and viewer.person in table.people:
            await self._offer(table, viewer, anew=version is not None)
        await self._strand(table, viewer)

    async def _part(self, viewer: Viewer) -> None:
        """Tell whose session has ended since the page was opened why they only look on from now."""
        if self._is_known and not viewer.actor.is_known:
            self._is_known = False
            said = {"session": {"ended": True, "words": session_ended(viewer.tongue)}}
            await send(self._caller, json.dumps(said).encode())

    async def _send(self, table: Table, viewer: Viewer) -> None:
        """Send the state if it is another than what was seen."""
        seen, self._version = self._version, table.version
        if table.version != seen:  # less only after a backup was put back
            said = partial(state_json, table, viewer, since=seen)
            slow = is_slow(table, viewer, since=seen)
            await send(self._caller, await in_turn(self._caller, said) if slow else said())

    async def _offer(self, table: Table, viewer: Viewer, *, anew: bool) -> None:
        """Tell a player of a game that is over who wants to play again, if that is news.

        A game whose end has just been told has no next one yet, as whoever asks for that nudges those who look on.
        """
        ends, self._over = not self._over, True
        if anew and ends and self._store.is_ours_alone and not self._ear.listener.nudged:
            return
        after = await run_in_threadpool(find_rematch, self._store, table.id)
        told, self._rematch = self._rematch, rematch_json(after, viewer.person, viewer.tongue)
        if self._rematch != told and (told or after is not None):
            await send(self._caller, self._rematch.encode())

    async def _strand(self, table: Table, viewer: Viewer) -> None:
        """Tell that nobody is there who could think for the computer that is to act, and that somebody is again."""
        alone = table.waits_for_computer and self._caller.app.state.computers.turns.is_stranded(table)
        told, self._stranded = self._stranded, stranded(viewer.tongue) if alone else ""
        if self._stranded != told:
            said = {"computers": {"away": alone, "words": self._stranded}}
            await send(self._caller, json.dumps(said).encode())


async def load(store: Store, game_id: str, version: int | None = None) -> Table:
    """A game, without asking the database where that version is kept ready."""
    found = _ready(store, game_id, version)
    return await run_in_threadpool(games.load, store, game_id) if found is None else found


def _ready(store: Store, game_id: str, version: int | None) -> Table | None:
    found = store.snapshots.latest(game_id)
    if found is not None and not store.is_ours_alone and (version is None or found.version < version):
        return None
    return found
