"""Analyses of finished games, made move by move while somebody waits."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Literal

from kidd.advice.annotate import Note, judged
from kidd.errors import IllegalAct
from kidd.table import limits
from kidd.table.computers.job_queue import SOMETIME, Thinkers
from kidd.table.computers.jobs import NOTE, NOTE_NODES, Judging, Sight
from kidd.table.computers.worker_pipe import Thought
from kidd.table.errors import TooMany
from kidd.table.seats import Table
from kidd.table.storage import analyses
from kidd.table.storage.store import Store

log = logging.getLogger(__name__)

State = Literal["running", "done", "cancelled", "failed"]


class Study:
    """An analysis that grows; read it as often as you like."""

    def __init__(self, table: Table, thinkers: Thinkers, seconds: float, nodes: int | None) -> None:
        self.table = table
        self.finished: Callable[[Study], None] = lambda _: None
        """Called once when the last note is there, by the thread that brought it."""
        self.numbers = judged(table.match)
        self.state: State = "running" if self.numbers else "done"
        self._limits = seconds, nodes
        self._thinkers = thinkers
        self._sight = Sight.of(table.match)
        self._notes: list[Note] = []
        self._thought: Thought | None = None

    @property
    def notes(self) -> tuple[Note, ...]:
        """What has been said so far, in the order of the game."""
        return tuple(self._notes)

    @property
    def total(self) -> int:
        """How many notes there will be."""
        return len(self.numbers)

    def recall(self, notes: tuple[Note, ...]) -> None:
        """Take over what was found out another time."""
        self._notes, self.state = list(notes), "done"

    def begin(self) -> None:
        """Ask about the first move; TooMany if the computers are busy."""
        if self.state == "running":
            self._ask(at_any_rate=False)

    def cancel(self) -> None:
        """Leave it at what has been said."""
        if self.state == "running":
            self.state = "cancelled"
            if self._thought is not None:
                self._thought.cancel()

    def _ask(self, *, at_any_rate: bool) -> None:
        question = Judging(self._sight, self.numbers[len(self._notes)], *self._limits)
        self._thought = self._thinkers.ask(question, SOMETIME, owner=self.table.host, at_any_rate=at_any_rate)
        self._thought.add_done_callback(self._answered)

    def _answered(self, thought: object) -> None:
        assert isinstance(thought, Thought)
        if self.state != "running":
            return
        if thought.cancelled():
            self.state = "cancelled"
            return
        if thought.exception() is not None or not isinstance(note := thought.result(), Note):
            self.state = "failed"
            return
        self._notes.append(note)
        if len(self._notes) == len(self.numbers):
            self.state = "done"
            self.finished(self)
            return
        try:
            self._ask(at_any_rate=True)
        except TooMany:  # the server stops
            self.state = "cancelled"


class Studies:
    """Analyses by game: those asked for last, and those that the store keeps."""

    def __init__(
        self, thinkers: Thinkers, store: Store, *, seconds: float = NOTE, nodes: int | None = NOTE_NODES
    ) -> None:
        self._thinkers = thinkers
        self._store = store
        self._limits = seconds, nodes
        self._studies: OrderedDict[str, Study] = OrderedDict()
        self._lock = Lock()

    def find(self, table: Table) -> Study | None:
        """The analysis of a game, if there is one that has not failed."""
        if not table.is_over:
            return None
        with self._lock:
            study = self._studies.get(table.id)
        if study is not None:
            return study if study.state in ("running", "done") else None
        notes = analyses.kept(self._store, table)
        if notes is None or len(notes) != len(judged(table.match)):
            return None
        study = self._new(table)
        study.recall(notes)
        return self._remember(study)

    def begin(self, table: Table) -> Study:
        """Have a finished game analysed, or find that it is."""
        if not table.is_over:
            raise IllegalAct("a game is analysed when it is over")
        study = self.find(table)
        if study is not None:
            return study
        with self._lock:
            if sum(one.state == "running" for one in self._studies.values()) >= limits.STUDIES:
                raise TooMany("thoughts", limits.STUDIES)
        study = self._new(table)
        study.begin()
        return self._remember(study)

    def _new(self, table: Table) -> Study:
        study = Study(table, self._thinkers, *self._limits)
        study.finished = self._keep
        return study

    def _remember(self, study: Study) -> Study:
        with self._lock:
            self._studies[study.table.id] = study
            # Somebody waits for those that run: they never make room for one that another looks at.
            resting = [game for game, one in self._studies.items() if one.state != "running"]
            for game in resting[: max(len(resting) - limits.STUDIES, 0)]:
                del self._studies[game]
        return study

    def _keep(self, study: Study) -> None:
        try:
            analyses.keep(self._store, study.table, study.notes)
        except Exception:  # it is still in memory, and the worker's thread has to go on
            log.exception("the analysis of game %s could not be stored", study.table.id)
