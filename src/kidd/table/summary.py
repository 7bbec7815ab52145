"""A game in a list: what its rows say of it, without its acts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from kidd.table.seats import Seat, is_waiting, is_watched


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
    owner: str
    time: str = ""
    rated: bool = False
    due: datetime | None = None
    """When the time of whoever is to act is up, where there is a clock."""
    adjourned: bool = False
    players: tuple[str | None, ...] = ()
    """Who has played in each seat: also those who have left it to a computer."""

    @property
    def is_watched(self) -> bool:
        """Whether computers play among themselves."""
        return is_watched(self.seats)

    @property
    def is_waiting_for_people(self) -> bool:
        """Whether a seat is open."""
        return self.outcome == "*" and is_waiting(self.seats)

    @property
    def people(self) -> Collection[str]:
        """The people at this table; a game between computers is up to whoever opened it."""
        if self.is_watched:
            return (self.owner,)
        return frozenset(seat.person for seat in self.seats if seat.kind == "person" and seat.person)

    def was_left_by(self, person: str) -> bool:
        """Whether that person has played there, and a computer plays on for them."""
        return person in self.players and not any(seat.person == person for seat in self.seats)

    def asks(self, person: str) -> bool:
        """Whether a seat is kept for that person."""
        return self.is_waiting_for_people and any(seat.is_kept_for(person) for seat in self.seats)

    def waits_for_person(self, person: str) -> bool:
        """Whether it is that person's turn."""
        return self.waits_for is not None and self.seats[self.waits_for].is_of(person)
