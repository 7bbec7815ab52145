"""The rows repeat what the events say: every one is recomputed, after all that can happen to a database."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select, text

import kidd
from kidd.table.clocks import RETURN
from kidd.table.errors import Unavailable
from kidd.table.play import games
from kidd.table.play.games import Store, open_store
from kidd.table.storage.database import schema
from kidd.table.storage.events import KINDS
from kidd.table.storage.recompute import differences
from tests.table.sittings import ANN, BEA, computer, count, person, say, sit, wander
from tests.table.storage.voyages import KEEPER, sail, voyage
from tests.table.tides import move, sit_timed

pytestmark = pytest.mark.once

THREADS = 12  # most of them wait for the disk
ROUNDS = 5  # between which the database is closed and opened again
MORE = 30  # games at a time, where something has not happened yet
TOLD = 80  # versions that a process tells of before it is killed


def play_some(store: Store, first: int, number: int, known: list[str]) -> list[str]:
    """So many new games, and some of those before go on, at two devices at once."""
    finished = [game for game in known if games.load(store, game).is_over]
    going = Random(first).sample(sorted(set(known) - set(finished)), min(number // 5, len(known) - len(finished)))

    def begin(seed: int) -> str:
        return voyage(store, seed, finished).id

    def go_on(game: str) -> None:
        sail(store, games.load(store, game), Random(f"{game} {first}"), 10)

    with ThreadPoolExecutor(THREADS) as pool:
        opened = pool.map(begin, range(first, first + number))
        list(pool.map(go_on, [game for game in going for _ in range(2)]))
        return sorted({*known, *opened})


def kill(address: str) -> dict[str, int]:
    """Have a process play, and kill it; the versions that it has told of."""
    root = Path(__file__).parents[3]
    path = os.pathsep.join([str(Path(kidd.__file__).parents[1]), str(root)])
    command = [sys.executable, "-m", "tests.table.storage.voyages", address, "1"]
    told: dict[str, int] = {}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=root, env={**os.environ, "PYTHONPATH": path}
    )
    assert process.stdout is not None
    with process, process.stdout:
        for number, line in enumerate(process.stdout):
            game, version = line.split()
            told[game] = int(version)
            if number == TOLD:
                process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    return told


def kinds_of(store: Store) -> Counter[str]:
    """What has happened, and how often."""
    with store.reading() as connection:
        return Counter(connection.execute(select(schema.events.c.kind)).scalars())


def check_variety(store: Store) -> None:
    """Everything that can happen has happened somewhere."""
    kinds = kinds_of(store)
    with store.reading() as connection:
        rows = connection.execute(select(schema.games)).all()
        opened = connection.execute(select(schema.events.c.data).where(schema.events.c.number == 0)).scalars().all()
    assert kinds.keys() == KINDS.keys()
    assert kinds["opened"] == len(rows)
    assert {row.code for row in rows} == {"LC", "QM", "MG2", "MG3"}
    assert {row.waiting for row in rows} == {"", "person", "computer"}
    assert {row.open_seats for row in rows} >= {0, 1}
    assert {"*", "abandoned", "1-0", "0-1", "1/2-1/2"} <= {row.outcome for row in rows}
    assert {"resigned", "agreed"} <= {row.reason for row in rows}
    assert any(row.source.startswith("rematch:") for row in rows)
    assert any('"given":0' not in one for one in opened)
    assert any(row.ply + 1 < row.version for row in rows)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has no such signal")
def test_every_row_of_a_database(any_address: str):
    """Hundreds of games of every kind, restarts and a killed process: no row differs from what its events say."""
    is_large = any_address.startswith("sqlite")  # PostgreSQL has a way to go for each statement
    number = 110 if is_large else 15
    known: list[str] = []
    for first in range(ROUNDS):
        store = open_store(any_address)
        known = play_some(store, first * number, number, known)
        store.close()
        if first == ROUNDS // 2:
            told = kill(any_address)
    store = open_store(any_address)
    for first in range(ROUNDS * number, 2 * ROUNDS * number, MORE):
        if not is_large or kinds_of(store).keys() == KINDS.keys():
            break
        known = play_some(store, first, MORE, known)  # until the rarest things have happened, too
    assert differences(store) == []
    assert all(games.load(store, game).version >= version for game, version in told.items())
    if is_large:
        assert count(store, "games") >= 500  # some asked for a rematch that there was already
        assert count(store, "rating_changes") >= 5  # some 20: threads take turns as they like
        check_variety(store)
    store.close()


TAMPERED = {
    "version": "UPDATE games SET version = version - 1",
    "updated": "UPDATE games SET updated = updated + 1",
    "ply": "UPDATE games SET ply = 0",
    "outcome": "UPDATE games SET outcome = '1-0'",
    "reason": "UPDATE games SET reason = 'resigned'",
    "winner_seat": "UPDATE games SET winner_seat = 0",
    "turn": "UPDATE games SET turn = NULL",
    "waiting": "UPDATE games SET waiting = 'person'",
    "waiting_seat": "UPDATE games SET waiting_seat = 0",
    "open_seats": "UPDATE games SET open_seats = 1",
    "adjourned": "UPDATE games SET adjourned = TRUE",
    "time": "UPDATE games SET time = '3d'",
    "rated": "UPDATE games SET rated = TRUE",
    "listed": "UPDATE games SET listed = TRUE",
    "lowest": "UPDATE games SET lowest = 1200",
    "highest": "UPDATE games SET highest = 1800",
    "code": "UPDATE games SET code = 'MG2'",
    "owner": "UPDATE games SET owner = 'other'",
    "source": "UPDATE games SET source = 'rematch:other'",
    "created": "UPDATE games SET created = created - 1",
    "seats should": "UPDATE seats SET name = 'Somebody' WHERE number = 0",
    "seats should be": "DELETE FROM seats WHERE number = 1",
    "players should": "UPDATE seats SET player = NULL WHERE number = 0",
    "players should be": "UPDATE seats SET player = 'other' WHERE number = 1",
    "a computer's turn": "DELETE FROM jobs",
    "a computer's turn should": "UPDATE jobs SET version = version - 1",
    "a computer's turn should be": "UPDATE jobs SET weight = 8",
    "a deadline should be": "INSERT INTO jobs (kind, game, version, owner, weight, due, attempts) "
    "SELECT 'deadline', game, version, owner, weight, due, attempts FROM jobs",
    "expected the events": "DELETE FROM events WHERE number = 1",
    "cannot be read": "UPDATE events SET kind = 'mutiny' WHERE number = 1",
    "cannot be read:": "UPDATE events SET data = '[]' WHERE number = 2",
    "version should": "DELETE FROM events WHERE number = 3",
}


def test_every_column_is_tampered_with():
    """Whoever adds one to the table of games says here how it would be found to be wrong."""
    assert {column.name for column in schema.games.columns} - {"id"} <= TAMPERED.keys()


@pytest.mark.parametrize("said", TAMPERED)
def test_a_row_that_says_otherwise(store: Store, said: str):
    """It is found, whichever column it is, and the game is named."""
    table = wander(store, sit(store, "LC", person(), computer(2)), 3)
    store.write(lambda connection: connection.execute(text("INSERT INTO persons (id, created) VALUES ('other', 0)")))
    assert differences(store) == []
    store.write(lambda connection: connection.execute(text(TAMPERED[said])))
    found = differences(store)
    assert found
    assert found[0].startswith(f"game {table.id}: {said}")


def test_a_turn_that_is_not_a_computers(store: Store):
    """Work that is noted where nobody waits for it is found, too."""
    table = say(store, sit(store, "LC", person(), computer()), "@c1")
    other = sit(store, "LC")
    store.write(
        lambda connection: connection.execute(text("UPDATE jobs SET game = :game"), {"game": other.id}),
    )
    assert sorted(line.split()[1] for line in differences(store)) == sorted([f"{table.id}:", f"{other.id}:"])


def test_a_deadline_of_before(store: Store):
    """Rows from before may be early by the seconds to come back after an adjournment, and by no more, nor late."""
    table = move(store, sit_timed(store, "60+0", person(), person(BEA, "Bea")), 3)
    shift = "UPDATE jobs SET due = due + (:by)"

    def shifted(by: int) -> bool:
        store.write(lambda connection: connection.execute(text(shift), {"by": by}))
        found = differences(store)
        store.write(lambda connection: connection.execute(text(shift), {"by": -by}))
        return bool(found)

    assert shifted(-1)
    games.adjourn(store, table.id, KEEPER)
    move(store, games.resume(store, table.id, KEEPER))
    assert [by for by in (-RETURN - 1, -RETURN, -1, 0, 1) if shifted(by)] == [-RETURN - 1, 1]


def test_it_looks_at_all_of_them(store: Store, monkeypatch: pytest.MonkeyPatch):
    """Also where there are more than are held at once."""
    monkeypatch.setattr("kidd.table.storage.recompute.AT_ONCE", 2)
    tables = [sit(store, "QM") for _ in range(5)]
    store.write(lambda connection: connection.execute(text("UPDATE games SET ply = 7")))
    assert sorted(line.split()[1] for line in differences(store)) == sorted(f"{table.id}:" for table in tables)


def test_a_database_that_is_gone(store: Store, tmp_path: Path):
    """Nothing is said about it."""
    games.abandon(store, sit(store, "LC").id, ANN)
    os.rename(tmp_path / "kidd.db", tmp_path / "elsewhere.db")
    with pytest.raises(Unavailable):
        differences(store)
    os.rename(tmp_path / "elsewhere.db", tmp_path / "kidd.db")
