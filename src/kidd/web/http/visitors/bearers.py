"""Programs that come with a token: `Authorization: Bearer …`, which counts under `/api/` and nowhere else."""

from __future__ import annotations

from datetime import timedelta

from starlette.datastructures import Headers
from starlette.types import Scope

from kidd.table.moments import now
from kidd.table.play.actors import Actor, role_of
from kidd.table.play.people.scopes import UNKNOWN_BEARER
from kidd.table.storage.database.store import Store
from kidd.table.storage.persons import tokens

LONGEST_TOKEN = 200  # characters of a token
USED_AGAIN = timedelta(hours=1)  # until it is noted again that a token is in use
HEADER = b"authorization"
API = "/api/"


def bearer_of(scope: Scope) -> str | None:
    """The token that comes with a request or a socket, None where none does."""
    if not scope.get("path", "").startswith(API):
        return None
    kind, _, secret = Headers(scope=scope).get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None


def may_be_one(secret: str) -> bool:
    """Whether a text looks like a token of ours; of any other there is nothing to look up, nor to remember."""
    return secret.startswith(tokens.PREFIX) and len(secret) <= LONGEST_TOKEN and secret.isascii()


def actor_of(store: Store, secret: str) -> Actor:
    """Who comes with a token; a bot or a member may do what its scopes say."""
    with store.reading() as connection:
        found = tokens.find(connection, secret)
    if found is None:
        return UNKNOWN_BEARER
    token, moment = found.token, now()
    if token.used is None or moment - token.used > USED_AGAIN:
        store.submit(lambda connection: tokens.touch(connection, token.id, moment))
    # An operator's token is a member's: looking after the house is for people.
    return Actor(token.person, token.id, role_of(found.kind), found.name, token.scopes, found.origin)
