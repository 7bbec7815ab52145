"""How much the server takes: `.venv/bin/python -m bench.limits [--quick] [--write docs] [--servers sqlite,io]`.

Real clients over HTTP and sockets (bench/load_client.py, a process of its own) play legal moves at random, two people a
game, at 1, 10, 100 and 500 players: on the bare limit (bench/bare_server.py), on SQLite, on PostgreSQL with one process
and with two, and on boardgame.io in memory and with SQLite (bench/boardgame_io, which npm installs into a cache of this
user; left out where there is no Node.js). Then at a rate that is offered; then what idle games and sockets weigh, what
a move costs a process that only hears of it, and how long level 8 thinks. All of it takes some 20 minutes; `--quick` is
for trying it out. `--write DIR` fills in limits.md, sizes.md and pictures/ there and keeps the figures in limits.json;
`--read FILE` makes the pages from such a file again.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path

from bench.limits import pages, sizes
from bench.limits.about import about
from bench.limits.blocks import filled
from bench.limits.figures import Figures, read
from bench.limits.fleets import SERVERS, Yard
from bench.limits.measuring import PARTS, Tour, Wish
from kidd.web.connections.file_limit import raise_file_limit

QUICK = Wish(seconds=1.5, rounds=1, games=200, sockets=100, thinking=2.0)


def write(figures: Figures, folder: Path) -> None:
    """Fill in the pages of a folder."""
    found = pages.blocks(figures) | sizes.blocks(figures)
    for name in ("limits.md", "sizes.md"):
        page = folder / name
        page.write_text(filled(page.read_text(encoding="utf-8"), found), encoding="utf-8")
    for name, picture in pages.pictures(figures).items():
        (folder / "pictures" / name).write_text(picture, encoding="utf-8")


def read_command() -> tuple[argparse.Namespace, Wish]:
    """The options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a second and a half for each cell, once")
    parser.add_argument("--servers", help=f"of {','.join(SERVERS)}")
    parser.add_argument("--players", type=lambda text: tuple(map(int, text.split(","))), help="1,10,100,500")
    parser.add_argument("--parts", help=f"of {','.join(PARTS)}")
    parser.add_argument("--time", help="the clock of our games, 600+5 if none is given")
    for name in ("seconds", "rate", "thinking"):
        parser.add_argument(f"--{name}", type=float)
    for name in ("rounds", "games", "sockets", "seed"):
        parser.add_argument(f"--{name}", type=int)
    parser.add_argument("--write", type=Path, metavar="DIR", help="the folder of limits.md and sizes.md")
    parser.add_argument("--read", type=Path, metavar="FILE", help="measure nothing, take the figures of a file")
    given = parser.parse_args()
    plain = ("players", "time", "seconds", "rate", "thinking", "rounds", "games", "sockets", "seed")
    wished = {name: getattr(given, name) for name in plain if getattr(given, name) is not None}
    for name, known in (("servers", tuple(SERVERS)), ("parts", PARTS)):
        if (said := getattr(given, name)) is not None:
            wished[name] = tuple(one for one in said.split(",") if one)
            if unknown := set(wished[name]) - set(known):
                parser.error(f"--{name}: expected some of {', '.join(known)}, got {', '.join(sorted(unknown))}")
    return given, replace(QUICK if given.quick else Wish(), **wished)


def main() -> None:
    """Measure, print, and write the pages."""
    given, wish = read_command()
    if given.read:
        figures = read(given.read)
    else:
        raise_file_limit()
        with Yard() as yard:
            described = about(wish, yard, quick=given.quick)
            figures = Tour(wish).run(yard)
        figures.about = described | {"busy": f"{described['busy']}, {os.getloadavg()[0]:.1f} at the end"}
    found = pages.blocks(figures)
    print("\n\n".join(found[name] for name in ("machine", "goals", "load", "terms", "offered", "idle", "troubles")))
    if given.write:
        if not given.read:
            figures = figures.kept(given.write / "limits.json")
        write(figures, given.write)


if __name__ == "__main__":
    main()
