"""Who is in danger: what the rule books find by trying every move is what the moves take, one by one."""

from __future__ import annotations

from random import Random

import pytest

import kidd
from kidd.advice.threats import find_threats
from tests.contract import Table, tables


@pytest.mark.parametrize("table", tables(), ids=str)
def test_the_same_are_in_danger_either_way(table: Table):
    """In random games, whoever hunts: the spaces that `threatened` names are those of all threats to these colours."""
    random, found = Random(3), 0
    for _ in range(3):
        pos = table.start()
        for _ in range(70):
            if not pos.legal_moves():
                break
            pos = pos.play(random.choice(pos.legal_moves()))
            if pos.choosing:
                continue
            for hunter in pos.game.colours:
                owners = pos.game.colours.replace(hunter, "")
                for some in {owners, *owners}:
                    taken = {space for one in find_threats(pos, hunter) if one.owner in some for space in one.spaces}
                    assert set(pos.threatened(hunter, some)) == taken, (str(pos), hunter, some)
                    found += len(taken)
    assert found


def test_neither_die_nor_contest_nor_passes_hinder_a_hunter():
    """The danger is that of the next turn: before any roll, and whatever the count of a contest."""
    for die in (1, 2, 3):
        assert "c4" in kidd.parse(f"QM Rc4c3,Bc3d2,Rb2c1 B R5B6 {die}").threatened("B", "R"), "by a step"
    calm = kidd.parse("LC Rc1~,Ba7~,Re3~ R R4B5 -")
    assert calm.contested("R", 1).threatened("R", "B") == calm.threatened("R", "B")
    assert kidd.start("MG2").threatened("R", "B") == ()
