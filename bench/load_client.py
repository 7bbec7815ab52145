"""Plays many games at once against a server and measures: `python -m bench.load_client PLAN`, a plan as JSON.

One process on uvloop; every game has people of its own and a watcher's socket. A move is sent when its game has heard
of the one before, on the mover's connection and on the watcher's. `bench.load` starts it and reads what it prints.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

import uvloop

from bench.load_dialects import DIALECTS, Dialect
from bench.load_game import LoadGame, Stroke, connect
from bench.load_servers import cpu_of, cpu_of_children, cpu_of_machine
from bench.load_wire import Line

ACTS = {"LC": 60, "QM": 20, "MG2": 125, "MG3": 150}  # of a game in which everybody moves at random
WARM = 1.0  # seconds before anything is measured
LEAD = 0.3  # seconds from the start of all players to the first move that counts
SETTLED = 40  # acts after which a short game is compared with a long one
PAIRS = 60  # acts that are compared


@dataclass(frozen=True)
class Plan:
    """What to measure."""

    dialect: str
    port: int
    pid: int
    games: int = 1
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


class Harness:
    """Games on one server, and those who play them."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.dialect: Dialect = DIALECTS[plan.dialect]
        self.tally = Tally()
        self.spare: defaultdict[str, list[LoadGame]] = defaultdict(list)
        self.until = 0.0
        self._random = Random(plan.seed)

    async def measure(self) -> dict[str, float]:
        """Warm up, make games for those that will end ready, play, and count."""
        games = self.plan.games
        seats = [await self._seat(number) for number in range(games)]
        self.tally.is_open = True
        self.until = perf_counter() + WARM
        await asyncio.gather(*(self._play(number, *seat) for number, seat in enumerate(seats)))
        await self._make_ready(len(self.tally.strokes) / WARM)
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
        return self._summary(*(after - before for before, after in zip(began, ended, strict=True)))

    async def _seat(self, number: int) -> tuple[Line, list[LoadGame]]:
        """A connection and the games on it: where few play, each plays a game of each kind in turn."""
        kinds = self.plan.kinds
        chosen = kinds if self.plan.games < len(kinds) else kinds[number % len(kinds) :][:1]
        line = await connect(self.plan.port)
        return line, [await LoadGame.open(self.dialect, self.plan.port, line, kind) for kind in chosen]

    async def _make_ready(self, pace: float) -> None:
        """Open, before it counts, the games that will be needed at this pace."""
        line = await connect(self.plan.port)
        for kind in self.plan.kinds:
            acts = min(pace, self.plan.rate or pace) * (self.plan.seconds + LEAD) / len(self.plan.kinds)
            for _ in range(round(1.3 * acts / ACTS[kind])):
                self.spare[kind].append(await LoadGame.open(self.dialect, self.plan.port, line, kind))
        line.transport.close()

    async def _play(self, number: int, line: Line, games: list[LoadGame]) -> None:
        """Play until the time is over, one move in each game in turn."""
        began, played, rate = perf_counter(), 0, self.plan.rate
        while True:
            for place, game in enumerate(games):
                due = began + (played * self.plan.games + number) / rate if rate else 0.0
                if due > perf_counter():
                    await asyncio.sleep(due - perf_counter())
                if perf_counter() >= self.until:
                    return
                self.tally.add(await game.play(line, self._random.choice(game.standing.moves), due))
                played += 1
                if not game.standing.moves:
                    games[place] = await self._next(line, game)

    async def _next(self, line: Line, over: LoadGame) -> LoadGame:
        over.close()
        if self.spare[over.kind]:
            return self.spare[over.kind].pop()
        self.tally.opened += self.tally.is_open
        return await LoadGame.open(self.dialect, self.plan.port, line, over.kind)

    def _spent(self) -> tuple[float, ...]:
        pid = self.plan.pid
        return perf_counter(), cpu_of(pid), cpu_of_children(pid), time.process_time(), cpu_of_machine()

    def _summary(
        self, seconds: float, server: float, workers: float, client: float, all_of_it: float
    ) -> dict[str, float]:
        strokes = self.tally.strokes
        moves = max(1, len(strokes))
        return {
            "moves": len(strokes),
            "moves/s": len(strokes) / seconds,
            **percentiles("told", [stroke.told for stroke in strokes]),
            **percentiles("answer", [stroke.answered for stroke in strokes]),
            "server ms": 1000 * server / moves,
            "workers ms": 1000 * workers / moves,
            "client ms": 1000 * client / moves,
            "mover B": statistics.fmean([stroke.to_mover for stroke in strokes] or [0]),
            "watcher B": statistics.fmean([stroke.to_watcher for stroke in strokes] or [0]),
            "refused": sum(stroke.refused for stroke in strokes),
            "opened": self.tally.opened,
            "others %": max(0.0, 100 * (all_of_it - server - workers - client) / seconds / (os.cpu_count() or 1)),
        }

    async def compare(self) -> dict[str, float]:
        """What an act costs near the end of a long game, beside one in a short game; they take turns."""
        line, acts = await connect(self.plan.port), self.plan.acts
        long = await LoadGame.open(self.dialect, self.plan.port, line, "LC")
        short = await LoadGame.open(self.dialect, self.plan.port, line, "LC")
        await self._replay(line, long, acts[:-PAIRS])
        await self._replay(line, short, acts[:SETTLED])
        costs: dict[str, list[tuple[float, Stroke]]] = {"short": [], "long": []}
        for number in range(PAIRS):
            for name, game, act in (("short", short, acts[SETTLED + number]), ("long", long, acts[number - PAIRS])):
                before = cpu_of(self.plan.pid)
                stroke = await game.play(line, act)
                costs[name].append((cpu_of(self.plan.pid) - before, stroke))
        found: dict[str, float] = {"acts": long.standing.ply}
        for name, cost in costs.items():
            found[f"{name} server ms"] = 1000 * statistics.median(spent for spent, _ in cost)
            found[f"{name} told ms"] = 1000 * statistics.median(stroke.told for _, stroke in cost)
            found[f"{name} answer ms"] = 1000 * statistics.median(stroke.answered for _, stroke in cost)
        return found

    @staticmethod
    async def _replay(line: Line, game: LoadGame, acts: Sequence[str]) -> None:
        for act in acts:
            await game.play(line, act)


def percentiles(name: str, seconds: list[float]) -> dict[str, float]:
    """The 50th, 95th and 99th in milliseconds."""
    ordered = sorted(seconds) or [0.0]
    return {
        f"{name} p{part}": 1000 * ordered[min(len(ordered) - 1, len(ordered) * part // 100)] for part in (50, 95, 99)
    }


async def carry_out(plan: Plan) -> dict[str, float]:
    """Measure what the plan says; nothing takes longer than it may."""
    async with asyncio.timeout(120 + 4 * plan.seconds + 0.5 * len(plan.acts)):
        harness = Harness(plan)
        return await (harness.compare() if plan.acts else harness.measure())


def main() -> None:
    """Read the plan and print what was found."""
    said: dict[str, Any] = json.loads(sys.argv[1])
    plan = Plan(**said)
    print(json.dumps(uvloop.run(carry_out(plan))))


if __name__ == "__main__":
    main()
