"""Tables for tests: who sits there, and how games go on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from sqlalchemy import text

from kidd.table.play.games import Seat, Store, Table, computer_act, load, open_game, open_store, play

ANN, BEA = "visitor-ann", "visitor-bea"


def person(visitor: str = ANN, name: str = "Ann") -> Seat:
    """A seat of a visitor's."""
    return Seat(0, "person", visitor, None, name)


def computer(level: int = 1) -> Seat:
    """A seat of a computer's."""
    return Seat(0, "computer", level=level)


def sit(store: Store, code: str, *seats: Seat, owner: str = ANN, acts: Sequence[str] = (), **options: Any) -> Table:
    """A new game; nobody named, Ann plays all sides."""
    several = seats or (person(),) * (3 if code == "MG3" else 2)
    position = options.pop("position", None)
    return open_game(store, code=code, options=options, seats=several, owner=owner, position=position, acts=acts)


def say(store: Store, table: Table, *acts: str, visitor: str = ANN) -> Table:
    """A visitor's acts, one after the other."""
    for act in acts:
        table = play(store, table.id, visitor, len(table.match), act)
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
            table = play(store, table.id, seat.visitor or "", len(table.match), move)
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
