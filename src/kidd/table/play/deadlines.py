"""What time changes by itself: clocks that run out, first acts that do not come, players who leave, lost servers."""

from __future__ import annotations

from datetime import datetime

from kidd.match.standing import CLOCK, LEAVE, PAIR
from kidd.table.clocks import Deadline
from kidd.table.moments import now
from kidd.table.play.seats import give_to_stand_in, may_leave
from kidd.table.snapshot import Table
from kidd.table.storage.event_log import Change
from kidd.table.storage.events import Abandoned, Away, Back, Event, Outage
from kidd.table.storage.reducer import Draft


def decide_deadline(table: Table) -> Change | None:
    """What is to be settled at a table by now; None if nothing is yet, or any more."""
    due = table.clock.deadline if table.clock is not None else None
    return _settled(table, due) if due is not None and due.at <= now() else None


def decide_late(table: Table, lag: int) -> Change | None:
    """What an act that comes too late finds: the time was up before, though nobody has settled it yet."""
    clock = table.clock
    if clock is None or clock.running is None or not clock.is_up(now(), lag):
        return None
    return _settled(table, Deadline(now(), clock.running, "time"))


def decide_outage(since: datetime, until: datetime, table: Table) -> Change | None:
    """What a time without a server changes, however often it is told of."""
    clock = table.clock
    if clock is None or clock.running is None or clock.since is None or clock.since >= until:
        return None
    if clock.paused is not None and clock.paused >= until:
        return None
    return _change(table, Outage(at=now(), since=since, until=until))


def decide_away(person: str, table: Table) -> Change | None:
    """What it changes that no page of a player's shows their live game any more."""
    seats = [seat for seat in _live_seats(table, person) if table.clock and table.clock.away[seat] is None]
    moment = now()
    return _change(table, *(Away(at=moment, seat=seat) for seat in seats))


def decide_back(person: str, table: Table) -> Change | None:
    """What it changes that a player is there again."""
    seats = [seat for seat in _live_seats(table, person) if table.clock and table.clock.away[seat] is not None]
    moment = now()
    return _change(table, *(Back(at=moment, seat=seat) for seat in seats))


def is_missed(table: Table, person: str) -> bool:
    """Whether somebody is known to have left this game."""
    clock = table.clock
    return clock is not None and any(clock.away[seat] is not None for seat in table.seats_of(person))


def can_be_missed(table: Table, person: str) -> bool:
    """Whether it matters that somebody stays: in a live game under way that they play against others."""
    return bool(_live_seats(table, person))


def _live_seats(table: Table, person: str) -> tuple[int, ...]:
    clock = table.clock
    if clock is None or not clock.control.is_live or not clock.is_started or len(table.people) == 1:
        return ()
    if table.is_over or table.is_adjourned:
        return ()
    return table.seats_of(person)


def _settled(table: Table, due: Deadline) -> Change:
    moment, draft = now(), Draft(table.id, table)
    if due.kind == "first":
        return _change(table, Abandoned(at=moment, person="")) or Change.of(draft)
    colour = table.match.seating[due.seat]
    went = due.kind == "away" and len(table.seats) > PAIR  # of two who plays is known, and the game is over
    draft.act(LEAVE if went else CLOCK, colour, None, moment)
    if draft.match.result is None:
        if may_leave(table, colour):
            give_to_stand_in(draft, table, due.seat, moment, None)
        else:  # nobody is left who would play
            draft.add(Abandoned(at=moment, person=""))
    return Change.of(draft)


def _change(table: Table, *events: Event) -> Change | None:
    """These events, where there are any and the game has room for them."""
    if not events or (table.is_full and not isinstance(events[0], Abandoned)):
        return None
    draft = Draft(table.id, table)
    for event in events:
        draft.add(event)
    return Change.of(draft)
