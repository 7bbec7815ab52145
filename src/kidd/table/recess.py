"""An adjournment: asked for by a player and agreed to by the others, or ordered by who looks after the house.

While a game is adjourned no clock runs and nobody moves. Values that the reducer folds over the events, as with clocks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

READY = timedelta(minutes=5)  # within which everybody has to say so


class Plea(NamedTuple):
    """An adjournment that somebody has asked the others for: their seat, who has yet to agree, and since when."""

    seat: int
    asked: tuple[int, ...]
    """Seats, one for each person."""
    version: int


class Ready(NamedTuple):
    """Somebody who wants to go on with an adjourned game, and when they said so."""

    seat: int
    at: datetime


@dataclass(frozen=True)
class Recess:
    """Whether a game is adjourned, on the way to it, or about to go on."""

    plea: Plea | None = None
    """What waits for an answer; it lapses with the next act."""
    denied: tuple[int, ...] = ()
    """The seats that were refused an adjournment since the last act."""
    since: datetime | None = None
    """When the game was adjourned; None while it goes on."""
    house: bool = False
    """Whether an operator has done so, whose business it is then to let it go on."""
    ready: tuple[Ready, ...] = ()
    resumed: int | None = None
    """The number of the event by which the game went on last."""

    def ask(self, seat: int, others: Iterable[int], version: int) -> Recess:
        """Let somebody ask; those are asked who sit there besides."""
        if self.since is not None or self.plea is not None:
            raise ValueError("an adjournment cannot be asked for now")
        return replace(self, plea=Plea(seat, tuple(others), version))

    def agree(self, seat: int) -> Recess:
        """One of those who are asked agrees, while others have yet to answer."""
        if self.plea is None:
            raise ValueError("nobody has asked to adjourn")
        return replace(self, plea=self.plea._replace(asked=tuple(one for one in self.plea.asked if one != seat)))

    def refuse(self) -> Recess:
        """One of those who are asked says no, or whoever asked thinks better of it."""
        if self.plea is None:
            raise ValueError("nobody has asked to adjourn")
        return replace(self, plea=None, denied=(*self.denied, self.plea.seat))

    def begin(self, at: datetime, *, house: bool) -> Recess:
        """The game is adjourned."""
        if self.since is not None:
            raise ValueError("the game is adjourned already")
        return Recess(since=at, house=house, resumed=self.resumed)

    def say_ready(self, seat: int, at: datetime) -> Recess:
        """Somebody wants to go on; who has said so too long ago has to say it again."""
        if self.since is None:
            raise ValueError("the game is not adjourned")
        others = tuple(one for one in self.ready if one.seat != seat and at - one.at <= READY)
        return replace(self, ready=(*others, Ready(seat, at)))

    def end(self, number: int) -> Recess:
        """The game goes on, by the event of that number."""
        if self.since is None:
            raise ValueError("the game is not adjourned")
        return Recess(resumed=number)

    def lapse(self) -> Recess:
        """Somebody has acted: what was asked for or refused before is past."""
        return replace(self, plea=None, denied=()) if self.plea or self.denied else self


GOES_ON = Recess()
