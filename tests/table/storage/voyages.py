"""Games with everything that can happen to one, by chance: for databases that are to be checked as a whole.

`python -m tests.table.storage.voyages ADDRESS SEED` plays until it is killed and tells of all that is acknowledged.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from random import Random

from kidd.errors import KiddError
from kidd.match import Match
from kidd.position import start
from kidd.table.errors import NotYours, Unavailable
from kidd.table.moments import now
from kidd.table.play import games
from kidd.table.play.actors import Actor, Role, guest
from kidd.table.play.club.vacations import begin_vacation, end_vacation, holidays_of
from kidd.table.play.deadlines import decide_away, decide_back, decide_outage
from kidd.table.play.games import Store, Table
from kidd.table.play.people.farewell import decide_rename
from kidd.table.seats import Seat
from kidd.table.terms import Terms
from tests.contract import GAMES
from tests.table.sittings import computer, person

TIMES = ("", "300+5", "60+0", "3d")
CREW = [Actor(f"person-{name}", role=Role.MEMBER) for name in ("ann", "bea", "cat", "dan", "eve", "flo")]
KEEPER = Actor("person-keeper", role=Role.OPERATOR)
Step = Callable[[Store, Table, Random], Table]


def voyage(store: Store, seed: int, finished: list[str]) -> Table:
    """A new game, or another after one that is finished, and what happens to it."""
    random = Random(seed)
    try:
        table = embark(store, random, finished)
    except NotYours:  # no computer plays on for somebody in the middle of a rated game
        return voyage(store, random.getrandbits(32), finished)
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
            return games.rematch(store, over.id, Actor(random.choice(players), role=Role.MEMBER))
    code, options = random.choice(GAMES)
    if random.random() < 0.2:
        return embark_for_points(store, random, code, options)
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
        terms=Terms(time=random.choice(TIMES)),
    )


def embark_for_points(store: Store, random: Random, code: str, options: dict[str, str | int]) -> Table:
    """A rated game, for which others have yet to sit down."""
    owner, size = random.choice(CREW), 3 if code == "MG3" else 2
    seats = [person(owner, "Ann"), *[Seat(0, "open")] * (size - 1)]
    terms = Terms(time=random.choice(TIMES), rated=True)
    return games.open_game(store, code=code, options=options, seats=seats, owner=owner, terms=terms)


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
    match = table.match
    if table.is_waiting_for_people:
        number = next(seat.number for seat in table.seats if seat.kind == "open")
        actor = random.choice(CREW) if table.rated else somebody(table, random)
        return games.take_seat(store, table.id, actor, number, "Dan")
    if table.is_adjourned:
        return games.play(store, table.id, somebody(table, random), len(match), "draw?")  # which is refused
    seat = table.waits_for
    assert seat is not None
    if match.offer and match.to_act and match.to_act in match.offer.asked:
        yes, no = ("draw!", "draw.") if match.offer.kind == "draw" else ("stalemate!", "contest")
        act = random.choice([yes, no, no, no])
    else:
        act = str(random.choice(match.position.legal_moves()))
    if seat.kind == "computer":
        return games.computer_act(store, table.id, len(match), act, table.version)
    salt = random.choice(["", f"{random.getrandbits(64):016x}"])
    return games.play(store, table.id, guest(seat.person or ""), len(match), act, version=table.version, salt=salt)


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


def answer(store: Store, table: Table, random: Random) -> Table:
    """Somebody asks to take back, and one of those who are asked agrees, or not."""
    if table.wish is None:
        table = take_back(store, table, random)
    asked = [guest(table.seats[seat].person or "") for seat in table.wish.asked] if table.wish else []
    actor, agree = random.choice([*asked, *asked, somebody(table, random)]), random.random() < 0.7
    return games.answer_take_back(store, table.id, actor, len(table.match), agree=agree)


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


def pause(store: Store, table: Table, random: Random) -> Table:
    """The server was down, somebody's page is gone, or there again, or they have a vacation."""
    actor, moment = somebody(table, random), now()
    if table.time.endswith("d") and random.random() < 0.3:
        (end_vacation if holidays_of(store, actor).until else partial(begin_vacation, days=1))(store, actor)
        return games.load(store, table.id)
    since = moment - timedelta(seconds=random.randrange(9))
    outage = partial(decide_outage, since, moment + timedelta(seconds=random.randrange(5)))
    return games.run(
        store,
        table.id,
        random.choice([outage, *[partial(decide_away, actor.person)] * 2, partial(decide_back, actor.person)]),
    )


def adjourn(store: Store, table: Table, random: Random) -> Table:
    """Somebody asks to adjourn the game or answers, or an operator does it; then all are ready, or the operator is."""
    if table.is_adjourned:
        people = sorted(table.people)
        if table.recess.house or random.random() < 0.2:
            return games.resume(store, table.id, KEEPER)
        for one in people:
            table = games.resume(store, table.id, guest(one))
        return table
    if random.random() < 0.3:
        return games.adjourn(store, table.id, KEEPER)
    if table.recess.plea is None:
        table = games.adjourn(store, table.id, somebody(table, random))
    plea = table.recess.plea
    asked = [guest(table.seats[seat].person or "") for seat in plea.asked] if plea else []
    actor, agree = random.choice([*asked, *asked, somebody(table, random)]), random.random() < 0.7
    return games.answer_adjourn(store, table.id, actor, agree=agree)


def rename(store: Store, table: Table, random: Random) -> Table:
    """Somebody is called otherwise."""
    return games.run(store, table.id, partial(decide_rename, somebody(table, random).person, "Somebody"))


STEPS: dict[Step, float] = {
    rename: 1,
    move: 100,
    word: 6,
    resign: 0.7,
    take_back: 6,
    answer: 8,
    retry: 3,
    abandon: 1.5,
    sit_down: 3,
    stand_up: 3,
    hand_over: 4,
    pause: 12,
    adjourn: 12,
}


def main(address: str, seed: str) -> None:
    """Play for ever, and tell of every version that is on the disk."""
    store, random = games.open_store(address), Random(int(seed))

    def tell(game: str, version: int) -> None:
        """Whole lines, whichever thread tells of something and whenever the process is killed."""
        os.write(sys.stdout.fileno(), f"{game} {version}\n".encode())

    store.hub.watch(tell)
    finished: list[str] = []
    while True:
        table = voyage(store, random.randrange(10**9), finished)
        if table.is_over:
            finished.append(table.id)


if __name__ == "__main__":
    main(*sys.argv[1:])
