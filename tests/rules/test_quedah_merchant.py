"""Quedah Merchant, rule by rule: QM1 to QM6 of docs/rules.md."""

import pytest

import kidd
from tests.contract import decks


def moves(text: str, **options: str) -> set[str]:
    """All that may be done in a position."""
    return set(map(str, kidd.parse(text, **options).legal_moves()))


def after(text: str, move: str, **options: str) -> str:
    """The position that a move leads to."""
    return str(kidd.parse(text, **options).play(move))


# QM1


def test_qm1_red_then_blue_enter_a_token_and_then_turns_begin():
    """QM1: two tokens enter without a roll, and the first roll is red's."""
    pos = kidd.start("QM").play("@c1").play("@c9")
    assert str(pos) == "QM Rc1~,Bc9~ R R6B6 -"
    assert pos.is_chance
    assert [str(move) for move in pos.legal_moves()] == ["*1", "*2", "*3"]


def test_qm1_the_first_token_comes_before_the_first_roll():
    """QM1: neither side rolls while it has nobody on the deck."""
    for pos in (kidd.start("QM"), kidd.start("QM").play("@c1")):
        assert not pos.is_chance
        with pytest.raises(kidd.IllegalMove, match="not the time to roll the die"):
            pos.play("*1")


def test_qm1_who_has_only_captives_on_the_deck_does_not_begin_anew():
    """QM1, QM6: blue's one token is a captive; blue rolls, and cannot move."""
    pos = kidd.parse("QM RBc4c3 B R6B6 -")
    assert pos.is_chance
    assert pos.play("*1").result == ("R", "blocked")


# QM2


def test_qm2_roll_then_move_exactly_that_many_steps():
    """QM2: from c4 with its back to c3, one, two and three steps over an empty deck."""
    assert moves("QM Rc4c3,Bc9~ R R0B0 1") == {"c4-b5", "c4-d5"}
    assert moves("QM Rc4c3,Bc9~ R R0B0 2") == {"c4-a5/b5", "c4-c6/b5", "c4-c6/d5", "c4-e5/d5"}
    assert moves("QM Rc4c3,Bc9~ R R0B0 3") == {
        *("c4-a3/a5", "c4-a7/a5", "c4-c7/c6", "c4-d5/c6", "c4-b5/c6", "c4-e3/e5", "c4-e7/e5"),
    }


def test_qm2_two_walks_with_the_same_last_step_are_one_move():
    """QM2: by b5 and c6 or by d5 and c6, c4-c7/c6 is the same move and listed once."""
    assert [str(move) for move in kidd.parse("QM Rc4c3,Bc9~ R R0B0 3").legal_moves()].count("c4-c7/c6") == 1


def test_qm2_every_space_passed_over_is_vacant():
    """QM2: with b5 and d5 taken nobody gets past them, whoever it is that stands there."""
    assert moves("QM Rc4c3,Bb5a5,Rd5c6,Bc9~ R R0B0 2") == {"d5-e3/e5", "d5-e7/e5"}
    assert moves("QM Rc4c3,Bb5c4,Bd5c4,Bc9~ R R0B0 2") == set()


def test_qm2_the_die_shows_one_two_or_three():
    """QM2: three rolls, each of which the position then shows, and the turn stays."""
    pos = kidd.parse("QM Rc4c3,Bc9~ B R0B0 -")
    assert [(after.turn, after.die, after.is_chance) for after in map(pos.play, pos.legal_moves())] == [
        ("B", 1, False),
        ("B", 2, False),
        ("B", 3, False),
    ]


def test_qm2_on_a_deck_with_triangles_three_steps_lead_back():
    """QM2: the space that the walk began on counts as vacant, as in MG4; the back has turned."""
    (trefoil,) = (deck for deck in decks() if deck.name == "trefoil-9")
    pos = kidd.parse("QM Ra2c3,Bb1~ R R0B0 3", deck=trefoil)
    assert {"a2-a2/a1", "a2-a2/a3"} <= set(map(str, pos.legal_moves()))
    assert str(pos.play("a2-a2/a3")) == "QM Ra2a3,Bb1~ B R0B0 -"


# QM3


def test_qm3_a_move_may_end_on_an_enemy_from_behind():
    """QM3: b5 has its back to a5, so who comes from there captures it; both look the same way."""
    assert after("QM Ra5a7,Bb5a5 R R0B0 1", "a5-b5") == "QM RBb5a5 B R0B0 -"
    assert after("QM Ra3~,Bb5a5 R R0B0 2", "a3-b5/a5") == "QM RBb5a5 B R0B0 -"


def test_qm3_not_from_the_front_nor_from_the_side():
    """QM3: red on c4 looks at b5, whose back is to a5."""
    assert moves("QM Rc4c3,Bb5a5 R R0B0 1") == {"c4-d5"}


def test_qm3_the_captive_is_carried_along_and_its_owner_may_not_move_it():
    """QM3: a step takes both; blue has nobody else and cannot move."""
    assert after("QM RBb5a5 R R0B0 1", "b5-c4") == "QM RBc4b5 B R0B0 -"
    assert moves("QM RBb5a5,Be7~ B R0B0 1") == {"e7-e5", "e7-d8"}


def test_qm3_who_holds_a_captive_may_not_capture():
    """QM3: it may still go to vacant spaces."""
    assert moves("QM RBa5a7,Bb5a5 R R0B0 1") == {"a5-a3"}


def test_qm3_never_onto_ones_own_colour():
    """QM3: not even from behind, nor onto a captor of one's own."""
    assert moves("QM Ra5a7,Rb5a5 R R0B0 1") == {"a5-a3", "b5-c4", "b5-c6"}
    assert moves("QM Ra5a7,RBb5a5 R R0B0 1") == {"a5-a3", "b5-c4", "b5-c6"}


def test_qm3_who_has_the_sea_behind_cannot_be_captured():
    """QM3: red beside the hatch e7 on both sides; the same token having walked there can be."""
    assert moves("QM Re5e3,Rd8c7,Be7~ R R0B0 1") == {"e5-d5", "d8-c9"}
    assert moves("QM Re5e3,Rd8c7,Be7e5 R R0B0 1") == {"e5-d5", "e5-e7", "d8-c9"}


# QM4


def test_qm4_landing_on_a_captor_frees_the_captive_which_steps_on():
    """QM4: the captor becomes the captive; the freed token takes a step through one of the other two ports."""
    pos = "QM Ra5a7,BRb5a5,Bc9~ R R0B0 1"
    assert moves(pos) == {"a5-a3", "a5-b5>c4", "a5-b5>c6"}
    assert after(pos, "a5-b5>c4") == "QM Rc4b5,RBb5a5,Bc9~ B R0B0 -"
    assert after(pos, "a5-b5>c6") == "QM RBb5a5,Rc6b5,Bc9~ B R0B0 -"


def test_qm4_the_freed_token_may_step_to_where_the_rescuer_came_from():
    """QM4: red walks d2-c1-b2-c3; the space d2 is vacant by then."""
    pos = "QM Rd2e3,BRc3b2,Bc9~ R R0B0 3"
    assert moves(pos) >= {"d2-c3/b2>d2", "d2-c3/b2>c4"}
    assert after(pos, "d2-c3/b2>d2") == "QM Rd2c3,RBc3b2,Bc9~ B R0B0 -"


def test_qm4_the_freed_token_may_capture_from_behind():
    """QM4: c4 has its back to b5, where the freed token comes from; c6 has not."""
    pos = "QM Bc4b5,Ra5a7,BRb5a5,Bc6d5 R R0B0 1"
    assert moves(pos) == {"a5-a3", "a5-b5>c4"}
    assert after(pos, "a5-b5>c4") == "QM RBc4b5,RBb5a5,Bc6d5 B R0B0 -"


def test_qm4_a_rescue_of_two():
    """QM4: the captive freed on b5 takes the captor on c4, and the one freed there goes on."""
    pos = "QM BRc4b5,Ra5a7,BRb5a5,Bc9~ R R0B0 1"
    assert moves(pos) == {"a5-a3", "a5-b5>c6", "a5-b5>c4>c3", "a5-b5>c4>d5"}
    assert after(pos, "a5-b5>c4>d5") == "QM RBc4b5,RBb5a5,Rd5c4,Bc9~ B R0B0 -"


def test_qm4_a_rescue_of_two_that_ends_with_a_capture():
    """QM4: the second one freed takes d5 from behind, which holds nobody."""
    pos = "QM BRc4b5,Ra5a7,BRb5a5,Bd5c4,Bc9~ R R0B0 1"
    assert after(pos, "a5-b5>c4>d5") == "QM RBc4b5,RBb5a5,RBd5c4,Bc9~ B R0B0 -"


def test_qm4_a_rescue_of_three():
    """QM4: b5, c4 and c3 fall one after the other; the last one freed chooses between b2 and d2."""
    pos = "QM BRc3c4,BRc4b5,Ra5a7,BRb5a5,Bc9~ R R0B0 1"
    assert moves(pos) == {
        *("a5-a3", "a5-b5>c6", "a5-b5>c4>d5", "a5-b5>c4>c3>b2", "a5-b5>c4>c3>d2"),
    }
    assert after(pos, "a5-b5>c4>c3>b2") == "QM Rb2c3,RBc3c4,RBc4b5,RBb5a5,Bc9~ B R0B0 -"


def test_qm4_a_rescue_of_three_at_the_end_of_a_long_walk_with_a_token_entering():
    """QM4, QM5: e7-d8-c9-b8, three freed along the rim, and a new token on the hatch just left."""
    pos = "QM Bc1~,BRa5a7,BRa7b8,Re7~,BRb8c9 R R3B3 3"
    assert after(pos, "e7-b8/c9>a7>a5>b5@e7") == "QM Bc1~,RBa5a7,Rb5a5,RBa7b8,Re7~,RBb8c9 B R2B3 -"


def test_qm4_a_rescue_all_round_does_not_end_where_it_began():
    """QM4: c4, b5, c6 and d5 fall; from d5 the last one freed cannot go to c4, where the rescuer stands."""
    pos = "QM Rc3b2,BRc4c3,BRb5c4,BRd5c6,BRc6b5,Bc9~ R R0B0 1"
    chains = {move for move in moves(pos) if move.startswith("c3-c4>b5>c6>d5")}
    assert chains == {"c3-c4>b5>c6>d5>e5"}


def test_qm4_a_rescue_is_forbidden_where_the_freed_token_has_no_way_out():
    """QM4: c4 is red's own and c6 looks at b5; so a5 may not land on b5 at all."""
    assert moves("QM Rc4c3,Ra5a7,BRb5a5,Bc6d5 R R0B0 1") == {"a5-a3", "c4-d5"}


def test_qm4_a_rescue_on_a_hatch_has_one_way_out():
    """QM4: the captor walked to a7 from b8; with a5 taken there is none."""
    assert moves("QM BRa7b8,Rb8c7,Bc9d8 R R0B0 1") == {"b8-a7>a5"}
    assert moves("QM Ra5a3,BRa7b8,Rb8c7,Bc9d8 R R0B0 1") == {"a5-b5"}


def test_qm4_a_chain_is_forbidden_where_the_next_one_freed_has_no_way_out():
    """QM4: by c4 the second one freed would be stuck between c3 and d5, so only c6 is left."""
    assert moves("QM Bc3b2,BRc4b5,Ra5a7,BRb5a5,Rd5e5 R R0B0 1") == {"a5-a3", "a5-b5>c6", "d5-c6"}
    assert moves("QM Bc3b2,BRc4b5,Ra5a7,BRb5a5,Rd5e5,Bc6c7 R R0B0 1") == {"a5-a3"}


def test_qm4_who_holds_a_captive_frees_nobody():
    """QM4, QM3: landing on the captor would be a capture."""
    assert moves("QM RBa5a7,BRb5a5,Bc9~ R R0B0 1") == {"a5-a3"}


# QM5


def test_qm5_a_move_off_a_hatch_brings_in_a_new_token():
    """QM5: on any vacant hatch, the one just left among them; entering is part of the move and not optional."""
    pos = "QM Rc1~,Ba3~,Be3~,Ba7~ R R2B2 1"
    assert moves(pos) == {f"c1-{end}@{hatch}" for end in ("b2", "d2") for hatch in ("c1", "e7", "c9")}
    assert after(pos, "c1-b2@c1") == "QM Rc1~,Rb2c1,Ba3~,Be3~,Ba7~ B R1B2 -"
    with pytest.raises(kidd.IllegalMove, match="a new token must enter"):
        kidd.parse(pos).play("c1-b2")


def test_qm5_not_with_an_empty_hand():
    """QM5: there is nobody to enter."""
    assert moves("QM Rc1~,Bc9~ R R0B2 1") == {"c1-b2", "c1-d2"}


def test_qm5_not_after_a_move_from_elsewhere():
    """QM5: what counts is where the moved token began, not where it ended."""
    assert moves("QM Rb2c3,Bc9~ R R5B5 1") == {"b2-c1", "b2-a3"}


def test_qm5_any_token_or_only_the_one_that_entered_there():
    """QM5: a token that walked to a hatch and leaves it brings in another by default, but not with entry=fresh."""
    walked = "QM Rc1b2,Ba3~,Be3~,Ba7~,Be7~ R R2B2 1"
    assert moves(walked) == {"c1-d2@c1", "c1-d2@c9"}
    assert moves(walked, entry="fresh") == {"c1-d2"}
    entered = walked.replace("b2", "~")
    assert moves(entered) == moves(entered, entry="fresh") == {"c1-b2@c1", "c1-b2@c9", "c1-d2@c1", "c1-d2@c9"}


def test_qm5_a_captor_that_leaves_a_hatch_counts():
    """QM5: it is the token that was moved, captive or not."""
    assert moves("QM RBa7b8,Bc1~,Ba3~,Be3~,Be7~ R R2B2 1") == {"a7-a5@a7", "a7-a5@c9"}


def test_qm5_the_step_of_a_freed_captive_does_not_count():
    """QM5: the captive freed on the hatch a7 steps off it, but the rescuer came from b8."""
    assert moves("QM BRa7b8,Rb8c7,Bc9d8 R R3B3 1") == {"b8-a7>a5"}


def test_qm5_the_new_token_enters_after_the_freed_one_has_stepped():
    """QM5, QM4: from c9 red frees on b8; the one freed may take a7, and then no token enters there."""
    text = "QM BRb8c9,Rc9~,Bc1~,Ba3~,Be3~,Be7~ R R2B1 1"
    assert {move for move in moves(text) if ">a7" in move} == {"c9-b8>a7@c9"}
    assert {move for move in moves(text) if ">c7" in move} == {"c9-b8>c7@c9", "c9-b8>c7@a7"}


# QM6

SIX = "RBc1b2,RBd2c1,RBa3b2,BRe3e5,BRe7d8,BRc9d8"


def test_qm6_seven_captives_end_the_game_and_more_of_them_win():
    """QM6: three each, and then one more for whoever takes it."""
    red = kidd.parse(f"QM {SIX},Ra5a7,Bb5a5 R R0B0 1").play("a5-b5")
    assert red.legal_moves() == ()
    assert red.result == ("R", "seven-captured")
    assert not red.is_chance
    blue = kidd.parse(f"QM {SIX},Ba5a7,Rb5a5 B R0B0 1").play("a5-b5")
    assert blue.result == ("B", "seven-captured")


def test_qm6_who_takes_the_seventh_may_lose():
    """QM6: blue holds five of seven, so red's capture ends the game in blue's favour."""
    five = "RBc1b2,BRd2c1,BRa3b2,BRe3e5,BRe7d8,BRc9d8"
    assert kidd.parse(f"QM {five},Ra5a7,Bb5a5 R R0B0 1").play("a5-b5").result == ("B", "seven-captured")


def test_qm6_six_captives_do_not_end_the_game():
    """QM6: red has to roll and still can move."""
    assert kidd.parse(f"QM {SIX},Ra5a7,Bb5a5 R R0B0 -").is_chance


def test_qm6_who_cannot_use_the_roll_has_lost():
    """QM6: red could go one step, to d2, but the die shows 2."""
    text = "QM Rc1b2,Bc3c4,Be3~ R R0B5 {die}"
    assert moves(text.format(die=1)) == {"c1-d2"}
    for die in (2, 3):
        assert kidd.parse(text.format(die=die)).result == ("B", "blocked")


def test_qm6_with_blocked_any_who_could_use_another_roll_passes():
    """QM6: a pass, and it is blue's roll."""
    text = "QM Rc1b2,Bc3c4,Be3~ R R0B5 {die}"
    assert moves(text.format(die=1), blocked="any") == {"c1-d2"}
    for die in (2, 3):
        assert moves(text.format(die=die), blocked="any") == {"pass"}
        assert after(text.format(die=die), "pass", blocked="any") == "QM Rc1b2,Bc3c4,Be3~ B R0B5 -"


def test_qm6_who_could_use_no_roll_has_lost_either_way():
    """QM6: d2 is taken, so red cannot make a single step."""
    for blocked in ("roll", "any"):
        for die in (1, 2, 3):
            assert kidd.parse(f"QM Rc1b2,Bd2e3 R R0B6 {die}", blocked=blocked).result == ("B", "blocked")


def test_qm6_a_rescue_that_is_forbidden_is_no_move():
    """QM6, QM4: red's only step would free a captive that cannot escape: blocked."""
    assert kidd.parse("QM Bc3b2,Bc4c3,Rc6d5,BRb5c6,Ba5a3,Bc7d8 R R0B0 1").result == ("B", "blocked")
