"""Several at once, in threads of their own and at all servers: one of them is first, and the others hear so.

Who is first is up to the machine and not to the seed. So each race has people enough, but a game of its own, which is
closed when it is decided: whatever came of it, the steps after it are the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

from kidd.errors import KiddError
from kidd.table.play import games
from kidd.table.play.actors import Actor, Role, guest
from kidd.table.play.club import invitations, talk
from kidd.table.play.club.invitations import Invitation
from kidd.table.play.club.vacations import begin_vacation, end_vacation, holidays_of
from kidd.table.play.people import accounts, farewell, operators, programs
from kidd.table.snapshot import Table
from kidd.table.storage.database.store import Store
from kidd.table.terms import Terms
from kidd.table.timekeeper.timekeeper import Timekeeper
from tests.table.service.steps.comings import place
from tests.table.service.steps.times import go_on
from tests.table.service.world import BUGS, Failure, Step, World

HOUSE = Actor("the house", role=Role.OPERATOR)
Try = Callable[[Store], object]


def race(world: World, tries: Sequence[Try]) -> list[object]:
    """What became of each try, all begun at one moment: what it gave, or the refusal."""
    barrier = Barrier(len(tries))

    def run(place: int) -> object:
        store = world.servers[place % len(world.servers)].store
        barrier.wait()
        try:
            return tries[place](store)
        except BUGS:
            raise
        except KiddError as refused:
            return refused

    with ThreadPoolExecutor(len(tries)) as pool:
        return list(pool.map(run, range(len(tries))))


def done(told: Sequence[object]) -> list[object]:
    """What was not refused."""
    return [one for one in told if not isinstance(one, KiddError)]


def newcomers(world: World, number: int) -> list[Actor]:
    """Guests who come for this alone."""
    return [guest(f"racer {world.number} {one}") for one in range(number)]


def opened(world: World, owner: Actor, code: str, **terms: object) -> Table:
    """A game that looks for players."""
    wish = Invitation(code, {}, Terms(**terms))  # type: ignore[arg-type]
    table = invitations.invite(world.store, owner, wish)
    world.apart.add(table.id)
    return table


def closed(world: World, table: Table) -> Table:
    """The end of it, whoever has won: how the game stood before."""
    before = games.load(world.store, table.id)
    if not before.is_over:
        operators.close_game(world.store, HOUSE, table.id)
    return before


def for_a_seat(world: World) -> None:
    """Five who open one link, or take one seek, sit down in as many seats as are open, and no two in one."""
    code = world.random.choice(["LC", "QM", "MG3"])
    owner, *others = newcomers(world, 6)
    table = opened(world, owner, code, time=world.random.choice(["", "300+5", "3d"]), listed=True)
    free = [seat.number for seat in table.seats if seat.kind == "open"]
    aims = [world.random.choice(free) for _ in others]
    tries = [partial(_sit, game=table.id, actor=one, seat=seat) for one, seat in zip(others, aims, strict=True)]
    told = race(world, [*tries, tries[0]])  # somebody clicks twice
    after = closed(world, table)
    for seat in free:
        there = after.seats[seat]
        said = [one.person for one, aim, sits in zip(others, aims, told, strict=False) if aim == seat and sits is True]
        winners = set(said)
        if winners != ({there.person} if seat in aims else set()):
            raise Failure(f"seat {seat} of {table.id} was taken by {there}, and {winners} were told it is theirs")


def _sit(store: Store, game: str, actor: Actor, seat: int) -> bool:
    return games.take_seat(store, game, actor, seat).seats[seat].is_of(actor.person)


def for_a_seek_called_off(world: World) -> None:
    """Whoever takes a seek that is called off plays, or hears that it is over: not both."""
    owner, other = newcomers(world, 2)
    table = opened(world, owner, "LC", listed=True)
    tries: list[Try] = [
        partial(_sit, game=table.id, actor=other, seat=_free(table)),
        lambda store: games.abandon(store, table.id, owner),
    ]
    race(world, tries)
    after = closed(world, table)
    assert after.version == 3 or not (after.abandoned and other.person in after.people)


def _free(table: Table) -> int:
    return next(seat.number for seat in table.seats if seat.kind == "open")


def for_a_ply(world: World) -> None:
    """Of several moves at one ply one is played, and the same one sent twice counts once."""
    one, other = newcomers(world, 2)
    table = opened(world, one, world.random.choice(["LC", "MG2"]))
    table = games.take_seat(world.store, table.id, other, _free(table))
    mover = one if table.waits_for and table.waits_for.is_of(one.person) else other
    moves = [str(move) for move in world.random.sample(table.match.position.legal_moves(), 2)] * 2
    told = race(world, [partial(_play, game=table.id, actor=mover, act=act) for act in moves])
    after = closed(world, table)
    assert after.version == table.version + 1
    assert done(told) == [after.match.acts[0]] * 2, (told, after.match.acts)


def _play(store: Store, game: str, actor: Actor, act: str) -> str:
    return games.play(store, game, actor, 0, act).match.acts[0]


def for_a_rematch(world: World) -> None:
    """Both ask for another game at once, twice each: it is one game, and both sit there."""
    one, other = newcomers(world, 2)
    table = opened(world, one, "LC")
    games.take_seat(world.store, table.id, other, _free(table))
    games.abandon(world.store, table.id, one)
    told = race(world, [partial(_again, game=table.id, actor=actor) for actor in (one, other, one, other)])
    assert len(set(told)) == 1, told
    again = str(told[0])
    world.apart.add(again)
    assert set(closed(world, games.load(world.store, again)).people) == {one.person, other.person}


def _again(store: Store, game: str, actor: Actor) -> str:
    return games.rematch(store, game, actor).id


def for_the_time(world: World) -> None:
    """All servers find that a clock has run out, while a last move is on its way: the game is lost once."""
    one, other = newcomers(world, 2)
    table = opened(world, one, "LC", time="30+0")
    store = world.store
    table = games.take_seat(store, table.id, other, _free(table))
    for _ in range(2):
        seat = table.waits_for
        assert seat is not None
        actor, act = guest(seat.person or ""), str(table.match.position.legal_moves()[0])
        table = games.play(store, table.id, actor, len(table.match), act)
    go_on(world, 29)  # so that others' games are settled before
    go_on(world, 0.9)
    world.tide.go_on(0.7)
    last = table.waits_for
    assert last is not None
    act = str(table.match.position.legal_moves()[0])
    looks = [partial(_look, server.keeper) for server in world.servers * 2]
    race(world, [*looks, lambda store: games.play(store, table.id, guest(last.person or ""), 2, act)])
    after = closed(world, table)
    assert len(after.match) == 3
    assert after.match.word(2) == "time"


def _look(keeper: Timekeeper, _: Store) -> None:
    keeper.look()


def for_a_name(world: World) -> None:
    """Several want one name at once, for themselves or for a bot: one has it."""
    name, where = f"Racer {world.number:05}", place(world)
    makers = [world.actor(one) for one in world.people if one.password][:2]

    def sign_up(store: Store, actor: Actor) -> str:
        entering = accounts.sign_up(store, world.hasher, actor, where, name, "a long word", rule="open")
        return asyncio.run(entering).account.id

    tries: list[Try] = [partial(sign_up, actor=one) for one in newcomers(world, 2)]
    told = race(world, tries + [partial(programs.make_bot, actor=one, name=name) for one in makers])
    winners = done(told)
    assert len(winners) == 1, told
    person = str(winners[0])
    farewell.leave(world.store, Actor(person, role=Role.MEMBER, name=name))
    world.former.add(person)


def for_ones_own(world: World) -> None:
    """Somebody does the same on several devices at once: notes, reports, vacations count once."""
    one, other = newcomers(world, 2)
    table = opened(world, one, "LC", time="3d")
    store = world.store
    table = games.take_seat(store, table.id, other, _free(table))
    number = talk.say(store, table, one, text="ahoy")
    for use in (
        lambda store: talk.put_note(store, table, other, "a trap"),
        lambda store: talk.report(store, table, other, number),
        lambda store: begin_vacation(store, other, 2),
        lambda store: end_vacation(store, other),
    ):
        race(world, [use] * 4)
        world.tide.go_on(1)
    assert holidays_of(store, other).days_left == 30 - 1
    closed(world, table)


STEPS: dict[Step, float] = {
    for_a_seat: 4,
    for_a_seek_called_off: 1,
    for_a_ply: 2,
    for_a_rematch: 1,
    for_the_time: 1,
    for_a_name: 0.3,
    for_ones_own: 1,
}
