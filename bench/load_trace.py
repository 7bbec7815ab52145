"""Which modules of a server run for one move: counted in the real server, while one move goes through it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.load_dialects import DIALECTS
from bench.load_game import LoadGame, Stroke, connect
from bench.load_servers import Running, running
from bench.load_wire import Line

KINDS = ("LC", "QM", "MG2", "MG3")
BEFOREHAND = 8  # moves before the one that is looked at, so that nothing is loaded for the first time


class Trace(NamedTuple):
    """One move and the modules that ran for it."""

    stroke: Stroke
    calls: int
    """Of Python functions, its own and those of libraries."""
    modules: tuple[str, ...]


def print_traces(servers: dict[str, Path]) -> None:
    """For all servers that know games, how many modules a move touches in each kind of game, and which."""
    for name, checkout in servers.items():
        if name == "bare":
            continue
        with running(name, checkout, traced=True) as server:
            traces = {kind: asyncio.run(trace(server, kind)) for kind in KINDS}
        print(f"\n{name}: modules that run for one move")
        print("| game | modules | calls | to the mover, B | to the watcher, B |\n| --- | ---: | ---: | ---: | ---: |")
        for kind, (stroke, calls, modules) in traces.items():
            print(f"| {kind} | {len(modules)} | {calls:,} | {stroke.to_mover} | {stroke.to_watcher} |")
        print(" ".join(traces["LC"].modules), flush=True)


async def trace(server: Running, kind: str) -> Trace:
    """Play some moves, and look at the next one."""
    random, line = Random(1), await connect(server.port)
    game = await _under_way(server, line, kind, random)
    _tell(server, "start")
    stroke = await game.play((line,), random.choice(game.standing.moves))
    calls, *modules = _tell(server, "stop")
    game.close()
    line.transport.close()
    return Trace(stroke, int(calls), tuple(modules))


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
