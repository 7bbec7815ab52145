"""What a move did, told by comparing the positions around it."""

from __future__ import annotations

from random import Random

import pytest

from kidd.advice.move_facts import captured, facts_of, find_captures, find_immediate_effects, nobody_is_taken
from tests.contract import Table, tables

SPOILS = {"captures", "seizes", "frees", "tops", "loses", "eliminates"}


@pytest.mark.parametrize("table", tables(), ids=str)
def test_most_moves_take_nobody(table: Table):
    """In random games it is known of each move whether anybody was taken, lost or freed: so it is told and drawn."""
    random, quiet, loud = Random(5), 0, 0
    for _ in range(6):
        before = table.start()
        for _ in range(80):
            if not before.legal_moves():
                break
            move = random.choice(before.legal_moves())
            after = before.play(move)
            if move.target is not None:
                others = {piece.space for piece in before.pieces if piece.crew[0] != before.turn}
                takes = not others.isdisjoint((move.target, *move.escapes))
                if before.game.descriptor.captured_leave:
                    takes = after.captured != before.captured
                assert nobody_is_taken(before, move, after) is not takes, (str(before), str(move))
                told = {event.key for event in find_immediate_effects(before, move, after)} & SPOILS
                left = facts_of(before, move, after)
                assert bool(told) is bool(left.taken) is takes
                assert bool(find_captures(before, move, after)) is bool(told - {"loses"})
                quiet, loud = quiet + (not takes), loud + takes
            before = after
    assert quiet > loud > 0


@pytest.mark.parametrize("table", tables(), ids=str)
def test_what_each_crew_has_taken(table: Table):
    """What all crews have taken together is as much as is captured; a crew takes nothing of its own."""
    random = Random(6)
    pos = table.start()
    for _ in range(120):
        held = captured(pos)
        assert "".join(held) == pos.game.colours
        assert not any(colour in taken for colour, taken in held.items())
        if len(held) == 2 and pos.game.descriptor.captured_leave:
            assert sum(map(len, held.values())) == pos.captured
        if not pos.legal_moves():
            break
        pos = pos.play(random.choice(pos.legal_moves()))
