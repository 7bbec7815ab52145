"""Games that count: who may play them, and from where."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta

from sqlalchemy import Connection

from kidd.errors import IllegalAct, OptionError
from kidd.table import limits
from kidd.table.errors import NotYours
from kidd.table.moments import now
from kidd.table.play.actors import Actor
from kidd.table.play.permissions import check_member
from kidd.table.rating import NEW
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage.club import ratings
from kidd.table.storage.database.store import Store
from kidd.table.storage.persons import accounts
from kidd.table.storage.persons.throttles import Limit, charge
from kidd.table.terms import Terms

PAIRED = Limit("rated-pair", limits.RATED_PAIR, timedelta(days=1), "rated-pair")


def check_opening(actor: Actor, terms: Terms, seats: Sequence[Seat], *, from_start: bool) -> None:
    """Refuse to open a rated game that would not be one: each seat is for another member, and all begin alike."""
    if not terms.rated:
        return
    check_member(actor, "rated")
    people = [seat.person for seat in seats if seat.person]
    if any(seat.kind == "computer" for seat in seats) or len(people) != len(set(people)):
        raise OptionError("rated-seats")
    if any(seat.kind == "person" and seat.person != actor.person for seat in seats):
        raise OptionError("rated-seats")  # others sit down themselves, as members
    if not from_start:
        raise OptionError("rated-start")


def check_sitting(actor: Actor, table: Table) -> None:
    """Refuse a seat of a rated game to guests, and a second one to whoever has one."""
    if not table.rated:
        return
    check_member(actor, "rated")
    if actor.person in table.people:
        raise NotYours("rated-twice")


def check_makers(connection: Connection, people: Collection[str]) -> None:
    """Refuse a rated game of somebody with their own bot, or of two bots of one maker: one hand would play both."""
    if accounts.hands_of(connection, people) < len(set(people)):
        raise NotYours("rated-bots")


def check_company(connection: Connection, actor: Actor, table: Table) -> None:
    """Refuse whoever sits down to a rated game where their own bot sits, or with whom they have begun enough today."""
    if not table.rated or not actor.is_member or actor.person in table.people:
        return  # as `check_sitting` says
    check_makers(connection, {actor.person, *table.people})
    for other in table.people:
        charge(connection, PAIRED, " ".join(sorted((actor.person, other))), now())


def check_level(store: Store, actor: Actor, table: Table) -> None:
    """Refuse whoever is not in the range of ratings that is wished for; who has not played has the first rating."""
    if table.lowest is None and table.highest is None:
        return
    with store.reading() as connection:
        known = ratings.of_people(connection, ratings.pool_of(table), [actor.person])
    points = known.get(actor.person, NEW).points
    if not (table.lowest or 0) <= points <= (points if table.highest is None else table.highest):
        raise NotYours("level", points=points)


def check_standing_up(table: Table) -> None:
    """Refuse to let somebody else play on in a rated game that has begun."""
    if table.rated and not table.is_waiting_for_people:
        raise IllegalAct("seat-rated")


def check_computer(table: Table) -> None:
    """Refuse a rated game's open seat to computers."""
    if table.rated:
        raise OptionError("rated-seats")
