"""What can become a move: all that is legal after anything the others do, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

import kidd
from kidd.advice.foresight import moves_ahead


def texts(pos: kidd.Position, mine: str) -> set[str]:
    """The moves that somebody may come to play."""
    return {move.text for move in moves_ahead(pos, mine)}


@pytest.mark.parametrize("code", ["LC", "QM", "MG2", "MG3"])
def test_whatever_comes_was_foreseen(code: str):
    """In random games every move was among those ahead when the others were to act, and each of those can come."""
    random = Random(1)
    for _ in range(3):
        pos = kidd.start(code)
        foreseen: dict[str, set[str]] = {}
        for _ in range(60):
            moves = pos.legal_moves()
            if not moves:
                break
            if not pos.is_chance:
                ahead = foreseen.pop(pos.turn, None)
                assert ahead is None or {move.text for move in moves if move.target} <= ahead
                for other in pos.game.colours.replace(pos.turn, ""):
                    foreseen[other] = texts(pos, other)
            pos = pos.play(random.choice(moves))


def test_one_takes_back_what_will_be_taken():
    """QM4: onto a space of one's own, where the other may come to stand, with each way out of whom that frees."""
    pos = kidd.parse("QM Rc4c3,Bc3d2,Rb2c1 B R5B6 1")
    assert [move.text for move in pos.legal_moves()] == ["c3-c4"]
    assert {"b2-c4/c3>b5", "b2-c4/c3>d5"} <= texts(pos, "R")


def test_what_is_in_the_way_may_leave():
    """LC1: a space where the other stands may be vacant then."""
    pos = kidd.parse("LC Rc1~,Bb2a3 B R6B6 -")
    assert "c1-b2" in texts(pos, "R")
    assert "c1-b2" not in {move.text for move in kidd.parse("LC Rc1~,Bb2a3 R R6B6 -").legal_moves()}


def test_nothing_ahead():
    """On one's own turn, before the colours are chosen (LC6), and when all is over."""
    pos = kidd.start("LC")
    assert moves_ahead(pos, "R") == ()
    chooser = kidd.start("LC", opening="chooser")
    for act in ("@c1", "@a7"):
        assert moves_ahead(chooser, "B") == moves_ahead(chooser, "R") == ()
        chooser = chooser.play(act)
    assert moves_ahead(chooser, "R") == ()
    assert moves_ahead(chooser.play("red"), "B")
