"""The computers at all tables: wherever one of them is waited for, it thinks and acts."""

from __future__ import annotations

import logging
from functools import partial
from threading import Event, Lock, Thread
from time import monotonic
from typing import NamedTuple
from zlib import crc32

from kidd.table import limits
from kidd.table.computers.job_queue import URGENT, Stopped, Thinkers
from kidd.table.computers.jobs import Decision, Sight
from kidd.table.computers.worker_pipe import Thought
from kidd.table.errors import Stale, TooMany
from kidd.table.play.games import computer_act, load
from kidd.table.seats import Table
from kidd.table.storage.game_lists import waiting
from kidd.table.storage.pubsub import Hub
from kidd.table.storage.store import Store

log = logging.getLogger(__name__)

SOON = 2.0  # seconds until games that were missed are looked for
LATE = 300.0  # seconds after which a game is tried again that has failed many times
ROUND = 60.0  # seconds after which games are looked for that nobody knows to be missed


class Pending(NamedTuple):
    """What is being thought about a game."""

    version: int
    thought: Thought


class Setback(NamedTuple):
    """A game in which a computer could not act: how often, and when it is tried again."""

    times: int
    due: float


class Rivals:
    """Told of every change, tells everybody else, and takes up a game where it is a computer's turn."""

    def __init__(self, store: Store, thinkers: Thinkers, hub: Hub, *, soon: float = SOON) -> None:
        self._store = store
        self._thinkers = thinkers
        self._hub = hub
        self._soon = soon
        self._pending: dict[str, Pending] = {}
        self._setbacks: dict[str, Setback] = {}
        self._lock = Lock()
        self._resuming = Lock()
        self._missed = False
        self._clock = Lock()
        self._due = monotonic()  # when the watchman looks
        self._alarm = Event()
        self._closed = False
        self._watchman: Thread | None = None

    def start(self) -> None:
        """Take up all games that wait, now and, whatever goes wrong, again and again."""
        self._watchman = Thread(target=self._watch, name="kidd-watchman", daemon=True)
        self._watchman.start()

    def close(self) -> None:
        """Act no more: what is thought from now on is thought in haste."""
        self._closed = True
        self._alarm.set()
        if self._watchman is not None:
            self._watchman.join(self._soon)

    def moved(self, table: Table) -> None:
        """A game has changed: to be called after each use case that changed one, from any thread."""
        self._hub.publish(table.id, table.version)
        self.attend(table)

    def resume(self) -> None:
        """Take up all games that wait for a computer, as after a restart, as far as there is room for them."""
        if not self._resuming.acquire(blocking=False):
            self._miss()  # somebody is at it, and may be past what is missed now
            return
        try:
            self._missed = False
            skip = 0
            while not self._closed:
                found = waiting(self._store, limit=limits.JOBS, skip=skip)
                for game_id, host in found:
                    if self._thinkers.has_enough(host):
                        self._miss()  # but there may be room for others
                        continue
                    self._take_up(game_id)
                    if self._thinkers.is_full:
                        self._miss()
                        return
                if len(found) < limits.JOBS:
                    return
                skip += limits.JOBS
        except Exception:  # the database is gone, perhaps only for a moment
            log.exception("the games that wait cannot be found")
            self._miss()
        finally:
            self._resuming.release()

    def _take_up(self, game_id: str) -> None:
        with self._lock:
            setback = self._setbacks.get(game_id)
            if game_id in self._pending or (setback is not None and setback.due > monotonic()):
                return
        try:
            self.attend(load(self._store, game_id))
        except Exception:  # one game that cannot be read must not keep the others waiting
            log.exception("game %s cannot be taken up", game_id)
            self._set_back(game_id)

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
            else:
                self._setbacks.pop(table.id, None)
        if outdated is not None:
            outdated.cancel()
        if thought is not None:
            thought.add_done_callback(partial(self._done, table))

    def _ask(self, table: Table, level: int) -> Thought | None:
        # The same game, the same thoughts: after a takeback the computer answers the same move alike.
        question = Decision(Sight.of(table.match), level, crc32(table.id.encode()))
        try:
            thought = self._thinkers.ask(question, URGENT, owner=table.host)
        except TooMany:
            self._miss()  # the database knows that the game waits
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
        if self._closed:
            return
        if current and not thought.cancelled():
            self._act(table, thought)
        if self._missed and not thought.cancelled():
            self.resume()

    def _act(self, table: Table, thought: Thought) -> None:
        error = thought.exception()
        if isinstance(error, Stopped):
            return
        if error is not None:
            log.error("no computer could think about game %s: %s", table.id, error)
            self._set_back(table.id)
            return
        try:
            after = computer_act(self._store, table.id, len(table.match), str(thought.result()), table.version)
        except Stale as stale:
            self.attend(stale.table)
        except Exception:  # the worker's thread has to go on
            log.exception("a computer could not act in game %s", table.id)
            self._set_back(table.id)
        else:
            self._setbacks.pop(table.id, None)
            self.moved(after)

    def _miss(self) -> None:
        """Have the watchman look soon."""
        self._missed = True
        self._look_at(monotonic() + self._soon)

    def _set_back(self, game_id: str) -> None:
        """Try a game again, soon at first, then less and less often."""
        with self._lock:
            times = self._setbacks[game_id].times + 1 if game_id in self._setbacks else 0
            due = monotonic() + min(self._soon * 2 ** min(times, 20), LATE)
            self._setbacks[game_id] = Setback(times, due)
        self._look_at(due)

    def _look_at(self, moment: float) -> None:
        with self._clock:
            self._due = min(self._due, moment)
        self._alarm.set()

    def _watch(self) -> None:
        """The watchman's rounds."""
        while not self._closed:
            if (pause := self._due - monotonic()) > 0:
                self._alarm.wait(pause)
                self._alarm.clear()
                continue
            with self._clock:
                self._due = monotonic() + ROUND
            self.resume()
            with self._lock:
                dues = [setback.due for setback in self._setbacks.values()]
            if dues:
                self._look_at(max(min(dues), monotonic() + self._soon))
