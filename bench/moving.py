"""How long it takes to move house: `python -m bench.moving`, with `--games 5000` and `--folder` for what is made.

Makes a database of games by chance in SQLite's file, then takes a backup of it, restores that into a PostgreSQL of its
own and into another file, and moves everything from the file to PostgreSQL and back, each with every row compared and
every game replayed.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from kidd.match import Match
from kidd.position import start
from kidd.table.play.actors import guest
from kidd.table.play.new_game import open_game
from kidd.table.seats import Seat
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.moving.backup import back_up
from kidd.table.storage.moving.move import move
from kidd.table.storage.moving.restore import restore
from kidd.table.storage.recompute import Checked
from tests.postgres import running_postgres

CODES = ("LC", "QM", "MG2", "MG3")
ACTS = (10, 90)
GAMES_OF_ONE = 20  # so that nobody has too many


def by_chance(code: str, random: Random) -> tuple[str, ...]:
    """The acts of a game up to somewhere."""
    match, wanted = Match(start(code)), random.randint(*ACTS)
    while len(match) < wanted and not match.result:
        match.play(random.choice(match.position.legal_moves()))
    return tuple(match.acts)


def fill(store: Store, number: int) -> None:
    """So many games, each of two or three people."""
    random = Random(1)
    for place in range(number):
        code = CODES[place % len(CODES)]
        crew = [guest(f"person-{place // GAMES_OF_ONE}-{seat}") for seat in range(3 if code == "MG3" else 2)]
        seats = [Seat(0, "person", one.person, None, "Ann") for one in crew]
        open_game(store, code=code, options={}, seats=seats, owner=crew[0], acts=by_chance(code, random))


def timed(what: str, work: Callable[[], Checked | None]) -> None:
    """Do something and say how long that took, and how long this process worked; PostgreSQL works besides."""
    begun, busy = perf_counter(), process_time()
    checked = work()
    found = f"  {checked.games:,} games, {checked.events:,} events" if checked else ""
    print(f"{what:<34}{perf_counter() - begun:8.1f} s {process_time() - busy:8.1f} s of CPU{found}", flush=True)


def main() -> None:
    """Measure each way."""
    reading = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reading.add_argument("--games", type=int, default=5000)
    reading.add_argument("--folder", type=Path)
    wish = reading.parse_args()
    with tempfile.TemporaryDirectory(dir=wish.folder) as made, running_postgres() as postgres:
        folder = Path(made)
        here, there, book = f"sqlite:///{folder}/kidd.db", f"sqlite:///{folder}/other.db", folder / "kidd.backup"
        back = f"sqlite:///{folder}/back.db"
        store = open_store(here)
        timed("playing", lambda: fill(store, wish.games))
        store.close()
        timed("backup of SQLite", lambda: back_up(here, book) and None)
        print(f"{'':34}{book.stat().st_size / 1e6:8.1f} MB")
        timed("restore into SQLite", lambda: restore(book, there).checked)
        timed("move from SQLite to PostgreSQL", lambda: move(here, postgres).checked)
        timed("backup of PostgreSQL", lambda: back_up(postgres, book) and None)
        timed("move from PostgreSQL to SQLite", lambda: move(postgres, back).checked)
        timed("restore into PostgreSQL, in place", lambda: restore(book, postgres, replace=True).checked)


if __name__ == "__main__":
    main()
