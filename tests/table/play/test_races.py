"""Two at once: threads with one store, threads with a store each, processes, and a process that is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Barrier

import pytest

import kidd
from kidd.errors import IllegalMove
from kidd.table.errors import AccountError
from kidd.table.play import games
from kidd.table.play.games import Stale, Store
from kidd.table.play.people.programs import make_bot
from tests.table.members import member
from tests.table.sittings import ANN, sit

pytestmark = pytest.mark.once

ROUNDS = 12


def attempt(store: Store, game_id: str, ply: int, act: str) -> str:
    """What became of an act: played, or refused with the acts that stand instead."""
    try:
        table = games.play(store, game_id, ANN, ply, act)
    except Stale as stale:
        return f"stale {stale.table.match.acts[ply]}"
    return f"played {table.match.acts[ply]}"


def attempt_apart(address: str, game_id: str, acts: list[str]) -> list[str]:
    """The same in a process of its own, at each ply with the first of these acts that is still legal."""
    store, told = games.open_store(address), list[str]()
    for ply in range(len(acts)):
        for act in acts:
            with suppress(IllegalMove):
                told.append(attempt(store, game_id, ply, act))
                break
    store.close()
    return told


@pytest.mark.parametrize("shared", [True, False], ids=["one store", "two stores"])
def test_of_two_moves_one_wins(any_address: str, shared: bool):
    """At every ply exactly one of two moves is played, and the other is told which one."""
    stores = [games.open_store(any_address)] * 2 if shared else [games.open_store(any_address) for _ in range(2)]
    table, random = sit(stores[0], "LC"), Random(1)
    with ThreadPoolExecutor(2) as pool:
        for ply in range(ROUNDS):
            now = games.load(stores[0], table.id)
            moves = [str(move) for move in random.sample(now.match.position.legal_moves(), 2)]
            barrier = Barrier(2)

            def race(number: int, ply: int = ply, moves: list[str] = moves, barrier: Barrier = barrier) -> str:
                barrier.wait()
                return attempt(stores[number], table.id, ply, moves[number])

            first, second = pool.map(race, range(2))
            after = games.load(stores[1], table.id)
            assert (after.version, len(after.match)) == (ply + 2, ply + 1)
            winner = after.match.acts[ply]
            assert winner in moves
            assert sorted([first, second]) == [f"played {winner}", f"stale {winner}"]
    for store in set(stores):
        store.close()


def test_the_same_move_from_four_counts_once(any_store: Store):
    """Everybody is told that it was played, and it was, once."""
    table = sit(any_store, "QM")
    with ThreadPoolExecutor(4) as pool:
        for _ in range(ROUNDS):
            now = games.load(any_store, table.id)
            if now.is_over:  # the die may be unkind
                now = sit(any_store, "QM")
            table, ply, act = now, len(now.match), str(now.match.position.legal_moves()[0])
            told = list(pool.map(attempt, [any_store] * 4, [table.id] * 4, [ply] * 4, [act] * 4))
            assert told == [f"played {act}"] * 4
            after = games.load(any_store, table.id)
            assert after.version == len(after.match) + 1


def test_processes_race_too(address: str):
    """Three processes that each play a game of their own at one table: at every ply one of them has its way."""
    store = games.open_store(address)
    table = sit(store, "MG2")
    hatches = ["a3", "a7", "c1", "c9", "e3", "e7"]
    wishes = [[f"@{hatch}" for hatch in hatches[number:] + hatches[:number]] for number in range(3)]
    with ProcessPoolExecutor(3, multiprocessing.get_context("spawn")) as pool:
        told = list(pool.map(attempt_apart, [address] * 3, [table.id] * 3, wishes))
    after = games.load(store, table.id)
    assert after.version - 1 == len(after.match) == len(hatches)
    for ply, act in enumerate(after.match.acts):
        assert f"played {act}" in [one[ply] for one in told]
        assert all(one[ply].endswith(act) for one in told)
    store.close()


def test_one_name_for_two_bots(any_address: str):
    """Of two who want one name at one moment one has it, and the other hears that it is taken."""
    stores, random = [games.open_store(any_address) for _ in range(2)], Random(1)
    makers = [member(stores[0], name) for name in ("Ann", "Ben")]
    with ThreadPoolExecutor(2) as pool:
        for _ in range(4):
            name, barrier = f"Deck hand {random.randrange(10**6)}", Barrier(2)

            def make(number: int, name: str = name, barrier: Barrier = barrier) -> str:
                barrier.wait()
                try:
                    return make_bot(stores[number], makers[number], name)
                except AccountError as refused:
                    return refused.reason

            assert sorted(len(told) == 32 for told in pool.map(make, range(2))) == [False, True]
    for store in stores:
        store.close()


PLAYER = """
import sys
from kidd.table.play import games
from tests.table.sittings import ANN, sit
store = games.open_store(sys.argv[1])
while True:
    table = sit(store, "QM")
    while not table.is_over:
        act = str(table.match.position.legal_moves()[-1])
        table = games.play(store, table.id, ANN, len(table.match), act)
        print(table.id, table.version, flush=True)
"""


def test_no_acknowledged_move_is_lost(address: str):
    """A process that is killed while it plays loses nothing it has told of, and every game replays."""
    root = Path(__file__).parents[3]
    path = os.pathsep.join([str(Path(kidd.__file__).parents[1]), str(root)])
    for number in range(4):
        command = [sys.executable, "-c", PLAYER, address]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, cwd=root, env={**os.environ, "PYTHONPATH": path}
        )
        assert process.stdout is not None
        told: dict[str, int] = {}
        with process, process.stdout:
            for moves, line in enumerate(process.stdout):
                name, number_of_events = line.split()
                told[name] = int(number_of_events)
                if moves == 20 + 7 * number:
                    process.send_signal(signal.SIGKILL)
        store = games.open_store(address)
        for game_id, version in told.items():
            table = games.load(store, game_id)
            assert len(table.match) + 1 == table.version >= version
        listed = [games.load(store, one.id) for one in games.games_of(store, ANN.person)]
        assert all(table.match.position.is_chance is False for table in listed)
        store.close()
