"""The faults: each does its harm, waits a little, and heals it; what time may have stood still is noted."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from threading import Lock

from tests.faults.disk import SmallDisk, can_ration, ration, unration
from tests.faults.fleet import Ship
from tests.faults.postgres_process import Postgres
from tests.faults.proxy import Proxy, Way
from tests.faults.records import Excuses, Jump, Span
from tests.faults.shared_clock import SharedClock
from tests.faults.sitting import MANNERS, Manner, Sitting

# As docs/clocks.md has it: what is not counted before and after a time without a server, and from when on it is one.
BEAT, RETURN, SMALL, LARGE = 1.0, 5.0, 3.0, 12.0
NOTICED = 2.0  # seconds until servers have noticed it, on a busy machine


@dataclass
class World:
    """All that can be harmed."""

    random: Random
    ships: list[Ship]
    proxies: list[Proxy]
    sittings: list[Sitting]
    clock: SharedClock
    disk: SmallDisk | None = None
    postgres: Postgres | None = None
    excuses: Excuses = field(default_factory=Excuses)
    frozen: list[int] = field(default_factory=list)
    busy: Lock = field(default_factory=Lock)
    """Held by whoever stops and starts servers and the database: one at a time."""
    setting: Lock = field(default_factory=Lock)
    """Held by whoever sets the clock."""

    def ship(self) -> Ship:
        """Any server."""
        return self.random.choice(self.ships)

    @contextmanager
    def outage(self) -> Iterator[None]:
        """A time in which there may be no server, which no clock need count."""
        since = time.monotonic()
        try:
            with self.busy:
                yield
        finally:
            self.excuses.spans.append(Span(since - BEAT - NOTICED, time.monotonic() + RETURN + NOTICED))


Mishap = Callable[[World], None]


def server_killed(world: World) -> None:
    """Kill -9, and a start after a moment."""
    with world.outage():
        ship = world.ship()
        ship.sink()
        time.sleep(world.random.choice((0, 0, 0.2, 1.0)))
        ship.launch()


def server_frozen(world: World) -> None:
    """It stops in the middle of what it does, and goes on."""
    with world.outage():
        ship = world.ship()
        ship.signal(signal.SIGSTOP)
        time.sleep(world.random.uniform(0.2, 3))
        ship.signal(signal.SIGCONT)


def worker_killed(world: World) -> None:
    """Kill -9 of a process that thinks."""
    for pid in world.ship().workers():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def worker_frozen(world: World) -> None:
    """One that thinks stops for good, and nobody is told."""
    for pid in world.ship().workers():
        world.frozen.append(pid)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)


def postgres_killed(world: World) -> None:
    """Kill -9 of PostgreSQL, and a start after a moment."""
    assert world.postgres is not None
    with world.outage():
        world.postgres.kill()
        time.sleep(world.random.choice((0, 0.3, 1.5)))
        world.postgres.start()


def backend_killed(world: World) -> None:
    """Kill -9 of one of its processes: it ends all of them and recovers."""
    assert world.postgres is not None
    with world.outage():
        world.postgres.kill_backend(world.random)


def disk_full(world: World) -> None:
    """No room for a while."""
    with world.outage():
        if world.disk is not None:
            world.disk.fill()
            time.sleep(world.random.uniform(0.2, 2))
            world.disk.free()
        else:
            pid = world.ship().pid
            ration(pid, world.random.randrange(1, 400_000))
            time.sleep(world.random.uniform(0.2, 2))
            unration(pid)


def _jump(world: World, seconds: float) -> None:
    with world.setting:
        at = time.monotonic()
        world.clock.jump(seconds)
        world.excuses.jumps.append(Jump(at, seconds))
        still = -seconds if seconds < 0 else 0.0
        world.excuses.spans.append(Span(at - BEAT - NOTICED, at + still + RETURN + NOTICED))
        time.sleep(NOTICED)  # of two jumps at once nobody can know more than their sum


def clock_nudged(world: World) -> None:
    """The clock goes forward by so little that it counts."""
    _jump(world, world.random.uniform(0.2, SMALL))


def clock_forward(world: World) -> None:
    """By as much as if the machine had slept."""
    _jump(world, world.random.choice((LARGE, 600, 7200)))


def clock_back(world: World) -> None:
    """And back."""
    _jump(world, -world.random.choice((0.5, 5, 60, 3600)))


def _cut(world: World, way: Way) -> None:
    proxy = world.random.choice(world.proxies)
    proxy.cut(way, world.random.randint(1, 6), world.random.choice((0, 1, 40, 200, 500)))


def request_cut(world: World) -> None:
    """Lines are cut in mid-request."""
    _cut(world, "asking")


def answer_cut(world: World) -> None:
    """Lines are cut in mid-answer."""
    _cut(world, "answering")


def way_blocked(world: World) -> None:
    """Nothing comes through for a while, and nobody is told."""
    proxy = world.random.choice(world.proxies)
    proxy.block()
    time.sleep(world.random.uniform(0.2, 3))
    proxy.unblock()


def mannered(manner: Manner) -> Mishap:
    """A client that sends something twice, again, too early, slowly or by halves."""

    def mishap(world: World) -> None:
        world.random.choice(world.sittings).manners.append(manner)

    return mishap


def mishaps(world: World) -> dict[str, Mishap]:
    """Those that can be done here, by name."""
    found: dict[str, Mishap] = {
        "server killed": server_killed,
        "server frozen": server_frozen,
        "worker killed": worker_killed,
        "worker frozen": worker_frozen,
        "clock nudged": clock_nudged,
        "clock forward": clock_forward,
        "clock back": clock_back,
        "request cut": request_cut,
        "answer cut": answer_cut,
        "way blocked": way_blocked,
        **{f"client: {manner}": mannered(manner) for manner in MANNERS},
    }
    if world.postgres is not None:
        found |= {"postgres killed": postgres_killed, "backend killed": backend_killed}
    if world.disk is not None or (world.postgres is None and can_ration()):
        found["disk full"] = disk_full
    return found
