"""What people and computers do in a game: moves, words, questions, plans; as the rules want it, and otherwise."""

from __future__ import annotations

from functools import partial
from random import Random

from kidd.match import Match
from kidd.match.standing import LEAVE
from kidd.table.clocks import LAG
from kidd.table.moments import now
from kidd.table.play import games
from kidd.table.play.actors import Actor
from kidd.table.play.club.conditions import may_plan, plan_of, put_plan
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage import condition_rows, job_rows
from kidd.table.storage.job_rows import TURN
from tests.table.service.steps.resting import settle
from tests.table.service.steps.seating import sit_down
from tests.table.service.world import Act, World

NONSENSE = ("", "@z9", "c4-", "B:@c1", "R:R:resign", "time", "R:time", "G:draw?", "*2", "x" * 101, "pass", "red")
LONGEST_PLAN = 6


def salt_of(random: Random) -> str:
    """What a browser adds to a roll, or nothing, or what it should not."""
    return "salt" if random.random() < 0.02 else random.choice(["", f"{random.getrandbits(64):016x}"])


def move(world: World, table: Table) -> Table:
    """Whoever is waited for answers or moves; in an open seat somebody sits down first."""
    if table.is_waiting_for_people:
        return sit_down(world, table)
    if table.wish is not None and world.random.random() < 0.6:
        return answer(world, table)
    if (table.is_adjourned or table.recess.plea is not None) and world.random.random() < 0.6:
        return settle(world, table)
    seat = table.waits_for
    if seat is None:
        return world.note(table)
    if seat.kind == "computer":
        return _computer_moves(world, table, seat)
    actor, act = world.of(seat.person or ""), _chosen(world, table)
    after = play(world, table, actor, len(table.match), act)
    if sum(doer is not None for doer in after.doers[len(table.match) :]) > 1:
        world.done["answered by a plan"] += 1
    return world.note(after)


def play(world: World, table: Table, actor: Actor, ply: int, act: str, *, by: str | None = None) -> Table:
    """An act as the web sends it: with the version that the page shows, and with the lag that was measured."""
    random = world.random
    version = random.choice([None, table.version])
    lag = random.choice([0, 0, 30, LAG]) if table.clock else 0
    salt = salt_of(random) if table.match.game.descriptor.faces else ""
    return world.act(table.id, partial(games.decide_act, actor, ply, act, by, version, salt=salt, lag=lag))


def _computer_moves(world: World, table: Table, seat: Seat) -> Table:
    """A computer does anything: the row that says so is leased, as those who think do it."""
    store, moment = world.store, now()
    if table.is_watched:
        actor = world.player(table)
        games.check_go_on(table, actor, len(table.match))
        store.write(partial(job_rows.note_asked, table, moment))
    holder = None if store.is_ours_alone else f"server {id(store)}"
    with store.reading() as connection:
        taken = job_rows.due(connection, moment, kind=TURN, limit=1000)
    if holder:
        taken = store.write(partial(job_rows.hold, holder=holder, work=taken, moment=moment, seconds=10))
    if games.load(store, table.id).version == table.version:  # unless somebody was quicker
        assert any(job.game == table.id for job in taken), f"nobody knows that a computer is to act in {table.id}"
    if holder:
        store.write(partial(job_rows.release, holder=holder))
    assert table.waits_for == seat
    return world.note(games.computer_act(store, table.id, len(table.match), _chosen(world, table), table.version))


def _chosen(world: World, table: Table) -> str:
    """An answer or a move, now and then what somebody else has planned for."""
    match, random = table.match, world.random
    if match.offer and match.to_act and match.to_act in match.offer.asked:
        yes, no = ("draw!", "draw.") if match.offer.kind == "draw" else ("stalemate!", "contest")
        return random.choice([yes, no, no])
    legal = [str(one) for one in match.position.legal_moves()]
    if random.random() < 0.4:
        with world.store.reading() as connection:
            plans = condition_rows.of_game(connection, table.id)
        legal = [one.act for plan in plans for one in plan.branches if one.act in legal] or legal
    return random.choice(legal)


def word(world: World, table: Table) -> Table:
    """Somebody says something, for a crew that may be theirs."""
    act = world.random.choice(["draw?", "draw?", "draw?", "stalemate?", "contest", "draw!", "draw.", "stalemate!"])
    by = world.random.choice([None, None, *table.match.game.colours])
    return world.note(play(world, table, world.player(table), len(table.match), act, by=by))


def resign(world: World, table: Table) -> Table:
    """Somebody gives up, or leaves a game of three."""
    act = LEAVE if len(table.seats) > 2 and world.random.random() < 0.8 else "resign"
    return world.note(play(world, table, world.player(table), len(table.match), act))


def blunder(world: World, table: Table) -> Table:
    """What is not to be: nonsense, or a move at another ply, of somebody who may not be waited for."""
    random, ply = world.random, len(table.match)
    if random.random() < 0.5:
        act = random.choice(NONSENSE)
    else:
        act = str(random.choice(table.match.position.legal_moves() or ["@c1"]))
        ply += random.choice([-2, -1, 0, 0, 1, 7])
    by = random.choice([None, "R", "B", "G", "X"])
    return world.note(play(world, table, world.player(table), ply, act, by=by))


def retry(world: World, table: Table) -> Table:
    """What was sent before comes again: it counts once."""
    ply = world.random.randrange(len(table.match) + 1)
    act = table.match.act(ply) if ply < len(table.match) else "@c1"
    doer = table.doers[ply] if ply < len(table.match) else None
    actor = world.of(table.seats[doer].person or "") if doer is not None else world.player(table)
    return world.note(play(world, table, actor, ply, act))


def take_back(world: World, table: Table) -> Table:
    """Somebody takes back, or asks for it."""
    version = world.random.choice([None, table.version])
    decide = partial(games.decide_take_back, world.player(table), len(table.match), version)
    return world.note(world.act(table.id, decide))


def answer(world: World, table: Table) -> Table:
    """One of those who are asked lets somebody take back, or not; somebody asks, where nobody has."""
    if table.wish is None:
        return take_back(world, table)
    asked = [table.seats[seat].person or "" for seat in table.wish.asked]
    someone = world.random.choice([*asked, *asked, ""])
    actor = world.of(someone) if someone else world.player(table)
    agree = world.random.random() < 0.7
    decide = partial(games.decide_answer, actor, len(table.match), None, agree=agree)
    return world.note(world.act(table.id, decide))


def abandon(world: World, table: Table) -> Table:
    """Somebody closes the game, or calls it off."""
    return world.note(world.act(table.id, partial(games.decide_abandon, world.player(table))))


def ask_for_help(world: World, table: Table) -> None:
    """Somebody asks for a hint, which nobody has who plays against others."""
    actor = world.player(table)
    games.check_hint(table, actor, len(table.match))
    assert len(table.people) == 1


def plan(world: World, table: Table) -> None:
    """Somebody who waits plans ahead; now and then what cannot be, or nothing any more."""
    random = world.random
    waiting = [person for person in sorted(table.people) if may_plan(table, person)]
    actor = world.of(random.choice(waiting)) if waiting and random.random() < 0.9 else world.player(table)
    lines = [_line(table.match, random) for _ in range(random.randrange(5))]
    store, ply = world.store, len(table.match)
    kept = put_plan(store, table, actor, ply + random.choice([0] * 9 + [1]), lines)
    assert plan_of(store, games.load(store, table.id), actor) == kept


def _line(match: Match, random: Random) -> list[str]:
    ahead = match.copy()
    while len(ahead) < len(match) + random.randrange(1, LONGEST_PLAN) and ahead.position.legal_moves():
        if random.random() < 0.02 or ahead.result:
            return [*ahead.acts[len(match) :], random.choice(NONSENSE[1:])]
        ahead.play(ahead.position.legal_moves()[0] if random.random() < 0.5 else _any(ahead, random))
    return list(ahead.acts[len(match) :])


def _any(match: Match, random: Random) -> str:
    return str(random.choice(match.position.legal_moves()))


STEPS: dict[Act, float] = {
    move: 100,
    word: 6,
    resign: 0.8,
    blunder: 6,
    retry: 3,
    take_back: 5,
    answer: 7,
    abandon: 1,
    ask_for_help: 1,
    plan: 7,
}
