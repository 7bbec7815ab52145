"""The computers at all tables: wherever one of them is waited for, it thinks and acts."""

from __future__ import annotations

import logging
from functools import partial
from threading import Lock
from typing import NamedTuple
from zlib import crc32

from kidd.errors import KiddError
from kidd.table.computers import URGENT, Thinkers, Thought
from kidd.table.games import computer_act, load
from kidd.table.lists import waiting
from kidd.table.notices import Hub
from kidd.table.refusals import Stale, TooMany
from kidd.table.seating import Table
from kidd.table.store import Store
from kidd.table.thoughts import Decision, Sight

log = logging.getLogger(__name__)


class Pending(NamedTuple):
    """What is being thought about a game."""

    version: int
    thought: Thought


class Rivals:
    """Told of every change, tells everybody else, and takes up a game where it is a computer's turn."""

    def __init__(self, store: Store, thinkers: Thinkers, hub: Hub) -> None:
        self._store = store
        self._thinkers = thinkers
        self._hub = hub
        self._pending: dict[str, Pending] = {}
        self._lock = Lock()
        self._missed = False

    def moved(self, table: Table) -> None:
        """A game has changed: to be called after each use case that changed one, from any thread."""
        self._hub.publish(table.id, table.version)
        self.attend(table)

    def resume(self) -> None:
        """Take up all games that wait for a computer, as after a restart."""
        self._missed = False
        for game_id in waiting(self._store):
            try:
                self.attend(load(self._store, game_id))
            except KiddError:  # one game that cannot be read must not keep the others waiting
                log.exception("game %s cannot be taken up", game_id)

    def attend(self, table: Table) -> None:
        """Think about a game if it is a computer's turn, and no longer about how it stood before."""
        seat, thought, outdated = table.waits_for, None, None
        with self._lock:
            before = self._pending.get(table.id)
            if before is not None and before.version >= table.version:
                return
            if before is not None:
                outdated = self._pending.pop(table.id).thought
            if seat is not None and seat.kind == "computer" and seat.level is not None:
                thought = self._ask(table, seat.level)
        if outdated is not None:
            outdated.cancel()
        if thought is not None:
            thought.add_done_callback(partial(self._done, table))

    def _ask(self, table: Table, level: int) -> Thought | None:
        # The same game, the same thoughts: after a takeback the computer answers the same move alike.
        question = Decision(Sight.of(table.match), level, crc32(table.id.encode()))
        try:
            thought = self._thinkers.ask(question, URGENT)
        except TooMany:
            self._missed = True  # the database knows that the game waits
            return None
        self._pending[table.id] = Pending(table.version, thought)
        return thought

    def _done(self, table: Table, thought: Thought | object) -> None:
        """Called on the thread of the worker that has answered, or on that of whoever cancelled."""
        assert isinstance(thought, Thought)
        with self._lock:
            pending = self._pending.get(table.id)
            current = pending is not None and pending.thought is thought
            if current:
                del self._pending[table.id]
        if current and not thought.cancelled():
            self._act(table, thought)
        if self._missed and not thought.cancelled():
            self.resume()

    def _act(self, table: Table, thought: Thought) -> None:
        error = thought.exception()
        if error is not None:
            log.error("no computer could think about game %s: %s", table.id, error)
            return
        try:
            after = computer_act(self._store, table.id, len(table.match), str(thought.result()))
        except Stale as stale:
            self.attend(stale.table)
        except Exception:  # the worker's thread has to go on
            log.exception("a computer could not act in game %s", table.id)
        else:
            self.moved(after)
