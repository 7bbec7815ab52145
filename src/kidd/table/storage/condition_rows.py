"""Conditional moves in the database: one tree for each player of a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select

from kidd.table.storage.database.prepared import Prepared
from kidd.table.storage.database.schema import conditions
from kidd.table.storage.persons import people

_ANY = Prepared(select(conditions.c.person).where(conditions.c.game == bindparam("game")))


class Branch(NamedTuple):
    """An act that may come, or that is to be played then, and what may come after it."""

    act: str
    after: tuple[Branch, ...] = ()

    @property
    def size(self) -> int:
        """How many acts it holds."""
        return 1 + sum(one.size for one in self.after)


class Plan(NamedTuple):
    """What a person wants to be played for them: `branches` may come after `ply` acts."""

    person: str
    ply: int
    branches: tuple[Branch, ...]


def is_planned(connection: Connection, game: str) -> bool:
    """Whether anybody has a plan for a game."""
    return _ANY.finds(connection, {"game": game})


def of_game(connection: Connection, game: str) -> Sequence[Plan]:
    """All plans beside a game."""
    query = select(conditions).where(conditions.c.game == game).order_by(conditions.c.person)
    return [Plan(row.person, row.ply, _read(json.loads(row.data))) for row in connection.execute(query)]


def put(connection: Connection, game: str, plan: Plan, moment: datetime) -> None:
    """Keep a plan in place of the one before; an empty one leaves no row."""
    connection.execute(delete(conditions).where(conditions.c.game == game, conditions.c.person == plan.person))
    if plan.branches:
        people.remember(connection, plan.person, moment)
        data = json.dumps(_write(plan.branches), separators=(",", ":"))
        row = {"game": game, "person": plan.person, "ply": plan.ply, "data": data, "updated": moment}
        connection.execute(insert(conditions), row)


def _write(branches: Sequence[Branch]) -> list[list[Any]]:
    return [[one.act, *_write(one.after)] for one in branches]


def _read(said: list[list[Any]]) -> tuple[Branch, ...]:
    return tuple(Branch(act, _read(after)) for act, *after in said)
