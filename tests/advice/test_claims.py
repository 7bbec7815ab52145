"""What is said of a move, held against all that can happen after it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import kidd
from kidd.advice.event import Event
from kidd.advice.events import events
from kidd.advice.threats import after_rolls, with_turn
from kidd.position import Position
from kidd.words.event_sentences import sentence
from kidd.words.language import tongue


def told(code: str, games: int, plies: int) -> Iterator[tuple[Position, Event]]:
    """The position after each move of some random games, with each event that is told of it."""
    random = Random(code)
    for _ in range(games):
        pos = kidd.start(code)
        for _ in range(plies):
            if pos.result:
                break
            move = random.choice(pos.legal_moves())
            after = pos.play(move)
            for event in events(pos, move, after):
                yield after, event
            pos = after


def lost(pos: Position, move: object, colour: str) -> set[str]:
    """The spaces on which a colour leads before a move and not after it."""
    after = pos.play(str(move))
    return {piece.space for piece in pos.pieces if piece.crew[0] == colour} - {
        piece.space for piece in after.pieces if piece.crew[0] == colour
    }


def rolls_for(pos: Position, hunter: str, owner: str, space: str) -> tuple[int, ...]:
    """The rolls with which a colour has a move that takes what stands on a space."""
    return tuple(
        roll
        for roll, eve in after_rolls(with_turn(pos, hunter))
        if any(space in lost(eve, move, owner) for move in eve.legal_moves() if move.target)
    )


def test_the_only_way_out_is_one():
    """A cornered group can step on the space that is named, which is vacant, and on no other."""
    claims = 0
    for pos, event in told("LC", 30, 40):
        if event.key == "corners":
            claims += 1
            steps = {move.target for move in pos.legal_moves() if move.origin in event.spaces}
            assert steps == set(event.exits), (str(pos), event)
            assert not steps & {piece.space for piece in pos.pieces}
    assert claims > 8


def test_a_group_is_taken_as_a_whole():
    """LC2: what is said to be taken together leaves the deck in one move."""
    claims = 0
    for pos, event in told("LC", 15, 40):
        if event.key in ("exposes", "leaves", "walks-in"):
            claims += len(event.spaces) > 1
            eve = with_turn(pos, event.by)
            assert any(lost(eve, move, event.to) >= set(event.spaces) for move in eve.legal_moves()), (str(pos), event)
    assert claims > 2


@pytest.mark.parametrize(("code", "games"), [("QM", 5)])
def test_rolls_belong_to_their_spaces(code: str, games: int):
    """Every roll that is named takes every space that is named with it, and no other roll does."""
    claims = 0
    for pos, event in told(code, games, 60):
        if event.key in ("threatens-on", "exposes-on", "leaves-on", "may-free"):
            claims += 1
            for space in event.spaces:
                assert rolls_for(pos, event.by, event.to, space) == event.rolls, (str(pos), event)
    assert claims > 30


def test_a_group_is_told_with_and():
    """No part of a group is taken alone, so that nobody says or."""
    for _, event in told("LC", 15, 40):
        if event.key in ("exposes", "leaves") and len(event.spaces) == 2:
            assert " and " in sentence(event, tongue("en"))
            return
    pytest.fail("no group of two in danger")
