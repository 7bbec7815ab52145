"""Seats that change hands: taken, left, and handed to a computer."""

from __future__ import annotations

from functools import partial

from kidd.errors import IllegalAct, shown
from kidd.table import limits
from kidd.table.errors import NotYours, TooMany
from kidd.table.play.actors import Actor
from kidd.table.play.permissions import Action, check
from kidd.table.play.transaction import run
from kidd.table.seats import Seat, checked, checked_seat, clean_name
from kidd.table.snapshot import Table
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import Change, now
from kidd.table.storage.events import Event, SeatGivenToComputer, SeatLeft, SeatTaken
from kidd.table.storage.reducer import Draft


def take_seat(store: Store, game_id: str, actor: Actor, seat: int, name: str = "") -> Table:
    """Sit down in an open seat; asked for twice by the same person, it is done once."""
    return run(store, game_id, partial(_take, actor, seat, clean_name(name)))


def leave_seat(store: Store, game_id: str, actor: Actor, seat: int) -> Table:
    """Stand up, so that somebody else can sit there."""
    return run(store, game_id, partial(_leave, actor, seat))


def give_seat_to_computer(store: Store, game_id: str, actor: Actor, seat: int, level: int) -> Table:
    """Have a computer play on in a seat that is open or one's own, as long as some person stays at the table."""
    return run(store, game_id, partial(_give, actor, seat, level))


def _take(actor: Actor, seat: int, name: str, table: Table) -> Change | None:
    check(actor, Action.TAKE_SEAT, table)
    there = _seat(table, seat)
    if there.is_of(actor.person):
        return None
    if there.kind != "open":
        raise NotYours("seat-taken")
    return _change(table, SeatTaken(at=now(), seat=seat, person=actor.person, name=name))


def _leave(actor: Actor, seat: int, table: Table) -> Change:
    check(actor, Action.LEAVE_SEAT, table)
    if not _seat(table, seat).is_of(actor.person):
        raise NotYours("seat")
    return _change(table, SeatLeft(at=now(), seat=seat, person=actor.person))


def _give(actor: Actor, seat: int, level: int, table: Table) -> Change:
    check(actor, Action.GIVE_SEAT, table)
    there = _seat(table, seat)
    if there.kind != "open" and not there.is_of(actor.person):
        raise NotYours("seat")
    new = checked_seat(Seat(seat, "computer", None, level), seat)
    checked((*table.seats[:seat], new, *table.seats[seat + 1 :]), table.match.game.colours)
    return _change(table, SeatGivenToComputer(at=now(), seat=seat, level=level, name=new.name, person=actor.person))


def _seat(table: Table, number: int) -> Seat:
    if table.is_over:
        raise IllegalAct("seats-over")
    if not 0 <= number < len(table.seats):
        raise IllegalAct("seat", most=len(table.seats) - 1, came=shown(number))
    return table.seats[number]


def _change(table: Table, event: Event) -> Change:
    if table.is_full:
        raise TooMany("acts", limits.EVENTS)
    draft = Draft(table.id, table)
    draft.add(event)
    return Change.of(draft)
