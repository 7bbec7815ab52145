from __future__ import annotations

from itertools import count

import pytest

from kidd.web.api.study.lookers import MOST_LOOKERS, MOST_STRANGERS, QUICK_LOOKS, Looker, Lookers


def nobody() -> None:
    """Close nothing."""


def test_one_socket_for_each_person():
    """The newest takes the place of the one before."""
    lookers, gone = Lookers(), []
    lookers.enter("ann", "1", lambda: gone.append("first"))
    lookers.enter("ben", "1", lambda: gone.append("ben"))
    second = lookers.enter("ann", "2", lambda: gone.append("second"))
    assert (gone, len(lookers)) == (["first"], 2)
    assert second is not None
    lookers.go(second)
    lookers.go(second)
    assert len(lookers) == 1


def test_strangers_cannot_crowd_each_other_out():
    """Whoever opens many from one address closes their own, never that of the only one elsewhere."""
    lookers = Lookers()
    gone: list[object] = []
    lookers.enter("", "quiet", lambda: gone.append("quiet"))
    for number in range(1000):
        assert lookers.enter("", "greedy", lambda number=number: gone.append(number)) is not None  # type: ignore[misc]
    assert len(lookers) == MOST_STRANGERS
    assert gone == list(range(1000 - MOST_STRANGERS + 1))


def test_there_is_an_end():
    """Whoever comes when all places are taken is sent away, and strangers leave room for people."""
    lookers, people = Lookers(), count()
    for _ in range(MOST_STRANGERS):
        lookers.enter("", "here", nobody)
    while len(lookers) < MOST_LOOKERS:
        assert lookers.enter(f"person {next(people)}", "here", nobody) is not None
    assert lookers.enter("late", "here", nobody) is None
    assert next(people) == MOST_LOOKERS - MOST_STRANGERS


def test_who_flips_through_positions_waits(monkeypatch: pytest.MonkeyPatch):
    """A few looks in a row come at once, then two a second."""
    clock = [0.0]
    monkeypatch.setattr("kidd.web.api.study.lookers.monotonic", lambda: clock[0])
    looker = Looker("ann", "here", nobody, at=0.0)
    assert sum(looker.may_hurry() for _ in range(100)) == QUICK_LOOKS
    clock[0] += 2.0
    assert sum(looker.may_hurry() for _ in range(100)) == 4
