"""What the table's functions give back: who sits where, and where a game stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Literal
from unicodedata import category

from kidd.errors import OptionError, shown
from kidd.match import Match
from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.token_ids import Ids, follow
from kidd.words.ranks import rank

Kind = Literal["person", "computer"]
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # fillers of Hangul, and Braille without a dot


@dataclass(frozen=True)
class Seat:
    """A place at the table: a visitor's or a computer's; one visitor may have several."""

    number: int
    kind: Kind
    visitor: str | None = None
    level: int | None = None
    name: str = ""

    def is_of(self, visitor: str | None) -> bool:
        """Whether that visitor sits here."""
        return self.kind == "person" and visitor is not None and self.visitor == visitor


@dataclass(frozen=True, eq=False)
class Table:
    """A game as it stood after so many events; its match is shared with others and never to be changed."""

    id: str
    match: Match
    seats: tuple[Seat, ...]
    doers: tuple[int | None, ...]  # for each act the number of the seat that decided on it, None for the die
    version: int
    dice_hash: str
    dice_seed: str | None  # only when the game is over
    abandoned: bool  # closed without a result
    given: int  # acts that the game was opened with
    rules_version: int
    source: str
    created: datetime
    updated: datetime

    @property
    def waits_for(self) -> Seat | None:
        """Who is to act now: nobody when the game is over, nor where it is full and a computer would move."""
        return None if self.abandoned else awaited(self.match, self.seats, self.version)

    @property
    def is_full(self) -> bool:
        """Whether there is no room for more moves: the game can only be given up, drawn or abandoned."""
        return self.version >= limits.EVENTS

    @property
    def is_over(self) -> bool:
        """Whether there is a result, or the game was abandoned."""
        return self.abandoned or self.match.result is not None

    @property
    def people(self) -> frozenset[str]:
        """The visitors at this table."""
        return frozenset(seat.visitor for seat in self.seats if seat.kind == "person" and seat.visitor)

    @property
    def host(self) -> str:
        """The first person at this table, for whom computers think here."""
        return next((seat.visitor for seat in self.seats if seat.kind == "person" and seat.visitor), "")

    @cached_property
    def ids(self) -> list[Ids]:
        """Which token stands where before each act and after the last."""
        return follow(self.match)

    def inherit(self, before: Table) -> None:
        """Take over what is known of the acts that this table has in common with the one before it."""
        if "ids" in vars(before):
            common = min(len(before.match), len(self.match))
            vars(self)["ids"] = follow(self.match, before.ids[: common + 1])

    def seat_of(self, colour: str) -> Seat:
        """Where a colour sits; in the chooser opening that is known for good only after the choice."""
        return self.seats[self.match.seat(colour)]

    def colours_of(self, visitor: str | None) -> str:
        """The colours that a visitor plays, in turn order."""
        return "".join(colour for colour in self.match.game.colours if self.seat_of(colour).is_of(visitor))

    def at(self, ply: int) -> Match:
        """The match as it was after so many acts, as a copy."""
        if not 0 <= ply <= len(self.match):
            raise OptionError(f"ply: expected 0 to {len(self.match)}, got {shown(ply)}")
        return self.match.until(ply)


@dataclass(frozen=True)
class Summary:
    """A game in a visitor's list."""

    id: str
    code: str
    seats: tuple[Seat, ...]
    ply: int
    outcome: str  # `*` while the game goes on
    reason: str | None  # why it ended so, if that was noted
    winner: int | None  # number of a seat, if that was noted
    turn: str | None  # the colour that is waited for, if that was noted
    waits_for: int | None  # number of a seat
    updated: datetime

    def waits_for_visitor(self, visitor: str) -> bool:
        """Whether it is that visitor's turn."""
        return self.waits_for is not None and self.seats[self.waits_for].is_of(visitor)


def awaited(match: Match, seats: Sequence[Seat], version: int) -> Seat | None:
    """Who is to act in a match after so many events; a computer only if there is room for what it does."""
    if match.to_act is None:
        return None
    seat = seats[match.seat(match.to_act)]
    answers = match.offer is not None and match.to_act in match.offer.asked
    return None if seat.kind == "computer" and version >= limits.EVENTS and not answers else seat


def checked(seats: tuple[Seat, ...], colours: str) -> tuple[Seat, ...]:
    """The seats in order, with clean names, or the reason why nobody can play like that."""
    if len(seats) != len(colours):
        raise OptionError(f"expected {len(colours)} seats, got {len(seats)}")
    found = tuple(_checked(seat, number) for number, seat in enumerate(seats))
    if not any(seat.kind == "person" for seat in found):
        raise OptionError("expected at least one person at the table")
    return found


def _checked(seat: Seat, number: int) -> Seat:
    name = clean_name(seat.name)
    if seat.kind == "computer":
        if not isinstance(seat.level, int) or isinstance(seat.level, bool):
            raise OptionError(f"level: expected 1 to 8, got {shown(seat.level)}")
        return Seat(number, "computer", None, seat.level, name or f"level {seat.level}, {rank(seat.level)}")
    if seat.kind != "person":
        raise OptionError(f"expected a person or a computer, got {shown(seat.kind)}")
    if not seat.visitor or len(seat.visitor) > limits.VISITOR:
        raise OptionError(f"expected the visitor who sits there, got {shown(seat.visitor)}")
    return Seat(number, "person", seat.visitor, None, name)


def clean_name(name: str) -> str:
    """A name on one line without what cannot be printed; one that is too long is refused."""
    if len(name) > limits.NAME * 10:  # before any work is done on it
        raise TooMany("name", limits.NAME)
    name = " ".join("".join(char if char.isprintable() else " " for char in name).split())
    if len(name) > limits.NAME:
        raise TooMany("name", limits.NAME)
    return name if any(map(_is_seen, name)) else ""


def _is_seen(char: str) -> bool:
    """Whether a character alone leaves ink: accents need a letter below them, and some letters are blank."""
    return category(char)[0] not in "MZC" and char not in BLANK
