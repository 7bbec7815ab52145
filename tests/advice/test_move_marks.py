"""What a move leaves behind on the deck."""

from __future__ import annotations

import pytest

from kidd.advice.move_facts import MoveFacts, Rescue, facts_at, fresh_moves
from kidd.advice.move_marks import last_facts, marks
from kidd.deck import Piece
from kidd.match import Match
from kidd.position import parse


def played(position: str, *acts: str) -> Match:
    """A match from a position."""
    match = Match(parse(position))
    for act in acts:
        match.play(act)
    return match


GROUP = "LC Bb2a3,Bd2e3,Ra3~,Bc3d2,Rc4c3,Ba5a3,Rb5a5,Bd5e5,Bc6d5,Ra7~,Rc7d8,Rc9~,Be7~ B R1B0 -"
CHAIN = "QM RBc4d5,BRa5a7,BRb5a5,Be5e3,Ra7~,Rd8c7,Bc9~ R R2B2 1"
TOWER = "MG2 RBc4c3,BRa5b5,Rc1~,Bc9~,RRBBBRd8c9 R R0B1 -"


def test_a_group_is_gone_lc2() -> None:
    """Everybody of it is told as they stood, and a ghost stands on each space that is empty now."""
    match = played(GROUP, "b2-c1")
    taken = (Piece("R", "c4", "c3"), Piece("R", "b5", "a5"))
    assert facts_at(match, 0) == MoveFacts("B", ("b2", "c1"), ("c1",), "a3", taken, ())
    left = marks(last_facts(match, 1), match.position.pieces)
    assert left.trail.ghosts == (Piece("B", "b2", "a3"), *taken)
    assert (left.last_from, left.last_to, left.taken) == (("b2",), ("c1",), ("c4", "b5"))


def test_a_chain_of_rescues_qm4() -> None:
    """Each captor is taken alone, as whom it held goes on; only the mover's space is empty."""
    match = played(CHAIN, "a7-a5>b5>c6@c1")
    found = facts_at(match, 0)
    assert found.taken == (Piece("B", "a5", "a7"), Piece("B", "b5", "a5"))
    assert found.freed == (Rescue("R", "a5", "b5"), Rescue("R", "b5", "c6"))
    left = marks([found], match.position.pieces)
    assert left.trail == (((("a7", "a5"),), (("a5", "b5"), ("b5", "c6")), (Piece("R", "a7", "~"),)))


def test_a_space_that_is_taken_again_has_no_ghost_qm5() -> None:
    """The new token may enter where the mover stood."""
    match = played("QM Ra7~,Bc9~ R R6B6 1", "a7-b8@a7")
    assert marks(last_facts(match, 1), match.position.pieces).trail.ghosts == ()


def test_a_tower_is_taken_whole_mg3() -> None:
    """Its crew is told from the top down."""
    assert facts_at(played(TOWER, "c4-a5/b5"), 0).taken == (Piece("BR", "a5", "b5"),)


def test_who_enters_into_a_trap_is_lost_lc3() -> None:
    """A token that never stood before leaves a ghost with its back to the sea."""
    match = played("LC Ba5a3,Bb8c9,Rc9~ R R2B2 -", "@a7")
    assert facts_at(match, 0).taken == (Piece("R", "a7", "~"),)


@pytest.mark.parametrize("acts", [("*2",), ("*2", "draw?")])
def test_rolls_and_words_leave_the_last_move_in_sight(acts: tuple[str, ...]) -> None:
    """The die and an offer have no trace of their own."""
    match = played("QM Rc1~ B R6B7 -", "@a7", *acts)
    assert [one.reached for one in last_facts(match, len(match))] == [("a7",)]
    assert last_facts(match, 0) == []


def test_a_pass_leaves_nothing_mg2() -> None:
    """Nobody has walked: there is no way to draw."""
    match = played("MG2 BRBc4c3,RBb5a5,RBd5e5,Rc6c7,Ra7a5,RBb8a7,RBd8e7,Bc9~ R R0B0 -", "pass")
    found = marks([facts_at(match, 0)], match.position.pieces)
    assert (found.trail.ways, found.last_from, found.last_to) == ((), (), ())


def test_fresh_is_what_happened_since_ones_own_move() -> None:
    """One move of every other crew; for those who watch, or sit on all seats, the last one alone; no pass."""
    match = played("MG3 - R R6B6G6 -", "@c1", "@a3", "@e3", "@a7")
    assert fresh_moves(match, "R", match.act_by) == (4,)
    assert fresh_moves(match, "B", match.act_by) == (3, 4)
    assert fresh_moves(match, "G", match.act_by) == (4,)
    assert fresh_moves(match, "", match.act_by) == fresh_moves(match, "RBG", match.act_by) == (4,)
    out = played("MG3 RGGc4c3,BGGa5a7,Rc1~,Bc9~,RGe5e7,BGc6c7 R R3B3G0 -", "@e3", "c9-b8", "pass", "@e7", "@a3")
    assert fresh_moves(out, "G", out.act_by) == (4, 5)
