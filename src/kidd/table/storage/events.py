"""What happens to a game: each kind of event is a type with its own fields and its time.

A game is the fold of its events (`reducer`). In the database an event is its kind, its time, and the rest as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, ClassVar

from kidd.errors import shown
from kidd.game import Value
from kidd.table.seats import Seat


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened at a moment; `kind` is what the database calls it."""

    kind: ClassVar[str]
    at: datetime


@dataclass(frozen=True, kw_only=True)
class Opened(Event):
    """A game was opened, by its owner and with everybody in their seats; always the first event, and only once."""

    kind = "opened"
    code: str
    options: Mapping[str, Value]
    """All of them and the deck's name: defaults may change one day."""
    start: str
    """The first position in notation."""
    given: int
    """How many of the acts that follow were played elsewhere."""
    rules: int
    """The version of the rulings that it is played by."""
    owner: str
    seed: str
    """Of the dice; secret until the game is over."""
    source: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, kw_only=True)
class Acted(Event):
    """A move, a word such as `draw?`, or a roll of the die, which is nobody's doing."""

    kind = "act"
    act: str
    """As the match writes it."""
    seat: int | None = None
    person: str | None = None


@dataclass(frozen=True, kw_only=True)
class TakenBack(Event):
    """The game went back to an earlier ply."""

    kind = "takeback"
    ply: int
    seat: int
    person: str


@dataclass(frozen=True, kw_only=True)
class Abandoned(Event):
    """The game was closed without a result."""

    kind = "abandon"
    person: str


@dataclass(frozen=True, kw_only=True)
class SeatTaken(Event):
    """Somebody sat down in an open seat."""

    kind = "seat-taken"
    seat: int
    person: str
    name: str


@dataclass(frozen=True, kw_only=True)
class SeatLeft(Event):
    """Somebody stood up, and the seat is open again."""

    kind = "seat-left"
    seat: int
    person: str


@dataclass(frozen=True, kw_only=True)
class SeatGivenToComputer(Event):
    """A computer plays on in a seat."""

    kind = "seat-to-computer"
    seat: int
    level: int
    name: str
    person: str | None = None
    """Who has decided so, if anybody has."""


KINDS: dict[str, type[Event]] = {
    one.kind: one for one in (Opened, Acted, TakenBack, Abandoned, SeatTaken, SeatLeft, SeatGivenToComputer)
}
_FIELDS = {kind: tuple(field.name for field in fields(one) if field.name != "at") for kind, one in KINDS.items()}


def write_event(event: Event) -> str:
    """All of an event but its kind and time as JSON; what is None is left out."""
    said = {name: value for name in _FIELDS[event.kind] if (value := getattr(event, name)) is not None}
    if isinstance(event, Opened):
        said["seats"] = [
            {name: value for name, value in vars(seat).items() if value not in (None, "")} for seat in event.seats
        ]
    return json.dumps(said, separators=(",", ":"), ensure_ascii=False)


def read_event(kind: str, at: datetime, data: str) -> Event:
    """The event that a row says; a kind or a field that this program does not know is refused, never skipped."""
    if kind not in KINDS:
        raise ValueError(f"unknown kind of event {kind!r} (there is {', '.join(KINDS)})")
    said: dict[str, Any] = json.loads(data)
    if not isinstance(said, dict):
        raise ValueError(f"expected the fields of an event {kind!r}, got {shown(said)}")
    if unknown := said.keys() - set(_FIELDS[kind]):
        raise ValueError(f"event {kind!r} has no field {min(unknown)!r}")
    if "seats" in said:
        said["seats"] = tuple(Seat(**seat) for seat in said["seats"])
    return KINDS[kind](at=at, **said)
