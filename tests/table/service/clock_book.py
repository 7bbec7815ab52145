"""The clocks of a game kept a second time, by hand: from its events and `docs/clocks.md` alone, and slowly.

Every stretch of time between two events belongs to whoever was to act in it; what of it is not counted is taken off.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from kidd.match import Match
from kidd.position import parse
from kidd.table.storage.events import (
    Abandoned,
    Acted,
    Adjourned,
    Away,
    Back,
    Event,
    Opened,
    Outage,
    Resumed,
    SeatGivenToComputer,
    SeatLeft,
    SeatTaken,
    TakenBack,
    Vacation,
)

NOTHING, HALF_A_SECOND = timedelta(0), timedelta(milliseconds=500)
FIRST_ACT, MISSED, COMING_BACK = timedelta(minutes=2), timedelta(minutes=1), timedelta(seconds=5)


class Reading(NamedTuple):
    """What the clocks show after the last event."""

    left: tuple[timedelta | None, ...]
    """Of each seat; None where a computer sits, or nobody."""
    runner: int | None
    due: datetime | None
    """When something is to be settled, if nothing happens before."""


class ClockBook:
    """Kept from event to event; what should never have been accepted is written down as an `objection`."""

    def __init__(self, opened: Opened) -> None:
        options = dict(opened.options)
        self.match = Match(parse(opened.start, **options), rulings=opened.rules)  # type: ignore[arg-type]
        self.given, self.kinds = opened.given, [seat.kind for seat in opened.seats]
        self.live = "+" in opened.time
        base, _, more = opened.time.rstrip("d").partition("+")
        self.whole = timedelta(seconds=int(base)) if self.live else timedelta(days=int(base))
        self.increment = timedelta(seconds=int(more or 0))
        self.left = [self.whole if kind == "person" else None for kind in self.kinds]
        self.acted: set[int] = set()
        self.runner: int | None = None
        self.first_left = NOTHING  # of the time for a first act
        self.since = opened.at  # until when all time is accounted for
        self.standstill = opened.at  # of servers or by an adjournment, until when nothing is counted
        self.vacations = [opened.at for _ in self.kinds]
        self.missed: list[datetime | None] = [None for _ in self.kinds]
        self.is_over = self.rests = False
        self.objections: list[str] = []
        self._give_turn(opened.at)

    @property
    def runs(self) -> bool:
        """Whether everybody has acted once."""
        return len(self.acted) == len(self.kinds)

    @property
    def is_free(self) -> bool:
        """Whether nobody's clock runs yet, but only the time for a first act; in days that is a move's."""
        return self.live and not self.runs

    def add(self, event: Event) -> None:
        """Account for the time until an event, and for the event."""
        if isinstance(event, Outage):
            self._stand_still(event)
        else:
            self._spend(event.at, event)
        if isinstance(event, Acted):
            self._act(event)
            return
        if isinstance(event, TakenBack):
            self.match.undo(len(self.match) - event.ply)
        elif isinstance(event, Abandoned):
            self.is_over = True
        elif isinstance(event, SeatTaken | SeatLeft | SeatGivenToComputer):
            self._change_seat(event)
        elif isinstance(event, Vacation):
            self.vacations[event.seat] = event.until
        elif isinstance(event, Away | Back):
            self.missed[event.seat] = event.at if isinstance(event, Away) else None
        elif isinstance(event, Adjourned):
            self.rests = True
        elif isinstance(event, Resumed):
            self._go_on(event)
            return
        self._give_turn(event.at)

    def read(self) -> Reading:
        """What the clocks show."""
        return Reading(tuple(self.left), self.runner, self._due())

    def _due(self) -> datetime | None:
        if self.runner is None:
            return None
        left, found = self.left[self.runner], []
        if left is not None:
            late = HALF_A_SECOND if self.live and self.runs else NOTHING
            found.append(self._from() + (self.first_left if self.is_free else left) + late)
        if self.runs:
            found += [moment + MISSED for moment in self.missed if moment is not None]
        return min(found, default=None)

    def _from(self) -> datetime:
        """From when on the time of whoever is to act is counted."""
        assert self.runner is not None
        return max(self.since, self.standstill, self.vacations[self.runner])

    def _spend(self, until: datetime, event: Event | None = None) -> None:
        if self.runner is not None and (left := self.left[self.runner]) is not None:
            spent = max(NOTHING, until - self._from())
            own = isinstance(event, Acted) and event.seat == self.runner
            if own and isinstance(event, Acted):
                spent = max(NOTHING, spent - timedelta(milliseconds=event.lag))
            if self.is_free:
                self.first_left -= spent
            else:
                if self.runs and own and spent > left and not self._is_settled(event):
                    self.objections.append(f"seat {self.runner} had {left}, and acts after {spent}")
                self.left[self.runner] = max(NOTHING, left - spent)
        self.since = max(self.since, until)

    @staticmethod
    def _is_settled(event: Event | None) -> bool:
        """Whether it is the house that acts for somebody: their time is up, or one of three was missed too long."""
        return isinstance(event, Acted) and event.person is None and event.act.endswith((":time", ":leave"))

    def _stand_still(self, event: Outage) -> None:
        """Nothing from the last sign of life on is counted, nor is anybody missed for it."""
        self._spend(max(event.since, self.since))
        if event.until > self.standstill:
            self.missed = [None for _ in self.kinds]
        self.standstill = max(self.standstill, event.until)
        self.since = max(self.since, event.at)

    def _go_on(self, event: Resumed) -> None:
        """Everybody has what was left to them, but for a first act all of its time, and some seconds to come back."""
        self.rests = False
        self.runner, self.first_left = self._whose(), FIRST_ACT
        self.standstill = max(self.standstill, event.at + COMING_BACK)

    def _act(self, event: Acted) -> None:
        if self._is_settled(event):
            self._check_time(event)
        runner, ran = self.runner, self.runs
        self.match.play(event.act)
        number = len(self.match) - 1
        here, moved = number >= self.given, not self.match.word(number)
        seat = event.seat if here else None
        if seat is not None:
            self.acted.add(seat)
        done = seat is not None and seat == runner and (moved or self._whose() != seat)
        if done and seat is not None and (has := self.left[seat]) is not None:
            if not self.live:
                self.left[seat] = self.whole
            elif moved and ran:
                self.left[seat] = has + self.increment
        self._give_turn(event.at, anew=done)

    def _check_time(self, event: Acted) -> None:
        """The time of nobody is up before it is, or before they were missed for long enough."""
        due = self._due()
        if due is None or event.at < due:
            # Whoever acts after their time is told so at once, and need not wait for the half second.
            left = self.left[self.runner] if self.runner is not None else None
            if not self.runs or left is None or left > NOTHING:
                self.objections.append(f"{event.act} at {event.at}, before {due}")

    def _change_seat(self, event: SeatTaken | SeatLeft | SeatGivenToComputer) -> None:
        kind = {SeatTaken: "person", SeatLeft: "open"}.get(type(event), "computer")
        self.kinds[event.seat] = kind  # type: ignore[call-overload]
        self.left[event.seat] = self.whole if kind == "person" else None
        self.missed[event.seat], self.vacations[event.seat] = None, event.at

    def _give_turn(self, at: datetime, *, anew: bool = False) -> None:
        whose = self._whose()
        if whose is None:
            self.missed = [None for _ in self.kinds]
        if whose is not None and (anew or whose != self.runner):
            self.first_left = FIRST_ACT
            if not self.live and self.left[whose] is not None:
                self.left[whose] = self.whole
        self.runner = whose
        self.since = max(self.since, at)

    def _whose(self) -> int | None:
        """Whose time goes by: of whoever is to move, or has to answer a claim, or an offer in a computer's turn."""
        match = self.match
        if self.is_over or self.rests or match.result or "open" in self.kinds:
            return None
        mover, asked = match.seat(match.mover), match.offer and match.to_act
        if match.offer and asked and (match.offer.kind == "stalemate" or self.kinds[mover] == "computer"):
            return match.seat(asked)
        return mover


def keep(events: Sequence[Event]) -> ClockBook | None:
    """The book of a game after all that happened, None where it is played without a clock."""
    opened, *rest = events
    assert isinstance(opened, Opened)
    if not opened.time:
        return None
    book = ClockBook(opened)
    for event in rest:
        book.add(event)
    return book


def milliseconds(spans: Iterable[timedelta | None]) -> tuple[int | None, ...]:
    """Spans of time as the clocks of the table have them."""
    return tuple(None if one is None else one // timedelta(milliseconds=1) for one in spans)
