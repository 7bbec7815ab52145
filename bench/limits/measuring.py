"""Goes through the cells that are wished for, one after the other, and tells of each as it is done."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic

import uvloop

from bench.limits.boardgame_io import Missing
from bench.limits.figures import Figures, Run, cell
from bench.limits.fleets import SERVERS, Fleet, Yard
from bench.limits.idle import weigh
from bench.limits.thinking import GAMES, seconds_a_move
from bench.load_boardgame_io import IT
from bench.load_client import Plan, ask_client
from bench.load_dialects import ACTS

OF_TWO = ("LC", "QM", "MG2")
PARTS = ("load", "offered", "terms", "elsewhere", "idle", "thinking")
UNWEIGHED = ("postgres-2",)  # twice the one
CROWD = 100  # players where one number has to do
BUSY = 25  # per cent of the machine that others may take before a cell is warned of


@dataclass(frozen=True)
class Wish:
    """What to measure, and for how long."""

    servers: tuple[str, ...] = tuple(SERVERS)
    players: tuple[int, ...] = (1, 10, 100, 500)
    parts: tuple[str, ...] = PARTS
    seconds: float = 6.0
    rounds: int = 2
    """Of the loads that fill the server; smaller ones are measured once."""
    rate: float = 200.0
    time: str = "600+5"
    """The clock of our games."""
    others: tuple[str, ...] = ("", "3d")
    """Clocks with which the middle load is measured as well."""
    games: int = 1500
    sockets: int = 1000
    thinking: float = 8.0
    """Seconds of level 8 in each game."""
    seed: int = 1


@dataclass(frozen=True)
class Step:
    """One thing to measure: its name, and how it comes into the figures."""

    name: str
    server: str
    take: Callable[[Fleet], str]


class Tour:
    """The measuring of one wish."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.figures = Figures()
        self._away: dict[str, str] = {}

    def run(self, yard: Yard) -> Figures:
        """Measure it all; what fails is told and left out."""
        steps, began = list(self._steps()), monotonic()
        for number, step in enumerate(steps, 1):
            said = self._attempt(yard, step)
            passed = monotonic() - began
            print(f"[{number}/{len(steps)}, {passed / 60:.1f} min] {step.name}: {said}", flush=True)
        if "thinking" in self.wish.parts:
            self._think()
        self.figures.troubles += [f"{SERVERS[name]}: {why}" for name, why in self._away.items()]
        return self.figures

    def _attempt(self, yard: Yard, step: Step) -> str:
        if step.server in self._away:
            return f"left out, {self._away[step.server]}"
        try:
            with yard.fleet(step.server) as fleet:
                return step.take(fleet)
        except Missing as why:
            self._away[step.server] = str(why)
            return f"left out, {why}"
        except (ChildProcessError, OSError, RuntimeError) as error:  # one cell less, and all others as they are
            self.figures.troubles.append(f"{step.name}: {str(error).strip().splitlines()[-1]}")
            return f"FAILED\n{error}"

    def _steps(self) -> Iterator[Step]:
        wish = self.wish
        for number in range(wish.rounds):
            crowds = wish.players if number == 0 else tuple(filter(CROWD.__le__, wish.players))
            for players in crowds if "load" in wish.parts else ():
                for server in wish.servers:
                    yield self._load(f"round {number + 1}", server, players, 0.0)
            for server in wish.servers if "offered" in wish.parts else ():
                yield self._load(f"round {number + 1}, {wish.rate:g} moves/s offered", server, CROWD, wish.rate)
            for time in wish.others if "terms" in wish.parts and "sqlite" in wish.servers else ():
                yield self._terms(f"round {number + 1}", time)
        if "elsewhere" in wish.parts and "postgres-2" in wish.servers:
            yield Step("moves at the other process", "postgres-2", self._elsewhere)
        if "idle" in wish.parts:
            for server in (name for name in wish.servers if name not in UNWEIGHED):
                yield Step(f"idle games and sockets, {SERVERS[server]}", server, partial(self._idle, server))

    def _load(self, which: str, server: str, players: int, rate: float) -> Step:
        into = self.figures.offered if rate else self.figures.load
        runs = into.setdefault(cell(server, players), [])

        def take(fleet: Fleet) -> str:
            runs.append(ask_client(self._plan(fleet, players, rate)))
            return told(runs[-1])

        return Step(f"{which}, {players} players, {SERVERS[server]}", server, take)

    def _terms(self, which: str, time: str) -> Step:
        runs = self.figures.terms.setdefault(time, [])

        def take(fleet: Fleet) -> str:
            runs.append(ask_client(replace(self._plan(fleet, CROWD, 0.0), time=time)))
            return told(runs[-1])

        return Step(f"{which}, {CROWD} players, {SERVERS['sqlite']}, clock {time or 'none'}", "sqlite", take)

    def _plan(self, fleet: Fleet, players: int, rate: float) -> Plan:
        people = min(players, 2)
        kinds = (IT,) if fleet.dialect == IT else OF_TWO if people == 2 else tuple(ACTS)
        return Plan(
            dialect=fleet.dialect,
            ports=fleet.ports,
            pids=fleet.pids,
            base=fleet.base,
            games=max(1, players // 2),
            people=people,
            time=self.wish.time,
            seconds=self.wish.seconds,
            kinds=kinds,
            rate=rate,
            seed=self.wish.seed,
        )

    def _elsewhere(self, fleet: Fleet) -> str:
        """Let all play at the first process, and count what the second one computes."""
        apart = fleet._replace(ports=fleet.ports[:1], pids=fleet.pids[1:])
        run = ask_client(self._plan(apart, CROWD, self.wish.rate))
        self.figures.elsewhere.append(run)
        return f"{run['server ms']:.3f} ms of CPU for each of {run['moves/s']:.0f} moves/s that it only hears of"

    def _idle(self, server: str, fleet: Fleet) -> str:
        run = uvloop.run(weigh(fleet, self.wish.games, self.wish.sockets))
        self.figures.idle[server] = run
        return ", ".join(f"{name} {value:.3g}" for name, value in run.items())

    def _think(self) -> None:
        for code in GAMES:
            self.figures.thinking[code] = seconds_a_move(code, self.wish.thinking)
            print(f"level 8, {code}: {self.figures.thinking[code]:.2f} s a move", flush=True)


def told(run: Run) -> str:
    """A run in one line."""
    times = " / ".join(f"{run[f'told p{part}']:.1f}" for part in (50, 95, 99))
    costs = f"{run['server ms']:.2f} ms of CPU, database {run['database ms']:.2f}, client {run['client ms']:.2f}"
    more = [f"{run['refused']:.0f} refused"] if run["refused"] else []
    if run["others %"] > BUSY:
        more.append(f"others took {run['others %']:.0f} % of {os.cpu_count()} cores")
    return ", ".join([f"{run['moves/s']:.0f} moves/s, told after {times} ms, {costs}", *more])
