"""Vacations from games of days: while one has them, one's clock stands in all that are under way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, insert, select, update

from kidd.errors import IllegalAct, OptionError, shown
from kidd.table.errors import NoSuchGame, Unavailable
from kidd.table.moments import now
from kidd.table.play.actors import Actor
from kidd.table.play.permissions import check_known
from kidd.table.play.transaction import TRIES
from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import games, persons, seats, vacations
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import Change, Conflict, load, read, write
from kidd.table.storage.events import Vacation
from kidd.table.storage.persons import people
from kidd.table.storage.reducer import Draft

ALLOWANCE = 30  # days in a year, by UTC
DAY = timedelta(days=1)


class Holidays(NamedTuple):
    """Somebody's vacation: until when it goes, if they have one now, and how many days are left this year."""

    until: datetime | None
    days_left: int


Wish = Callable[[Holidays, datetime], datetime]  # until when one's clocks stand, by what one has; or a refusal


def holidays_of(store: Store, actor: Actor) -> Holidays:
    """Whether somebody is on vacation, and what they have left."""
    with store.reading() as connection:
        return _holidays(connection, actor.person, now())


def begin_vacation(store: Store, actor: Actor, days: int) -> Holidays:
    """Have so many days from now on, in all games of days that are under way; those begun later are not concerned."""
    check_known(actor)
    return _change(store, actor.person, partial(_begin, days))


def end_vacation(store: Store, actor: Actor) -> Holidays:
    """Be back at once; days that have not begun are had again."""
    check_known(actor)
    return _change(store, actor.person, _end)


def _begin(days: int, had: Holidays, moment: datetime) -> datetime:
    if had.until is not None:
        raise IllegalAct("on-vacation")
    if not 1 <= days <= had.days_left:
        raise OptionError("vacation" if had.days_left else "no-days", most=had.days_left, came=shown(days))
    return moment + days * DAY


def _end(had: Holidays, moment: datetime) -> datetime:
    if had.until is None:
        raise IllegalAct("not-on-vacation")
    return moment


def _change(store: Store, person: str, wish: Wish) -> Holidays:
    """Read all their games, which may be many and long, before the writer is asked; it reads what is new since then."""
    for left in reversed(range(TRIES)):
        with store.reading() as connection:
            wish(_holidays(connection, person, now()), now())  # refused before anything is read for it
            ids = connection.execute(_under_way(person)).scalars().all()
        tables = {}
        for game in ids:
            with suppress(NoSuchGame):  # it has been cleared away meanwhile
                tables[game] = load(store, game)
        try:
            return store.write(partial(_write, person, wish, tables))
        except Conflict:
            if not left:
                raise Unavailable("busy") from None
    raise AssertionError("the last try either succeeds or is refused")


def _write(person: str, wish: Wish, tables: Mapping[str, Table], connection: Connection) -> Holidays:
    moment = _lock(connection, person)
    until = wish(_holidays(connection, person, moment), moment)
    if until > moment:
        connection.execute(insert(vacations).values(person=person, since=moment, until=until))
    else:
        running = update(vacations).where(vacations.c.person == person, vacations.c.until > moment)
        connection.execute(running.values(until=moment))
    _let_know(connection, person, moment, until, tables)
    return _holidays(connection, person, moment)


def _lock(connection: Connection, person: str) -> datetime:
    """Let nobody count the same days at the same time; what time it is then."""
    moment = now()
    people.remember(connection, person, moment)
    connection.execute(select(persons.c.id).where(persons.c.id == person).with_for_update(key_share=True))
    return moment


def _holidays(connection: Connection, person: str, moment: datetime) -> Holidays:
    year = datetime(moment.year, 1, 1, tzinfo=UTC)
    query = select(vacations.c.since, vacations.c.until).where(vacations.c.person == person, vacations.c.since >= year)
    rows = connection.execute(query).all()
    used = sum(-((row.since - row.until) // DAY) for row in rows)  # days that have begun
    late = select(vacations.c.until).where(vacations.c.person == person, vacations.c.until > moment)
    return Holidays(connection.execute(late).scalars().first(), max(0, ALLOWANCE - used))


def _under_way(person: str) -> Select[Any]:
    """Their games of days, in the order in which everybody takes games."""
    sitting = select(seats.c.game).where(seats.c.person == person, seats.c.kind == "person")
    query = select(games.c.id).where(games.c.id.in_(sitting), games.c.outcome == "*", games.c.time.like("%d"))
    return query.order_by(games.c.id)


def _let_know(
    connection: Connection, person: str, moment: datetime, until: datetime, tables: Mapping[str, Table]
) -> None:
    """Write it into all of these games, of which few have moved on since they were read."""
    for game in connection.execute(_under_way(person).with_for_update()).scalars().all():
        if game not in tables:
            raise Conflict("conflict", game=game)  # just begun, and perhaps long already
        table = read(connection, game, tables[game])
        draft = Draft(game, table)
        for seat in table.seats_of(person):
            draft.add(Vacation(at=moment, seat=seat, person=person, until=until))
        if draft.events:
            write(connection, Change.of(draft))
