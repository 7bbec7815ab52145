from __future__ import annotations

import pytest

import kidd
from kidd.search.answer import Limits, Score
from kidd.search.engine import Engine
from kidd.search.scores import average_score, chances, draw_score, turns_to_win

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("expected", "shares"),
    [
        ((0.24, -0.24), (62, 38)),
        ((1.0, -1.0), (100, 0)),
        ((0.0, 0.0), (50, 50)),
        ((1.0, -1.0, -1.0), (100, 0, 0)),
        ((-0.4, -0.2, -0.4), (30, 40, 30)),
        ((0.0, 0.0, 0.0), (100 / 3,) * 3),
        ((0.0, 0.0, -1.0), (50, 50, 0)),
    ],
)
def test_chances_add_up(expected, shares):
    """Who draws shares what there is to win."""
    assert chances(Score(expected)) == pytest.approx(shares)


@pytest.mark.parametrize(
    ("position", "winner", "plies", "turns"),
    [
        ("LC Rc1~,Ba7~ R R6B6 -", "R", 1, 1),
        ("LC Rc1~,Ba7~ R R6B6 -", "R", 5, 3),
        ("LC Rc1~,Ba7~ R R6B6 -", "B", 4, 2),
        ("LC Rc1~,Ba7~ R R6B6 -", "B", 1, 1),  # by the other's own move
        ("QM Rc1~,Ba7~ R R6B6 2", "R", 1, 1),
        ("QM Rc1~,Ba7~ R R6B6 2", "R", 2, 1),  # the other cannot use the roll
        ("QM Rc1~,Ba7~ R R6B6 2", "R", 5, 2),
        ("QM Rc1~,Ba7~ R R6B6 -", "R", 6, 2),
        ("QM Rc1~,Ba7~ R R6B6 2", "B", 7, 2),
        ("MG3 Rc1~,Ba7~ R R5B5G6 -", "G", 6, 2),
        ("MG3 Rc1~,Ba7~ R R5B5G6 -", "R", 7, 3),
    ],
)
def test_turns_of_ones_own(position, winner, plies, turns):
    """The winner's moves are counted, neither the others' nor rolls."""
    pos = kidd.parse(position)
    assert turns_to_win(pos, Score(draw_score(pos).expected, plies, winner)) == turns


def test_nothing_proven():
    """Has no number of turns."""
    assert turns_to_win(kidd.start("LC"), Score((0.9, -0.9))) is None


def test_the_line_has_as_many_moves_of_the_winner():
    """A line to a proven end shows just as many."""
    pos = kidd.parse("MG2 RRBc1~,Bb2c1,Rc9~,Ba7~ R R0B0 -")
    found = Engine(pos.game, 4).analyse(pos, Limits(depth=12), patient=True).lines[0]
    if found.score.winner:
        own = found.moves[0::2] if found.score.winner == "R" else found.moves[1::2]
        assert turns_to_win(pos, found.score) == len(own)


def test_a_win_by_every_roll():
    """Only that is proven, and as slow as the slowest."""
    wins = [Score((1.0, -1.0), plies, "R") for plies in (2, 4, 6)]
    assert average_score(wins) == Score((1.0, -1.0), 6, "R")
    mixed = average_score([*wins[:2], Score((-0.5, 0.5))])
    assert (mixed.expected[0], mixed.win_in, mixed.winner) == (0.5, None, None)
