"""What a quiet move is good for, checked against all that may follow it."""

from __future__ import annotations

import random

import pytest

import kidd
from kidd.advice.event import PURPOSES, Event
from kidd.advice.events import events
from kidd.advice.move_facts import find_captures
from kidd.advice.purpose import LOUD, find_purpose
from kidd.advice.threats import after_rolls
from kidd.search.answer import Line, Score
from kidd.search.hint import Hint
from kidd.words.language import tongue_for
from kidd.words.study.hints import advice


@pytest.mark.parametrize("code", ["LC", "QM", "MG2", "MG3"])
def test_every_quiet_move_has_one(code: str):
    """And where no token is at risk, no move of the next player takes one of the mover's."""
    match, chance, told = kidd.Match(code), random.Random(7), set[str]()
    while not match.result and len(match) < 120:
        before = match.position
        move = chance.choice(before.legal_moves())
        match.play(str(move))
        after = match.position
        found = [event.key for event in find_purpose(before, move, after)]
        told.update(found)
        loud = any(event.key in LOUD for event in events(before, move, after))
        assert bool(found) == (move.target is not None and not after.result and not loud)
        if "keeps-safe" in found:
            taken = [
                owner
                for _, eve in after_rolls(after)
                for reply in eve.legal_moves()
                for owner, _ in find_captures(eve, reply)
            ]
            assert before.turn not in taken
    assert told == set(PURPOSES) - {"still-best"}  # which a whole line tells


def test_a_hint_says_it():
    """After what the move does, and before how the game stands."""
    match = kidd.Match("LC Rc1~,Bc9~ R R6B6 -")
    (move,) = (one for one in match.position.legal_moves() if str(one) == "c1-b2")
    after = match.position.play(move)
    assert find_purpose(match.position, move, after) == [Event("keeps-safe", "R"), Event("nears", "R", "B", ("c9",))]
    hint = Hint("c1-b2", Line((move,), Score((0.0, 0.0))))
    said = "Red moves from c1 to b2. This puts no token at risk and comes closer to blue on c9. The game is even."
    assert advice(match, hint, tongue_for("en")) == said
