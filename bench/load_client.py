"""Plays many games at once against a server and measures: `python -m bench.load_client PLAN`, a plan as JSON.

One process on uvloop; every game has people of its own: one who plays all crews and a watcher, or two who play against
each other. A move is sent when its game has heard of the one before, on the mover's connection and on the other's
socket. `bench.load` and `bench.limits` start it and read what it prints.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from itertools import count
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import uvloop

from bench.load_boardgame_io import ACTS_OF_IT, IT, IoGame
from bench.load_dialects import ACTS, DIALECTS, FOR_TWO
from bench.load_game import LoadGame, Played, Stroke, connect
from bench.load_servers import ROOT, cpu_of, cpu_of_buried, cpu_of_children, cpu_of_machine
from bench.load_wire import Line
from kidd.web.connections.file_limit import raise_file_limit

LENGTHS = ACTS | {IT: ACTS_OF_IT}
WARM = 1.0  # seconds before anything is measured
AT_ONCE = 10  # games that are opened at a time
LEAD = 0.3  # seconds from the start of all players to the first move that counts
SETTLED = 40  # acts after which a short game is compared with a long one
PAIRS = 60  # acts that are compared


@dataclass(frozen=True)
class Plan:
    """What to measure."""

    dialect: str
    ports: Sequence[int]
    """Of the servers: of one game, the second one's connections go to the next of them."""
    pids: Sequence[int]
    base: int = 0
    """The first process of a database of its own, 0 where the servers have it in theirs."""
    games: int = 1
    people: int = 1
    """Who play a game: two, or one who plays all crews and is looked at."""
    time: str = ""
    """Of two who play: a clock, such as 600+5 or 3d."""
    seconds: float = 10.0
    kinds: Sequence[str] = tuple(ACTS)
    rate: float = 0.0
    """Moves a second that are offered in all; 0: as many as are answered."""
    acts: Sequence[str] = ()
    """A long game, whose last acts are compared with those of a short one instead of a load."""
    seed: int = 1


@dataclass
class Tally:
    """What was measured while it is open."""

    is_open: bool = False
    strokes: list[Stroke] = field(default_factory=list)
    opened: int = 0

    def add(self, stroke: Stroke) -> None:
        """Count a move."""
        if self.is_open:
            self.strokes.append(stroke)


class Seat(NamedTuple):
    """Connections of those who play one game after the other, and the servers of their sockets."""

    ports: tuple[int, ...]
    lines: tuple[Line, ...]


class Spent(NamedTuple):
    """Seconds that passed, and that were computed."""

    seconds: float
    server: float
    workers: float
    base: float
    client: float
    all_of_it: float

    @property
    def others(self) -> float:
        """What programs that have nothing to do with it have taken."""
        return self.all_of_it - self.server - self.workers - self.base - self.client


class Harness:
    """Games on one server, and those who play them."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tally = Tally()
        self.spare: defaultdict[tuple[str, tuple[int, ...]], list[Played]] = defaultdict(list)
        self.until = 0.0
        self._random = Random(plan.seed)

    async def measure(self) -> dict[str, float]:
        """Warm up, make games for those that will end ready, play, and count."""
        games = self.plan.games
        doors = asyncio.Semaphore(AT_ONCE)
        seats = await asyncio.gather(*(self._seat(number, doors) for number in range(games)))
        self.tally.is_open = True
        self.until = perf_counter() + WARM
        await asyncio.gather(*(self._play(number, *seat) for number, seat in enumerate(seats)))
        await self._make_ready(len(self.tally.strokes) / WARM)
        gc.disable()  # a pause of the client's would be taken for one of the server's
        self.tally = Tally()
        self.until = perf_counter() + LEAD + self.plan.seconds
        playing = asyncio.gather(*(self._play(number, *seat) for number, seat in enumerate(seats)))
        await asyncio.sleep(LEAD)
        began = self._spent()
        self.tally.is_open = True
        await asyncio.sleep(self.until - perf_counter())
        ended = self._spent()
        self.tally.is_open = False
        await playing
        return self._summary(Spent(*(after - before for before, after in zip(began, ended, strict=True))))

    async def _seat(self, number: int, doors: asyncio.Semaphore) -> tuple[Seat, list[Played]]:
        """Connections and the games on them: where few play, each plays a game of each kind in turn."""
        kinds = self.plan.kinds
        chosen = kinds if self.plan.games < len(kinds) else kinds[number % len(kinds) :][:1]
        async with doors:
            seat = await self._connect(number)
            return seat, [await self._open(seat, kind) for kind in chosen]

    async def _connect(self, number: int) -> Seat:
        ports = self.plan.ports
        chosen = tuple(ports[(number + place) % len(ports)] for place in range(2))
        return Seat(chosen, tuple([await connect(port) for port in chosen[: self.plan.people]]))

    async def _open(self, seat: Seat, kind: str) -> Played:
        plan = self.plan
        if plan.people == 1 and plan.dialect != IT:
            return await LoadGame.open(DIALECTS[plan.dialect], seat.ports, seat.lines, kind)
        game = await begin(plan.dialect, seat.lines, kind, plan.people, plan.time)
        await game.follow(seat.ports)
        return game

    async def _make_ready(self, pace: float) -> None:
        """Open, before it counts, the games that will be needed at this pace."""
        plan, number = self.plan, count()
        seats = [await self._connect(each) for each in range(len(plan.ports))]
        for kind in plan.kinds:
            acts = min(pace, plan.rate or pace) * (plan.seconds + LEAD) / len(plan.kinds)
            for _ in range(round(1.3 * acts / LENGTHS[kind])):
                seat = seats[next(number) % len(seats)]
                self.spare[kind, seat.ports].append(await self._open(seat, kind))
        for line in [line for seat in seats for line in seat.lines]:
            line.transport.close()

    async def _play(self, number: int, seat: Seat, games: list[Played]) -> None:
        """Play until the time is over, one move in each game in turn."""
        began, played, rate = perf_counter(), 0, self.plan.rate
        while True:
            for place, game in enumerate(games):
                due = began + (played * self.plan.games + number) / rate if rate else 0.0
                if due > perf_counter():
                    await asyncio.sleep(due - perf_counter())
                if perf_counter() >= self.until:
                    return
                self.tally.add(await game.play(seat.lines, self._random.choice(game.standing.moves), due))
                played += 1
                if not game.standing.moves:
                    games[place] = await self._next(seat, game)

    async def _next(self, seat: Seat, over: Played) -> Played:
        over.close()
        if ready := self.spare[over.kind, seat.ports]:
            return ready.pop()
        self.tally.opened += self.tally.is_open
        return await self._open(seat, over.kind)

    def _spent(self) -> Spent:
        pids, base = self.plan.pids, self.plan.base
        return Spent(
            perf_counter(),
            sum(map(cpu_of, pids)),
            sum(map(cpu_of_children, pids)),
            cpu_of(base) + cpu_of_children(base) + cpu_of_buried(base) if base else 0.0,
            time.process_time(),
            cpu_of_machine(),
        )

    def _summary(self, spent: Spent) -> dict[str, float]:
        strokes = self.tally.strokes
        moves = max(1, len(strokes))
        return {
            "moves": len(strokes),
            "moves/s": len(strokes) / spent.seconds,
            **percentiles("told", [stroke.told for stroke in strokes]),
            **percentiles("answer", [stroke.answered for stroke in strokes]),
            "server ms": 1000 * spent.server / moves,
            "workers ms": 1000 * spent.workers / moves,
            "database ms": 1000 * spent.base / moves,
            "client ms": 1000 * spent.client / moves,
            "mover B": statistics.fmean([stroke.to_mover for stroke in strokes] or [0]),
            "watcher B": statistics.fmean([stroke.to_watcher for stroke in strokes] or [0]),
            "refused": sum(stroke.refused for stroke in strokes),
            "opened": self.tally.opened,
            "others %": 100 * max(0.0, spent.others) / spent.seconds / (os.cpu_count() or 1),
        }

    async def compare(self) -> dict[str, float]:
        """What an act costs near the end of a long game, beside one in a short game; they take turns."""
        seat, acts, (pid,) = await self._connect(0), self.plan.acts, self.plan.pids
        long, short = await self._open(seat, "LC"), await self._open(seat, "LC")
        await self._replay(seat, long, acts[:-PAIRS])
        await self._replay(seat, short, acts[:SETTLED])
        costs: dict[str, list[tuple[float, Stroke]]] = {"short": [], "long": []}
        for number in range(PAIRS):
            for name, game, act in (("short", short, acts[SETTLED + number]), ("long", long, acts[number - PAIRS])):
                before = cpu_of(pid)
                stroke = await game.play(seat.lines, act)
                costs[name].append((cpu_of(pid) - before, stroke))
        found: dict[str, float] = {"acts": long.standing.ply}
        for name, cost in costs.items():
            found[f"{name} server ms"] = 1000 * statistics.median(spent for spent, _ in cost)
            found[f"{name} told ms"] = 1000 * statistics.median(stroke.told for _, stroke in cost)
            found[f"{name} answer ms"] = 1000 * statistics.median(stroke.answered for _, stroke in cost)
        return found

    @staticmethod
    async def _replay(seat: Seat, game: Played, acts: Sequence[str]) -> None:
        for act in acts:
            await game.play(seat.lines, act)


def percentiles(name: str, seconds: list[float]) -> dict[str, float]:
    """The 50th, 95th and 99th in milliseconds."""
    ordered = sorted(seconds) or [0.0]
    return {
        f"{name} p{part}": 1000 * ordered[min(len(ordered) - 1, len(ordered) * part // 100)] for part in (50, 95, 99)
    }


async def begin(dialect: str, lines: Sequence[Line], kind: str, people: int = 2, time: str = "") -> LoadGame | IoGame:
    """A game of two people who do not follow it yet; on boardgame.io of one, too."""
    if dialect == IT:
        return await IoGame.open(lines, people)
    return await LoadGame.invite(FOR_TWO[dialect], lines, kind, time)


async def carry_out(plan: Plan) -> dict[str, float]:
    """Measure what the plan says; nothing takes longer than it may."""
    async with asyncio.timeout(120 + 4 * plan.seconds + 0.5 * len(plan.acts)):
        harness = Harness(plan)
        return await (harness.compare() if plan.acts else harness.measure())


def ask_client(plan: Plan) -> dict[str, float]:
    """Let a client of its own process carry out a plan; what it has to complain about stands in the error."""
    command = [sys.executable, "-m", "bench.load_client", json.dumps(asdict(plan))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, stdin=subprocess.DEVNULL, text=True, check=False)
    if done.returncode:
        raise ChildProcessError(f"the client of the server {plan.dialect!r} has failed:\n{done.stderr[-4000:]}")
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    """Read the plan and print what was found."""
    said: dict[str, Any] = json.loads(sys.argv[1])
    plan = Plan(**said)
    raise_file_limit()
    print(json.dumps(uvloop.run(carry_out(plan))))


if __name__ == "__main__":
    main()
