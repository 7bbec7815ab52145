"""Adjournments kept a second time, by hand: from the events and `docs/clocks.md` alone, as an umpire would."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from kidd.table.storage.events import (
    Acted,
    AdjournAgreed,
    AdjournAsked,
    Adjourned,
    AdjournRefused,
    Event,
    Opened,
    Resumed,
    SaidReady,
    SeatGivenToComputer,
    SeatLeft,
    SeatTaken,
    TakenBack,
)

READY = timedelta(minutes=5)
PARTING = ("resign", "leave")  # what may be said in a game that rests


class RecessBook:
    """Who has asked, agreed and is ready; what should never have been is written down as an `objection`."""

    def __init__(self, opened: Opened) -> None:
        self.places = [seat.person if seat.kind == "person" else None for seat in opened.seats]
        self.asker: str | None = None
        self.agreed: set[str] = set()
        self.rests = self.by_house = False
        self.ready: dict[str, datetime] = {}
        self.objections: list[str] = []

    @property
    def people(self) -> set[str]:
        """Those who sit there."""
        return {person for person in self.places if person}

    def add(self, number: int, event: Event) -> None:
        """Look at an event, and say what is wrong with it."""
        if why := self._wrong(event):
            self.objections.append(f"event {number}, {event.kind!r}: {why}")
        if isinstance(event, AdjournAsked):
            self.asker, self.agreed = event.person, {event.person}
        elif isinstance(event, AdjournAgreed):
            self.agreed.add(event.person)
        elif isinstance(event, SaidReady):
            self.ready[event.person] = event.at
        elif isinstance(event, Adjourned | Resumed):
            self.rests, self.by_house = isinstance(event, Adjourned), event.house
            self.ready, self.asker = {}, None
        elif isinstance(event, Acted | AdjournRefused):
            self.asker = None
        elif isinstance(event, SeatTaken | SeatLeft | SeatGivenToComputer):
            self.places[event.seat] = event.person if isinstance(event, SeatTaken) else None
            self.asker = None

    def _wrong(self, event: Event) -> str:
        if isinstance(event, AdjournAgreed | AdjournRefused) and self.asker is None:
            return "nobody had asked"
        if isinstance(event, SaidReady | Resumed):
            return self._wrong_to_go_on(event)
        if self.rests:
            moved = isinstance(event, Acted) and event.act.rpartition(":")[2] not in PARTING
            asked = isinstance(event, AdjournAsked | AdjournAgreed | AdjournRefused | Adjourned | TakenBack)
            return "the game was adjourned" if moved or asked else ""
        if isinstance(event, AdjournAsked) and self.asker is not None:
            return "somebody had asked already"
        alone = isinstance(event, Adjourned) and not event.house and len(self.people) > 1
        if alone and (self.asker is None or self.people - self.agreed - {event.person}):  # type: ignore[attr-defined]
            return "not all have agreed"
        return ""

    def _wrong_to_go_on(self, event: SaidReady | Resumed) -> str:
        if not self.rests:
            return "the game was not adjourned"
        if isinstance(event, Resumed) and event.house:
            return ""
        if self.by_house:
            return "it was an operator's to let it go on"
        late = {one for one in self.people if one not in self.ready or event.at - self.ready[one] > READY}
        return "not all were ready" if isinstance(event, Resumed) and late - {event.person} else ""


def keep(events: Sequence[Event]) -> RecessBook:
    """Look at all that happened."""
    opened = events[0]
    assert isinstance(opened, Opened)
    book = RecessBook(opened)
    for number, event in enumerate(events):
        book.add(number, event)
    return book
