"""A run of faults: servers, people who play, harm at random from a seed, and what came of it."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Thread

from kidd.table.storage.database.store import open_store
from tests.faults.disk import small_disk
from tests.faults.fleet import Ship
from tests.faults.mishaps import Mishap, World, mishaps
from tests.faults.postgres_process import Postgres
from tests.faults.proxy import Proxy
from tests.faults.shared_clock import SharedClock
from tests.faults.sitting import KINDS, Kind, Sitting
from tests.faults.verdict import Verdict, judge

STUCK = 10.0  # seconds in which every game has to go on once the harm is over
ACTS = 2  # more at every table: its players', and a computer's between them
AT_ONCE = 4  # faults at a time, at the most
GIVEN_UP = 90.0  # seconds after which a client is given up


@dataclass
class Outcome:
    """What a run has shown."""

    faults: Counter[str] = field(default_factory=Counter)
    stuck: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    recoveries: list[float] = field(default_factory=list)
    games: int = 0
    seconds: float = 0.0
    verdict: Verdict = field(default_factory=Verdict)

    @property
    def wrong(self) -> dict[str, list[str]]:
        """All that should be empty."""
        found = self.verdict
        return {
            "acknowledged moves lost": found.lost,
            "moves applied twice, or by nobody": found.twice,
            "games that do not replay": found.unreplayable,
            f"games stuck after {STUCK:.0f} s": self.stuck,
            "clocks wrong": found.clocks,
            "answers of 500, and others that should not be": self.errors,
        }


@contextmanager
def world_of(
    random: Random, *, postgres: bool, kinds: tuple[Kind, ...], log: Path | None
) -> Iterator[tuple[World, str]]:
    """Everything that is needed, with the address of the database."""
    with ExitStack() as ending:
        folder = Path(tempfile.mkdtemp(prefix="kidd-faults-"))
        ending.callback(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o755)  # as root PostgreSQL runs as another user
        disk = ending.enter_context(small_disk(folder / "disk", 400 if postgres else 48))
        data, base = folder / "disk" / "data", None
        data.mkdir()
        database = f"sqlite:///{data / 'kidd.db'}"
        if postgres:
            base = ending.enter_context(Postgres(folder / "disk" / "postgres"))
            database = base.address
        file, written = folder / "clock", log or folder / "server.log"
        clock = SharedClock(file)
        ships = [Ship(data, database, file, written) for _ in range(2 if postgres else 1)]
        for ship in ships:
            ending.callback(ship.sink)
            ship.launch()
        proxies = [Proxy(ship.port) for ship in ships]
        for proxy in proxies:
            ending.callback(proxy.close)
        ports = [proxy.port for proxy in proxies]
        sittings = [Sitting(kind, ports, random.randrange(1 << 30), GIVEN_UP) for kind in kinds]
        world = World(random, ships, proxies, sittings, clock, disk, base)
        ending.callback(_bury, world)
        yield world, database


def _bury(world: World) -> None:
    """Frozen workers of servers that are dead would stay for ever."""
    for pid in world.frozen:
        with suppress(OSError):
            if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                os.kill(pid, signal.SIGKILL)


def run(
    faults: int,
    seed: int,
    *,
    postgres: bool = False,
    kinds: tuple[Kind, ...] = KINDS,
    only: tuple[str, ...] = (),
    log: Path | None = None,
    tell: Callable[[str], None] = print,
) -> Outcome:
    """Do so many faults, and look what they have done."""
    random, outcome, began = Random(seed), Outcome(), time.monotonic()
    with world_of(random, postgres=postgres, kinds=kinds, log=log) as (world, database):
        known = {name: one for name, one in mishaps(world).items() if not only or name in only}
        for sitting in world.sittings:
            sitting.start()
        _go_on(world, outcome, "at the start", tell)
        plan = _plan(random, sorted(known), faults)
        while plan and all(sitting.is_alive() for sitting in world.sittings):
            some = [plan.pop() for _ in range(min(len(plan), random.randint(1, AT_ONCE)))]
            outcome.faults.update(some)
            _harm(world, {f"{place} {name}": known[name] for place, name in enumerate(some)}, outcome)
            _go_on(world, outcome, ", ".join(some), tell)
        for sitting in world.sittings:
            sitting.stop.set()
        for sitting in world.sittings:
            sitting.join(GIVEN_UP)
            outcome.errors += [one for one in sitting.faults if not one.startswith("stuck")]
            outcome.stuck += [one for one in sitting.faults if one.startswith("stuck")]
        for ship in world.ships:
            ship.sink()
        records = [record for sitting in world.sittings for record in sitting.records]
        outcome.games = len(records)
        store = open_store(database)
        try:
            outcome.verdict = judge(store, records, world.excuses)
        finally:
            store.close()
    outcome.seconds = time.monotonic() - began
    return outcome


def _plan(random: Random, names: list[str], faults: int) -> list[str]:
    """Every kind as often as the others, in any order."""
    plan = [names[number % len(names)] for number in range(faults)]
    random.shuffle(plan)
    return plan


def _harm(world: World, some: dict[str, Mishap], outcome: Outcome) -> None:
    """Do several at once, and wait until each is healed."""

    def one(name: str, mishap: Mishap) -> None:
        try:
            mishap(world)
        except Exception as error:  # noqa: BLE001 - told at the end
            outcome.errors.append(f"{name} could not be done: {error!r}")

    threads = [Thread(target=one, args=about) for about in some.items()]
    for thread in threads:
        thread.start()
        time.sleep(world.random.choice((0, 0.05, 0.3)))
    for thread in threads:
        thread.join()
    if world.postgres is not None:  # which has given up where it found no room to recover
        world.postgres.start()


def _go_on(world: World, outcome: Outcome, after: str, tell: Callable[[str], None]) -> None:
    """Wait until every table has gone on."""
    began = time.monotonic()
    wanted = {sitting: sitting.acts + ACTS for sitting in world.sittings}
    late: set[Sitting] = set()
    while waiting := [one for one, acts in wanted.items() if one.acts < acts and one.is_alive()]:
        passed = time.monotonic() - began
        if passed > STUCK:
            late |= set(waiting)
        if passed > 3 * STUCK:
            break
        time.sleep(0.02)
    took = time.monotonic() - began
    outcome.recoveries.append(took)
    outcome.stuck += [f"{one.kind.name} after {after} ({took:.1f} s)" for one in late]
    tell(f"{sum(outcome.faults.values()):4} {took:5.1f} s  {after}{'  STUCK' if late else ''}")
