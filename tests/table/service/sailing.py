"""So many steps of a world, and what it says when one of them fails."""

from __future__ import annotations

from collections.abc import Callable

from kidd.errors import KiddError
from kidd.table.snapshot import Table
from kidd.table.storage.events import KINDS
from tests.table.service.checks import check_everything, check_refusal
from tests.table.service.steps import (
    beside,
    comings,
    house,
    looking,
    openings,
    playing,
    racing,
    resting,
    seating,
    times,
)
from tests.table.service.world import ROOM, Act, Failure, Step, World

AT_A_TABLE: dict[Act, float] = {
    **playing.STEPS,
    **resting.STEPS,
    **seating.STEPS,
    **beside.STEPS,
    **looking.AT_A_TABLE,
    **times.AT_A_TABLE,
}
ELSEWHERE: dict[Step, float] = {
    **openings.STEPS,
    **comings.STEPS,
    **house.STEPS,
    **looking.STEPS,
    **times.STEPS,
}
RACES = 0.012  # of all steps
AWAY = 0.15  # of the others, which are not about the game that everybody looks at
ELSE = 0.03  # that everybody looks at another game
OFTEN = 2500  # steps after which everything is checked


def sail(world: World, steps: int, tell: Callable[[int], None] = lambda number: None) -> None:
    """Begin with nobody, take so many steps, and check everything again and again."""
    _try(world, 0, _begin)
    for number in range(1, steps + 1):
        _try(world, number, _step)
        if number % OFTEN == 0 or number == steps:
            _try(world, number, _check)
            tell(number)


ENDS = ("resigned", "agreed", "time", "abandoned", "not yet")


def untried(world: World) -> set[str]:
    """What nobody has managed to do, and what has never happened: nothing, where many steps were taken."""
    steps = {step.__name__ for step in (*AT_A_TABLE, *ELSEWHERE, *racing.STEPS)} | {"answered by a plan"}
    happens = KINDS.keys() | {f"ended: {end}" for end in ENDS} | {"rated"}
    return (steps - world.done.keys()) | {one for one in happens if not world.happened[one]}


def _try(world: World, number: int, step: Step) -> None:
    """Let something be done or refused; whatever else comes of it is a failure."""
    world.begin_step(number)
    try:
        try:
            step(world)
        except KiddError as refused:
            world.refuse(refused)
        else:
            world.done[world.doing] += 1
        if world.faults:
            raise Failure("\n".join(world.faults))
    except Exception as error:
        where = f"{world.doing}, game {world.focus or 'none'}, {world.address.partition(':')[0]}"
        raise Failure(f"seed {world.seed}, step {number} ({where}): {type(error).__name__}: {error}") from error


def _begin(world: World) -> None:
    world.doing = "begin"
    times.start(world)
    comings.populate(world)


def _check(world: World) -> None:
    world.doing = "check"
    check_everything(world)


def _step(world: World) -> None:
    """What is done next: a race, something at the game that everybody looks at, or elsewhere."""
    random = world.random
    if random.random() < RACES:
        _elsewhere(world, racing.STEPS)
        return
    world.doing = "flow"
    table = _looked_at(world)
    times.flow(world, table)
    if table is None or random.random() < AWAY:
        _elsewhere(world, ELSEWHERE)
        return
    act = random.choices(list(AT_A_TABLE), list(AT_A_TABLE.values()))[0]
    world.doing = act.__name__
    check_refusal(world, table, act)


def _elsewhere(world: World, steps: dict[Step, float]) -> None:
    step = world.random.choices(list(steps), list(steps.values()))[0]
    world.doing = step.__name__
    try:
        step(world)
    finally:
        world.actors.clear()  # who may be others now


def _looked_at(world: World) -> Table | None:
    """The game that is looked at, mostly the same as before, as long as it goes on."""
    random = world.random
    if world.running and (not world.focus or random.random() < ELSE):
        world.focus = random.choice(world.running[-ROOM:])
    table = world.table()
    if table is not None and table.is_over:
        world.note(table)
        if random.random() < 0.5:  # what can be done after the end is tried, too
            world.focus = ""
    return table
