"""Programs that come with a token."""

from __future__ import annotations

from kidd.table.moments import now
from kidd.table.play.actors import Actor, Role
from kidd.table.play.people.scopes import SCOPES
from kidd.table.storage.database.store import Store
from kidd.table.storage.persons import accounts, people, tokens


def make_bot(store: Store, name: str) -> Actor:
    """A bot of that name."""
    person = people.new_id()
    store.write(lambda connection: accounts.enrol(connection, person, name, now(), kind=accounts.BOT))
    return Actor(person, "", Role.BOT, name)


def bearer(store: Store, actor: Actor, *scopes: str) -> dict[str, str]:
    """The header of a new token of somebody's, with all scopes unless some are named."""
    chosen = frozenset(scopes or SCOPES)
    secret = store.write(lambda connection: tokens.issue(connection, actor.person, "a test", chosen, now()))
    return {"authorization": f"Bearer {secret}"}
