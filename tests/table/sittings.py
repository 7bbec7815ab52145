"""Tables for tests: who sits there, and how games go on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from random import Random
from typing import Any

from sqlalchemy import Connection, select, text

from kidd.table.moments import now
from kidd.table.play.actors import Actor, guest
from kidd.table.play.games import computer_act, play
from kidd.table.play.new_game import open_game
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage import job_rows
from kidd.table.storage.database.schema import jobs
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.event_log import load
from kidd.table.storage.job_rows import TURN, Job

ANN, BEA = guest("visitor-ann"), guest("visitor-bea")


def person(actor: Actor = ANN, name: str = "Ann") -> Seat:
    """A seat of somebody's."""
    return Seat(0, "person", actor.person, None, name)


def computer(level: int = 1) -> Seat:
    """A seat of a computer's."""
    return Seat(0, "computer", level=level)


def sit(store: Store, code: str, *seats: Seat, owner: Actor = ANN, acts: Sequence[str] = (), **options: Any) -> Table:
    """A new game; nobody named, Ann plays all sides."""
    several = seats or (person(),) * (3 if code == "MG3" else 2)
    position = options.pop("position", None)
    return open_game(store, code=code, options=options, seats=several, owner=owner, position=position, acts=acts)


def say(store: Store, table: Table, *acts: str, actor: Actor = ANN) -> Table:
    """Somebody's acts, one after the other."""
    for act in acts:
        table = play(store, table.id, actor, len(table.match), act)
    return table


def wander(store: Store, table: Table, acts: int, seed: int = 1) -> Table:
    """Any moves of whoever is waited for, person or computer."""
    random = Random(seed)
    while len(table.match) < acts and not table.is_over:
        move = str(random.choice(table.match.position.legal_moves()))
        seat = table.waits_for
        assert seat is not None
        if seat.kind == "computer":
            table = computer_act(store, table.id, len(table.match), move)
        else:
            table = play(store, table.id, guest(seat.person or ""), len(table.match), move)
    return table


def rolls(table: Table) -> list[tuple[int, str]]:
    """The rolls of a game with their plies."""
    return [(number, act) for number, act in enumerate(table.match.acts) if act.startswith("*")]


def fresh(store: Store, game_id: str) -> Table:
    """A game as another process reads it, which has nothing kept ready."""
    other = open_store(store.engine.url.render_as_string(hide_password=False))
    try:
        return load(other, game_id)
    finally:
        other.close()


def count(store: Store, table: str) -> int:
    """How many rows a table of the database has."""
    with store.reading() as connection:
        return int(connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())


def turns(store: Store) -> list[str]:
    """The games in which a computer is to act, those first that have waited longest."""
    query = select(jobs.c.game).where(jobs.c.kind == TURN).order_by(jobs.c.due, jobs.c.id)
    with store.reading() as connection:
        return list(connection.execute(query).scalars())


def lease(
    store: Store, holder: str, *, at: datetime | None = None, seconds: float = 1.0, limit: int = 10, **which: Any
) -> list[Job]:
    """Work taken by some process, turns if nothing else is said."""
    moment = at or now()

    def work(connection: Connection) -> list[Job]:
        found = job_rows.due(connection, moment, limit=limit, **{"kind": TURN, **which})
        return list(job_rows.hold(connection, holder, found, moment, seconds))

    return store.write(work)
