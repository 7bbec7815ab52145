"""Loyal Captain, rule by rule: LC1 to LC7 of docs/rules.md."""

from random import Random

import pytest

import kidd


def moves(text: str, **options: str) -> set[str]:
    """All that may be done in a position."""
    return set(map(str, kidd.parse(text, **options).legal_moves()))


def after(text: str, move: str) -> str:
    """The position that a move leads to."""
    return str(kidd.parse(text).play(move))


# LC1


def test_lc1_a_turn_is_to_enter_a_token_or_to_move_one_by_one_step():
    """LC1: each vacant hatch, and each step forward."""
    assert moves("LC Ra3~,Bc9~ R R6B6 -") == {"@c1", "@e3", "@a7", "@e7", "a3-b2", "a3-a5"}


def test_lc1_a_step_leads_to_a_vacant_space():
    """LC1: not onto one's own, nor onto the other side, from behind or not."""
    assert moves("LC Bb2a3,Ra3~,Ra5a7 R R0B0 -") == {"a5-b5"}


def test_lc1_who_has_an_empty_hand_only_moves():
    """LC1: there are vacant hatches, but nothing to enter."""
    assert moves("LC Rc4c3,Bc9~ R R0B6 -") == {"c4-b5", "c4-d5"}


def test_lc1_passing_is_not_allowed():
    """LC1: a pass is refused, and no position lists it."""
    with pytest.raises(kidd.IllegalMove, match="may not pass"):
        kidd.parse("LC Ra3~,Bc9~ R R6B6 -").play("pass")


# LC2


def test_lc2_a_token_on_a_hatch_is_captured_by_two():
    """LC2: the sea is not a space, so b2 and d2 are all that is next to c1."""
    assert after("LC Rc1~,Bb2a3,Be3~,Rc9~ B R0B0 -", "e3-d2") == "LC Bb2a3,Bd2e3,Rc9~ R R0B0 -"


def test_lc2_a_token_inside_is_captured_by_three():
    """LC2: two are not enough, and where its own back is turned to does not matter."""
    three = "LC Bc3b2,Rc4{back},Bb5a5,Be5e3,Rc9~ B R0B0 -"
    for back in ("c3", "b5", "d5"):
        assert after(three.format(back=back), "e5-d5") == "LC Bc3b2,Bb5a5,Bd5e5,Rc9~ R R0B0 -"
        assert f"Rc4{back}" in after(three.format(back=back), "e5-e7")


def test_lc2_a_group_is_captured_as_one():
    """LC2: b5 and c4 are joined by a path; their four neighbours are blue."""
    text = "LC Bc3b2,Rc4c3,Ba5a3,Rb5a5,Be5e3,Bc6c7,Rc9~ B R0B0 -"
    assert after(text, "e5-d5") == "LC Bc3b2,Ba5a3,Bd5e5,Bc6c7,Rc9~ R R0B0 -"


def test_lc2_one_vacant_neighbour_saves_the_whole_group():
    """LC2: as before, but nobody is on c6."""
    text = "LC Bc3b2,Rc4c3,Ba5a3,Rb5a5,Be5e3,Rc9~ B R0B0 -"
    assert after(text, "e5-d5") == "LC Bc3b2,Rc4c3,Ba5a3,Rb5a5,Bd5e5,Rc9~ R R0B0 -"


def test_lc2_one_back_turned_to_any_member_saves_the_whole_group():
    """LC2: as before, but c6 has its back to b5; nobody is taken."""
    text = "LC Bc3b2,Rc4c3,Ba5a3,Rb5a5,Be5e3,Bc6b5,Rc9~ B R0B0 -"
    assert after(text, "e5-d5") == "LC Bc3b2,Rc4c3,Ba5a3,Rb5a5,Bd5e5,Bc6b5,Rc9~ R R0B0 -"


@pytest.mark.parametrize(("back", "left"), [("c7", 0), ("b5", 3), ("d5", 3)])
def test_lc2_an_enemy_next_to_two_members_saves_both_with_a_back_to_one(back: str, left: int):
    """LC2: c6 is next to b5 and d5 of the group b5-c4-d5; its back to either of them saves all three."""
    pos = kidd.parse(f"LC Bc3b2,Rc4c3,Ba5a3,Rb5c4,Rd5c4,Bc6{back},Be7~,Rc9~ B R0B0 -").play("e7-e5")
    assert sum(piece.crew == "R" for piece in pos.pieces) == 1 + left


def test_lc2_captured_tokens_leave_the_game():
    """LC2: they do not go back to the hand."""
    pos = kidd.parse("LC Rc1~,Bb2a3,Be3~,Rc9~ B R2B3 -")
    then = pos.play("e3-d2")
    assert then.hands == {"R": 2, "B": 3}
    assert then.captured - pos.captured == 1


# LC3


def test_lc3_entering_between_two_threats_takes_first():
    """LC3: b2 and d2 threaten c1, but entering there captures b2, and then c1 has a vacant neighbour."""
    assert after("LC Bb2a3,Bd2e3,Ra3~,Rc3c4 R R5B5 -", "@c1") == "LC Rc1~,Bd2e3,Ra3~,Rc3c4 B R4B5 -"


def test_lc3_entering_between_two_threats_without_taking_loses_the_token():
    """LC3: the mover's own groups are looked at as well."""
    assert after("LC Bb2a3,Bd2e3,Rc9~ R R5B5 -", "@c1") == "LC Bb2a3,Bd2e3,Rc9~ B R4B5 -"


def test_lc3_entering_may_lose_a_whole_group():
    """LC3: a token that fills the last vacant space beside its own group is lost with it."""
    assert after("LC Rb2c1,Bd2e3,Ba3~,Bc3c4,Rc9~ R R5B4 -", "@c1") == "LC Bd2e3,Ba3~,Bc3c4,Rc9~ B R4B4 -"


def test_lc3_a_token_that_stepped_is_not_lost():
    """LC3: it has left a vacant space behind it, whoever threatens it from the front."""
    assert after("LC Rb2a3,Bd2e3,Rc9~ R R0B0 -", "b2-c1") == "LC Rc1b2,Bd2e3,Rc9~ B R0B0 -"


def test_lc3_no_step_ever_loses_its_own():
    """LC3: the space that a token left saves its group, in games and in positions where nobody stood surrounded."""
    random, steps = Random(3), 0
    while steps < 3000:
        pos = kidd.start("LC")
        while not pos.result and steps < 3000:
            move = random.choice(pos.legal_moves())
            own = sum(piece.crew == pos.turn for piece in pos.pieces)
            left = sum(piece.crew == pos.turn for piece in pos.play(move).pieces)
            if move.origin:
                steps += 1
                assert left == own, (pos, move)
            pos = pos.play(move)


def test_lc3_several_groups_leave_at_once():
    """LC3: one token on c1 completes the ring around b2 and the one around d2."""
    assert after("LC Bb2a3,Bd2e3,Ra3~,Rc3c4,Re3~,Bc9~ R R4B4 -", "@c1") == "LC Rc1~,Ra3~,Rc3c4,Re3~,Bc9~ B R3B4 -"


def test_lc3_both_sides_may_lose_tokens_in_one_turn():
    """LC3: a7-a5 captures b5; c1, which stood surrounded by hand, is lost all the same."""
    text = "LC Rc1~,Bb2a3,Bd2e3,Rc4c3,Bb5a5,Rc6c7,Ra7~,Bc9~ R R0B0 -"
    assert after(text, "a7-a5") == "LC Bb2a3,Bd2e3,Rc4c3,Ra5a7,Rc6c7,Bc9~ B R0B0 -"


@pytest.mark.parametrize(("turn", "move"), [("R", "a7-a5"), ("B", "c9-b8")])
def test_lc3_a_group_set_up_surrounded_leaves_after_the_next_turn(turn: str, move: str):
    """LC3: whoever makes that turn, and however far away."""
    pos = kidd.parse(f"LC Rc1~,Bb2a3,Bd2e3,Ra7~,Bc9~ {turn} R0B0 -")
    assert "Rc1~" in str(pos)
    assert "Rc1~" not in str(pos.play(move))


def test_lc3_a_group_set_up_surrounded_stays_if_the_turn_relieves_it():
    """LC3: blue goes away from b2, or red captures b2, whose group leaves before red's are looked at."""
    assert "Rc1~" in after("LC Rc1~,Bb2a3,Bd2e3,Ra7~,Bc9~ B R0B0 -", "b2-c3")
    assert after("LC Rc1~,Bb2a3,Bd2e3,Ra3~,Rc4d5,Bc9~ R R0B0 -", "c4-c3") == ("LC Rc1~,Bd2e3,Ra3~,Rc3c4,Bc9~ B R0B0 -")


# LC4


def test_lc4_who_can_neither_move_nor_enter_loses():
    """LC4: red on c1 has its back to b2 and a blue token before it."""
    pos = kidd.parse("LC Rc1b2,Bd2e3 R R0B0 -")
    assert pos.legal_moves() == ()
    assert pos.result == ("B", "immobile")


def test_lc4_who_can_enter_plays_on():
    """LC4: the same position with a token in hand."""
    assert moves("LC Rc1b2,Bd2e3 R R1B0 -") == {"@a3", "@e3", "@a7", "@e7", "@c9"}


def test_lc4_a_full_hand_is_of_no_use_where_no_hatch_is_vacant():
    """LC4: six tokens in hand, but a token on every hatch."""
    assert kidd.parse("LC Rc1b2,Bd2e3,Ba3~,Be3~,Ba7~,Be7~,Bc9~ R R6B0 -").result == ("B", "immobile")


def test_lc4_who_has_nobody_left_loses():
    """LC4: the last red token was captured."""
    pos = kidd.parse("LC Rc1~,Bb2a3,Be3~ B R0B0 -").play("e3-d2")
    assert str(pos) == "LC Bb2a3,Bd2e3 R R0B0 -"
    assert pos.result == ("B", "immobile")


# LC5


def test_lc5_a_contest_gives_twenty_turns():
    """LC5: the position is the same, but for the count."""
    pos = kidd.parse("LC Rc4c3,Bc9~ R R0B0 -").contested("B")
    assert str(pos) == "LC Rc4c3,Bc9~ R R0B0 B20"
    assert pos.contest == ("B", 20)
    assert kidd.parse("LC Rc4c3,Bc9~ R R0B0 -").contest is None


def test_lc5_the_count_goes_down_with_the_contesters_moves_only():
    """LC5: red contests; blue's moves in between do not count."""
    pos = kidd.parse("LC Rc4c3,Bc9~ R R0B0 R3")
    counts = []
    for move in ("c4-b5", "c9-b8", "b5-a5", "b8-c7", "a5-a3"):
        pos = pos.play(move)
        counts.append(pos.contest)
    assert counts == [("R", 2), ("R", 2), ("R", 1), ("R", 1), ("R", 0)]
    assert pos.result == ("B", "not-proven")
    assert pos.legal_moves() == ()


def test_lc5_all_twenty_turns_can_be_made():
    """LC5: going round c4-b5-c6-d5, the contester makes exactly twenty moves before the game is over."""
    pos = kidd.parse("LC Rc4c3,Bb8a7 B R0B0 -").contested("B")
    red, blue = ["c4-b5", "b5-c6", "c6-d5", "d5-c4"], ["b8-c9", "c9-d8", "d8-c7", "c7-b8"]
    for turn in range(20):
        assert pos.result is None
        assert pos.contest == ("B", 20 - turn)
        pos = pos.play(blue[turn % 4])
        if turn < 19:
            pos = pos.play(red[turn % 4])
    assert pos.contest == ("B", 0)
    assert pos.result == ("R", "not-proven")


def test_lc5_a_capture_by_the_contester_sets_the_count_back():
    """LC5: blue contests and takes c1, with the last of its moves, too."""
    for left in (20, 3, 1):
        assert after(f"LC Rc1~,Bb2a3,Be3~,Rc9~ B R0B0 B{left}", "e3-d2") == "LC Bb2a3,Bd2e3,Rc9~ R R0B0 B20"


def test_lc5_a_capture_by_the_other_side_sets_the_count_back():
    """LC5: red contests, and blue takes c1."""
    assert after("LC Rc1~,Bb2a3,Be3~,Rc9~ B R0B0 R3", "e3-d2") == "LC Bb2a3,Bd2e3,Rc9~ R R0B0 R20"


def test_lc5_a_token_that_enters_and_is_lost_sets_the_count_back():
    """LC5: that is a capture as well, though nobody of the other side has moved."""
    assert after("LC Bb2a3,Bd2e3,Rc9~ R R5B5 R1", "@c1") == "LC Bb2a3,Bd2e3,Rc9~ B R4B5 R20"


def test_lc5_the_very_last_move_may_win():
    """LC5: at 0 the game is over, but red has won if blue cannot move then."""
    last = kidd.parse("LC Bc1b2,Re3~ R R0B0 R1")
    assert str(last.play("e3-d2")) == "LC Bc1b2,Rd2e3 B R0B0 R0"
    assert last.play("e3-d2").result == ("R", "immobile")
    assert last.play("e3-e5").result == ("B", "not-proven")


def test_lc5_a_contester_who_cannot_move_loses_before_the_count_is_over():
    """LC5, LC4: the contest changes nothing about who is stuck."""
    assert kidd.parse("LC Rc1b2,Bd2e3 R R0B0 R7").result == ("B", "immobile")
    assert kidd.parse("LC Rc1b2,Bd2e3 R R0B0 B7").result == ("B", "immobile")


# LC6


def test_lc6_the_chooser_opening():
    """LC6: one red and one blue token enter, a colour is picked, and it is red's turn."""
    pos = kidd.start("LC", opening="chooser")
    texts = [str(pos)]
    for move in ("@c1", "@a7", "blue"):
        pos = pos.play(move)
        texts.append(str(pos))
    assert texts == [
        "LC - R R7B7 -",
        "LC Rc1~ B R6B7 -",
        "LC Rc1~,Ba7~ R R6B6 choose",
        "LC Rc1~,Ba7~ R R6B6 -",
    ]


def test_lc6_either_colour_may_be_picked_and_nothing_else_be_done():
    """LC6: who sits where is the match's business, so both choices lead to the same position."""
    pos = kidd.parse("LC Rc1~,Ba7~ R R6B6 choose", opening="chooser")
    assert pos.choosing
    assert [str(move) for move in pos.legal_moves()] == ["red", "blue"]
    assert pos.play("red") == pos.play("blue")
    assert not pos.play("red").choosing
    for move in ("@e3", "c1-b2", "pass"):
        with pytest.raises(kidd.IllegalMove, match="pick a colour first"):
            pos.play(move)


def test_lc6_a_colour_is_picked_once():
    """LC6: after the choice tokens enter as always."""
    pos = kidd.parse("LC Rc1~,Ba7~ R R6B6 -", opening="chooser")
    assert not pos.play("@e3").play("@c9").choosing


def test_lc6_the_plain_opening_has_no_choice():
    """LC6: it is a variant."""
    assert not kidd.start("LC").play("@c1").play("@a7").choosing


@pytest.mark.parametrize(
    "text",
    ["LC - B R7B7 -", "LC Rc1b2 B R6B7 -", "LC Rc1~,Ra3~ B R5B7 -", "LC Rc1~ B R6B7 R18"],
)
def test_lc6_only_the_two_tokens_of_the_opening_bring_the_choice(text: str):
    """LC6: in a position set up otherwise blue's first token is a token like any other, and the text reads back."""
    pos = kidd.parse(text, opening="chooser").play("@e7")
    assert not pos.choosing
    assert kidd.parse(str(pos), opening="chooser") == pos


# LC7


def test_lc7_the_same_position_has_the_same_key():
    """LC7: going round c4-b5-c6-d5 and b8-c9-d8-c7 brings the position back, not before."""
    pos = kidd.parse("LC Rc4d5,Bb8c7 R R1B1 -")
    keys = [pos.repetition_key]
    for move in ("c4-b5", "b8-c9", "b5-c6", "c9-d8", "c6-d5", "d8-c7", "d5-c4", "c7-b8"):
        pos = pos.play(move)
        keys.append(pos.repetition_key)
    assert keys[8] == keys[0]
    assert len(set(keys)) == 8


def test_lc7_side_to_move_hands_and_backs_make_another_position():
    """LC7: the same tokens on the same spaces are not enough."""
    texts = ["Rc4d5,Bb8c7 R R1B1 -", "Rc4d5,Bb8c7 B R1B1 -", "Rc4d5,Bb8c7 R R1B0 -", "Rc4c3,Bb8c7 R R1B1 -"]
    assert len({kidd.parse(f"LC {text}").repetition_key for text in texts}) == 4


def test_lc7_a_running_count_makes_another_position():
    """LC7: as the count falls with each turn of the contester, nothing comes again while it runs."""
    plain = kidd.parse("LC Rc4d5,Bb8c7 R R1B1 -")
    contested = [plain.contested(colour, turns) for colour in "RB" for turns in (3, 20)]
    assert len({pos.repetition_key for pos in [plain, *contested]}) == 5
    pos = plain.contested("B")
    for move in ("c4-b5", "b8-c9", "b5-c6", "c9-d8", "c6-d5", "d8-c7", "d5-c4", "c7-b8"):
        pos = pos.play(move)
    assert (pos.pieces, pos.turn, pos.contest) == (plain.pieces, "R", ("B", 16))
    assert pos.repetition_key != plain.contested("B").repetition_key


def test_lc7_positions_know_no_history():
    """LC7: with repetition=3, too, it is the match that counts."""
    assert kidd.start("LC", repetition=3).result is None
