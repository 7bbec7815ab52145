"""A game as it stands: what the use cases give back, and what pages and programs are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from kidd.dice import commitment
from kidd.errors import OptionError, shown
from kidd.match import Match
from kidd.table import limits
from kidd.table.seats import Seat
from kidd.token_ids import Ids, follow


class Mark(NamedTuple):
    """An event that was no act: its number, the ply after it, and how many acts are still told as before."""

    number: int
    ply: int
    kept: int


@dataclass(frozen=True, eq=False)
class Table:
    """A game after so many events; its match is shared with others and never to be changed."""

    id: str
    match: Match
    seats: tuple[Seat, ...]
    doers: tuple[int | None, ...]
    """For each act the number of the seat that decided on it, None for the die."""
    version: int
    """How many events there were."""
    seed: str = field(repr=False)
    """Of the dice; secret until the game is over."""
    abandoned: bool
    """Whether it was closed without a result."""
    given: int
    """Acts that the game was opened with: played elsewhere, not taken back."""
    rules_version: int
    owner: str
    source: str
    created: datetime
    updated: datetime
    takebacks: tuple[int, ...] = ()
    """The versions at which something was taken back."""
    marks: tuple[Mark, ...] = ()
    """Every event that was no act, the opening first."""

    @property
    def dice_hash(self) -> str:
        """What is published of the seed before the game ends."""
        return commitment(self.seed)

    @property
    def dice_seed(self) -> str | None:
        """The seed, once the game is over."""
        return self.seed if self.is_over else None

    @property
    def waits_for(self) -> Seat | None:
        """Who is to act now: nobody when the game is over, nor where it is full and a computer would move."""
        return None if self.abandoned else awaited(self.match, self.seats, self.version)

    @property
    def waits_for_computer(self) -> bool:
        """Whether a computer is to act."""
        seat = self.waits_for
        return seat is not None and seat.kind == "computer"

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
        """The people at this table."""
        return frozenset(seat.person for seat in self.seats if seat.kind == "person" and seat.person)

    @property
    def host(self) -> str:
        """The first person at this table, for whom computers think here."""
        return next((seat.person for seat in self.seats if seat.kind == "person" and seat.person), "")

    @cached_property
    def ids(self) -> list[Ids]:
        """Which token stands where before each act and after the last."""
        return follow(self.match)

    def inherit(self, before: Table) -> None:
        """Take over what is known of the acts that this table has in common with the one before it."""
        if "ids" in vars(before):
            common = min(len(before.match), len(self.match))
            vars(self)["ids"] = follow(self.match, before.ids[: common + 1])

    def common(self, version: int) -> int:
        """How many acts from the first on stood at an earlier version already, and are told the same ever since."""
        stands = len(self.match)
        for mark in reversed(self.marks):
            if mark.number < version:
                return min(stands, mark.ply + version - mark.number - 1)
            stands = min(stands, mark.kept)
        return 0

    def seat_of(self, colour: str) -> Seat:
        """Where a colour sits; in the chooser opening that is known for good only after the choice."""
        return self.seats[self.match.seat(colour)]

    def colours_of(self, person: str | None) -> str:
        """The colours that a person plays, in turn order."""
        return "".join(colour for colour in self.match.game.colours if self.seat_of(colour).is_of(person))

    def at(self, ply: int) -> Match:
        """The match as it was after so many acts, as a copy."""
        if not 0 <= ply <= len(self.match):
            raise OptionError("ply", most=len(self.match), came=shown(ply))
        return self.match.until(ply)

    def taken_back_since(self, version: int) -> int | None:
        """At which version something was first taken back since somebody saw the game at one; None if nothing was."""
        return next((number for number in self.takebacks if number >= version), None)


@dataclass(frozen=True)
class Summary:
    """A game in a person's list."""

    id: str
    code: str
    seats: tuple[Seat, ...]
    ply: int
    outcome: str
    """`*` while the game goes on."""
    reason: str | None
    """Why it ended so."""
    winner: int | None
    """The number of a seat."""
    turn: str | None
    """The colour that is waited for."""
    waits_for: int | None
    """The number of a seat."""
    updated: datetime

    @property
    def people(self) -> frozenset[str]:
        """The people at this table."""
        return frozenset(seat.person for seat in self.seats if seat.kind == "person" and seat.person)

    def waits_for_person(self, person: str) -> bool:
        """Whether it is that person's turn."""
        return self.waits_for is not None and self.seats[self.waits_for].is_of(person)


def awaited(match: Match, seats: Sequence[Seat], version: int) -> Seat | None:
    """Who is to act in a match after so many events; a computer only if there is room for what it does."""
    if match.to_act is None:
        return None
    seat = seats[match.seat(match.to_act)]
    answers = match.offer is not None and match.to_act in match.offer.asked
    return None if seat.kind == "computer" and version >= limits.EVENTS and not answers else seat
