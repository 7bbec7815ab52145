"""What happens to a game: each kind of event is a type with its own fields and its time.

A game is the fold of its events (`reducer`). In the database an event is its kind, its time, and the rest as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from json.encoder import encode_basestring as _quoted
from typing import Any, ClassVar

from kidd.errors import shown
from kidd.game import Value
from kidd.table.seats import Seat


class UnknownEvent(ValueError):
    """An event that this program cannot know: a newer one may have written it."""


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
    time: str = ""
    """Empty where nobody is in a hurry, `300+5` for seconds and what each move adds, `3d` for days per move."""
    rated: bool = False
    listed: bool = False
    """Whether the lobby shows it."""
    lowest: int | None = None
    highest: int | None = None
    """The ratings of those who are wished for."""
    salt: str = ""
    """What the owner's browser adds to the dice."""


@dataclass(frozen=True, kw_only=True)
class Acted(Event):
    """A move, a word such as `draw?`, or a roll of the die, which is nobody's doing."""

    kind = "act"
    act: str
    """As the match writes it."""
    seat: int | None = None
    person: str | None = None
    lag: int = 0
    """Milliseconds that are forgiven for the way over the network."""
    salt: str = ""
    """What the doer's browser adds to the roll that follows."""


@dataclass(frozen=True, kw_only=True)
class TakebackAsked(Event):
    """Somebody wants to take back to a ply, and asks the other people at the table."""

    kind = "takeback-asked"
    ply: int
    seat: int
    person: str


@dataclass(frozen=True, kw_only=True)
class TakebackAgreed(Event):
    """One of those who are asked agrees, while others have yet to answer."""

    kind = "takeback-agreed"
    seat: int
    person: str


@dataclass(frozen=True, kw_only=True)
class TakebackRefused(Event):
    """One of those who are asked says no, or whoever asked thinks better of it."""

    kind = "takeback-refused"
    seat: int
    person: str


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
    """Who has closed it; empty where somebody's first act has not come in time."""


@dataclass(frozen=True, kw_only=True)
class SeatTaken(Event):
    """Somebody sat down in an open seat."""

    kind = "seat-taken"
    seat: int
    person: str
    name: str
    bot: bool = False
    """Whether that is a program."""
    salt: str = ""
    """What the browser of whoever sits down adds to the roll that follows."""


@dataclass(frozen=True, kw_only=True)
class SeatLeft(Event):
    """Somebody stood up, or does not want the seat that was kept for them, and it is open to all."""

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


@dataclass(frozen=True, kw_only=True)
class Renamed(Event):
    """Somebody who sits there, or did before a computer, is called otherwise from now on."""

    kind = "renamed"
    seat: int
    person: str
    name: str


@dataclass(frozen=True, kw_only=True)
class Outage(Event):
    """There was no server for a while, which counts on no clock, nor does the time to come back."""

    kind = "outage"
    since: datetime
    until: datetime


@dataclass(frozen=True, kw_only=True)
class Vacation(Event):
    """Somebody has a vacation from a game of days, or is back from it earlier: until now."""

    kind = "vacation"
    seat: int
    person: str
    until: datetime


@dataclass(frozen=True, kw_only=True)
class Away(Event):
    """Somebody has left a live game, as far as one knows: no page of theirs shows it any more."""

    kind = "away"
    seat: int


@dataclass(frozen=True, kw_only=True)
class Back(Event):
    """Somebody who was away is there again."""

    kind = "back"
    seat: int


@dataclass(frozen=True, kw_only=True)
class AdjournAsked(Event):
    """Somebody wants to adjourn a live game, and asks the other people at the table."""

    kind = "adjourn-asked"
    seat: int
    person: str


@dataclass(frozen=True, kw_only=True)
class AdjournAgreed(Event):
    """One of those who are asked agrees, while others have yet to answer."""

    kind = "adjourn-agreed"
    seat: int
    person: str


@dataclass(frozen=True, kw_only=True)
class AdjournRefused(Event):
    """One of those who are asked says no, or whoever asked thinks better of it."""

    kind = "adjourn-refused"
    seat: int
    person: str


@dataclass(frozen=True, kw_only=True)
class Adjourned(Event):
    """The game rests: no clock runs and nobody moves until it is resumed."""

    kind = "adjourned"
    person: str
    """Who has agreed last, or ordered it."""
    house: bool = False
    """Whether that was an operator."""


@dataclass(frozen=True, kw_only=True)
class SaidReady(Event):
    """Somebody wants to go on with an adjourned game."""

    kind = "ready"
    seat: int
    person: str


@dataclass(frozen=True, kw_only=True)
class Resumed(Event):
    """An adjourned game goes on."""

    kind = "resumed"
    person: str
    house: bool = False


MOMENTS = ("since", "until")  # the fields that are moments

KINDS: dict[str, type[Event]] = {
    one.kind: one
    for one in (
        *(Opened, Acted, TakebackAsked, TakebackAgreed, TakebackRefused, TakenBack, Abandoned),
        *(SeatTaken, SeatLeft, SeatGivenToComputer, Outage, Vacation, Away, Back, Renamed),
        *(AdjournAsked, AdjournAgreed, AdjournRefused, Adjourned, SaidReady, Resumed),
    )
}
_FIELDS = {
    kind: {field.name: field.default for field in fields(one) if field.name != "at"} for kind, one in KINDS.items()
}


SILENT = frozenset(KINDS) - {one.kind for one in (Opened, SeatTaken, Renamed)}
"""The kinds of events that name no person; a kind that this program does not know is none of them."""


def call_otherwise(event: Event, person: str, name: str) -> Event:
    """The same event with another name wherever it names a person, who is known by their id."""
    if isinstance(event, Opened):
        seats = (replace(seat, name=name) if seat.person == person and seat.name else seat for seat in event.seats)
        return replace(event, seats=tuple(seats))
    if isinstance(event, SeatTaken | Renamed) and event.person == person and event.name:
        return replace(event, name=name)
    return event


_JSON = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, default=datetime.isoformat)


def write_event(event: Event) -> str:
    """All of an event but its kind and time as JSON; what is as usual is left out."""
    if isinstance(event, Acted):  # what there is thousands of times as often as of anything else: in the same bytes
        acted = f'{{"act":{_quoted(event.act)}'
        if event.seat is not None:
            acted += f',"seat":{event.seat}'
        if event.person is not None:
            acted += f',"person":{_quoted(event.person)}'
        if event.lag:
            acted += f',"lag":{event.lag}'
        if event.salt:
            acted += f',"salt":{_quoted(event.salt)}'
        return acted + "}"
    known = _FIELDS[event.kind].items()
    said = {name: value for name, usual in known if (value := getattr(event, name)) != usual}
    if isinstance(event, Opened):
        said["seats"] = [
            {name: value for name, value in vars(seat).items() if value not in (None, "") and value is not False}
            for seat in event.seats
        ]
    return _JSON.encode(said)


def read_event(kind: str, at: datetime, data: str) -> Event:
    """The event that a row says; a kind or a field that this program does not know is refused, never skipped."""
    if kind not in KINDS:
        raise UnknownEvent(f"unknown kind of event {kind!r} (there is {', '.join(KINDS)})")
    said: dict[str, Any] = json.loads(data)
    if not isinstance(said, dict):
        raise ValueError(f"expected the fields of an event {kind!r}, got {shown(said)}")
    if unknown := said.keys() - set(_FIELDS[kind]):
        raise UnknownEvent(f"event {kind!r} has no field {min(unknown)!r}")
    if "seats" in said:
        said["seats"] = tuple(Seat(**seat) for seat in said["seats"])
    for name in MOMENTS:
        if name in said:
            said[name] = datetime.fromisoformat(said[name])
    return KINDS[kind](at=at, **said)
