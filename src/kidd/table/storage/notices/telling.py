"""Who is told what of a change to a game: decided from the table before and after it.

What stands open (a turn, a question, an invitation) is told when it arises and struck out when it is settled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kidd.table.snapshot import Table
from kidd.table.storage.events import Event

TURN, DRAW, CLAIM, TAKEBACK, INVITED = "turn", "draw", "claim", "takeback", "invited"
BEGUN, OVER, DEADLINE = "begun", "over", "deadline"
ADJOURNED, READY, RESUMED = "adjourned", "ready", "resumed"
KINDS = (TURN, DRAW, CLAIM, TAKEBACK, INVITED, BEGUN, OVER, DEADLINE, ADJOURNED, READY, RESUMED)
OPEN = (TURN, DRAW, CLAIM, TAKEBACK, INVITED, DEADLINE, READY)  # those that want an answer
PASSING = (BEGUN, OVER, ADJOURNED, RESUMED)
ASKED = {"draw": DRAW, "stalemate": CLAIM}


class Told(NamedTuple):
    """A notice for one person; `seen` if it is their own doing."""

    person: str
    kind: str
    seen: bool = False


class News(NamedTuple):
    """What is told anew, and what is settled."""

    told: tuple[Told, ...] = ()
    settled: tuple[tuple[str, str], ...] = ()
    """Persons, and the kind that is no matter of theirs any more."""


NOTHING = News()


def is_shared(table: Table | None) -> bool:
    """Whether there are others to be told: who plays alone sits before the page."""
    return table is not None and (len(table.people) > 1 or any(seat.kind == "open" for seat in table.seats))


def news(before: Table | None, after: Table, events: Iterable[Event]) -> News:
    """What a change tells of."""
    late = _in_time(before, after)
    if not is_shared(before) and not is_shared(after):
        return News(settled=late) if late else NOTHING
    doers = {getattr(event, "person", None) for event in events}
    old, new = _open(before), _open(after)
    told = [Told(person, kind, person in doers) for person, kind in sorted(new - old)]
    told += [Told(person, kind) for person, kind in _passing(before, after) if person not in doers]
    settled = old - new
    ended = {(person, TAKEBACK) for person in after.people} if after.is_over else set()
    return News(tuple(told), tuple(sorted({*settled, *late, *(ended & old)})))


def _in_time(before: Table | None, after: Table) -> tuple[tuple[str, str], ...]:
    """Who may have been warned of a time that is theirs no more, as they have moved, or as others are waited for."""
    was = _timed(before)
    if before is None or was is None or (was == _timed(after) and before.match.plies == after.match.plies):
        return ()
    return ((was[1], DEADLINE),)


def _timed(table: Table | None) -> tuple[int, str] | None:
    """Whose days go by: the seat, and who sits there."""
    clock = table.clock if table is not None else None
    if table is None or clock is None or clock.running is None or clock.control.is_live:
        return None
    person = table.seats[clock.running].person
    return (clock.running, person) if person else None


def _open(table: Table | None) -> set[tuple[str, str]]:
    """What stands open, and for whom."""
    if table is None or table.is_over or not is_shared(table):
        return set()
    if table.is_waiting_for_people:
        return {(seat.person, INVITED) for seat in table.seats if seat.kind == "open" and seat.person}
    if table.is_adjourned:
        ready = {table.seats[one.seat].person for one in table.recess.ready}
        return {(person, READY) for person in table.people if ready and person not in ready}
    found = set()
    seat, offer = table.waits_for, table.match.offer
    if offer is not None:
        people = [table.seat_of(colour).person for colour in offer.asked]
        found |= {(person, ASKED.get(offer.kind, DRAW)) for person in people if person}
    elif seat is not None and seat.person and "+" not in table.time:  # who plays by the clock sits there
        found.add((seat.person, TURN))
    if table.wish is not None:
        people = [table.seats[number].person for number in table.wish.asked]
        found |= {(person, TAKEBACK) for person in people if person}
    return found


def _passing(before: Table | None, after: Table) -> list[tuple[str, str]]:
    """What is told once, and needs no answer."""
    if before is None or before.is_over:
        return []
    if after.is_over:
        return [(person, OVER) for person in sorted(set(before.people) | set(after.people))]
    if before.is_adjourned != after.is_adjourned:
        return [(person, ADJOURNED if after.is_adjourned else RESUMED) for person in sorted(after.people)]
    if before.is_waiting_for_people and not after.is_waiting_for_people:
        return [(person, BEGUN) for person in sorted(set(after.people)) if (person, TURN) not in _open(after)]
    return []
