from __future__ import annotations

import pytest

from kidd.advice.judge import GLYPHS, MARKS, judge
from kidd.search.answer import Score

WON, LOST = Score((1.0, -1.0), 5, "R"), Score((-1.0, 1.0), 6, "B")


def red(value: float) -> Score:
    """A score that proves nothing."""
    return Score((value, -value))


@pytest.mark.parametrize(
    ("best", "played", "mark"),
    [
        (0.3, 0.29, "best"),
        (0.3, 0.25, "fine"),
        (0.3, 0.15, "inaccuracy"),
        (0.3, 0.0, "mistake"),
        (0.3, -0.3, "blunder"),
        (0.3, 0.5, "best"),
    ],
)
def test_marks_follow_from_the_loss(best: float, played: float, mark: str):
    """What a move gives away decides, for red and for blue alike; more than was hoped for is no loss."""
    assert judge(red(best), red(played), "RB", "R").mark == mark
    assert judge(red(-best), red(-played), "RB", "B").mark == mark


def test_a_win_thrown_away_is_a_mistake_at_least():
    """However well the player still stands, if a proven win is gone; a win that is only proven later is not gone."""
    assert judge(WON, red(0.85), "RB", "R")[::2] == ("mistake", True)
    assert judge(WON, red(0.2), "RB", "R").mark == "blunder"
    assert judge(WON, red(0.95), "RB", "R")[::2] == ("fine", False)


def test_losing_by_force_is_a_blunder():
    """Unless there was nothing else, or nothing much better."""
    found = judge(red(-0.7), LOST, "RB", "R")
    assert (found.mark, found.lost_now) == ("blunder", True)
    assert judge(red(-0.97), LOST, "RB", "R").mark == "fine"
    assert judge(LOST._replace(win_in=10), LOST, "RB", "R")[:2] == ("fine", 0.0)
    assert judge(WON, LOST, "RB", "R") == ("blunder", 2.0, True, True)


def test_a_slower_win_is_fine():
    """And one as quick as the best is as good."""
    assert judge(WON, WON._replace(win_in=9), "RB", "R").mark == "fine"
    assert judge(WON, WON, "RB", "R").mark == "best"


def test_with_three_players_the_movers_own_number_counts():
    """What the others gain or lose by it does not matter."""
    best, played = Score((0.0, -0.2, -0.8)), Score((-0.9, -0.25, 0.6))
    assert judge(best, played, "RBG", "B").mark == "fine"
    assert judge(best, played, "RBG", "R").mark == "blunder"


def test_every_weak_mark_has_a_sign():
    """The signs of chess players."""
    assert {mark: GLYPHS[mark] for mark in MARKS if mark in GLYPHS} == {
        "inaccuracy": "?!",
        "mistake": "?",
        "blunder": "??",
    }
