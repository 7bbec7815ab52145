"""How fast the rules run on this machine: what `kidd bench` prints."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from kidd import speed
from kidd.position import Position, perft, start
from kidd.rules.board import playouts
from kidd.rules.games import BOX

GAMES = tuple(described.code for described in BOX)
SECONDS = 1.0  # how long each speed is measured at the least, three times
MOST_PLIES = 1000  # plies of one random game: Madagascar's can go round for ever


class Row(NamedTuple):
    """One figure: what was measured, how much, of what."""

    what: str
    value: float
    unit: str


def rate(work: Callable[[], int], seconds: float = SECONDS) -> float:
    """Return what a piece of work gets done in a second, the best of three goes of at least so many seconds."""
    work()
    best = 0.0
    for _ in range(3):
        done, began = 0, time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds:
            done += work()
        best = max(best, done / spent)
    return best


def perft_rate() -> float:
    """Return the nodes a second of perft in Loyal Captain, every move made."""
    pos, depth = start("LC"), 7 if speed.compiled() else 4
    return rate(lambda: perft(pos, depth))


def playout_rate(game: str) -> float:
    """Return the moves a second of random games in the kernel; rolls of the die do not count."""
    pos, seeds = start(game), iter(range(10**9))
    games = 200 if speed.compiled() else 2
    return rate(lambda: playouts(pos.board, games, MOST_PLIES, next(seeds))[0])


def loop_rate(game: str) -> float:
    """Return the moves a second, rolls included, of the plain loop that a user of the library writes."""
    return rate(Walk(start(game)))


class Walk:
    """One random game a call, of a thousand moves at the most."""

    def __init__(self, first: Position) -> None:
        self.first = first
        self.random = random.Random(1).random

    def __call__(self) -> int:
        pos, rnd, made = self.first, self.random, 0
        while made < MOST_PLIES and (moves := pos.legal_moves()):
            pos = pos.play(moves[int(rnd() * len(moves))])
            made += 1
        return made


def import_seconds() -> float:
    """Return how long `import kidd` takes in a fresh Python, the best of five."""
    program = "import time; began = time.perf_counter(); import kidd; print(time.perf_counter() - began)"
    return min(float(_python(program)) for _ in range(5))


def interpreted_rate(game: str) -> float:
    """Return the moves a second of random games when the rule books are not compiled."""
    program = f"from kidd.terminal import benchmark; print(benchmark.playout_rate({game!r}))"
    return float(_python(program, KIDD_PURE="1"))


def _python(program: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout


def measurements() -> Iterator[Row]:
    """Measure one thing after the other."""
    yield Row("perft LC", perft_rate(), "nodes/s")
    for game in GAMES:
        yield Row(f"playouts {game}", playout_rate(game), "moves/s")
    for game in GAMES:
        yield Row(f"Python loop {game}", loop_rate(game), "moves/s")
    for game in GAMES:
        yield Row(f"interpreted playouts {game}", interpreted_rate(game), "moves/s")
    yield Row("import kidd", import_seconds(), "s")


def report(rows: Iterable[Row]) -> dict[str, object]:
    """Return the figures as programs read them."""
    figures = {row.what: {"value": row.value, "unit": row.unit} for row in rows}
    return {"speed": "compiled" if speed.compiled() else "interpreted", "figures": figures}
