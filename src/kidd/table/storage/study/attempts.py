"""How people fare with problems: the first outcome of each counts, and what was failed can still be solved."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kidd.problems.problem import Problem
from kidd.table.storage.database.schema import attempts
from kidd.table.storage.persons import people


class Attempt(NamedTuple):
    """What became of one problem."""

    problem: str
    game: str
    grade: int
    at_once: bool
    solved: bool


class Record(NamedTuple):
    """How somebody has fared so far, the first attempt first."""

    attempts: tuple[Attempt, ...] = ()

    @property
    def done(self) -> frozenset[str]:
        """The problems that need not come again."""
        return frozenset(one.problem for one in self.attempts if one.solved)

    @property
    def streak(self) -> int:
        """How many were solved at once since the last that was not."""
        streak = 0
        for one in reversed(self.attempts):
            if not one.at_once:
                break
            streak += 1
        return streak

    @property
    def best_streak(self) -> int:
        """The longest that such a streak has ever been."""
        best = now = 0
        for one in self.attempts:
            now = now + 1 if one.at_once else 0
            best = max(best, now)
        return best

    def outcome(self, problem: str) -> Attempt | None:
        """What became of a problem; nothing yet if it was not tried."""
        return next((one for one in self.attempts if one.problem == problem), None)

    def counts(self, game: str = "") -> dict[int, tuple[int, int]]:
        """For each grade that was tried how many were solved at once and how many were not, of a game or of all."""
        found: dict[int, tuple[int, int]] = {}
        for one in self.attempts:
            if not game or one.game == game:
                solved, failed = found.get(one.grade, (0, 0))
                found[one.grade] = (solved + one.at_once, failed + (not one.at_once))
        return dict(sorted(found.items()))


def note_attempt(connection: Connection, person: str, problem: Problem, solved: bool, moment: datetime) -> None:
    """Keep that a problem was solved or failed; of a person who may be new."""
    people.remember(connection, person, moment)
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    row = {"person": person, "problem": problem.id, "game": problem.game, "grade": problem.grade}
    first = dialect.insert(attempts).values(**row, at_once=solved, solved=solved, at=moment)
    connection.execute(first.on_conflict_do_nothing())
    if solved:
        mine = (attempts.c.person == person) & (attempts.c.problem == problem.id)
        connection.execute(update(attempts).where(mine).values(solved=True))


def read_record(connection: Connection, person: str) -> Record:
    """How somebody has fared; there are no more rows than problems."""
    query = (
        select(attempts.c.problem, attempts.c.game, attempts.c.grade, attempts.c.at_once, attempts.c.solved)
        .where(attempts.c.person == person)
        .order_by(attempts.c.at, attempts.c.problem)
    )
    rows: Sequence[tuple[str, str, int, bool, bool]] = [tuple(row) for row in connection.execute(query)]
    return Record(tuple(Attempt(*row) for row in rows))
