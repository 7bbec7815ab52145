"""Time at the table: how much each player has, and the clocks as values that the reducer folds over the events' times.

Nothing here knows what moment it is: whoever asks says so. Times are in milliseconds, moments in UTC.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from kidd.errors import OptionError, shown
from kidd.lazy import cached_property

Some = TypeVar("Some")

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000

LAG = 500  # forgiven of a move for the way over the network, at the most
FORGIVEN = timedelta(milliseconds=LAG)
FIRST = 2 * MINUTE  # for one's first act in a live game, before its clocks run
AWAY_WARNING = 10 * SECOND  # without a connection in a live game, after which the others are told
AWAY = MINUTE  # from then on, after which the game is lost
RETURN = 5 * SECOND  # to come back after the server was down, besides the time of that itself, or an adjournment

_LIVE = re.compile(r"(\d{1,5})\+(\d{1,3})", re.ASCII)
_DAYS = re.compile(r"(\d{1,2})d", re.ASCII)
BASES = range(30, 3 * 3600 + 1)  # seconds
INCREMENTS = range(181)  # seconds
DAYS = range(1, 15)
LONGEST_CONTROL = 9  # characters of a control


class TimeControl(NamedTuple):
    """How much time there is: `base` for the game and `increment` for each move, or `per_move` alone."""

    base: int = 0
    increment: int = 0
    per_move: int = 0

    @staticmethod
    def parse(text: str) -> TimeControl | None:
        """`300+5` in seconds, `3d` for days per move, None for an empty text, which is no hurry at all."""
        if not text:
            return None
        if len(text) <= LONGEST_CONTROL:
            if found := _LIVE.fullmatch(text):
                base, increment = map(int, found.groups())
                if base in BASES and increment in INCREMENTS:
                    return TimeControl(base * SECOND, increment * SECOND)
            if (found := _DAYS.fullmatch(text)) and int(found[1]) in DAYS:
                return TimeControl(per_move=int(found[1]) * DAY)
        raise OptionError("time", came=shown(text))

    def __str__(self) -> str:
        if self.per_move:
            return f"{self.per_move // DAY}d"
        return f"{self.base // SECOND}+{self.increment // SECOND}"

    @property
    def is_live(self) -> bool:
        """Whether everybody stays at the table, and not days away."""
        return not self.per_move

    @property
    def whole(self) -> int:
        """What a clock shows at first."""
        return self.per_move or self.base

    @property
    def first(self) -> int:
        """For the first act, before the clocks run."""
        return self.per_move or FIRST

    @property
    def short(self) -> int:
        """What is so little that a clock warns."""
        if self.per_move:
            return min(12 * HOUR, self.per_move // 4)
        return min(MINUTE, max(10 * SECOND, self.base // 8))


class Deadline(NamedTuple):
    """What happens at a moment if nothing happens before: `first` ends the game for nothing, else a seat is lost."""

    at: datetime
    seat: int
    kind: str
    """`first`, `time` or `away`."""


@dataclass(frozen=True)
class Clock:
    """The clocks of a game after an event; a seat without one (a computer, nobody) has None left."""

    control: TimeControl
    left: tuple[int | None, ...]
    """What each seat had at `since`, or has as long as its clock stands."""
    running: int | None = None
    """The seat whose time goes by; none does while a computer's turn is it."""
    since: datetime | None = None
    """From when on it does; later than now after a pause."""
    acted: frozenset[int] = frozenset()
    """The seats that have had their first act."""
    away: tuple[datetime | None, ...] = ()
    """Since when the others know that somebody has left a live game."""
    free: tuple[datetime | None, ...] = ()
    """Until when somebody is on vacation."""
    paused: datetime | None = None
    """Until when the last time without a server was, or an adjournment, which is not counted."""

    @staticmethod
    def set_up(control: TimeControl, timed: Sequence[bool]) -> Clock:
        """The clocks before a game; `timed` are the seats of people."""
        nobody: tuple[datetime | None, ...] = (None,) * len(timed)
        return Clock(control, tuple(control.whole if one else None for one in timed), away=nobody, free=nobody)

    @cached_property
    def is_started(self) -> bool:
        """Whether everybody has had their first act, so that time goes by."""
        return len(self.acted) == len(self.left)

    @property
    def _counts(self) -> bool:
        """Whether the time that goes by is taken from what somebody has; that for a first move in days is no other."""
        return self.is_started or self.control.per_move > 0

    @cached_property
    def falls(self) -> datetime | None:
        """When the time that runs is up."""
        if self.running is None or self.since is None or (has := self.left[self.running]) is None:
            return None
        return self.since + _span(has if self._counts else self.control.first)

    @cached_property
    def deadline(self) -> Deadline | None:
        """What is to be settled next, and when."""
        if self.running is None:
            return None
        found, falls = [], self.falls
        if falls is not None and not self.is_started:
            found = [Deadline(falls, self.running, "first")]
        elif falls is not None:
            found = [Deadline(falls + FORGIVEN if self.control.is_live else falls, self.running, "time")]
        if self.is_started and any(self.away):
            found += [Deadline(at + _span(AWAY), seat, "away") for seat, at in enumerate(self.away) if at is not None]
        return min(found, default=None)

    @property
    def reminder(self) -> datetime | None:
        """When somebody who has days for a move is to be reminded."""
        falls = self.falls
        return None if falls is None or self.control.is_live else falls - _span(self.control.short)

    def has(self, seat: int, moment: datetime) -> int | None:
        """What a seat has left at a moment, never less than nothing."""
        left = self.left[seat]
        if left is None or seat != self.running or self.since is None or not self.is_started:
            return left
        return max(0, left - max(0, _between(self.since, moment)))

    def is_up(self, moment: datetime, lag: int = 0) -> bool:
        """Whether the time that runs was up before an act that has come at a moment, so long on its way."""
        falls = self.falls if self.is_started else None
        return falls is not None and moment > falls and moment - _span(lag) > falls

    def act(self, at: datetime, to: int | None, by: int | None, *, moved: bool, lag: int = 0) -> Clock:
        """After an act, `moved` if it was a move; `to` is whose time goes by from then on."""
        done = by is not None and by == self.running and (moved or to != by)
        clock = self._pass(at, to, lag if by == self.running else 0, anew=done)
        if by is None:
            return clock
        left, has = clock.left, clock.left[by]
        if done and has is not None:
            if not self.control.is_live:
                left = _put(left, by, self.control.per_move)
            elif moved and self.is_started:
                left = _put(left, by, has + self.control.increment)
        if by in self.acted:
            return clock._with(left=left)
        clock = clock._with(left=left, acted=self.acted | {by})
        if clock.is_started and not self.is_started and clock.since is not None:  # what went by before was free
            return clock._with(since=max(at, clock.since))
        return clock

    def turn(self, at: datetime, to: int | None) -> Clock:
        """After something that was no act, such as a takeback: the time that was used stays used."""
        return self._pass(at, to, 0, anew=to != self.running)

    def seat(self, number: int, *, timed: bool) -> Clock:
        """With somebody else in a seat, who is not away: a person begins with all the time there is."""
        left = _put(self.left, number, self.control.whole if timed else None)
        return self._with(left=left, away=_put(self.away, number, None), free=_put(self.free, number, None))

    def outage(self, since: datetime, until: datetime) -> Clock:
        """After a time without a server, of which nothing is counted, nor of the time to come back."""
        if self.paused is not None and self.paused >= until:
            return self
        clock = self._charge(since, 0)._with(paused=until, away=(None,) * len(self.left))
        if self.since is None:
            return clock
        # Of the time for a first act what had gone by before is gone, too.
        used = _span(0) if self._counts else max(since, self.paused or since) - self.since
        return clock._with(since=max(self.since, until - max(_span(0), used)))

    def vacation(self, seat: int, at: datetime, until: datetime) -> Clock:
        """With somebody on vacation until a moment, or back from it where that is not later than now."""
        clock = self._with(free=_put(self.free, seat, until if until > at else None))
        if seat != self.running or self.since is None:
            return clock
        clock = clock._charge(at, 0)
        return clock._with(since=max(at, until, self.paused or at))

    def resume(self, at: datetime, to: int | None) -> Clock:
        """After an adjournment: everybody has what was left to them and some time to come back, whoever moves first."""
        back = at + _span(RETURN)
        clock = self._with(paused=max(back, self.paused or back))
        return clock if to is None else clock._with(running=to, since=max(back, self.free[to] or back))

    def gone(self, seat: int, at: datetime | None) -> Clock:
        """With somebody known to be away since a moment, or back."""
        return self._with(away=_put(self.away, seat, at))

    def _pass(self, at: datetime, to: int | None, lag: int, *, anew: bool) -> Clock:
        """Take the time that went by from whoever's it was, and let that of another go by from now on."""
        clock = self._charge(at, lag)
        if to is None:
            return clock._with(running=None, since=None, away=(None,) * len(self.left))
        if to == self.running and not anew:
            return clock
        left = clock.left
        if not self.control.is_live and left[to] is not None:
            left = _put(left, to, self.control.per_move)
        return clock._with(left=left, running=to, since=max(at, self.free[to] or at, self.paused or at))

    def _with(self, **changes: Any) -> Clock:
        """Dataclasses' `replace`, at a third of its cost: every move changes clocks several times."""
        found = object.__new__(Clock)
        known = vars(found)
        known.update(vars(self), **changes)
        known.pop("falls", None)
        known.pop("deadline", None)
        if "acted" in changes:
            known.pop("is_started", None)
        return found

    def _charge(self, at: datetime, lag: int) -> Clock:
        """With the time that went by taken from the seat that it ran for; before live clocks run, none is."""
        if self.running is None or self.since is None or not self._counts:
            return self
        has, spent = self.left[self.running], _between(self.since, at)
        if has is None or spent <= 0:
            return self
        return self._with(left=_put(self.left, self.running, max(0, has - max(0, spent - lag))), since=at)


def _put(values: tuple[Some, ...], place: int, value: Some) -> tuple[Some, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _span(milliseconds: int) -> timedelta:
    return timedelta(milliseconds=milliseconds)


def _between(since: datetime, until: datetime) -> int:
    return (until - since) // timedelta(milliseconds=1)
