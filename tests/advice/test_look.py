from __future__ import annotations

from threading import Event
from typing import Any

import pytest

import kidd
from kidd.advice.look import Looker
from kidd.search.answer import Limits
from kidd.search.engine import Engine
from kidd.search.scores import chances, turns_to_win
from tests.contract import GAMES

LITTLE = 0.05  # seconds
CROWDED = kidd.parse("LC Bc1~,Ba3~,Rc3b2,Rd5c4,Ba7~,Be7~,Bb8a7,Bd8c9,Rc9~ B R4B1 -")


@pytest.mark.parametrize(("code", "options"), GAMES)
def test_every_game_can_be_looked_at(code, options):
    """The best lines come first, and what they are worth adds up to the whole."""
    pos = kidd.start(code, **options)
    found = Looker(pos.game, 4).look(pos, (), 2, LITTLE)
    assert len(found.lines) == 2
    assert found.score == found.lines[0].score
    assert found.lines[0].moves[0] in pos.legal_moves()
    assert sum(chances(found.score)) == pytest.approx(100)


def test_a_roll_that_is_due():
    """There is nothing to choose: the three rolls are compared, and the position is worth their mean."""
    pos = kidd.parse("QM Rc1~,Ba7~ R R6B6 -")
    found = Looker(pos.game, 4).look(pos, (), 3, LITTLE)
    assert found.lines == ()
    assert [one.roll for one in found.rolls] == [1, 2, 3]
    mean = sum(one.line.score.expected[0] for one in found.rolls) / 3
    assert found.score.expected[0] == pytest.approx(mean)
    for one in found.rolls:
        assert one.line.moves[0] in pos.play(f"*{one.roll}").legal_moves()


def test_a_die_that_lies():
    """Beside it stands what the other rolls would have been worth."""
    pos = kidd.parse("QM Rc1~,Ba7~ R R6B6 2")
    found = Looker(pos.game, 4).look(pos, (), 1, LITTLE)
    assert [one.roll for one in found.rolls] == [1, 2, 3]
    assert found.rolls[1].line == found.lines[0]
    assert found.score == found.lines[0].score


def test_a_roll_that_ends_the_game():
    """QM6: a roll that nobody can use loses, and is worth just that."""
    pos = kidd.parse("QM RBc1b2,Ba3~,Be3~ B R6B4 -", blocked="roll")
    found = Looker(pos.game, 4).look(pos, (), 1, LITTLE)
    ended = {one.roll for one in found.rolls if pos.play(f"*{one.roll}").result}
    assert {one.roll for one in found.rolls if not one.line.moves} == ended


def test_what_is_over():
    """Is settled without a search."""
    pos = kidd.parse("MG2 RBc1~ B R0B0 -")
    found = Looker(pos.game, 4).look(pos, (), 3, LITTLE)
    assert (found.settled, found.lines, chances(found.score)) == (True, (), (100, 0))


def test_a_proof_settles_it():
    """Where a win is proven, more time finds nothing more."""
    pos = kidd.parse("MG2 Rc1~,Bb2c1 R R0B0 -")
    found = Looker(pos.game, 4).look(pos, (), 1, 100.0)
    assert found.settled
    assert found.score.winner == "R"
    assert turns_to_win(pos, found.score) == 1


def test_a_second_look_goes_on_where_the_first_ended():
    """What was found is kept in mind, for the same position and for the next one."""
    engine = Engine(CROWDED.game, 16)
    first, again, after = (
        engine.analyse(pos, Limits(depth=depth), resume=resume).nodes
        for pos, depth, resume in ((CROWDED, 8, False), (CROWDED, 8, True), (CROWDED.play("a7-a5"), 7, True))
    )
    assert again < first / 4
    assert after < first / 2
    assert engine.analyse(CROWDED, Limits(depth=8)).nodes == first


def test_another_past_is_another_question(monkeypatch: pytest.MonkeyPatch):
    """What is a draw by repetition must not be remembered for a match in which it is none, nor what a third fears."""
    asked = []
    search = Engine.analyse

    def noted(self: Engine, pos: kidd.Position, limits: Limits, **how: Any) -> object:
        asked.append(how["resume"])
        return search(self, pos, limits, **how)

    monkeypatch.setattr(Engine, "analyse", noted)
    looker, after = Looker(CROWDED.game, 4), CROWDED.play("a7-a5")
    for pos, past in ((CROWDED, ()), (CROWDED, ()), (after, ()), (CROWDED, (after,)), (CROWDED, (after,))):
        looker.look(pos, past, 1, LITTLE)
    assert asked == [False, True, True, False, True]
    asked.clear()
    three = kidd.start("MG3")
    looker = Looker(three.game, 4)
    for pos in (three, three.play("@c1"), three.play("@a7")):
        looker.look(pos, (), 1, LITTLE)
    assert asked == [False, False, True]


def test_who_is_told_to_stop_is_not_done():
    """An end by force settles nothing."""
    stop = Event()
    stop.set()
    pos = kidd.start("LC")
    assert not Looker(pos.game, 4).look(pos, (), 1, 100.0, stop).settled
