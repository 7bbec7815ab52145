"""The computers at all tables: wherever one of them is waited for, it thinks and acts.

That a computer is to act is a row of the database, noted by the very commit that made it so (`event_log`). After a
commit of this process the question is asked at once; what others have left is found by looking now and then. Whoever
thinks holds a lease, and what is answered counts once, whoever gives it: `computer_act` is for one version of a game.
"""

from __future__ import annotations

import hmac
import logging
from functools import partial
from threading import Lock
from time import monotonic
from typing import NamedTuple

from kidd.table.computers.job_queue import Stopped, ThinkerPool
from kidd.table.computers.jobs import MatchRecord, MoveQuestion
from kidd.table.computers.lanes import QUICK_LEVEL, URGENT, Lane, lane_of, move_lane
from kidd.table.computers.leases import RENEWAL, Leases
from kidd.table.computers.rounds import Rounds
from kidd.table.computers.worker_pipe import Thought
from kidd.table.errors import Stale, TooMany
from kidd.table.moments import now
from kidd.table.play.games import computer_act
from kidd.table.snapshot import Table
from kidd.table.storage import job_rows
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import load
from kidd.table.storage.job_rows import TURN, Job

log = logging.getLogger(__name__)

TRY_AGAIN_AFTER = 2.0  # seconds until a game is tried again that has failed
LATE = 300.0  # seconds after which a game is tried again that has failed many times
ROUND = 60.0  # seconds after which games are looked for on a database that is ours alone: then none should be missed
BREATH = 0.05  # seconds until more games are looked for when some had no room: others may be done meanwhile
LEVELS = {Lane.QUICK: range(QUICK_LEVEL + 1), Lane.MOVES: range(QUICK_LEVEL + 1, 100)}


def seed_of(table: Table) -> int:
    """What a computer's thoughts at a table begin with.

    The same game, the same thoughts: after a takeback the computer answers the same move alike, in whichever process.
    It follows from what nobody sees until the game is over: who knew it could let a computer of their own go ahead.
    """
    return int.from_bytes(hmac.digest(table.seed.encode(), f"computers {table.id}".encode(), "sha256")[:4])


class Pending(NamedTuple):
    """What is being thought about a game."""

    job: Job
    thought: Thought


class ComputerTurns:
    """Hears of every change, and takes up a game where it is a computer's turn."""

    def __init__(self, store: Store, thinkers: ThinkerPool, *, soon: float = TRY_AGAIN_AFTER) -> None:
        self._store = store
        self._thinkers = thinkers
        self._soon = soon
        self._leases = Leases(store, TURN)
        self._pending: dict[str, Pending] = {}
        self._lock = Lock()  # never held while somebody waits for the database, whose thread calls us
        self._missed: set[Lane] = set()  # where more waits than there was room for
        self._renewed = monotonic()
        self._closed = False
        every = ROUND if store.is_ours_alone else RENEWAL
        self._rounds = Rounds("kidd-turns", self._look, every=every, soon=soon)

    @property
    def holder(self) -> str | None:
        """Whose name stands on the leases of this process; None on a database that is ours alone."""
        return self._leases.holder

    def start(self) -> None:
        """Take up all games that wait, now and, whatever goes wrong, again and again."""
        self._store.hub.watch_work(self._hear)
        self._rounds.start()

    def close(self) -> None:
        """Act no more, and leave to others what is being thought about."""
        self._closed = True
        self._rounds.close()
        with self._lock:
            left, self._pending = self._pending, {}
        for pending in left.values():
            pending.thought.cancel()
        try:
            self._leases.release()
        except Exception:  # then the leases run out
            log.exception("the turns of computers cannot be given back")

    def _hear(self, game_id: str, version: int) -> None:
        """A game has changed: called on the thread that has written it, which must not wait, or on the relay's."""
        if self._closed:
            return
        try:
            self._drop(game_id, version)
            table = self._store.snapshots.latest(game_id)
            if table is None or table.version != version or not table.waits_for_computer or table.is_watched:
                return  # of another process, which takes it up itself, or leaves it to who looks for it
            self._begin_known(table)
        except Exception:  # whoever looks for work finds it
            log.exception("game %s cannot be taken up", game_id)

    def go_on(self, table: Table) -> None:
        """Have the next computer act in a game between computers; asked for twice at a version, it acts once."""

        def begin(noted: bool) -> None:
            if noted and not self._closed:
                self._begin_known(table)

        work = partial(job_rows.note_asked, table, now())
        self._store.submit(work, then=begin, place=table.id).result()

    def is_stranded(self, table: Table) -> bool:
        """Whether a computer is to act in a game by itself, and nobody is there who could think for it."""
        seat = table.waits_for
        if seat is None or seat.kind != "computer" or table.is_watched:
            return False
        return self._thinkers.away(move_lane(seat.level or 1, len(table.match)))

    def nudge(self) -> None:
        """Have those look again whose games wait for a computer: there is somebody who thinks now, or nobody is."""
        with self._lock:
            waiting = list(self._pending)
        for game in waiting:
            self._store.hub.nudge(game)

    def _begin_known(self, table: Table) -> None:
        """Have a game thought about whose turn is noted, or looked for where nobody knows whose share it takes."""
        if table.host and not table.share:
            self._rounds.wake()
        else:
            self._begin(Job(TURN, table.id, table.version, table.host, share=table.share), table, leased=False)

    def _drop(self, game_id: str, version: int) -> None:
        """Think no longer about a game as it stood before."""
        with self._lock:
            before = self._pending.get(game_id)
            if before is None or before.job.version >= version:
                return
            del self._pending[game_id]
        before.thought.cancel()

    def _begin(self, job: Job, table: Table, *, leased: bool) -> bool:
        """Have a game thought about, and lease it meanwhile if it is not; False if there is no room for it."""
        seat = table.waits_for
        assert seat is not None
        question = MoveQuestion(MatchRecord.of(table.match), seat.level or 1, seed_of(table))
        with self._lock:
            before = self._pending.get(table.id)
            if before is not None and before.job.version >= table.version:
                return True
            try:
                done = partial(self._done, job, table)
                thought = self._thinkers.ask(question, URGENT, owner=job.owner, share=job.share, then=done)
            except TooMany:
                self._miss(lane_of(question))
                return False
            self._pending[table.id] = Pending(job, thought)
            if not leased:
                self._leases.take_one(job, refused=partial(self._lose, job))
        if before is not None:
            before.thought.cancel()
        return True

    def _done(self, job: Job, table: Table, thought: Thought) -> None:
        """Called on the thread of the worker that has answered, or on that of whoever cancelled."""
        with self._lock:
            pending = self._pending.get(job.game)
        current = pending is not None and pending.thought is thought
        if current and not thought.cancelled() and not self._closed:
            self._act(job, table, thought)
        with self._lock:
            if current and self._pending.get(job.game) is pending:
                del self._pending[job.game]
        if lane_of(thought.question) in self._missed and not thought.cancelled():
            self._rounds.wake(BREATH)

    def _act(self, job: Job, table: Table, thought: Thought) -> None:
        error = thought.exception()
        if isinstance(error, Stopped):
            return
        if error is not None:
            log.error("no computer could think about game %s: %s", job.game, error)
            self._set_back(job)
            return
        try:
            computer_act(self._store, job.game, len(table.match), str(thought.result()), job.version)
        except Stale:
            return  # whoever has moved it on has noted what is to be done now
        except Exception:  # the worker's thread has to go on
            log.exception("a computer could not act in game %s", job.game)
            self._set_back(job)

    def _miss(self, lane: Lane) -> None:
        """Look again when there is room in a lane, which a computer's move makes, or somebody else."""
        self._missed.add(lane)
        self._rounds.wake(self._soon)

    def _set_back(self, job: Job) -> None:
        """Try a game again, soon at first, then less and less often."""
        delay = min(self._soon * 2 ** min(job.attempts, 20), LATE)
        try:
            self._leases.give_back(job, delay)
        except Exception:  # the database is gone: the lease runs out, if it was not lost with it
            log.exception("game %s cannot be set back", job.game)
            delay = self._soon
        self._rounds.wake_also(delay)

    def _lose(self, job: Job) -> None:
        """Somebody else thinks about a game, or nobody is to any more."""
        with self._lock:
            pending = self._pending.get(job.game)
            if pending is None or pending.job != job:
                return
            del self._pending[job.game]
        pending.thought.cancel()

    def _look(self) -> None:
        """The round: hold on to what is thought about, and take up what waits."""
        if monotonic() - self._renewed >= RENEWAL / 2:
            self._renewed = monotonic()
            with self._lock:
                held = [pending.job for pending in self._pending.values()]
            for job in self._leases.lost(held):
                self._lose(job)
        self._take_up()

    def _take_up(self) -> None:
        """Take all work that is due, as far as there is room for it."""
        for lane in LEVELS:
            self._take_up_in(lane)

    def _take_up_in(self, lane: Lane) -> None:
        self._missed.discard(lane)
        sated, seen = set(self._thinkers.sated(lane)), set[str]()
        while not self._closed and (room := self._thinkers.room(lane)):
            with self._lock:
                skip = seen | self._pending.keys()
            jobs = self._leases.take(room, weighing=LEVELS[lane], skip_shares=sated, skip_games=skip)
            for job in jobs:
                seen.add(job.game)
                if not self._resume(job):
                    sated.add(job.share)  # but there may be room for others
            if len(jobs) < room:
                break
        else:
            self._miss(lane)
        if sated:
            self._miss(lane)

    def _resume(self, job: Job) -> bool:
        """Take up a game from the database; False if there is no room for it."""
        try:
            table = load(self._store, job.game)
            if table.version == job.version and table.waits_for_computer:
                if self._begin(job, table, leased=True):
                    return True
                self._leases.give_back(job)
                return False
            self._leases.finish(job)  # unless it was noted anew meanwhile
        except Exception:  # one game that cannot be read must not keep the others waiting
            log.exception("game %s cannot be taken up", job.game)
            self._set_back(job)
        return True
