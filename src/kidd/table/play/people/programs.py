"""Programs: tokens by which they ask in a member's name, and bots, which are persons of their own."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import IntegrityError

from kidd.table import limits
from kidd.table.errors import AccountError, TooMany
from kidd.table.moments import now
from kidd.table.people.names import checked_name
from kidd.table.play.actors import Actor
from kidd.table.play.people.scopes import SCOPES
from kidd.table.play.permissions import check_member_in_person
from kidd.table.seats import clean_name
from kidd.table.storage.database.schema import persons
from kidd.table.storage.database.store import Store
from kidd.table.storage.persons import accounts, people, tokens
from kidd.table.storage.persons.accounts import BOT
from kidd.table.storage.persons.tokens import Token


class Bot(NamedTuple):
    """A bot as its maker sees it."""

    id: str
    name: str
    tokens: tuple[Token, ...]


def make_token(store: Store, actor: Actor, name: str, scopes: frozenset[str], bot: str = "") -> str:
    """A new token, of one's own or of a bot of one's own, which is told once."""
    called = clean_name(name)
    if not called:
        raise AccountError("token-name")
    if not scopes or not scopes <= set(SCOPES):
        raise AccountError("scopes")
    check_member_in_person(actor)

    def work(connection: Connection) -> str:
        return tokens.issue(connection, _mine(connection, actor, bot), called, scopes, now())

    return store.write(work)


def end_token(store: Store, actor: Actor, token: str, bot: str = "") -> None:
    """Let a token be good no more."""
    check_member_in_person(actor)
    if not store.write(lambda connection: tokens.end(connection, _mine(connection, actor, bot), token)):
        raise AccountError("no-such-token")


def tokens_of(store: Store, actor: Actor) -> list[Token]:
    """One's own tokens."""
    with store.reading() as connection:
        return list(tokens.list_of(connection, actor.person))


def make_bot(store: Store, actor: Actor, name: str) -> str:
    """A bot: a person of its own that says it is one, who can do nothing but by its tokens."""
    check_member_in_person(actor)
    called = checked_name(name)

    def work(connection: Connection) -> str:
        there = select(func.count()).select_from(persons).where(persons.c.maker == actor.person, persons.c.kind == BOT)
        if connection.execute(there).scalar_one() >= limits.BOTS:
            raise TooMany("bots", limits.BOTS)
        person = people.new_id()
        accounts.enrol(connection, person, called, now(), kind=BOT, maker=actor.person, origin=actor.origin or None)
        return person

    try:
        return store.write(work)
    except IntegrityError as error:  # another process was quicker with a name
        raise AccountError("name-taken") from error


def bots_of(store: Store, actor: Actor) -> list[Bot]:
    """One's own bots, with their tokens."""
    query = select(persons.c.id, persons.c.name).where(persons.c.maker == actor.person, persons.c.kind == BOT)
    with store.reading() as connection:
        found = connection.execute(query.order_by(persons.c.name)).all()
        return [Bot(row.id, row.name, tuple(tokens.list_of(connection, row.id))) for row in found]


def own_bot(connection: Connection, actor: Actor, bot: str) -> str:
    """The id of a bot of one's own, or a refusal."""
    query = select(persons.c.id).where(persons.c.id == bot, persons.c.maker == actor.person, persons.c.kind == BOT)
    found = connection.execute(query).scalar_one_or_none()
    if found is None:
        raise AccountError("no-such-bot")
    return str(found)


def _mine(connection: Connection, actor: Actor, bot: str) -> str:
    return own_bot(connection, actor, bot) if bot else actor.person
