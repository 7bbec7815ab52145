"""What all three games have in common: C1 to C4 of docs/rules.md."""

import pytest

import kidd


def moves(text: str) -> set[str]:
    """All that may be done in a position."""
    return set(map(str, kidd.parse(text).legal_moves()))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("LC", "LC - R R7B7 -"),
        ("QM", "QM - R R7B7 -"),
        ("MG2", "MG2 - R R7B7 -"),
        ("MG3", "MG3 - R R6B6G6 -"),
    ],
)
def test_c1_seven_tokens_a_side_or_six_when_three_play(code: str, text: str):
    """C1: everybody's tokens are in hand, the deck is empty, and red begins."""
    pos = kidd.start(code)
    assert str(pos) == text
    assert set(pos.hands.values()) == {6 if code == "MG3" else 7}
    assert (pos.turn, pos.pieces) == ("R", ())


def test_c1_turns_go_round_red_blue_gold():
    """C1: after gold it is red's turn again."""
    pos, turns = kidd.start("MG3"), ""
    for hatch in ("c1", "a3", "e3", "a7", "e7", "c9"):
        turns += pos.turn
        pos = pos.play(f"@{hatch}")
    assert turns + pos.turn == "RBGRBGR"


@pytest.mark.parametrize("code", ["LC", "QM", "MG2", "MG3"])
def test_c2_a_token_enters_on_a_vacant_hatch_with_its_back_to_the_sea(code: str):
    """C2: all six hatches at first, then those that are left."""
    pos = kidd.start(code)
    assert set(map(str, pos.legal_moves())) == {"@c1", "@a3", "@e3", "@a7", "@e7", "@c9"}
    pos = pos.play("@e7")
    assert pos.pieces == (("R", "e7", "~"),)
    assert set(map(str, pos.legal_moves())) == {"@c1", "@a3", "@e3", "@a7", "@c9"}


@pytest.mark.parametrize(("code", "extra"), [("LC", "-"), ("QM", "1"), ("MG2", "-")])
def test_c3_forward_is_every_way_but_the_one_behind(code: str, extra: str):
    """C3: two ways from the middle of the deck, two for who has entered, one for who came to a hatch by walking."""
    assert moves(f"{code} Rc4c3,Bc9~ R R0B0 {extra}") == {"c4-b5", "c4-d5"}
    assert moves(f"{code} Rc4b5,Bc9~ R R0B0 {extra}") == {"c4-c3", "c4-d5"}
    assert moves(f"{code} Rc1~,Bc9~ R R0B0 {extra}") == {"c1-b2", "c1-d2"}
    assert moves(f"{code} Rc1b2,Bc9~ R R0B0 {extra}") == {"c1-d2"}


@pytest.mark.parametrize(("code", "extra"), [("LC", "-"), ("QM", "1"), ("MG2", "-")])
def test_c4_after_a_step_the_back_is_turned_to_where_one_came_from(code: str, extra: str):
    """C4: from c4 to b5, the back is to c4; from a3 to b2, it is to a3."""
    pos = kidd.parse(f"{code} Rc4c3,Bc9~ R R0B0 {extra}").play("c4-b5")
    assert str(pos) == f"{code} Rb5c4,Bc9~ B R0B0 -"
    pos = kidd.parse(f"{code} Ra3~,Bc9~ R R0B0 {extra}").play("a3-b2")
    assert str(pos) == f"{code} Rb2a3,Bc9~ B R0B0 -"


def test_c4_after_several_steps_the_last_one_counts():
    """C4: from c4 by b5 to c6, the back is to b5."""
    assert str(kidd.parse("QM Rc4c3,Bc9~ R R0B0 2").play("c4-c6/b5")) == "QM Rc6b5,Bc9~ B R0B0 -"
    assert str(kidd.parse("MG2 RBc4c3,Bc9~ R R0B0 -").play("c4-c6/b5")) == "MG2 RBc6b5,Bc9~ B R0B0 -"
