"""How games begin: at once, by a link, by a member's name, in the lobby, once more; with any options and terms."""

from __future__ import annotations

from random import Random

from kidd.table.play import games
from kidd.table.play.actors import Actor
from kidd.table.play.club import invitations
from kidd.table.play.club.invitations import Invitation
from kidd.table.play.club.locks import check_help
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.terms import Terms
from tests.contract import GAMES
from tests.table.service.steps.seating import NAMES, check_apart
from tests.table.service.world import ROOM, Step, World
from tests.table.storage.voyages import adrift

TIMES = ("", "", "300+5", "60+0", "30+2", "900+10", "1d", "3d", "14d")
WRONG_TIMES = ("5+5", "0d", "300", "x" * 20)


def size_of(code: str) -> int:
    """How many sit at the table of a game."""
    return 3 if code == "MG3" else 2


def terms_of(random: Random) -> Terms:
    """On which terms somebody plays; now and then such that make no sense."""
    lowest, highest = random.choice([(None, None)] * 20 + [(1400, None), (1200, 1600), (1550, 1450), (0, 10_000)])
    return Terms(
        time=random.choice(WRONG_TIMES) if random.random() < 0.02 else random.choice(TIMES),
        rated=random.random() < 0.5,
        listed=random.random() < 0.5,
        lowest=lowest,
        highest=highest,
        salt=random.choice(["", f"{random.getrandbits(64):016x}"]),
    )


def begin(world: World) -> Table:
    """A game on the spot: all by oneself, against computers, between them, or waiting for somebody."""
    random, actor = world.random, world.anybody()
    code, options = random.choice(GAMES)
    seats = [_seat(random, actor) for _ in range(size_of(code))]
    if random.random() < 0.9:
        seats[random.randrange(len(seats))] = Seat(0, "person", actor.person, None, actor.name or random.choice(NAMES))
    kind = random.choice(["start", "start", "start", "position", "book"])
    match = adrift(code, options, random, random.randrange(1, 25)) if kind != "start" else None
    table = games.open_game(
        world.store,
        code=code,
        options=options,
        seats=seats,
        owner=actor,
        position=str(match.position) if match and kind == "position" else None,
        acts=match.acts if match and kind == "book" else (),
        terms=Terms() if random.random() < 0.5 else terms_of(random),
    )
    return _opened(world, table, actor)


def _seat(random: Random, actor: Actor) -> Seat:
    kind = random.choice(["mine", "computer", "computer", "open"])
    if kind == "mine":
        return Seat(0, "person", actor.person, None, random.choice(NAMES))
    return Seat(0, "computer", level=random.choice([1, 2, 5, 9])) if kind == "computer" else Seat(0, "open")


def invite(world: World) -> Table:
    """A game by a link, for a member by name, or for the lobby."""
    random, actor = world.random, world.anybody()
    if random.random() < 0.7:  # those who may play for points
        actor = world.actor(random.choice([one for one in world.people if one.name] or world.people))
    code, options = random.choice(GAMES)
    friends = [one.name for one in world.people if one.name]
    wish = Invitation(
        code,
        options,
        terms_of(random),
        colour=random.choice(["random"] * 6 + ["red", "blue", "gold", "green"]),
        name=actor.name or random.choice(NAMES),
        friend=random.choice([*friends, "Nobody At All"]) if friends and random.random() < 0.3 else "",
        computers=random.choice([(), (), (), (2,), (1, 1)]) if code == "MG3" or random.random() < 0.05 else (),
    )
    return _opened(world, invitations.invite(world.store, actor, wish), actor)


def answer_seek(world: World) -> Table:
    """Somebody looks around in the lobby, and takes a seat that it shows."""
    store, actor = world.store, world.anybody()
    lobby = invitations.look_around(store)
    for seek in lobby.seeks:
        table = games.load(store, seek.id)
        assert table.is_waiting_for_people, f"the lobby shows {seek.id}, where nobody is missing"
        assert any(seat.kind == "open" and not seat.person for seat in seek.seats)
    for running in lobby.running:
        assert not games.load(store, running.id).is_waiting_for_people
    if not lobby.seeks:
        return invite(world)
    seek = world.random.choice(lobby.seeks)
    free = [seat.number for seat in seek.seats if seat.kind == "open" and not seat.person]
    table = games.take_seat(store, seek.id, actor, world.random.choice(free), actor.name)
    check_apart(world, table, actor.person)
    world.focus = table.id
    return world.seated(table, actor.person)


def once_more(world: World) -> Table:
    """Somebody wants to play a finished game again, and perhaps the others do."""
    random = world.random
    over = world.load(random.choice(world.finished[-40:])) if world.finished else None
    if over is None:
        return begin(world)
    store, actor = world.store, world.player(over)
    table = games.rematch(store, over.id, actor, random.choice(["", "0123456789abcdef"]))
    found = invitations.find_rematch(store, over.id)
    check_apart(world, table, actor.person)
    assert table.is_over or (found is not None and found.id == table.id)  # a book may end with the game
    return _opened(world, table, actor)


def look_up(world: World) -> None:
    """Somebody has the engine look at a position: not at one that they play for points just now."""
    table = world.load(world.random.choice(world.running)) if world.running else None
    if table is not None:
        actor = world.player(table)
        check_help(world.store, actor, table.match.game)
        is_running = not table.is_over and not table.is_waiting_for_people
        assert not (is_running and table.rated and actor.person in table.people), "help with a rated game"


def _opened(world: World, table: Table, actor: Actor) -> Table:
    if len(world.running) < ROOM or world.random.random() < 0.3:
        world.focus = table.id
    return world.seated(table, actor.person)


STEPS: dict[Step, float] = {begin: 3, invite: 5, answer_seek: 5, once_more: 3, look_up: 1}
