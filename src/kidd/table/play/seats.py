"""Seats that change hands: taken, left, and handed to a computer."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from kidd.dice import is_salt
from kidd.errors import IllegalAct, OptionError, shown
from kidd.match.standing import LEAVE
from kidd.table import limits
from kidd.table.errors import NotYours, TooMany
from kidd.table.moments import now
from kidd.table.play.actors import Actor
from kidd.table.play.club.locks import check_computers, check_help
from kidd.table.play.club.rated import check_company, check_computer, check_level, check_sitting, check_standing_up
from kidd.table.play.people.guest_names import check_name, keep_name
from kidd.table.play.permissions import Action, check, check_open, check_seat, may
from kidd.table.play.transaction import run
from kidd.table.seats import Seat, checked, checked_seat, clean_name
from kidd.table.snapshot import Table
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import Change, load
from kidd.table.storage.events import Abandoned, Event, SeatGivenToComputer, SeatLeft, SeatTaken
from kidd.table.storage.growth import place_of
from kidd.table.storage.persons import blocks
from kidd.table.storage.reducer import Draft

STAND_IN = 4  # the level of a computer that plays on for somebody, where no other one sits


def take_seat(store: Store, game_id: str, actor: Actor, seat: int, name: str = "", salt: str = "") -> Table:
    """Sit down in an open seat; asked for twice by the same person, it is done once."""
    table = load(store, game_id)
    check_level(store, actor, table)
    _check_apart(store, actor, table)
    found = clean_name(name)
    if not actor.session:  # somebody new
        charge = partial(store.growth.charge, share=actor.share, moment=now())
        store.write(charge, place=place_of(actor.share))
    with store.reading() as connection:
        check_name(connection, actor, found)
    if table.rated:
        store.write(partial(check_company, actor=actor, table=table))
    taken = run(store, game_id, partial(decide_take, actor, seat, found, salt))
    if not actor.is_member and found not in ("", actor.name):
        store.write(partial(keep_name, actor=actor, name=found))
    return taken


def _check_apart(store: Store, actor: Actor, table: Table) -> None:
    """Refuse whoever was blocked by somebody at the table, or has blocked them."""
    others = [person for person in table.people if person != actor.person]
    if actor.is_known and others:
        with store.reading() as connection:
            if blocks.are_apart(connection, actor.person, others):
                raise NotYours("apart")


def decline(store: Store, game_id: str, actor: Actor) -> Table:
    """Say no to an invitation: the seat is open to all, or, where only two would play, the game is called off."""
    return run(store, game_id, partial(decide_decline, actor))


def leave_seat(store: Store, game_id: str, actor: Actor, seat: int) -> Table:
    """Stand up, so that somebody else can sit there."""
    return run(store, game_id, partial(_leave, actor, seat))


def give_seat_to_computer(store: Store, game_id: str, actor: Actor, seat: int, level: int) -> Table:
    """Have a computer play on in a seat that is open or one's own, as long as some person stays at the table."""
    table = load(store, game_id)
    if may(actor, _giving(table), table):  # whoever may not is told that first
        _check_unlocked(store, actor, table)
    return run(store, game_id, partial(_give, actor, seat, level))


def _check_unlocked(store: Store, actor: Actor, table: Table) -> None:
    """Refuse a computer that would play on, and not from the start, to whoever plays a rated game of that kind."""
    if table.is_waiting_for_people:
        with store.reading() as connection:
            check_computers(connection, actor, [Seat(0, "computer")], table.match.start, table.given)
    elif not table.is_over:
        check_help(store, actor, table.match.game)


def any_seat(table: Table, actor: Actor) -> int:
    """The seat for whoever comes without naming one: theirs, the one that is kept for them, or any open one."""
    for fits in (Seat.is_of, Seat.is_kept_for):
        for seat in table.seats:
            if fits(seat, actor.person):
                return seat.number
    vacant = sorted((seat for seat in table.seats if seat.kind == "open"), key=lambda seat: bool(seat.person))
    likeliest = (*vacant, *table.seats)[0]
    check_open(likeliest, actor)
    return likeliest.number


def leave_or_decline(store: Store, game_id: str, actor: Actor) -> Table:
    """Stand up before a game has begun, or say no to a seat that is kept."""
    return run(store, game_id, partial(_leave_or_decline, actor))


def _leave_or_decline(actor: Actor, table: Table) -> Change:
    mine = next((seat for seat in table.seats if seat.is_of(actor.person)), None)
    if mine is None:
        return decide_decline(actor, table)
    if not table.is_waiting_for_people:
        raise IllegalAct("seats-begun")
    return _leave(actor, mine.number, table)


def may_leave(table: Table, colour: str) -> bool:
    """Whether somebody stays at the table when the player of a crew leaves: with nobody there, nobody plays."""
    going = table.match.seat(colour)
    return any(seat.kind == "person" for seat in table.seats if seat.number != going)


def decide_leave(actor: Actor, colour: str, table: Table) -> Change:
    """What changes when the player of a crew leaves a game of three (MG8): a computer plays on in that seat."""
    check(actor, Action.LEAVE, table)
    draft, moment, seat = Draft(table.id, table), now(), table.seat_of(colour)
    draft.act(LEAVE, colour, actor.person, moment)
    if not may_leave(table, colour):
        raise IllegalAct("last-person")
    if table.is_full:
        raise TooMany("acts", limits.EVENTS)
    if draft.match.result is None:
        give_to_stand_in(draft, table, seat.number, moment, actor.person)
    return Change.of(draft)


def give_to_stand_in(draft: Draft, table: Table, seat: int, moment: datetime, person: str | None) -> None:
    """Let a computer play on in a seat, no weaker than the others at the table."""
    level = max((other.level or STAND_IN for other in table.seats if other.kind == "computer"), default=STAND_IN)
    new = checked_seat(Seat(seat, "computer", None, level), seat)
    draft.add(SeatGivenToComputer(at=moment, seat=seat, level=level, name=new.name, person=person))
    draft.fate(table.seed, moment)


def decide_take(actor: Actor, seat: int, name: str, salt: str, table: Table) -> Change | None:
    """What sitting down changes; the last one to do so lets the game begin."""
    check(actor, Action.TAKE_SEAT, table)
    if salt and not is_salt(salt):
        raise OptionError("salt", came=shown(salt))
    there = _seat(table, seat)
    if there.is_of(actor.person):
        return None
    check_open(there, actor)
    check_sitting(actor, table)
    return _change(table, SeatTaken(at=now(), seat=seat, person=actor.person, name=name, bot=actor.is_bot, salt=salt))


def decide_decline(actor: Actor, table: Table) -> Change:
    """What changes when somebody does not want the seat that is kept for them: of two, there is no game then."""
    check(actor, Action.DECLINE, table)
    kept = [seat for seat in table.seats if seat.is_kept_for(actor.person)]
    if not kept:
        raise NotYours("not-asked")
    _seat(table, kept[0].number)
    if len(table.seats) == 2:
        return _change(table, Abandoned(at=now(), person=actor.person))
    return _change(table, SeatLeft(at=now(), seat=kept[0].number, person=actor.person))


def _leave(actor: Actor, seat: int, table: Table) -> Change:
    check(actor, Action.LEAVE_SEAT, table)
    check_seat(actor, _seat(table, seat))
    check_standing_up(table)
    if table.clock is not None and not table.is_waiting_for_people:  # it would stand still meanwhile
        raise IllegalAct("seat-clock")
    return _change(table, SeatLeft(at=now(), seat=seat, person=actor.person))


def _give(actor: Actor, seat: int, level: int, table: Table) -> Change:
    check(actor, _giving(table), table)
    check_seat(actor, _seat(table, seat), or_open=True)
    check_computer(table)
    new = checked_seat(Seat(seat, "computer", None, level), seat)
    checked((*table.seats[:seat], new, *table.seats[seat + 1 :]), table.match.game.colours)
    return _change(table, SeatGivenToComputer(at=now(), seat=seat, level=level, name=new.name, person=actor.person))


def _giving(table: Table) -> Action:
    return Action.FILL_SEAT if table.is_waiting_for_people else Action.GIVE_SEAT


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
    draft.fate(table.seed, event.at)  # the last one to sit down lets the game begin
    return Change.of(draft)
