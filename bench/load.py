"""What a move costs the server: `.venv/bin/python -m bench.load [--games 1,50] [--seconds 10] [--before PATH]`.

Measured in one run are a bare server (bench/bare_server.py: FastAPI, uvloop, httptools, one row of SQLite with a full
sync, one socket told), this checkout, and with --before an older one with its own .venv. Clients play legal moves at
random in all kinds of games on the same machine (bench/load_client.py, a process of its own). Printed are moves a
second, milliseconds from sending a move to the watcher's socket and to the mover's own answer, milliseconds of CPU of
the server, of its computers' workers and of the client for each move, and bytes sent for it, before compression; then
moves that were refused for want of time, games opened while it counted, and what other programs took of the machine.
An act in a game of --long acts is compared with one in a short game; --trace tells which modules run for one move.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path

from bench.load_client import PAIRS, SETTLED, Plan, ask_client
from bench.load_dialects import ACTS
from bench.load_servers import ROOT, Running, running
from bench.load_trace import KINDS, SEEN, print_traces
from bench.long_game import long_game

COLUMNS = {
    "moves/s": "{:.0f}",
    "told p50": "{:.1f}",
    "told p95": "{:.1f}",
    "told p99": "{:.1f}",
    "answer p50": "{:.1f}",
    "answer p95": "{:.1f}",
    "answer p99": "{:.1f}",
    "server ms": "{:.2f}",
    "workers ms": "{:.2f}",
    "client ms": "{:.2f}",
    "mover B": "{:.0f}",
    "watcher B": "{:.0f}",
    "refused": "{:.0f}",
    "opened": "{:.0f}",
    "others %": "{:.0f}",
}
SYNCS = 200


def plan_for(server: Running, given: argparse.Namespace, games: int) -> Plan:
    """A load of so many games at once."""
    return Plan(
        dialect=server.name,
        ports=(server.port,),
        pids=(server.process.pid,),
        games=games,
        seconds=given.seconds,
        kinds=given.kinds,
        rate=given.rate,
        seed=given.seed,
    )


def print_load(servers: dict[str, Path], given: argparse.Namespace) -> None:
    """Measure every server under every load, one after the other in each round, and print the medians."""
    found: dict[tuple[int, str], list[dict[str, float]]] = {}
    for _ in range(given.rounds):
        for games in given.games:
            for name, checkout in servers.items():
                with running(name, checkout) as server:
                    found.setdefault((games, name), []).append(ask_client(plan_for(server, given, games)))
    print(f"| games | server | {' | '.join(COLUMNS)} |\n| ---: | --- |{' ---: |' * len(COLUMNS)}")
    for (games, name), runs in found.items():
        cells = [form.format(statistics.median(run[column] for run in runs)) for column, form in COLUMNS.items()]
        print(f"| {games} | {name} | {' | '.join(cells)} |", flush=True)


def print_long(servers: dict[str, Path], given: argparse.Namespace) -> None:
    """What an act costs near the end of a long game, for all servers that know games."""
    acts = long_game(max(given.long, SETTLED + PAIRS))
    print(f"\nan act of a game of {len(acts)} acts beside one of a short game (medians of {PAIRS}, ms)")
    print("| server | what | short | long | ratio |\n| --- | --- | ---: | ---: | ---: |")
    for name, checkout in servers.items():
        if name == "bare":
            continue
        with running(name, checkout) as server:
            found = ask_client(Plan(name, (server.port,), (server.process.pid,), acts=acts))
        for what in ("server", "told", "answer"):
            short, long = found[f"short {what} ms"], found[f"long {what} ms"]
            print(f"| {name} | {what} | {short:.2f} | {long:.2f} | {long / max(short, 1e-6):.2f} |", flush=True)


def sync_time() -> float:
    """Milliseconds that a small write takes until it is on the disk, where the databases are."""
    with tempfile.TemporaryFile() as file:
        began = time.perf_counter()
        for _ in range(SYNCS):
            os.write(file.fileno(), b"x" * 4096)
            os.fdatasync(file.fileno())
        return 1000 * (time.perf_counter() - began) / SYNCS


def read_command() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=lambda text: [int(part) for part in text.split(",")], default=[1, 50])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=1, help="runs of which the median is printed")
    parser.add_argument("--rate", type=float, default=0.0, help="moves a second offered in all; 0: as many as go")
    parser.add_argument("--kinds", type=lambda text: tuple(text.split(",")), default=tuple(ACTS))
    parser.add_argument("--servers", default="bare,now", help="of bare and now; --before adds the other")
    parser.add_argument("--before", type=Path, metavar="PATH", help="an older checkout with its .venv")
    parser.add_argument("--long", type=int, default=1600, help="acts of the long game; 0: none")
    parser.add_argument("--trace", action="store_true", help="which modules run for one move")
    parser.add_argument("--seen", type=int, default=SEEN, help="acts of each kind before those that are traced")
    parser.add_argument("--functions", choices=KINDS, default="", help="lists the functions, too, of one kind of game")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    """Measure one thing after the other."""
    given = read_command()
    servers = {name: ROOT for name in given.servers.split(",") if name}
    if given.before:
        servers = {**servers, "before": given.before.resolve()}
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start, a sync takes {sync_time():.2f} ms\n")
    if given.seconds > 0:
        print_load(servers, given)
    if given.long:
        print_long(servers, given)
    if given.trace:
        print_traces(servers, seen=given.seen, functions=given.functions)


if __name__ == "__main__":
    main()
