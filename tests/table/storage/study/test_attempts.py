"""How people fare with problems."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

import pytest
from sqlalchemy import Connection

from kidd.problems.problem import Problem
from kidd.problems.sets import problems_of
from kidd.table.moments import now
from kidd.table.storage.database.store import Store
from kidd.table.storage.study.attempts import Record, note_attempt, read_record

pytestmark = pytest.mark.once


def _note(person: str, problem: Problem, solved: bool, at: datetime, connection: Connection) -> None:
    note_attempt(connection, person, problem, solved, at)


def tries(store: Store, person: str, *outcomes: tuple[int, bool]) -> Record:
    """Somebody tries problems of a set by number, one after the other."""
    problems, moment = problems_of("LC"), now()
    for later, (number, solved) in enumerate(outcomes):
        at = moment + timedelta(seconds=later)
        store.write(partial(_note, person, problems[number], solved, at))
    with store.reading() as connection:
        return read_record(connection, person)


def test_the_first_outcome_counts(any_store: Store):
    """A streak grows with what is solved at once, ends with what is not, and its best is kept."""
    record = tries(any_store, "anne", (0, True), (1, True), (2, False), (2, True), (3, True), (3, False))
    assert (record.streak, record.best_streak) == (1, 2)
    assert [one.at_once for one in record.attempts] == [True, True, False, True]
    assert record.done == {problems_of("LC")[number].id for number in range(4)}
    grade = problems_of("LC")[0].grade
    assert record.counts() == record.counts("LC") == {grade: (3, 1)}
    assert record.counts("QM") == {}


def test_people_are_kept_apart(any_store: Store):
    """What one fails nobody else has failed, and who never tried has an empty record."""
    tries(any_store, "anne", (0, False))
    record = tries(any_store, "mary", (0, True))
    assert record.streak == 1
    outcome = record.outcome(problems_of("LC")[0].id)
    assert outcome is not None
    assert outcome.solved
    with any_store.reading() as connection:
        assert read_record(connection, "nobody") == Record()
    assert Record().outcome("lc-00000000") is None
