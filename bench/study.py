"""How soon a study shows a line, and how soon the server rests: `.venv/bin/python -m bench.study [--games 6]`.

Walks through games at random with a server of its own. After every move the engine is asked about the next position,
as the page does; told are the times from that message to the first line, and those from the end of the socket until no
process of the server's computes any more (as the system counts its workers' time). Best run on a machine that is idle.
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from random import Random

from websockets.sync.client import ClientConnection, connect

import kidd
from bench.load_servers import Running, cpu_of_children, running

GAMES = ("LC", "QM", "MG2", "MG3")
PLIES = 24  # of each game that is walked through
FIRST_GOAL, REST_GOAL = 0.3, 0.1  # seconds
LOOK = 0.002  # seconds between two looks at the workers' clocks
BUSY = 0.25  # of the time between two looks: whoever computes less has come to rest
WATCHED = 1.0  # second after the end of a socket


def walk(code: str, seed: int) -> Iterator[tuple[str, ...]]:
    """A game at random: what was played after each of its plies."""
    match, chance = kidd.Match(code), Random(seed)
    while len(match) < PLIES and not match.result:
        match.play(str(chance.choice(match.position.legal_moves())))
        yield match.acts


def first_line(engine: ClientConnection, code: str, acts: tuple[str, ...], seq: int) -> float:
    """Seconds from a message to the first answer that belongs to it."""
    began = time.perf_counter()
    engine.send(json.dumps({"look": {"position": code, "acts": acts}, "lines": 3, "seq": seq}))
    while json.loads(engine.recv(timeout=60)).get("seq") != seq:
        pass
    return time.perf_counter() - began


def rest_after(server: Running, engine: ClientConnection) -> float:
    """Seconds from when a socket is asked to end until the workers' time stands still."""
    ended = last = seen_at = time.perf_counter()
    engine.close()
    spent = cpu_of_children(server.process.pid)
    while last < ended + WATCHED:
        time.sleep(LOOK)
        now, used = time.perf_counter(), cpu_of_children(server.process.pid)
        if used - spent > BUSY * (now - last):
            seen_at = now
        last, spent = now, used
    return seen_at - ended


def told(what: str, seconds: list[float], goal: float) -> str:
    """Figures in one line."""
    ranked = sorted(seconds)
    late = sum(one > goal for one in seconds)
    most = ranked[-1]
    share = ranked[int(0.95 * (len(ranked) - 1))]
    return (
        f"{what:24} median {statistics.median(ranked):.3f} s   95 % {share:.3f} s   longest {most:.3f} s   "
        f"later than {goal} s: {late} of {len(seconds)}"
    )


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=3, help="of each kind")
    games = asked.parse_args().games
    with running("study") as server:
        address = f"ws://127.0.0.1:{server.port}/api/v1/engine"
        rests: list[float] = []
        for code in GAMES:
            firsts: list[float] = []
            for seed in range(games):
                with connect(address, proxy=None) as engine:
                    firsts += [first_line(engine, code, acts, seq) for seq, acts in enumerate(walk(code, seed))]
                    rests.append(rest_after(server, engine))
            print(told(f"{code}: first line", firsts, FIRST_GOAL), flush=True)
        print(told("rest after leaving", rests, REST_GOAL))


if __name__ == "__main__":
    main()
