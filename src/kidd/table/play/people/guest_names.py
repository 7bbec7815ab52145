"""What guests are called: as they say, but by no name that looks like a member's, or by one made of ship's words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from sqlalchemy import Connection, or_, select, update

from kidd.table.errors import AccountError
from kidd.table.moments import now
from kidd.table.people.names import TAKEN, bare, is_plain, keys_of
from kidd.table.play.actors import Actor
from kidd.table.play.permissions import check_known
from kidd.table.seats import clean_name
from kidd.table.storage.database.pubsub import announce_people
from kidd.table.storage.database.schema import persons
from kidd.table.storage.database.store import Store
from kidd.table.storage.persons import accounts, people
from kidd.table.storage.persons.throttles import Limit, charge
from kidd.words.club.ship_names import ship_name
from kidd.words.language import Tongue

RENAMES = Limit("guest-name", 20, timedelta(hours=1))
SHIPS = 20  # names made of ship's words that are tried, should members be called so


def called(store: Store, actor: Actor, said: str, _: Tongue) -> str:
    """How somebody is called at a table: a member by their name, a guest as they say now or said before."""
    if actor.is_member:
        return actor.name
    with store.reading() as connection:
        if name := clean_name(said):
            check_name(connection, actor, name)
            return name
        return next((one for one in _usual(actor, _) if _is_free(connection, actor, one)), "")


def check_name(connection: Connection, actor: Actor, *names: str) -> None:
    """Refuse a guest a name that looks like a member's or like one of the house's; members answer for themselves."""
    if not actor.is_member and not all(_is_free(connection, actor, name) for name in names if name):
        raise AccountError("name-taken")


def keep_name(connection: Connection, actor: Actor, name: str) -> None:
    """Remember what a guest is called, here and wherever they sit down next."""
    if actor.is_member or not actor.is_known or not name or name == actor.name:
        return
    people.remember(connection, actor.person, now())
    mine = persons.c.id == actor.person, persons.c.kind == accounts.GUEST
    connection.execute(update(persons).where(*mine).values(name=name))
    announce_people(connection)


def rename(store: Store, actor: Actor, name: str) -> str:
    """Another name for a guest, from the next game on; members keep the one that they signed up with."""
    check_known(actor)
    if actor.is_member:
        raise AccountError("name-member")
    if not (found := clean_name(name)):
        raise AccountError("name-empty")

    def work(connection: Connection) -> None:
        charge(connection, RENAMES, actor.person, now())
        check_name(connection, actor, found)
        keep_name(connection, actor, found)

    store.write(work)
    return found


def _usual(actor: Actor, _: Tongue) -> Iterator[str]:
    """What a guest is called who says nothing."""
    if actor.name:
        yield actor.name
    for number in range(SHIPS):
        yield ship_name(actor.person, _, number)


def _is_free(connection: Connection, actor: Actor, name: str) -> bool:
    keys = keys_of(bare(name))
    if not TAKEN.isdisjoint(keys) or not is_plain(name):
        return False
    alike = or_(persons.c.name_key == keys.small, persons.c.name_caps == keys.capital)
    return connection.execute(select(persons.c.id).where(alike, persons.c.id != actor.person)).first() is None
