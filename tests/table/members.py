"""Members for tests, and rated games among them."""

from __future__ import annotations

from random import Random

from kidd.table.moments import now
from kidd.table.play.actors import Actor, Role
from kidd.table.play.games import computer_act, open_game, play, take_seat
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage.database.store import Store
from kidd.table.storage.persons import accounts
from kidd.table.terms import Terms

PASSWORD = "a plank for the parrot"  # of every member
HASHED = "$argon2id$v=19$m=19456,t=2,p=1$O/IVqIFfWsHWCIRMGXoeAg$KEIh1T6zdg71+BXEJ4bI3FEwCSBmIM3vqvBKid+a4bk"
MOVES = 6  # of a game that has begun in earnest, from which on somebody may give up


def member(store: Store, name: str) -> Actor:
    """Somebody with an account."""
    person = f"member-{name.lower()}"
    store.write(lambda connection: accounts.enrol(connection, person, name, now(), password=HASHED))
    return Actor(person, role=Role.MEMBER, name=name)


def rated(store: Store, *players: Actor, code: str = "LC", time: str = "", listed: bool = False) -> Table:
    """A new rated game, with everybody seated in turn."""
    seats = [Seat(0, "person", players[0].person, None, players[0].name), *[Seat(0, "open")] * (len(players) - 1)]
    terms = Terms(time=time, rated=True, listed=listed)
    table = open_game(store, code=code, options={}, seats=seats, owner=players[0], terms=terms)
    for number, actor in enumerate(players[1:], 1):
        table = take_seat(store, table.id, actor, number, actor.name)
    return table


def advance(store: Store, table: Table, random: Random, moves: int = MOVES) -> Table:
    """So many moves of whoever is waited for, person or computer."""
    until = len(table.match) + moves
    while len(table.match) < until and not table.is_over:
        act = str(random.choice(table.match.position.legal_moves()))
        seat = table.waits_for
        assert seat is not None
        ply = len(table.match)
        if seat.kind == "computer":
            table = computer_act(store, table.id, ply, act)
        else:
            table = play(store, table.id, Actor(seat.person or "", role=Role.MEMBER), ply, act)
    return table


def give_up(store: Store, table: Table, loser: Actor) -> Table:
    """Somebody of two resigns."""
    return play(store, table.id, loser, len(table.match), "resign", table.colours_of(loser.person))


def game_between(store: Store, winner: Actor, loser: Actor, **terms: object) -> Table:
    """A rated game that somebody wins after a few moves."""
    table = rated(store, winner, loser, **terms)  # type: ignore[arg-type]
    return give_up(store, advance(store, table, Random(table.id)), loser)
