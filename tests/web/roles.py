"""Everybody who may come to a table, each with a cookie that the server knows, or knows no more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count

from sqlalchemy import Connection

from kidd.table.moments import now
from kidd.table.play.actors import STRANGER, Actor, guest
from kidd.table.play.games import open_game, play
from kidd.table.play.people.scopes import SCOPES
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage.event_log import load
from kidd.table.storage.persons import accounts, blocks, people
from kidd.table.terms import Terms
from kidd.web.http.visitors.session_cookies import COOKIE, SessionCookies
from tests.patience import PATIENCE
from tests.table.members import member
from tests.web.afloat import Server, Visitor
from tests.web.bearers import bearer, make_bot

ROLES = (
    "stranger",  # without a cookie
    "guest",  # with a session, but no seat here
    "former",  # the player at the table of one, by way of a session that was ended
    "alone",  # the only person at the table, on both seats
    "player",  # one of two people, whose turn it is
    "opponent",  # the other one, who has to wait
    "cross-site",  # the only person at the table, whose browser was told so by another site's page
    "member",  # with an account, and a game of their own against somebody else
    "watcher",  # a guest whose page shows this game of two others
    "blocked",  # a guest whom both players have blocked
    "bot",  # alone at the table, with a token that is good for everything but what is asked
    "operator",  # a member who looks after the house, and plays elsewhere
)
OF_TWO = ("player", "opponent", "member", "watcher", "blocked", "operator")  # who come to a game of two people
ACTS = ("@c1", "@a7")  # played before anybody comes
NUMBERS = count(1)  # by which members and bots are told apart


@dataclass(frozen=True)
class Caller:
    """Somebody with a role, and the game that they look at."""

    role: str
    game: str
    headers: dict[str, str]
    host: Actor
    """The person who opened the game."""
    person: str = ""
    """Their own id, empty for a stranger."""


def come(
    server: Server, role: str, *, code: str = "LC", over: bool = False, waiting: bool = False, **more: str
) -> Caller:
    """Let somebody with that role come to a new game, which is over, waits for red, or for a third.

    `more` are the `time` of the game, and the `scope` that a bot's token lacks.
    """
    store = server.app.state.store
    ann = make_bot(store, f"Parrot {next(NUMBERS)}") if role == "bot" else guest(people.new_id())
    ben = guest(people.new_id()) if role in OF_TWO else ann
    table = gathered(server, ann, ben) if waiting else _opened(server, code, ann, ben, more.get("time", ""))
    if over:
        table = play(store, table.id, ann, len(table.match), "resign")
    caller = _caller(server, role, ann, ben)
    if role == "bot":
        headers = bearer(store, ann, *(one for one in SCOPES if one != more.get("scope")))
    else:
        headers = cookie(server, caller, ended=role == "former") if caller.is_known else {}
    if role == "cross-site":
        headers["origin"] = "https://elsewhere.example"
    return Caller(role, table.id, headers, ann, caller.person)


def _caller(server: Server, role: str, ann: Actor, ben: Actor) -> Actor:
    """Who comes in a role."""
    store = server.app.state.store
    if role == "stranger":
        return STRANGER
    if role in ("member", "operator"):
        named = member(store, f"Mary Read {next(NUMBERS)}")
        if role == "operator":
            store.write(lambda connection: accounts.change(connection, named.person, operator=True))
        _seated(server, "LC", guest(people.new_id()), named)
        return named
    if role in ("guest", "watcher", "blocked"):
        somebody = guest(people.new_id())
        if role == "blocked":
            store.write(partial(_block, (ann, ben), somebody))
        return somebody
    return ben if role == "opponent" else ann


def _block(blockers: tuple[Actor, ...], other: Actor, connection: Connection) -> None:
    for one in (*blockers, other):
        people.remember(connection, one.person, now())
    for one in blockers:
        blocks.block(connection, one.person, other.person, now())


@contextmanager
def at_hand(server: Server, caller: Caller) -> Iterator[None]:
    """While they ask: a watcher's page shows the game meanwhile."""
    if caller.role != "watcher":
        yield
        return
    with server.visitor() as page, listener(page, caller).listens(f"/games/{caller.game}") as socket:
        socket.recv(PATIENCE)
        yield


def _opened(server: Server, code: str, red: Actor, blue: Actor, time: str = "") -> Table:
    """A game of two seats in which each has acted once."""
    store, table = server.app.state.store, _seated(server, code, red, blue, time)
    for actor, act in zip((red, blue), ACTS, strict=True):
        table = play(store, table.id, actor, len(table.match), act)
    return table


def _seated(server: Server, code: str, red: Actor, blue: Actor, time: str = "") -> Table:
    seats = [Seat(number, "person", one.person, bot=one.is_bot) for number, one in enumerate((red, blue))]
    terms = Terms(time=time)
    return open_game(server.app.state.store, code=code, options={}, seats=seats, owner=red, terms=terms)


def gathered(server: Server, red: Actor, blue: Actor) -> Table:
    """A game of three that waits for its third."""
    seats = Seat(0, "person", red.person), Seat(1, "person", blue.person), Seat(2, "open")
    return open_game(server.app.state.store, code="MG3", options={}, seats=seats, owner=red)


def begin(server: Server, actor: Actor, token: str) -> None:
    """Let a token stand for somebody."""
    server.app.state.store.write(lambda connection: people.begin_session(connection, actor.person, token, now()))


def cookie(server: Server, actor: Actor, *, ended: bool = False) -> dict[str, str]:
    """The cookie of a new session of somebody's; one that was ended was in use before."""
    token, state = people.new_id(), server.app.state
    begin(server, actor, token)
    headers = {"cookie": f"{COOKIE}={SessionCookies(state.settings.secret()).write(token)}"}
    if ended:
        with server.visitor() as visitor:
            assert visitor.get("/api/v1/sessions", headers=headers).json()["sessions"]
        assert state.sessions.end(state.store, actor, people.session_id(token))
    return headers


def listener(visitor: Visitor, caller: Caller) -> Visitor:
    """The same visitor with the cookie of somebody."""
    visitor.cookies.clear()
    for pair in filter(None, [caller.headers.get("cookie")]):
        name, _, value = pair.partition("=")
        visitor.cookies.set(name, value)
    return visitor


def stands(server: Server, caller: Caller) -> tuple[object, ...]:
    """All of a game that could have been changed."""
    table = load(server.app.state.store, caller.game)
    return table.version, table.match.acts, table.seats, table.updated
