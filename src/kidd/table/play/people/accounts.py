"""Accounts: signing up, logging in and out, and changing the password.

A guest who signs up stays the same person, so that their games are theirs on every device. Whoever logs in where a
guest has been finds that guest again after logging out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from kidd.table import limits
from kidd.table.errors import AccountError, BadLogin
from kidd.table.moments import now
from kidd.table.people.names import checked_name, keys_of
from kidd.table.people.passwords import Hasher, check_password
from kidd.table.play.actors import Actor
from kidd.table.play.people import mailing
from kidd.table.play.permissions import check_kept, check_member
from kidd.table.storage.database.store import Store
from kidd.table.storage.persons import accounts, people, proofs
from kidd.table.storage.persons.accounts import Account
from kidd.table.storage.persons.keys import change_locks
from kidd.table.storage.persons.throttles import Limit, charge, everywhere, is_home, network, refund

Result = TypeVar("Result")

SIGN_UPS = Limit("signup", 30, timedelta(hours=1))  # from one place
FAILED_HERE = Limit("login-at", 30, timedelta(minutes=15))  # log-ins from one place, whoever it is tried for
FAILED_FOR_ONE = Limit("login-by", 8, timedelta(minutes=15))  # for one name from one place
FAILED_FOR_NAME = Limit("login", 100, timedelta(minutes=15))  # for one name from wherever
LONGEST_AGENT = 64


@dataclass(frozen=True)
class Place:
    """Where somebody knocks: the address they come from, and what they come with."""

    address: str = ""
    agent: str = ""
    share: str = ""
    """The number of where that is, which many addresses have (`throttles.origin`)."""

    @property
    def network(self) -> str:
        """What tries are counted by."""
        return network(self.address)

    @property
    def origin(self) -> str | None:
        """What a new account is counted by at first, as guests are; not where all come from a proxy of this machine."""
        return None if not self.share or is_home(self.share) else self.share


@dataclass(frozen=True)
class Entered:
    """A session that has begun: its token goes into the cookie, and to nobody else."""

    account: Account
    token: str


async def sign_up(
    store: Store,
    hasher: Hasher,
    actor: Actor,
    place: Place,
    name: str,
    password: str,
    *,
    rule: str,
    code: str = "",
    language: str = "",
) -> Entered:
    """Make a member of a guest or a stranger; `rule` says who may: everybody (open), by invitation, nobody (closed).

    The language is the one in which letters are written, until they choose another.
    """
    if actor.is_member:
        raise AccountError("has-account")
    if rule == "closed" or (rule == "invitation" and not code):
        raise AccountError("sign-up-closed" if rule == "closed" else "sign-up-invitation")
    name = checked_name(name)
    check_password(password, name)
    with hasher.place(place.network):
        await in_writing(store, lambda connection: charge_from(connection, SIGN_UPS, place))
        hashed = await hasher.hash(password)

    def work(connection: Connection) -> Entered:
        moment = now()
        if rule == "invitation" and not proofs.redeem(connection, "invite", code, moment):
            raise AccountError("invitation")
        person = actor.person or people.new_id()
        accounts.enrol(connection, person, name, moment, password=hashed, origin=place.origin)
        accounts.change(connection, person, language=language)
        people.end_sessions(connection, person, moment)  # no token that was a guest's becomes a member's
        return _enter(connection, person, place)

    return await in_writing(store, work)


async def log_in(store: Store, hasher: Hasher, actor: Actor, place: Place, name: str, password: str) -> Entered:
    """Begin a session of a member; a wrong password and a name that nobody has are the same, and take as long."""
    if len(password) > limits.PASSWORD or len(name) > limits.PERSON:
        raise BadLogin
    key = keys_of(name).small
    here = everywhere(FAILED_HERE, place.address, place.share)
    tries = *here, (FAILED_FOR_ONE, f"{place.share} {place.network} {key}"), (FAILED_FOR_NAME, key)

    def try_it(connection: Connection) -> Account | None:
        for limit, whose in tries:
            charge(connection, limit, whose, now())
        return accounts.named(connection, name)

    with hasher.place(place.network):
        account = await in_writing(store, try_it)
        fits = await hasher.fits(account.password if account else None, password)
        if account is None or not fits or account.closed is not None:
            raise BadLogin
        fresh = account.password
        if fresh and hasher.is_outdated(fresh):
            fresh = await hasher.hash(password)

    def work(connection: Connection) -> Entered:
        for limit, whose in tries:
            refund(connection, limit, whose)
        if fresh != account.password:
            accounts.change(connection, account.id, password=fresh)
        return _enter(connection, account.id, place, before=_left(connection, actor, account.id))

    return await in_writing(store, work)


async def log_out(store: Store, actor: Actor, place: Place) -> str:
    """End this session; the token of the guest's who was here before, empty if nobody was."""

    def work(connection: Connection) -> str:
        moment = now()
        here = next((one for one in people.sessions_of(connection, actor.person) if one.id == actor.session), None)
        people.end_session(connection, actor.person, actor.session, moment)
        if here is None or not here.before:
            return ""
        before = accounts.find(connection, here.before)
        if before is None or before.kind != accounts.GUEST:  # who may have signed up since
            return ""
        token = people.new_id()
        people.begin_session(connection, before.id, token, moment, place.agent)
        return token

    return await in_writing(store, work)


async def change_password(
    store: Store, hasher: Hasher, actor: Actor, place: Place, old: str, password: str, language: str
) -> Entered:
    """Another password, and another session in place of this one; a letter tells of it.

    All others end, and tokens and devices with them, as one of them may be the reason.
    """
    account = await check_password_of(store, hasher, actor, place, old)
    check_password(password, account.name or "")
    with hasher.place(place.network):
        hashed = await hasher.hash(password)

    def work(connection: Connection) -> Entered:
        here = next((one for one in people.sessions_of(connection, actor.person) if one.id == actor.session), None)
        accounts.change(connection, actor.person, password=hashed)
        change_locks(connection, actor.person, now())
        mailing.tell_of_change(connection, account, "new-password", language)
        return _enter(connection, actor.person, place, before=here.before if here else None)

    return await in_writing(store, work)


async def check_password_of(store: Store, hasher: Hasher, actor: Actor, place: Place, password: str) -> Account:
    """Refuse whoever sits at a member's device and does not know the password."""
    tries = (FAILED_FOR_ONE, f"own {actor.person}")

    def try_it(connection: Connection) -> Account | None:
        charge(connection, *tries, now())
        return accounts.find(connection, actor.person)

    check_member(actor)
    with hasher.place(place.network):
        account = await in_writing(store, try_it)
        if account is None or not await hasher.fits(account.password, password[: limits.PASSWORD + 1]):
            raise AccountError("password-wrong")
    await in_writing(store, lambda connection: refund(connection, *tries))
    return account


def own_account(store: Store, actor: Actor) -> Account:
    """The account of whoever asks."""
    check_member(actor)
    with store.reading() as connection:
        return check_kept(accounts.find(connection, actor.person))


def _left(connection: Connection, actor: Actor, person: str) -> str | None:
    """The guest who makes way for a member at a device: their session ends, and is handed back once.

    Of several who log in at once with one cookie the first finds it open; the others leave nobody behind.
    """
    if not actor.session or actor.person == person or actor.is_member:
        return None
    was_open = people.end_session(connection, actor.person, actor.session, now())
    return actor.person if was_open else None


def _enter(connection: Connection, person: str, place: Place, before: str | None = None) -> Entered:
    token = people.new_id()
    people.begin_session(connection, person, token, now(), place.agent[:LONGEST_AGENT], before)
    account = accounts.find(connection, person)
    if account is None:
        raise AccountError("login")
    return Entered(account, token)


def charge_from(connection: Connection, limit: Limit, place: Place) -> None:
    """Count one more try from a place, or refuse it."""
    for one, whose in everywhere(limit, place.address, place.share):
        charge(connection, one, whose, now())


async def in_writing(store: Store, work: Callable[[Connection], Result]) -> Result:
    """Write in the event loop, without a thread that waits."""
    try:
        return await asyncio.wrap_future(store.submit(work))
    except IntegrityError as error:  # another process was quicker with a name
        raise AccountError("name-taken") from error
