"""Games with everything that can happen to one, by chance: for databases that are to be checked as a whole.

`python -m tests.table.storage.voyages ADDRESS SEED` plays until it is killed and tells of all that is acknowledged.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

from kidd.errors import KiddError
from kidd.match import Match
from kidd.position import start
from kidd.table.errors import Unavailable
from kidd.table.play import games
from kidd.table.play.actors import Actor, guest
from kidd.table.play.games import Store, Table
from kidd.table.seats import Seat
from tests.contract import GAMES
from tests.table.sittings import computer, person

CREW = [guest(f"person-{name}") for name in ("ann", "bea", "cat", "dan", "eve", "flo")]
Step = Callable[[Store, Table, Random], Table]


def voyage(store: Store, seed: int, finished: list[str]) -> Table:
    """A new game, or another after one that is finished, and what happens to it."""
    random = Random(seed)
    table = embark(store, random, finished)
    return sail(store, table, random, random.choice([5, 5, 10, 10, 20, 30, 60]))


def sail(store: Store, table: Table, random: Random, steps: int) -> Table:
    """So many things that somebody tries; what is refused leaves all as it was."""
    for _ in range(steps):
        if table.is_over:
            break
        step = random.choices(list(STEPS), list(STEPS.values()))[0]
        try:
            table = step(store, table, random)
        except Unavailable:
            raise
        except KiddError:
            table = games.load(store, table.id)
    return table


def embark(store: Store, random: Random, finished: list[str]) -> Table:
    """From the start, a position, a book, or once more."""
    if finished and random.random() < 0.2:
        over = games.load(store, random.choice(finished))
        players = sorted(over.people)
        if players:
            return games.rematch(store, over.id, guest(random.choice(players)))
    code, options = random.choice(GAMES)
    kind = random.choice(["start", "start", "start", "position", "book"])
    match = adrift(code, options, random, random.randrange(1, 25)) if kind != "start" else new_match(code, options)
    if match.position.result:
        kind = "start"
    return games.open_game(
        store,
        code=code,
        options=options,
        seats=crew(random, 3 if code == "MG3" else 2),
        owner=random.choice(CREW),
        position=str(match.position) if kind == "position" else None,
        acts=match.acts if kind == "book" else (),
        source="chance",
    )


def adrift(code: str, options: dict[str, str | int], random: Random, acts: int) -> Match:
    """A game as it was played elsewhere, with words in it."""
    match = new_match(code, options)
    while len(match) < acts and not match.result:
        if match.offer:
            match.play(random.choice(["draw!", "draw.", "draw.", "draw."]))
        elif random.random() < 0.1:
            match.play("draw?")
        else:
            match.play(random.choice(match.position.legal_moves()))
    return match


def new_match(code: str, options: dict[str, str | int]) -> Match:
    """A game at its start."""
    return Match(start(code, **options))  # type: ignore[arg-type]


def crew(random: Random, size: int) -> list[Seat]:
    """Somebody in each seat, or nobody yet; at least one person."""
    sitting = [anybody(random) for _ in range(size)]
    sitting[random.randrange(size)] = person(random.choice(CREW[:3]), "Ann")
    return sitting


def anybody(random: Random) -> Seat:
    """A person, a computer, or an open seat."""
    kind = random.choice(["person", "person", "computer", "open"])
    if kind == "person":
        return person(random.choice(CREW), random.choice(["", "Bea", "É. d’Œuf", "船長"]))
    return computer(random.randint(1, 8)) if kind == "computer" else Seat(0, "open")


def somebody(table: Table, random: Random) -> Actor:
    """Who sits there, mostly."""
    players = sorted(table.people)
    return guest(random.choice(players)) if players and random.random() < 0.9 else random.choice(CREW)


def move(store: Store, table: Table, random: Random) -> Table:
    """Whoever is waited for answers or moves; in an open seat somebody sits down first."""
    seat, match = table.waits_for, table.match
    assert seat is not None
    if seat.kind == "open":
        return games.take_seat(store, table.id, somebody(table, random), seat.number, "Dan")
    if match.offer and match.to_act and match.to_act in match.offer.asked:
        yes, no = ("draw!", "draw.") if match.offer.kind == "draw" else ("stalemate!", "contest")
        act = random.choice([yes, no, no, no])
    else:
        act = str(random.choice(match.position.legal_moves()))
    if seat.kind == "computer":
        return games.computer_act(store, table.id, len(match), act, table.version)
    return games.play(store, table.id, guest(seat.person or ""), len(match), act, version=table.version)


def word(store: Store, table: Table, random: Random) -> Table:
    """Somebody says something."""
    act = random.choice(["draw?", "draw?", "stalemate?", "contest", "draw!", "draw."])
    by = random.choice([None, *table.match.game.colours])
    return games.play(store, table.id, somebody(table, random), len(table.match), act, by)


def resign(store: Store, table: Table, random: Random) -> Table:
    """Somebody gives up."""
    return games.play(store, table.id, somebody(table, random), len(table.match), "resign")


def take_back(store: Store, table: Table, random: Random) -> Table:
    """Somebody takes back."""
    return games.take_back(store, table.id, somebody(table, random), len(table.match), table.version)


def retry(store: Store, table: Table, random: Random) -> Table:
    """What was sent before comes again."""
    ply = random.randrange(-1, len(table.match) + 1)
    act = table.match.act(ply) if 0 <= ply < len(table.match) else "@c1"
    return games.play(store, table.id, somebody(table, random), ply, act)


def abandon(store: Store, table: Table, random: Random) -> Table:
    """Somebody closes the game."""
    return games.abandon(store, table.id, somebody(table, random))


def seat_of(table: Table, random: Random) -> int:
    """Any seat, or none."""
    return random.randrange(-1, len(table.seats) + 1)


def sit_down(store: Store, table: Table, random: Random) -> Table:
    """Somebody takes a seat."""
    return games.take_seat(store, table.id, random.choice(CREW), seat_of(table, random), " Flo ")


def stand_up(store: Store, table: Table, random: Random) -> Table:
    """Somebody leaves a seat."""
    return games.leave_seat(store, table.id, somebody(table, random), seat_of(table, random))


def hand_over(store: Store, table: Table, random: Random) -> Table:
    """A computer takes over."""
    level = random.randint(0, 8)
    return games.give_seat_to_computer(store, table.id, somebody(table, random), seat_of(table, random), level)


STEPS: dict[Step, float] = {
    move: 100,
    word: 6,
    resign: 0.7,
    take_back: 6,
    retry: 3,
    abandon: 1.5,
    sit_down: 3,
    stand_up: 3,
    hand_over: 4,
}


def main(address: str, seed: str) -> None:
    """Play for ever, and tell of every version that is on the disk."""
    store, random = games.open_store(address), Random(int(seed))
    store.hub.watch(lambda game, version: print(game, version, flush=True))
    finished: list[str] = []
    while True:
        table = voyage(store, random.randrange(10**9), finished)
        if table.is_over:
            finished.append(table.id)


if __name__ == "__main__":
    main(*sys.argv[1:])
