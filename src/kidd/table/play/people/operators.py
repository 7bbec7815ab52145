"""What operators do: look after people and games, and invite."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, or_, select

from kidd.table import limits
from kidd.table.errors import AccountError
from kidd.table.moments import now
from kidd.table.people.names import keys_of
from kidd.table.play.actors import Actor
from kidd.table.play.club.adjourning import decide_house_adjourn, decide_house_resume
from kidd.table.play.games import decide_close
from kidd.table.play.permissions import check_operator
from kidd.table.play.transaction import run
from kidd.table.snapshot import Table
from kidd.table.storage.club import messages
from kidd.table.storage.club.messages import Report
from kidd.table.storage.database.schema import games, persons, seats
from kidd.table.storage.database.store import Store
from kidd.table.storage.persons import accounts, people, proofs, tokens
from kidd.table.storage.persons.accounts import Account


def find_people(store: Store, actor: Actor, search: str = "", *, skip: int = 0) -> Sequence[Account]:
    """Members and bots by name, or those whose name or mail has something in it."""
    check_operator(actor)
    columns = [persons.c[name] for name in Account._fields]
    query = select(*columns).where(persons.c.kind.in_((accounts.MEMBER, accounts.BOT)))
    if wanted := search.strip()[: limits.MAIL]:
        key = keys_of(wanted).small or wanted
        parts = persons.c.name_key.contains(key, autoescape=True), persons.c.mail.contains(wanted, autoescape=True)
        query = query.where(or_(*parts))
    query = query.order_by(persons.c.name_key).limit(limits.LEAF + 1).offset(skip)
    with store.reading() as connection:
        return [Account(*row) for row in connection.execute(query)]


def close_account(store: Store, actor: Actor, person: str) -> None:
    """Keep somebody out: their sessions end, and they cannot log in."""
    check_operator(actor)

    def work(connection: Connection) -> None:
        found = _member(connection, person)
        if found.operator:
            raise AccountError("close-operator")
        accounts.change(connection, person, closed=now())
        people.end_sessions(connection, person, now())
        tokens.end_all(connection, person)

    store.write(work)


def reopen_account(store: Store, actor: Actor, person: str) -> None:
    """Let somebody in again."""
    check_operator(actor)

    def work(connection: Connection) -> None:
        _member(connection, person)
        accounts.change(connection, person, closed=None)

    store.write(work)


def appoint(store: Store, actor: Actor, person: str, *, operator: bool) -> None:
    """Make an operator of a member, or a member of an operator."""
    check_operator(actor)

    def work(connection: Connection) -> None:
        if _member(connection, person).kind != accounts.MEMBER:
            raise AccountError("no-such-person")
        accounts.change(connection, person, operator=operator)

    store.write(work)


def invite(store: Store, actor: Actor) -> str:
    """The code of an invitation to sign up, good once and for a month."""
    check_operator(actor)
    code = store.write(lambda connection: proofs.issue(connection, "invite", actor.person, "", now()))
    if not code:
        raise AccountError("invitations")
    return code


def find_games(store: Store, actor: Actor, name: str = "", *, skip: int = 0) -> list[str]:
    """The ids of running games, the latest first; with a name only those of a member."""
    check_operator(actor)
    query = select(games.c.id).where(games.c.outcome == "*")
    with store.reading() as connection:
        if name.strip():
            account = accounts.named(connection, name)
            theirs = select(seats.c.game).where(seats.c.person == (account.id if account else ""))
            query = query.where(games.c.id.in_(theirs))
        found = query.order_by(games.c.updated.desc(), games.c.id).limit(limits.LEAF + 1).offset(skip)
        return list(connection.execute(found).scalars())


class Reported(NamedTuple):
    """A report, with the names of who has reported whom; guests have none."""

    report: Report
    reporter: str
    person: str


def find_reports(store: Store, actor: Actor) -> list[Reported]:
    """What was reported and not laid aside yet, the oldest first."""
    check_operator(actor)
    with store.reading() as connection:
        found = messages.open_reports(connection, limits.LISTED)
        known = accounts.who(connection, {person for one in found for person in (one.reporter, one.person)})
    nobody = accounts.Who("", accounts.GUEST)
    return [Reported(one, known.get(one.reporter, nobody).name, known.get(one.person, nobody).name) for one in found]


def settle_report(store: Store, actor: Actor, report: int) -> None:
    """Lay a report aside."""
    check_operator(actor)
    if not store.write(lambda connection: messages.settle(connection, report, now())):
        raise AccountError("no-such-report")


def close_game(store: Store, actor: Actor, game_id: str) -> Table:
    """End a game without a result, whoever plays it."""
    check_operator(actor)
    return run(store, game_id, partial(decide_close, actor))


def adjourn_game(store: Store, actor: Actor, game_id: str) -> Table:
    """Let a game rest, whoever plays it: no clock runs and nobody moves until an operator lets it go on."""
    check_operator(actor)
    return run(store, game_id, partial(decide_house_adjourn, actor))


def resume_game(store: Store, actor: Actor, game_id: str) -> Table:
    """Let an adjourned game go on."""
    check_operator(actor)
    return run(store, game_id, partial(decide_house_resume, actor))


def _member(connection: Connection, person: str) -> Account:
    found = accounts.find(connection, person)
    if found is None or found.kind not in (accounts.MEMBER, accounts.BOT):
        raise AccountError("no-such-person")
    return found
