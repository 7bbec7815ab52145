"""An analysis while it is made: one question after the other, and what was found out stored now and then."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from sqlalchemy import Connection

from kidd.advice.annotate import Note, acts_to_judge
from kidd.match import Match
from kidd.table import limits
from kidd.table.computers.job_queue import Stopped, ThinkerPool, ThinkingFailed
from kidd.table.computers.jobs import MatchRecord, NoteQuestion
from kidd.table.computers.lanes import SOMETIME
from kidd.table.computers.leases import Leases
from kidd.table.computers.worker_pipe import Thought
from kidd.table.errors import TooMany
from kidd.table.snapshot import Table
from kidd.table.storage import job_rows
from kidd.table.storage.database.store import Store
from kidd.table.storage.job_rows import Job
from kidd.table.storage.study import analyses

KEEP = 2.0  # seconds of thinking that a process which is killed loses at the most, and a note


def judged_acts(match: Match) -> tuple[int, ...]:
    """The numbers of the acts that get a note: of a long game those of its last moves."""
    return acts_to_judge(match)[-limits.ANALYSED :]


class AnalysisRun:
    """Grows by a note at a time, on the threads of the workers; `ended` is called once, with the error if any."""

    def __init__(
        self,
        store: Store,
        leases: Leases,
        thinkers: ThinkerPool,
        job: Job,
        table: Table,
        budget: tuple[float, int | None],
    ) -> None:
        self.job = job
        self.table = table
        self.ended: Callable[[AnalysisRun, BaseException | None], None] = lambda _run, _error: None
        self._store = store
        self._holder = leases.holder
        self._thinkers = thinkers
        self._budget = budget
        self._record = MatchRecord.of(table.match)
        self._numbers = judged_acts(table.match)
        self._notes: list[Note] = []
        self._kept = monotonic()
        self._thought: Thought | None = None
        self._cancelled = False

    @property
    def notes(self) -> tuple[Note, ...]:
        """What has been said so far, in the order of the game."""
        return tuple(self._notes)

    @property
    def total(self) -> int:
        """How many notes there will be."""
        return len(self._numbers)

    def recall(self, notes: tuple[Note, ...]) -> None:
        """Take over what was found out before, as far as it is what is asked for."""
        if tuple(note.number for note in notes) == self._numbers[: len(notes)]:
            self._notes = list(notes)

    def go_on(self) -> None:
        """Ask about the next move, or end."""
        if len(self._notes) == self.total:
            self.ended(self, None)
            return
        question = NoteQuestion(self._record, self._numbers[len(self._notes)], *self._budget)
        try:
            # At any rate: what was begun keeps its place.
            self._thought = self._thinkers.ask(
                question,
                SOMETIME,
                owner=self.job.owner,
                share=self.job.share,
                at_any_rate=True,
                then=self._answered,
            )
        except TooMany:
            return  # the server stops
        if self._cancelled:  # before there was anything to be dropped
            self._thought.cancel()

    def cancel(self) -> None:
        """Ask no more."""
        self._cancelled = True
        if (thought := self._thought) is not None:
            thought.cancel()

    def keep(self) -> None:
        """Store what was found out so far, if it is still ours to do so."""
        self._kept = monotonic()
        notes = self.notes

        def work(connection: Connection) -> None:
            if job_rows.is_held(connection, self._holder, self.job):
                analyses.keep(connection, self.table, notes, done=False)

        self._store.write(work)

    def finish(self) -> None:
        """Store the whole, whoever else may be at it by now."""
        notes = self.notes

        def work(connection: Connection) -> None:
            analyses.keep(connection, self.table, notes, done=True)
            job_rows.finish(connection, self._holder, self.job)

        self._store.write(work)

    def _answered(self, thought: Thought) -> None:
        if self._cancelled or thought.cancelled():
            return
        error = thought.exception()
        if isinstance(error, Stopped):
            return
        if error is None and not isinstance(note := thought.result(), Note):
            error = ThinkingFailed(f"expected a note on a move, got {note!r}")
        if error is not None:
            self.ended(self, error)
            return
        assert isinstance(note, Note)
        self._notes.append(note)
        try:
            if monotonic() - self._kept > KEEP and len(self._notes) < self.total:
                self.keep()
            self.go_on()
        except Exception as failed:  # noqa: BLE001 - whoever waits for it is told
            self.ended(self, failed)
