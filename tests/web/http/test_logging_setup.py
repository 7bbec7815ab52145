"""What is said again and again is said a few times, and then counted."""

from __future__ import annotations

import logging

import pytest

from kidd.web.http.logging_setup import LINES, REFUSALS, TROUBLES, CountingHandler, Seldom


class Clock:
    """Stands still until it is set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_so_often_in_a_while():
    """Then not until the while is over; how often it was not said is told once."""
    clock = Clock()
    seldom = Seldom(10, times=2, timer=clock)
    assert [seldom.again("storm") for _ in range(5)] == [True, True, False, False, False]
    assert seldom.again("calm")
    assert seldom.left_out() == {}
    clock.now = 10.0
    assert seldom.left_out() == {"storm": 3}
    assert seldom.left_out() == {}
    assert seldom.again("storm")


def test_what_was_not_told_is_not_forgotten():
    """Where nobody has asked in time, it is added to what comes after."""
    clock = Clock()
    seldom = Seldom(10, timer=clock)
    for moment in (0.0, 1.0, 10.0, 11.0):
        clock.now = moment
        seldom.again("storm")
    assert seldom.left_out(at_once=True) == {"storm": 2}


def test_what_is_remembered_is_bounded():
    """Whoever says something else each time is one of the others."""
    seldom = Seldom(10, most=3, timer=Clock())
    assert sum(seldom.again(f"wave {number}") for number in range(100)) == 4
    assert seldom.left_out(at_once=True) == {"others": 96}


@pytest.mark.parametrize(
    ("level", "said", "most"),
    [
        (logging.INFO, {"event": "request", "status": 200}, LINES),
        (logging.INFO, {"event": "request", "status": 404}, REFUSALS),
        (logging.WARNING, "nobody is there: %s", TROUBLES),
        (logging.ERROR, {"event": "unforeseen", "exc_info": ValueError("no")}, TROUBLES),
        (logging.DEBUG, {"event": "request", "status": 404}, 300),
    ],
)
def test_lines_that_repeat(capsys: pytest.CaptureFixture[str], level: int, said: object, most: int):
    """Differing paths and numbers make no other line; what is written at most depends on what it is."""
    handler = CountingHandler()
    for number in range(300):
        words = {**said, "path": f"/{number}"} if isinstance(said, dict) else said
        given = () if isinstance(said, dict) else (number,)
        handler.handle(logging.LogRecord("kidd.web", level, "", 0, words, given, None))
    handler.close()
    lines = capsys.readouterr().err.splitlines()
    if most == 300:
        assert len(lines) == 300
    else:
        assert len(lines) == most + 1
        assert lines[-1].startswith(f"left out {300 - most} lines like: ")
