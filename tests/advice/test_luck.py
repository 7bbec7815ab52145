from __future__ import annotations

import pytest

import kidd
from kidd.advice.analyst import Budget
from kidd.advice.annotate import Note, notes
from kidd.advice.luck import balance, judge_rolls, points_lost
from kidd.search.answer import Line, Score
from kidd.table.storage.study import analyses

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def match() -> kidd.Match:
    """A game of Quedah Merchant with a word between a move and a roll."""
    match = kidd.Match("QM")
    for act in ("@c1", "@a7", "*2", "c1-a3/b2@c1", "R:draw?", "B:draw.", "*3"):
        match.play(act)
    return match


@pytest.fixture(scope="module")
def noted(match: kidd.Match) -> tuple[Note, ...]:
    """What was found out about it."""
    return tuple(notes(match, Budget(None, 3000)))


def test_rolls_are_compared(match: kidd.Match, noted: tuple[Note, ...]):
    """After each move that a roll follows, what the three are worth; the luck of all three adds up to nothing."""
    assert [len(note.rolls) for note in noted] == [0, 3, 3]
    rolls = judge_rolls(match, noted)
    assert [(one.number, one.by, one.roll) for one in rolls] == [(2, "R", 2), (6, "B", 3)]
    for note, one in zip(noted[1:], rolls, strict=True):
        seat = "RB".index(one.by)
        worth = [50 * (1 + score.expected[seat]) for score in note.rolls]
        assert one.luck == pytest.approx(worth[one.roll - 1] - sum(worth) / 3)


def test_the_sums(match: kidd.Match, noted: tuple[Note, ...]):
    """Of each player: the luck of their rolls, and what their moves gave away."""
    found = balance(match, noted)
    first, second = judge_rolls(match, noted)
    assert (found["R"].rolls, found["R"].luck) == (1, first.luck)
    assert (found["B"].rolls, found["B"].luck) == (1, second.luck)
    assert found["R"].lost == pytest.approx(sum(points_lost(match, note) for note in noted if note.by == "R"))
    assert found["R"].moves == 2


def test_a_roll_that_ends_the_game():
    """QM6: whoever cannot use it loses, and that was bad luck as far as the other rolls would not have lost."""
    match = kidd.Match(kidd.parse("QM Rc1~,Ba7~ R R6B6 2"))
    match.play("c1-a3/b2@c1")
    scores = Score((1.0, -1.0), 0, "R"), Score((0.0, 0.0)), Score((-0.5, 0.5))
    line = Line((match.move(0),), Score((0.0, 0.0)))
    match.play("*1")
    (one,) = judge_rolls(match, [Note(0, "R", match.move(0), "best", 0.0, line, line, scores)])
    assert one.by == "B"
    assert one.luck == pytest.approx(0 - (0 + 50 + 75) / 3)


def test_notes_of_before_have_no_rolls(match: kidd.Match, noted: tuple[Note, ...]):
    """What was stored is read again, with the rolls or without them."""
    text = analyses.written(noted)
    assert [note.rolls for note in analyses.read(match, text)] == [note.rolls for note in noted]
    without = analyses.written(tuple(note._replace(rolls=()) for note in noted))
    assert judge_rolls(match, analyses.read(match, without)) == ()


def test_games_without_a_die():
    """Have no luck to speak of."""
    match = kidd.Match("LC")
    match.play("@c1")
    noted = tuple(notes(match, Budget(None, 500)))
    assert noted[0].rolls == ()
    assert balance(match, noted)["R"].rolls == 0
