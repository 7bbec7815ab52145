"""Time that goes by: clocks, pages that come and go, vacations; and servers that stop, die, sleep and start."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from kidd.table.moments import now
from kidd.table.play.club.vacations import begin_vacation, end_vacation, holidays_of
from kidd.table.snapshot import Table
from kidd.table.storage import heartbeat
from kidd.table.storage.club import presences
from kidd.table.storage.database.store import open_store
from kidd.table.storage.ownership import open_own
from kidd.table.timekeeper.presence import Page
from kidd.table.timekeeper.timekeeper import BACK, PATIENCE, SLOW_BEAT
from tests.table.service.world import Act, Step, World

HOUR, DAY = 3600, 86_400


def flow(world: World, table: Table | None) -> None:
    """Between two steps it is a little later, where nobody plays by the clock now and then much."""
    random = world.random
    if table is not None and table.clock is not None and table.clock.control.is_live:
        go_on(world, random.choice([20, 50]) if random.random() < 0.01 else random.choice([0, 0, 0, 0.2, 0.9, 2, 3.5]))
        return
    chance = random.random()
    if chance < 0.004:
        go_on(world, random.randrange(DAY, 4 * DAY))
    elif chance < 0.02:
        go_on(world, random.randrange(60, 10 * HOUR))
    else:
        go_on(world, random.choice([0, 0, 0, 0.3, 0.3, 0.9, 2, 20]))


def go_on(world: World, seconds: float) -> None:
    """Later, with the servers there all the while; what is due by then, they settle."""
    if seconds:
        world.tide.go_on(seconds)
        if seconds > PATIENCE.total_seconds():
            beat(world)
        if seconds >= 1:
            look(world)


def beat(world: World) -> None:
    """The servers were there until now."""
    alive = partial(heartbeat.beat, moment=now(), every=SLOW_BEAT, patience=timedelta.max, back=BACK)
    world.store.write(alive)


def look(world: World) -> None:
    """Every server sees to what is due, and one of them finds something to be done."""
    for server in world.random.sample(world.servers, len(world.servers)):
        server.keeper.look()


def sleep(world: World) -> None:
    """The machine sleeps, with all servers: nobody's time goes by."""
    world.tide.go_on(world.random.choice([6, 100, 5 * HOUR]))
    look(world)


def start(world: World) -> None:
    """Servers begin: on SQLite one alone as a rule, else two that share a database."""
    shared = not world.address.startswith("sqlite") or world.random.random() < 0.3
    for _ in range(2 if shared else 1):
        world.serve(open_store(world.address) if shared else open_own(world.address))


def restart(world: World) -> None:
    """All servers stop, or die, and others begin: at once, or much later."""
    clean = world.random.random() < 0.5
    for server in world.servers:
        if clean:
            server.keeper.close()
        server.store.close()
    world.servers.clear()
    world.tide.go_on(world.random.choice([0, 0.4, 3, 90, 7 * HOUR]))
    start(world)
    look(world)


def turn_page(world: World, table: Table) -> None:
    """A player's page comes, or goes."""
    server, person = world.server, world.random.choice(sorted(table.people) or [""])
    key = table.id, person
    if (shown := server.pages.pop(key, None)) is not None:
        shown.close()
    else:
        page = Page(server.keeper.presence)
        if page.shows(table, person):
            server.pages[key] = page


def be_there(world: World) -> None:
    """The lobby hears who is there."""
    here = {one.person: now() for one in world.random.sample(world.people, 5)}
    world.store.write(partial(presences.see, seen=here))
    world.store.write(partial(presences.forget, now=now()))


def holiday(world: World) -> None:
    """Somebody has a vacation, or is back from it."""
    actor, store = world.anybody(), world.store
    if holidays_of(store, actor).until is not None:
        assert end_vacation(store, actor).until is None
    else:
        begin_vacation(store, actor, world.random.choice([1, 1, 2, 3, 40, 0]))


AT_A_TABLE: dict[Act, float] = {turn_page: 4}
STEPS: dict[Step, float] = {sleep: 0.3, restart: 0.35, be_there: 1, holiday: 2}
