"""How fast the search is on this machine: `.venv/bin/python bench/search.py [--json]`.

Nodes a second with the table in use, the time from a stop sign to the answer, and what a second thread brings: how much
sooner two threads reach the depth that one reaches in the given time.
"""

import json
import sys
import threading
import time
from random import Random

from kidd import Position, start
from kidd.search.answer import Limits
from kidd.search.engine import Engine

SECONDS = 2.0
POSITIONS = 6


def positions(code: str) -> list[Position]:
    """Positions of random games, the same each time."""
    random, found = Random(f"bench {code}"), []
    while len(found) < POSITIONS:
        pos = start(code)
        for _ in range(12):
            pos = pos.play(random.choice(pos.legal_moves())) if pos.legal_moves() else pos
        if pos.is_chance:
            pos = pos.play("*2")
        if len(pos.legal_moves()) > 2:
            found.append(pos)
    return found


def nodes_per_second(code: str) -> float:
    """The median over some positions."""
    engine = Engine(start(code).game)
    speeds = [engine.analyse(pos, Limits(seconds=SECONDS)).nodes_per_second for pos in positions(code)]
    return sorted(speeds)[POSITIONS // 2]


def stop_seconds(code: str) -> float:
    """The longest time from a stop sign to the answer, over some positions."""
    engine, worst = Engine(start(code).game), 0.0
    for pos in positions(code):
        stop, said = threading.Event(), [0.0]

        def say(stop: threading.Event = stop, said: list[float] = said) -> None:
            said[0] = time.monotonic()
            stop.set()

        timer = threading.Timer(0.3, say)
        timer.start()
        engine.analyse(pos, Limits(), stop=stop)
        if said[0]:
            worst = max(worst, time.monotonic() - said[0])
        timer.cancel()
    return worst


def threads_ratio(code: str) -> float:
    """How many times sooner two threads are at a depth than one, over some positions."""
    one, two, spent = Engine(start(code).game), Engine(start(code).game, threads=2), [0.0, 0.0]
    for pos in positions(code):
        depth = one.analyse(pos, Limits(seconds=SECONDS)).depth
        spent[0] += one.analyse(pos, Limits(depth=depth)).seconds
        spent[1] += two.analyse(pos, Limits(depth=depth)).seconds
    return spent[0] / spent[1]


def main() -> None:
    """Measure and print."""
    rows = {}
    for code in ("LC", "QM", "MG2", "MG3"):
        rows[code] = {
            "nodes/s": round(nodes_per_second(code)),
            "stop after, s": round(stop_seconds(code), 4),
            "two threads, times as fast": round(threads_ratio(code), 2),
        }
        if "--json" not in sys.argv[1:]:
            print(code, ", ".join(f"{what}: {value:,}" for what, value in rows[code].items()), flush=True)
    if "--json" in sys.argv[1:]:
        print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
