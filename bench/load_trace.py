"""Which modules of a server run for one move: counted in the real server, while one move goes through it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from statistics import median_low
from typing import NamedTuple

from bench.load_dialects import ACTS, DIALECTS
from bench.load_game import LoadGame, Stroke, connect
from bench.load_servers import Running, running
from bench.load_wire import Line

KINDS = ("LC", "QM", "MG2", "MG3")
SEEN = 2_400  # acts in other games of its kind, so that the server has seen what it sees again and again
LOOKED_AT = 15  # moves of each kind of game, each in a game of its own
BEFOREHAND = 8  # moves of its own game before the one that is looked at


class Trace(NamedTuple):
    """One move and the modules that ran for it."""

    stroke: Stroke
    calls: int
    """Of Python functions, its own and those of libraries."""
    functions: tuple[str, ...]
    """Of this project, each with how often it was called: `kidd.match:Match.play 2`."""

    @property
    def modules(self) -> tuple[str, ...]:
        """Those that the functions stand in."""
        return tuple(dict.fromkeys(name.split(":")[0] for name in self.functions))


def print_traces(servers: dict[str, Path], *, seen: int = SEEN, functions: str = "") -> None:
    """For all servers that know games, how many modules a move touches in each kind of game, and which.

    Of the game that is named in `functions`, every function is listed.
    """
    for name, checkout in servers.items():
        if name == "bare":
            continue
        with running(name, checkout, traced=True) as server:
            traces = {kind: asyncio.run(trace(server, kind, seen)) for kind in KINDS}
        print(f"\n{name}: modules that run for one move, in {LOOKED_AT} moves of each game")
        print("| game | modules | least | most | calls | to the mover, B | to the watcher, B |")
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        for kind, some in traces.items():
            modules = [len(one.modules) for one in some]
            calls, mover, watcher = (
                median_low(found)
                for found in (
                    [one.calls for one in some],
                    [one.stroke.to_mover for one in some],
                    [one.stroke.to_watcher for one in some],
                )
            )
            told = f"{calls:,} | {mover} | {watcher} |"
            print(f"| {kind} | {median_low(modules)} | {min(modules)} | {max(modules)} | {told}")
        print(" ".join(_usual(traces["LC"]).modules), flush=True)
        if functions:
            print("\n".join(_usual(traces[functions]).functions), flush=True)


def _usual(some: list[Trace]) -> Trace:
    """The one with the median of modules."""
    return sorted(some, key=lambda one: len(one.modules))[(len(some) - 1) // 2]


async def trace(server: Running, kind: str, seen: int) -> list[Trace]:
    """Play some games, of so many acts in all, and some moves of others, of each of which the next one is looked at."""
    random, line = Random(1), await connect(server.port)
    for _ in range(seen // ACTS[kind]):
        await _play_all(server, line, kind, random)
    found = []
    for _ in range(LOOKED_AT):
        game = await _under_way(server, line, kind, random)
        _tell(server, "start")
        stroke = await game.play((line,), random.choice(game.standing.moves))
        calls, *functions = _tell(server, "stop")
        game.close()
        found.append(Trace(stroke, int(calls), tuple(one.replace("=", " ") for one in functions)))
    line.transport.close()
    return found


async def _play_all(server: Running, line: Line, kind: str, random: Random) -> None:
    """A game to its end, or as far as games of its kind go as a rule."""
    game = await LoadGame.open(DIALECTS[server.name], (server.port,), (line,), kind)
    for _ in range(ACTS[kind]):
        if game.standing.moves:
            await game.play((line,), random.choice(game.standing.moves))
    game.close()


async def _under_way(server: Running, line: Line, kind: str, random: Random) -> LoadGame:
    """A game after some moves; by bad luck one is over before."""
    while True:
        game = await LoadGame.open(DIALECTS[server.name], (server.port,), (line,), kind)
        for _ in range(BEFOREHAND):
            if game.standing.moves:
                await game.play((line,), random.choice(game.standing.moves))
        if game.standing.moves:
            return game
        game.close()


def _tell(server: Running, what: str) -> list[str]:
    """Tell the tracer to start or stop, and return what it says to that."""
    told, tells = server.process.stdin, server.process.stdout
    if told is None or tells is None:
        raise RuntimeError("expected a server that is traced")
    print(what, file=told, flush=True)
    for line in tells:
        if line.startswith("traced"):
            return line.split()[1:]
    raise RuntimeError("the traced server has ended")
