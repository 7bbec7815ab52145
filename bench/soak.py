"""Whether the server stays as it is under load: `.venv/bin/python -m bench.soak [--minutes 30] [--games 10000]`.

Opens so many games at any point of their course, so that there are as many long ones at the start as at the end, each
with its watcher's socket, and lets them be played at `--rate` moves a second in all; games that end are replaced.
Every ten seconds the server's memory is read (of its process, without the workers). Printed are the slope of that by
least squares, and the memory, threads, tasks, sockets and file handles of the server before anybody came, under load,
and after everybody has left. `--postgres ADDRESS` plays on that database.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import uvloop

from bench.load_client import percentiles
from bench.load_dialects import ACTS, PEOPLE, Dialect, Now, Standing
from bench.load_game import LoadGame, Stroke, connect
from bench.load_servers import ROOT, Running, running_in
from bench.load_wire import Line, request
from kidd import Match
from kidd.web.connections.file_limit import raise_file_limit

EVERY = 10.0  # seconds between two looks at the memory
WARM = 0.2  # of the time, in which caches fill and nothing is fitted
LINES = 50  # connections on which moves are sent
OPENING = 20  # games that are opened at a time
MEBIBYTE = 1 << 20


class Look(NamedTuple):
    """What the server has at a moment."""

    megabytes: float
    threads: int
    handles: int
    sockets: int
    files: Counter[str]
    """The other handles, by the names of what they are open on."""
    told: dict[str, float]
    """Its own word, from its metrics: sockets, connections, tasks."""

    def __str__(self) -> str:
        told = ", ".join(f"{name} {value:g}" for name, value in self.told.items())
        return (
            f"{self.megabytes:.1f} MiB, {self.threads} threads, {self.handles} file handles, {self.sockets} of them "
            f"sockets; by its metrics {told}"
        )


def memory_of(pid: int) -> float:
    """MiB of a process that are in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MEBIBYTE


async def look(server: Running) -> Look:
    """Look at the server."""
    pid = server.process.pid
    handles = []
    for handle in Path(f"/proc/{pid}/fd").iterdir():
        try:
            handles.append(os.readlink(handle))
        except OSError:  # it was closed meanwhile
            continue
    threads = len(list(Path(f"/proc/{pid}/task").iterdir()))
    files = Counter(Path(name).name for name in handles if not name.startswith("socket:"))
    return Look(memory_of(pid), threads, len(handles), len(handles) - files.total(), files, await _told(server.port))


async def _told(port: int) -> dict[str, float]:
    line = await connect(port)
    text = (await line.ask(request("GET", "/metrics"))).body.decode()
    line.transport.close()
    wanted = ("kidd_sockets", "kidd_connections", "kidd_tasks", "kidd_jobs")
    found = [row.split(" ") for row in text.splitlines() if row.startswith(wanted)]
    return {name.removeprefix("kidd_"): float(value) for name, value in found if name in wanted}


def slope(samples: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """MiB an hour by least squares over seconds and MiB, and how far from the line a sample is as a rule."""
    if len(samples) < 3:
        return float("nan"), float("nan")
    seconds, sizes = zip(*samples, strict=True)
    line = statistics.linear_regression(seconds, sizes)
    off = [size - line.intercept - line.slope * moment for moment, size in samples]
    return 3600 * line.slope, statistics.pstdev(off)


class Posted(Now):
    """Acts by request: a socket a game, its watcher's, is enough to keep open."""

    def say(self, standing: Standing, act: str) -> str:
        return ""


class Aged(Posted):
    """Opens games that were begun elsewhere: as far as a game that one finds under way may be."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def opening(self, kind: str) -> bytes:
        """With what was played before."""
        match = Match(kind)
        for _ in range(self._random.randrange(ACTS[kind])):
            moves = match.position.legal_moves()
            if not moves or match.result:  # a roll is the server's
                break
            match.play(str(self._random.choice(moves)))
        if match.result:
            match = Match(kind)
        wish = {"game": kind, "seats": [{"kind": "person"}] * PEOPLE[kind], "acts": list(match.acts)}
        return request("POST", "/api/v1/games", json.dumps(wish).encode())


class Soak:
    """Games on one server that are played for a long time."""

    def __init__(self, server: Running, given: argparse.Namespace) -> None:
        self.samples: list[tuple[float, float]] = []
        self.strokes: list[Stroke] = []
        self.opened = 0
        self._server = server
        self._given = given
        self._random = Random(given.seed)
        self._games: list[LoadGame] = []
        self._until = 0.0

    async def run(self) -> None:
        """Open, play, measure, leave; tell of each."""
        given = self._given
        before = await look(self._server)
        print(f"before anybody came: {before}", flush=True)
        began = time.monotonic()
        await self._open_all()
        print(f"{len(self._games)} games were opened in {time.monotonic() - began:.0f} s", flush=True)
        print(f"with all of them open: {await look(self._server)}", flush=True)
        self._until = time.monotonic() + 60 * given.minutes
        measuring = asyncio.create_task(self._measure())
        await asyncio.gather(*(self._play(number) for number in range(LINES)))
        await measuring
        self._tell()
        print(f"at the end of the load: {await look(self._server)}", flush=True)
        for game in self._games:
            game.close()
        await asyncio.sleep(given.calm)
        after = await look(self._server)
        print(f"after everybody has left: {after}", flush=True)
        more = ", ".join(f"{number} of {name}" for name, number in (after.files - before.files).items())
        print(f"handles beside sockets that there were not before: {more or 'none'}", flush=True)

    async def _open_all(self) -> None:
        free = iter(range(self._given.games))

        async def some() -> None:
            line = await connect(self._server.port)
            for number in free:
                self._games.append(await self._open(line, number, Aged(self._random)))
            line.transport.close()

        await asyncio.gather(*(some() for _ in range(OPENING)))

    async def _open(self, line: Line, number: int, dialect: Dialect) -> LoadGame:
        self.opened += 1
        kinds = tuple(ACTS)
        return await LoadGame.open(dialect, (self._server.port,), (line,), kinds[number % len(kinds)])

    async def _play(self, number: int) -> None:
        """Move in one game after the other of those that are this line's."""
        line, began, played = await connect(self._server.port), time.monotonic(), 0
        mine = range(number, len(self._games), LINES)
        while mine:
            for place in mine:
                due = began + (played * LINES + number) / self._given.rate
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                if time.monotonic() >= self._until:
                    line.transport.close()
                    return
                if not self._games[
                    place
                ].standing.moves:  # it came to its end where it was opened, or with its last move
                    self._games[place].close()
                    self._games[place] = await self._open(line, place, Posted())
                game = self._games[place]
                self.strokes.append(await game.play((line,), self._random.choice(game.standing.moves)))
                played += 1

    async def _measure(self) -> None:
        began = time.monotonic()
        while (now := time.monotonic()) < self._until:
            size = memory_of(self._server.process.pid)
            self.samples.append((now - began, size))
            print(f"{now - began:6.0f} s {size:8.1f} MiB {len(self.strokes):8} moves", flush=True)
            await asyncio.sleep(min(EVERY, max(0.1, self._until - now)))

    def _tell(self) -> None:
        minutes = self._given.minutes
        warm = [sample for sample in self.samples if sample[0] >= WARM * 60 * minutes]
        found, off = slope(warm)
        times = percentiles("told", [stroke.told for stroke in self.strokes])
        refused = sum(stroke.refused for stroke in self.strokes)
        moves = len(self.strokes)
        print(f"{moves} moves, {moves / 60 / minutes:.1f} a second, {refused} refused, ", end="")
        print(", ".join(f"{name} {value:.1f} ms" for name, value in times.items()))
        print(f"{self.opened} games opened in all")
        print(f"memory: {found:+.2f} MiB an hour after the first {WARM:.0%} of the time, {off:.2f} off that line")


def main() -> None:
    """Read the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second offered in all")
    parser.add_argument("--calm", type=float, default=30.0, help="seconds to notice that everybody has left")
    parser.add_argument("--postgres", default="", metavar="ADDRESS")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    raise_file_limit()
    settings = {
        "KIDD_CONNECTIONS": str(2 * given.games + 1000),
        "KIDD_PACE": "0",
        "KIDD_NEW_EACH": "0",
        "KIDD_LOG_LEVEL": "warning",
    }
    if given.postgres:
        settings["KIDD_DATABASE_URL"] = given.postgres
    with (
        tempfile.TemporaryDirectory(prefix="kidd-soak-") as folder,
        running_in(folder, "now", ROOT, settings=settings) as server,
    ):
        uvloop.run(Soak(server, given).run())


if __name__ == "__main__":
    main()
