from __future__ import annotations

import pytest

import kidd
from kidd.advice.luck import Balance
from kidd.search.answer import Score
from kidd.words.language import tongue
from kidd.words.study.advice import verdict
from kidd.words.study.chances import balance_words, figure, percent

pytestmark = pytest.mark.once


@pytest.mark.parametrize(("language", "said"), [("en", "62%"), ("de", "62\u00a0%"), ("fr", "62\u00a0%")])
def test_per_cent(language: str, said: str):
    """Is written as the language does."""
    assert percent(62.4, tongue(language)) == said


def test_figures():
    """The chance of who is asked for, of three the chance of each; proven, turns of the winner's own."""
    two, three, _ = kidd.start("LC"), kidd.start("MG3"), tongue("en")
    assert figure(Score((0.24, -0.24)), two, "B", _) == "38%"
    assert figure(Score((-0.4, -0.2, -0.4)), three, "R", _) == "R 30% B 40% G 30%"
    assert figure(Score((1.0, -1.0), 5, "R"), two, "R", _) == "wins in 3"
    assert figure(Score((-1.0, 1.0), 4, "B"), two, "R", _) == "loses in 2"


@pytest.mark.parametrize(
    ("plies", "said"),
    [
        (1, "Red wins at once."),
        (2, "Red wins with the next turn, whatever happens."),
        (5, "Red wins by force, in 2 turns of its own."),
    ],
)
def test_wins_in_turns(plies: int, said: str):
    """Rolls and the other's moves are not counted."""
    assert verdict(Score((1.0, -1.0), plies, "R"), kidd.parse("QM Rc1~,Ba7~ R R6B6 2")) == said


def test_luck_and_skill():
    """In one sentence."""
    said = balance_words("R", Balance(3, 12.34, 4, 5.67), tongue("en"))
    assert said == "Red: luck with the die +12.3, given away by moves 5.7 (in points of per cent)."
