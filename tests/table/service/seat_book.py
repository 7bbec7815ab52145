"""Who sat where, kept a second time by hand: from the rows of the events alone, as a doorkeeper would."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from kidd.table.storage.events import (
    Abandoned,
    Event,
    Opened,
    SeatGivenToComputer,
    SeatLeft,
    SeatTaken,
)


class Place(NamedTuple):
    """What a seat is to the doorkeeper: taken by a person or a computer, kept for somebody, or free."""

    kind: str
    person: str | None


class SeatBook(NamedTuple):
    """Who sits where in the end, who ever sat where, and what should not have been."""

    places: tuple[Place, ...]
    takings: tuple[tuple[int, str], ...]
    objections: tuple[str, ...]


def keep(events: Sequence[Event]) -> SeatBook:
    """Let everybody in, one after the other."""
    opened = events[0]
    assert isinstance(opened, Opened)
    places = [Place(seat.kind, seat.person) for seat in opened.seats]
    takings = [(number, place.person or "") for number, place in enumerate(places) if place.kind == "person"]
    objections = ["a computer sits at a rated game"] if opened.rated and Place("computer", None) in places else []
    ended = False
    for number, event in enumerate(events):
        if isinstance(event, SeatTaken | SeatLeft | SeatGivenToComputer):
            why = "the game was over" if ended else _wrong(places, event, rated=opened.rated)
            objections += [f"event {number}, {event}: {why}"] if why else []
            places[event.seat] = _after(event)
            if isinstance(event, SeatTaken):
                takings.append((event.seat, event.person))
        ended = ended or isinstance(event, Abandoned)
    return SeatBook(tuple(places), tuple(takings), tuple(objections))


def _after(event: Any) -> Place:
    if isinstance(event, SeatTaken):
        return Place("person", event.person)
    return Place("open", None) if isinstance(event, SeatLeft) else Place("computer", None)


def _wrong(places: list[Place], event: Any, *, rated: bool) -> str:
    there = places[event.seat]
    if isinstance(event, SeatTaken):
        if there.kind != "open":
            return f"the seat was taken by {there}"
        if there.person not in (None, event.person):
            return f"the seat was kept for {there.person}"
        if rated and Place("person", event.person) in places:
            return "a second seat in a rated game"
    elif isinstance(event, SeatLeft) and there.person != event.person:
        return f"the seat was that of {there}"
    return ""
