"""What docs/sizes.md shows: the measured costs, and what a laptop, a club and a portal can do or need by them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bench.limits.blocks import number, table
from bench.limits.figures import Figures, Run
from bench.limits.measuring import CROWD

PAUSE = 10.0  # seconds between two moves of a live game, whosesoever
DAY = 86_400.0  # the same of a game of days
FILLED = 0.6  # of a processor that is planned with: what is left is for the waves
KEPT = 100.0  # megabytes of games that a process keeps ready at the most
PORTALS = (1_000, 10_000, 100_000)
PORTAL = (
    "games at once",
    "databases",
    "moves/s",
    "processes",
    "processors of PostgreSQL",
    "memory, GB",
    "processors for level 8",
)
AGAINST = 0.1  # of the games, in which the other one is level 8


class Costs(NamedTuple):
    """Of one thing each, in seconds computed and in kilobytes."""

    move: float
    """By the processes of whoever moves and of whoever is told, together."""
    base: float
    """By the database."""
    heard: float
    """By each process that has nobody there who plays that game."""
    socket: float
    """In a second in which nothing happens."""
    game_kb: float
    socket_kb: float
    stored_kb: float
    alone_mb: float
    thinking: float
    """For a move of level 8."""


class Need(NamedTuple):
    """What so many games at once take."""

    databases: int
    """Among which the games are shared out, each with processes of its own."""
    moves: float
    processes: int
    base: float
    """Processors of the database."""
    memory: float
    """Megabytes of the servers."""
    thinkers: float
    """Processors for the games against level 8."""


def need(costs: Costs, games: int, pause: float) -> Need:
    """Every process hears of every move, so each has less room for its own the more there are: half of it at least."""
    moves = games / pause
    databases = max(1, math.ceil(moves / most_moves(costs)))
    room = FILLED - moves / databases * costs.heard
    own = moves * max(0.0, costs.move - 2 * costs.heard) + 2 * games * costs.socket
    processes = databases * max(1, math.ceil(own / databases / room))
    kept = min(games * costs.game_kb / 1000, processes * KEPT)
    memory = kept + 2 * games * costs.socket_kb / 1000 + processes * costs.alone_mb
    thinkers = AGAINST * games * min(1.0, costs.thinking / pause)
    return Need(databases, moves, processes, moves * costs.base, memory, thinkers)


def most_moves(costs: Costs) -> float:
    """Moves a second of one database at which hearing of them takes half of what a process has."""
    return FILLED / 2 / costs.heard if costs.heard > 0 else math.inf


def costs_of(figures: Figures) -> Costs | None:
    """Those on PostgreSQL; None where not all of them were measured."""
    run, idle = figures.of("postgres-2", CROWD), figures.idle.get("postgres")
    if run is None or idle is None or not figures.elsewhere or not figures.thinking:
        return None
    return Costs(
        move=run["server ms"] / 1000,
        base=run["database ms"] / 1000,
        heard=figures.elsewhere[0]["server ms"] / 1000,
        socket=idle["socket ms/s"] / 1000,
        game_kb=max(0.0, idle["game KB"]),
        socket_kb=max(0.0, idle["socket KB"]),
        stored_kb=idle["stored KB"],
        alone_mb=(idle["alone MiB"] + idle["workers MiB"]) * 1.048576,
        thinking=max(figures.thinking.values()),
    )


def blocks(figures: Figures) -> dict[str, str]:
    """The blocks of the page by their names."""
    costs = costs_of(figures)
    return {
        "costs": table(("what", "it costs"), _costs(figures)),
        "laptop": table(("", ""), _laptop(figures)),
        "club": table(("", ""), _club(figures)),
        "portal": f"{table(PORTAL, _portal(costs))}\n\n{_channel(costs)}" if costs else "Not measured.",
    }


def _costs(figures: Figures) -> Iterator[Sequence[str]]:
    places = {"sqlite": "SQLite", "postgres": "PostgreSQL", "postgres-2": "PostgreSQL, its players at two processes"}
    for name, words in places.items():
        if run := figures.of(name, CROWD):
            base = f" and {number(run['database ms'])} ms of the database's" if run["database ms"] else ""
            yield f"a move on {words}", f"{number(run['server ms'])} ms of the server's CPU{base}"
    if figures.elsewhere:
        heard = f"{figures.elsewhere[0]['server ms']:.3f} ms of CPU"
        yield "a move that a third process on the same PostgreSQL hears of", heard
    if idle := figures.idle.get("sqlite"):
        yield "a server alone", f"{number(idle['alone MiB'])} MiB, and {number(idle['workers MiB'])} for its workers"
        yield "an idle game", f"{number(max(0.0, idle['game KB']))} KB of memory, {number(idle['stored KB'])} KB stored"
        pings = f"{idle['socket ms/s']:.3f} ms of CPU a second"
        yield "a socket on which nothing happens", f"{number(max(0.0, idle['socket KB']))} KB of memory, {pings}"
    for code, seconds in figures.thinking.items():
        yield f"a move of level 8, {code}", f"{number(seconds)} s of one processor"


def _laptop(figures: Figures) -> Iterator[Sequence[str]]:
    if idle := figures.idle.get("sqlite"):
        yield "memory of the server and its worker", f"{number(idle['alone MiB'] + idle['workers MiB'])} MiB"
    if run := figures.of("sqlite", 1):
        yield "a move until the other one's socket has told it", f"{number(run['told p50'])} ms (p50)"
    if figures.thinking:
        longest = max(figures.thinking.values())
        yield f"games against level 8 for each processor, a move every {PAUSE:.0f} s", number(PAUSE / longest)


def _club(figures: Figures) -> Iterator[Sequence[str]]:
    for players in figures.players[-2:]:
        if run := figures.of("sqlite", players):
            yield (
                f"most that one process on SQLite does, {players} players who never think",
                f"{number(run['moves/s'])} moves/s, p99 {number(run['told p99'])} ms",
            )
    if (run := figures.of("sqlite", CROWD)) and (idle := figures.idle.get("sqlite")):
        games = FILLED * run["moves/s"] * PAUSE
        yield f"live games at once at {100 * FILLED:.0f} % of that, a move every {PAUSE:.0f} s", number(games)
        yield "memory for them, with two sockets each", f"{number(_memory(idle, games))} MiB"
        yield "database after 10,000 games", f"{number(10 * _stored(figures, idle))} MB"


def _memory(idle: Run, games: float) -> float:
    kept = min(KEPT, games * max(0.0, idle["game KB"]) / 1000) + 2 * games * max(0.0, idle["socket KB"]) / 1000
    return idle["alone MiB"] + idle["workers MiB"] + kept / 1.048576


def _stored(figures: Figures, idle: Run) -> float:
    """Kilobytes of a game that was played to its end, by the events' size that docs/serving.md states."""
    return idle["stored KB"] + 0.09 * 70


def _portal(costs: Costs) -> Iterator[Sequence[str]]:
    for games in PORTALS:
        yield f"{games:,} live", *_needed(need(costs, games, PAUSE))
    yield f"{PORTALS[-1]:,} of days", *_needed(need(costs._replace(socket=0.0, socket_kb=0.0), PORTALS[-1], DAY))


def _needed(found: Need) -> tuple[str, ...]:
    counted = f"{found.databases:,}", number(found.moves), f"{found.processes:,}"
    return (*counted, number(found.base), number(found.memory / 1000), number(found.thinkers))


def _channel(costs: Costs) -> str:
    """How far one database goes."""
    most = most_moves(costs)
    return f"One database is good for {number(most)} moves/s by that, which are {most * PAUSE:,.0f} live games."
