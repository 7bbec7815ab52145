"""What docs/limits.md shows of the figures: tables, plots, and which goals are met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.limits.blocks import number, table
from bench.limits.figures import Figures, Run, medians
from bench.limits.fleets import SERVERS
from bench.limits.measuring import CROWD
from bench.limits.plots import bar_plot, line_plot

ONE_PROCESS, SLOWEST = 600.0, 50.0  # goals: moves a second, milliseconds
PERCENTILES = ("told p50", "told p95", "told p99")
HEAD = ("server", "moves/s", "p50, ms", "p95, ms", "p99, ms", "server, ms of CPU a move", "database", "client")
OURS = ("sqlite", "postgres", "postgres-2")


def blocks(figures: Figures) -> dict[str, str]:
    """The blocks of the page by their names."""
    return {
        "machine": "\n".join(f"- {name}: {value}" for name, value in figures.about.items()),
        "goals": table(("goal", "measured", ""), _goals(figures)),
        "load": "\n\n".join(_loads(figures)),
        "offered": table(HEAD, _rows({name: figures.at_rate(name, CROWD) for name in SERVERS})),
        "terms": table(("clock", *HEAD[1:]), _terms(figures)),
        "idle": table(
            ("server", "alone, MiB", "a game, KB", "a socket, KB", "a socket, ms of CPU a second", "a game stored, KB"),
            _idle(figures),
        ),
        "troubles": "\n".join(f"- {one}" for one in figures.troubles) or "Nothing: every cell was measured.",
    }


def pictures(figures: Figures) -> dict[str, str]:
    """The plots by the names of their files."""
    players = figures.players
    crowd = {SERVERS[name]: run for name in SERVERS if (run := figures.of(name, CROWD))}
    return {
        "limits-moves.svg": line_plot("Moves a second, by players", [*map(str, players)], _lines(figures, "moves/s")),
        "limits-times.svg": line_plot(
            "Milliseconds until the opponent's socket has told, p99, by players",
            [*map(str, players)],
            _lines(figures, "told p99"),
            logarithmic=True,
        ),
        "limits-cpu.svg": bar_plot(
            f"Milliseconds of CPU a move, {CROWD} players",
            {name: {"server": run["server ms"], "database": run["database ms"]} for name, run in crowd.items()},
        ),
    }


def _lines(figures: Figures, what: str) -> dict[str, list[float | None]]:
    runs = {name: [figures.of(name, players) for players in figures.players] for name in SERVERS}
    return {SERVERS[name]: [run[what] if run else None for run in line] for name, line in runs.items() if any(line)}


def _loads(figures: Figures) -> Iterator[str]:
    for players in figures.players:
        people = "1 player, who plays all crews and is looked at" if players == 1 else f"{players} players"
        rows = _rows({name: figures.of(name, players) for name in SERVERS})
        yield f"**{people}**\n\n{table(HEAD, rows)}"


def _rows(runs: dict[str, Run | None]) -> Iterator[Sequence[str]]:
    for name, run in runs.items():
        if run:
            yield (SERVERS[name], *_row(run, base=name in OURS[1:]))


def _row(run: Run, *, base: bool = False) -> Sequence[str]:
    measured = [number(run[what]) for what in ("moves/s", *PERCENTILES, "server ms")]
    return (*measured, number(run["database ms"]) if base else "–", number(run["client ms"]))


def _terms(figures: Figures) -> Iterator[Sequence[str]]:
    for time, words in (("", "none"), ("3d", "three days for a move")):
        if run := medians(figures.terms.get(time, [])):
            yield (words, *_row(run))


def _idle(figures: Figures) -> Iterator[Sequence[str]]:
    for name, run in figures.idle.items():
        held = [number(max(0.0, run[what])) for what in ("alone MiB", "game KB", "socket KB")]
        stored = number(run["stored KB"]) if name != "io" else "–"
        yield (SERVERS[name], *held, f"{run['socket ms/s']:.3f}", stored)


def _goals(figures: Figures) -> Iterator[Sequence[str]]:
    """What was asked for, what came of it, and whether that is enough."""
    crowd = {name: run["moves/s"] for name in SERVERS if (run := figures.of(name, CROWD))}
    if "sqlite" in crowd:
        goal = f"{ONE_PROCESS:.0f} moves/s or more on one process, {CROWD} players"
        yield _goal(goal, f"{number(crowd['sqlite'])} on SQLite", crowd["sqlite"] >= ONE_PROCESS)
    ours = max((crowd[name] for name in ("sqlite", "postgres-2") if name in crowd), default=0.0)
    if ours and "io-sqlite" in crowd:
        theirs = crowd["io-sqlite"]
        goal = "more than boardgame.io on SQLite, with one process on SQLite or two on PostgreSQL"
        yield _goal(goal, f"{number(ours)} beside {number(theirs)}", ours > theirs)
        if like := medians(figures.terms.get("", [])):  # boardgame.io knows no clocks
            ours = like["moves/s"]
            yield _goal(
                "the same without a clock on either side", f"{number(ours)} beside {number(theirs)}", ours > theirs
            )
    for name in OURS:
        if run := figures.at_rate(name, CROWD):
            slowest = run["told p99"]
            goal = f"p99 of {SLOWEST:.0f} ms or less at {figures.about.get('offered', 'the rate that was offered')}"
            yield _goal(f"{goal}, {SERVERS[name]}", f"{number(slowest)} ms", slowest <= SLOWEST)


def _goal(goal: str, measured: str, met: bool) -> Sequence[str]:
    return goal, measured, "met" if met else "**missed**"
