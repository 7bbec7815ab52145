from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from kidd.table.errors import Unavailable
from kidd.table.storage.write_lock import Turns


def test_one_at_a_time():
    """Whoever waits gets their turn, one after the other."""
    turns, inside, most = Turns(10), 0, 0

    def visit(_: int) -> None:
        nonlocal inside, most
        with turns.turn():
            inside += 1
            most = max(most, inside)
            time.sleep(0.001)
            inside -= 1

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(visit, range(40)))
    assert most == 1


def test_nobody_waits_for_ever():
    """Neither for a turn nor for a place in the queue, and what was refused is not counted."""
    turns = Turns(0.1, places=2, hurry=0.05)

    def visit(_: int) -> str:
        try:
            with turns.turn():
                return "in"
        except Unavailable as error:
            return str(error)

    with ThreadPoolExecutor(4) as pool:
        with turns.turn():
            said = list(pool.map(visit, range(4)))
        assert set(said) == {"the database is busy", "too many wait for the database"}
        assert visit(0) == "in"


def test_an_error_gives_the_turn_back():
    """The next one gets in."""
    turns = Turns(0.1, places=1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), turns.turn():
            raise ZeroDivisionError
