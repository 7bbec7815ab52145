"""Analyses of finished games, made move by move while somebody waits.

An analysis that is to be made is a row of the database; whoever makes it holds a lease, and stores what was found out
every few seconds. So any process can tell how far it is, any can stop it, and another goes on where one was killed.
"""

from __future__ import annotations

import logging
from collections import Counter, OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Literal

from sqlalchemy import Connection

from kidd.advice.annotate import Note, acts_to_judge
from kidd.errors import IllegalAct
from kidd.table import limits
from kidd.table.computers.analysis_run import AnalysisRun, judged_acts
from kidd.table.computers.job_queue import ThinkerPool
from kidd.table.computers.jobs import NOTE, NOTE_NODES
from kidd.table.computers.lanes import Lane
from kidd.table.computers.leases import RENEWAL, Leases
from kidd.table.computers.rounds import Rounds
from kidd.table.errors import TooMany
from kidd.table.moments import now
from kidd.table.play.actors import Actor
from kidd.table.play.club.locks import check_analysis
from kidd.table.play.permissions import Action, check
from kidd.table.snapshot import Table
from kidd.table.storage import job_rows
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import load
from kidd.table.storage.job_rows import ANALYSIS, Job, Noted
from kidd.table.storage.persons import people
from kidd.table.storage.study import analyses

log = logging.getLogger(__name__)

TRY_AGAIN_AFTER = 2.0  # seconds until an analysis is tried again that has failed
ATTEMPTS = 3  # an analysis that fails so often is given up
ROUND = 60.0  # seconds after which work is looked for on a database that is ours alone
REST = 2.0  # seconds after which it is on one that others use, while there is nothing to do
KNOWN = 2000  # games of which it is remembered that they have no analysis

State = Literal["running", "done", "cancelled"]


@dataclass(frozen=True, eq=False)
class Analysis:
    """An analysis as far as it has come."""

    table: Table
    state: State
    notes: tuple[Note, ...]
    """What has been said so far, in the order of the game."""
    total: int
    """How many notes there will be."""
    place: int = 0
    """Which it is of the same share's that wait; 0 where it is being made."""


class AnalysisJobs:
    """Analyses by game: those that are being made here, and those that the store keeps."""

    def __init__(
        self,
        store: Store,
        thinkers: ThinkerPool,
        *,
        seconds: float = NOTE,
        nodes: int | None = NOTE_NODES,
        soon: float = TRY_AGAIN_AFTER,
    ) -> None:
        self._store = store
        self._thinkers = thinkers
        self._limits = seconds, nodes
        self._soon = soon
        self._leases = Leases(store, ANALYSIS)
        self._runs: dict[str, AnalysisRun] = {}
        self._done: OrderedDict[str, Analysis] = OrderedDict()
        self._without: OrderedDict[str, None] = OrderedDict()  # where nobody else could begin one
        self._lock = Lock()
        self._closed = False
        every = ROUND if store.is_ours_alone else REST
        self._rounds = Rounds("kidd-analyses", self._look, every=every, soon=soon)

    @property
    def holder(self) -> str | None:
        """Whose name stands on the leases of this process; None on a database that is ours alone."""
        return self._leases.holder

    def start(self) -> None:
        """Go on with analyses that were begun, here or elsewhere."""
        self._rounds.start()

    def close(self) -> None:
        """Store what was found out, and leave the rest to others."""
        self._closed = True
        self._rounds.close()
        with self._lock:
            left, self._runs = self._runs, {}
        try:
            for run in left.values():
                run.cancel()
                run.keep()
            self._leases.release()
        except Exception:  # then the leases run out
            log.exception("the analyses cannot be given back")

    def find(self, table: Table) -> Analysis | None:
        """The analysis of a game that is done or being made, if there is one."""
        if not table.is_over:
            return None
        with self._lock:
            if (run := self._runs.get(table.id)) is not None:
                return Analysis(table, "running", run.notes, run.total)
            if (done := self._done.get(table.id)) is not None:
                self._done.move_to_end(table.id)
                return done
            if table.id in self._without:
                return None
        with self._store.reading() as connection:
            # In this order: work that is no longer waiting has left what came of it.
            is_waiting = job_rows.is_waiting(connection, ANALYSIS, table.id)
            kept = analyses.kept(connection, table)
            is_done = kept is not None and kept.done
            if not is_done and not is_waiting:
                self._forget(table.id)
                return None
            place = 0 if is_done else self._place(connection, table)
        notes = kept.notes if kept is not None else ()
        if not is_done:
            return Analysis(table, "running", notes, len(judged_acts(table.match)), place)
        # Before there was an end to it, all moves of a long game were judged.
        is_whole = len(notes) in (len(judged_acts(table.match)), len(acts_to_judge(table.match)))
        return self._remember(Analysis(table, "done", notes, len(notes))) if is_whole else None

    def begin(self, actor: Actor, table: Table) -> Analysis:
        """Have a finished game analysed, or find that it is; only those who sat at the table may ask for it.

        Where there is no room, one of whoever has several makes way for somebody who has none.
        """
        _check_asker(actor, table)
        if (found := self.find(table)) is not None:
            return found
        if not (numbers := judged_acts(table.match)):
            return self._remember(Analysis(table, "done", (), 0))
        check_analysis(self._store, actor, table)
        if not self._thinkers.room(Lane.STUDIES):
            raise TooMany("thoughts", limits.ANALYSES_ASKED)
        if stopped := self._store.write(partial(_note, table, actor.person)):
            self._end(stopped)
        with self._lock:
            self._without.pop(table.id, None)
        self._rounds.wake()
        with self._store.reading() as connection:
            kept = analyses.kept(connection, table)
            place = self._place(connection, table)
        return Analysis(table, "running", kept.notes if kept is not None else (), len(numbers), place)

    def _place(self, connection: Connection, table: Table) -> int:
        with self._lock:
            made = list(self._runs)
        return job_rows.place(connection, ANALYSIS, table.id, now(), made)

    def cancel(self, actor: Actor, table: Table) -> Analysis | None:
        """Leave an analysis at what has been said, wherever it is made; one that is done stays."""
        _check_asker(actor, table)
        found = self.find(table)
        if found is None or found.state == "done":
            return found
        self._store.write(lambda connection: job_rows.strike(connection, ANALYSIS, table.id))
        self._end(table.id)
        return Analysis(table, "cancelled", found.notes, found.total)

    def _end(self, game_id: str) -> None:
        with self._lock:
            run = self._runs.pop(game_id, None)
        if run is not None:
            run.cancel()
            self._rounds.wake()  # for the next one

    def _remember(self, analysis: Analysis) -> Analysis:
        with self._lock:
            self._done[analysis.table.id] = analysis
            while len(self._done) > limits.ANALYSES:
                self._done.popitem(last=False)
        return analysis

    def _forget(self, game_id: str) -> None:
        """Remember that there is no analysis of a game, if nobody but us could begin one."""
        if self._store.is_ours_alone:
            with self._lock:
                self._without[game_id] = None
                while len(self._without) > KNOWN:
                    self._without.popitem(last=False)

    def _look(self) -> None:
        """The round: hold on to what is being made, and take up what waits."""
        with self._lock:
            held = [run.job for run in self._runs.values()]
        for job in self._leases.lost(held):
            self._end(job.game)
        room = min(limits.ANALYSES - len(held), self._thinkers.room(Lane.STUDIES))
        if room > 0:
            choose = partial(_of_each, held=held, room=room)
            games = [job.game for job in held]
            for job in self._leases.take(limits.ANALYSES_ASKED, skip_games=games, choose=choose):
                self._resume(job)
        if self._runs and self._leases.holder is not None:
            self._rounds.wake(RENEWAL)

    def _resume(self, job: Job) -> None:
        try:
            table = load(self._store, job.game)
            if table.version != job.version or not table.is_over:
                self._leases.finish(job)
                return
            with self._store.reading() as connection:
                kept = analyses.kept(connection, table)
            run = AnalysisRun(self._store, self._leases, self._thinkers, job, table, self._limits)
            run.recall(kept.notes if kept is not None else ())
            run.ended = self._ended
            with self._lock:
                self._runs[job.game] = run
            with self._store.reading() as connection:
                is_wanted = job_rows.is_waiting(connection, ANALYSIS, job.game)
            if is_wanted:
                run.go_on()
            else:  # stopped after it was taken, and before anybody could find it here
                self._end(job.game)
        except Exception as error:  # noqa: BLE001 - logged; it must not keep the others waiting
            self._set_back(job, error)
            self._end(job.game)

    def _ended(self, run: AnalysisRun, error: BaseException | None) -> None:
        """Called on the thread of the worker that has brought the last note, or none."""
        with self._lock:
            is_ours = self._runs.get(run.job.game) is run
        if not is_ours or self._closed:
            return
        try:
            if error is None:
                run.finish()
                self._remember(Analysis(run.table, "done", run.notes, run.total))
            else:
                run.keep()
        except Exception as failed:  # noqa: BLE001 - logged
            error = failed
        if error is not None:
            self._set_back(run.job, error)
        self._end(run.job.game)

    def _set_back(self, job: Job, error: BaseException) -> None:
        """Try an analysis again, but not for ever."""
        log.error("game %s cannot be analysed: %s", job.game, error, exc_info=error)
        try:
            if job.attempts + 1 >= ATTEMPTS:
                self._leases.finish(job)
                return
            self._leases.give_back(job, self._soon * 2**job.attempts)
        except Exception:  # the database is gone: the lease runs out
            log.exception("the analysis of game %s cannot be set back", job.game)
        self._rounds.wake_also(self._soon * 2**job.attempts)


def _check_asker(actor: Actor, table: Table) -> None:
    check(actor, Action.ANALYSE, table)
    if not table.is_over:
        raise IllegalAct("analysis-not-over")


def _of_each(waiting: Sequence[Job], held: Collection[Job], room: int) -> list[Job]:
    """What comes next of what waits: of whichever share has the fewest being made, and none has more than its part."""
    crowd, left, chosen = Counter(job.share for job in held), list(waiting), list[Job]()
    while left and len(chosen) < room:
        job = min(left, key=lambda one: crowd[one.share])
        if crowd[job.share] >= limits.ANALYSES_SHARE:
            break
        crowd[job.share] += 1
        left.remove(job)
        chosen.append(job)
    return chosen


def _note(table: Table, person: str, connection: Connection) -> str:
    """Note an analysis; the game whose own makes way for it, empty where there is room."""
    crowd, stopped = job_rows.noted(connection, ANALYSIS), ""
    share = people.find_share(connection, person)
    shared = [one for one in crowd if one.share == share]
    own = sum(one.owner == person for one in shared)
    if own >= limits.ANALYSES_EACH:
        raise TooMany("analyses", limits.ANALYSES_EACH)
    if len(shared) >= limits.ANALYSES_ASKED_SHARE:
        full = TooMany("analyses here", limits.ANALYSES_ASKED_SHARE)
        stopped = _one_that_makes_way(shared, [one.owner for one in shared], own, full)
    elif len(crowd) >= limits.ANALYSES_ASKED:
        full = TooMany("thoughts", limits.ANALYSES_ASKED)
        stopped = _one_that_makes_way(crowd, [one.share for one in crowd], len(shared), full)
    if stopped:
        job_rows.strike(connection, ANALYSIS, stopped)
    job_rows.note_once(connection, ANALYSIS, table, person, 0, now())
    return stopped


def _one_that_makes_way(crowd: Sequence[Noted], whose: Sequence[str], mine: int, full: TooMany) -> str:
    """The newest analysis of whoever has most, for somebody who has less in any case; what it has said is kept."""
    greedy, most = Counter(whose).most_common(1)[0]
    if most < mine + 2:
        raise full
    return next(one.game for one, who in zip(reversed(crowd), reversed(whose), strict=True) if who == greedy)
