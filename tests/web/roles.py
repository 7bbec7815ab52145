"""Everybody who may come to a table, each with a cookie that the server knows, or knows no more."""

from __future__ import annotations

from dataclasses import dataclass

from kidd.table.play.actors import Actor, guest
from kidd.table.play.games import open_game, play
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage import people
from kidd.table.storage.event_log import load, now
from kidd.web.http.session_cookies import COOKIE, SessionCookies
from tests.web.afloat import Server, Visitor

ROLES = (
    "stranger",  # without a cookie
    "guest",  # with a session, but no seat here
    "former",  # the player at the table of one, by way of a session that was ended
    "alone",  # the only person at the table, on both seats
    "player",  # one of two people, whose turn it is
    "opponent",  # the other one, who has to wait
    "cross-site",  # the only person at the table, whose browser was told so by another site's page
)
ACTS = ("@c1", "@a7")  # played before anybody comes


@dataclass(frozen=True)
class Caller:
    """Somebody with a role, and the game that they look at."""

    role: str
    game: str
    headers: dict[str, str]
    session: str
    """Of another device of the person who opened the game."""


def come(server: Server, role: str, *, code: str = "LC", over: bool = False) -> Caller:
    """Let somebody with that role come to a new game, which is over or waits for red."""
    ann, ben = guest(people.new_id()), guest(people.new_id())
    two = role in ("player", "opponent")
    table = _opened(server, code, ann, ben if two else ann)
    if over:
        table = play(server.app.state.store, table.id, ann, len(table.match), "resign")
    device = people.new_id()
    begin(server, ann, device)
    caller = {"stranger": None, "guest": guest(people.new_id()), "opponent": ben}.get(role, ann)
    headers = cookie(server, caller, ended=role == "former") if caller else {}
    if role == "cross-site":
        headers["origin"] = "https://elsewhere.example"
    return Caller(role, table.id, headers, people.session_id(device))


def _opened(server: Server, code: str, red: Actor, blue: Actor) -> Table:
    store = server.app.state.store
    seats = Seat(0, "person", red.person), Seat(1, "person", blue.person)
    table = open_game(store, code=code, options={}, seats=seats, owner=red)
    for actor, act in zip((red, blue), ACTS, strict=True):
        table = play(store, table.id, actor, len(table.match), act)
    return table


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
            assert len(visitor.get("/api/v1/sessions", headers=headers).json()["sessions"]) == 2
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
