"""The worked example of docs/rules.md: fourteen tokens, of which four are surrounded."""

import pytest

import kidd
from tests.rules.oracle import chart_of, groups, read, surrounded

EXAMPLE = "Rc1~,Bb2a3,Bd2e3,Ra3~,Bc3d2,Rc4c3,Ba5a3,Rb5a5,Bd5e5,Bc6d5,Ra7~,Rc7d8,Bb8a7,Rc9~"
AFTERWARDS = "Bb2a3,Bd2e3,Ra3~,Bc3d2,Ba5a3,Bd5e5,Bc6d5,Ra7~,Rc7d8,Rc9~"
CHART = chart_of(kidd.Deck.named("kidd-18"))


@pytest.mark.parametrize(
    ("arrival", "turn", "hands"),
    [
        ("e3-d2", "B", "R0B0"),
        ("e5-d5", "B", "R0B0"),
        ("d8-c7", "R", "R0B0"),
        ("@c1", "R", "R1B0"),
        ("@a3", "R", "R1B0"),
        ("@a7", "R", "R1B0"),
        ("@c9", "R", "R1B0"),
    ],
)
def test_exactly_c1_b5_with_c4_and_b8_are_captured(arrival: str, turn: str, hands: str):
    """LC2, LC3: whichever token comes last and completes the example, {c1}, {b5, c4} and {b8} leave and nobody else."""
    origin, target = arrival.lstrip("@").split("-") if "-" in arrival else ("", arrival[1:])
    last = next(man for man in EXAMPLE.split(",") if man[1:3] == target)
    before = ",".join(man for man in EXAMPLE.split(",") if man != last)
    if origin:
        # Where it came from its back was turned to any other way.
        back = next(iter(sorted(CHART.next_to[origin] - {target})))
        before += f",{turn}{origin}{back}"
    pos = kidd.parse(f"LC {before} {turn} {hands} -")
    other = "B" if turn == "R" else "R"
    assert str(pos.play(arrival)) == f"LC {AFTERWARDS} {other} R0B0 -"


def test_the_groups_of_the_example():
    """LC2: what the rules page says of each group, by the slow rule book."""
    men = read(f"LC {EXAMPLE} R R0B0 -").men
    assert surrounded(men, CHART, "R") == {"c1", "b5", "c4"}
    assert surrounded(men, CHART, "B") == {"b8"}
    together = [sorted(group) for colour in "RB" for group in groups(men, CHART, colour)]
    assert ["b5", "c4"] in together
    assert ["b2", "c3", "d2"] in together
    assert ["c6", "d5"] in together


def test_with_red_to_act_the_only_move_saves_b8():
    """LC3: as the example stands red can but step from c9 to d8, which leaves a vacant space beside b8."""
    pos = kidd.parse(f"LC {EXAMPLE} R R0B0 -")
    assert [str(move) for move in pos.legal_moves()] == ["c9-d8"]
    stay = AFTERWARDS.replace(",Rc9~", ",Bb8a7,Rd8c9")
    assert str(pos.play("c9-d8")) == f"LC {stay} B R0B0 -"


def test_with_blue_to_act_the_game_is_over():
    """LC4: nobody leaves before a turn is made, and blue cannot make one."""
    pos = kidd.parse(f"LC {EXAMPLE} B R0B0 -")
    assert len(pos.pieces) == 14
    assert pos.result == ("R", "immobile")
