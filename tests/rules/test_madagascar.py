"""Madagascar, rule by rule: MG1 to MG7 of docs/rules.md."""

import pytest

import kidd
from tests.contract import decks
from tests.rules.oracle import chart_of, read, walks

HATCHES = ["c1", "a3", "e3", "a7", "e7", "c9"]


def moves(text: str) -> set[str]:
    """All that may be done in a position."""
    return set(map(str, kidd.parse(text).legal_moves()))


def after(text: str, move: str) -> str:
    """The position that a move leads to."""
    return str(kidd.parse(text).play(move))


# MG1


@pytest.mark.parametrize(("code", "left"), [("MG2", {"R": 4, "B": 4}), ("MG3", {"R": 4, "B": 4, "G": 4})])
def test_mg1_players_enter_in_turn_until_all_hatches_are_taken(code: str, left: dict[str, int]):
    """MG1: three tokens each for two, two each for three; nothing else may be done before."""
    pos = kidd.start(code)
    for taken, hatch in enumerate(HATCHES):
        assert {str(move)[0] for move in pos.legal_moves()} == {"@"}
        assert len(pos.legal_moves()) == 6 - taken
        pos = pos.play(f"@{hatch}")
    assert pos.hands == left
    assert "@" not in {str(move)[0] for move in pos.legal_moves()}


def test_mg1_nobody_moves_before_all_hatches_are_taken():
    """MG1: the refusal says so."""
    pos = kidd.parse("MG2 Rc1~,Ba3~,Re3~,Ba7~ R R5B5 -")
    assert moves(str(pos)) == {"@e7", "@c9"}
    with pytest.raises(kidd.IllegalMove, match="players only enter until every hatch has been taken"):
        pos.play("c1-b2")


def test_mg1_six_tokens_have_entered_for_good():
    """MG1: a hatch that becomes vacant afterwards does not bring the beginning back."""
    assert moves("MG2 Rb2c1,Ba3~,Re3~,Ba7~,Re7~,Bc9~ B R4B4 -") == {"@c1", "a3-a5", "a7-a5", "a7-b8", "c9-b8", "c9-d8"}


def test_mg1_on_another_deck_its_hatches_count():
    """MG1, D5: three on the raft."""
    (raft,) = (deck for deck in decks() if deck.name == "raft-7")
    pos = kidd.start("MG2", deck=raft).play("@a1").play("@a3").play("@a5")
    assert set(map(str, pos.legal_moves())) == {"a3-a2", "a3-a4"}


# MG2


def test_mg2_move_one_or_enter_one():
    """MG2: a tower or a token, or a vacant hatch while there are tokens in hand."""
    assert moves("MG2 Rc4c3,RBa5a7,Ba3~,Be3~,Be7~ R R2B3 -") == {
        *("@c1", "@a7", "@c9", "c4-b5", "c4-d5", "a5-c6/b5"),
    }


def test_mg2_who_can_do_neither_passes():
    """MG2: red on c1 has a blue tower before it that looks at it, and nothing in hand."""
    pos = "MG2 Rc1b2,BRd2e3,Bc9~ R R0B0 -"
    assert moves(pos) == {"pass"}
    assert after(pos, "pass") == "MG2 Rc1b2,BRd2e3,Bc9~ B R0B0 p1"


def test_mg2_who_can_must():
    """MG2: with one token in hand and a vacant hatch red has to enter it."""
    pos = kidd.parse("MG2 Rc1b2,BRd2e3,Ba3~,Be3~,Ba7~,Be7~ R R1B0 -")
    assert moves(str(pos)) == {"@c9"}
    with pytest.raises(kidd.IllegalMove, match="who can move may not pass"):
        pos.play("pass")


def test_mg2_tokens_in_hand_do_not_help_where_no_hatch_is_vacant():
    """MG2: red passes with five in hand."""
    assert moves("MG2 Rc1b2,BRd2e3,Ba3~,Be3~,Ba7~,Be7~,Bc9~ R R5B1 -") == {"pass"}


# MG3


def test_mg3_a_move_may_end_on_an_enemy_from_behind():
    """MG3: b5 has its back to a5; who comes from there goes on top."""
    assert after("MG2 Ra5a7,Bb5a5,Bc9~ R R0B0 -", "a5-b5") == "MG2 RBb5a5,Bc9~ B R0B0 -"


def test_mg3_not_from_the_front_nor_from_the_side():
    """MG3: red on c4 looks at b5, whose back is to a5."""
    assert moves("MG2 Rc4c3,Bb5a5 R R0B0 -") == {"c4-d5"}


def test_mg3_towers_capture_and_are_captured_whole():
    """MG3: red on blue comes by a3 and a5 to b5, where blue leads three: five in one tower, in that order."""
    assert after("MG2 RBa3~,BRBb5a5,Bc9~ R R0B0 -", "a3-b5/a5") == "MG2 RBBRBb5a5,Bc9~ B R0B0 -"


def test_mg3_never_onto_a_tower_that_ones_own_colour_leads():
    """MG3: whoever lies below."""
    assert moves("MG2 Ra5a7,RBb5a5,Bc9~ R R0B0 -") == {"a5-a3", "b5-c3/c4", "b5-d5/c4", "b5-d5/c6", "b5-c7/c6"}


def test_mg3_ones_own_tokens_may_lie_further_down():
    """MG3: red lands on blue, under which lie two red ones; nobody is freed."""
    assert after("MG2 Ra5a7,BRRb5a5,Bc9~ R R0B0 -", "a5-b5") == "MG2 RBRRb5a5,Bc9~ B R0B0 -"


def test_mg3_who_has_the_sea_behind_cannot_be_captured():
    """MG3: as in QM3."""
    assert moves("MG2 Re5e3,Rd8c7,Be7~ R R0B0 -") == {"e5-d5", "d8-c9"}
    assert moves("MG2 Re5e3,Rd8c7,Be7e5 R R0B0 -") == {"e5-d5", "e5-e7", "d8-c9"}


def test_mg3_with_three_players_everybody_elses_towers_are_enemies():
    """MG3: gold may land on red and on blue."""
    assert moves("MG3 Rc4b5,Gb5a5,Bc6b5 G R0B0G0 -") == {"b5-c4", "b5-c6"}


# MG4


def test_mg4_a_tower_of_n_moves_exactly_n_steps():
    """MG4: from c4 with its back to c3: one, two and three high."""
    assert moves("MG2 Rc4c3,Bc9~ R R0B0 -") == {"c4-b5", "c4-d5"}
    assert moves("MG2 RBc4c3,Bc9~ R R0B0 -") == {"c4-a5/b5", "c4-c6/b5", "c4-c6/d5", "c4-e5/d5"}
    assert moves("MG2 RBBc4c3,Bc9~ R R0B0 -") == {
        *("c4-a3/a5", "c4-a7/a5", "c4-c7/c6", "c4-d5/c6", "c4-b5/c6", "c4-e3/e5", "c4-e7/e5"),
    }


def test_mg4_only_over_vacant_spaces():
    """MG4: blue on b5 and on d5 let nobody past, backs or not."""
    assert moves("MG2 RBc4c3,Bb5c4,Bd5c4 R R0B0 -") == {"pass"}
    assert moves("MG2 RBc4c3,Bb5c4 R R0B0 -") == {"c4-c6/d5", "c4-e5/d5"}


def test_mg4_a_walk_may_end_where_it_began():
    """MG4: four steps round c4-b5-c6-d5, either way; the back has turned to the last space before."""
    pos = "MG2 RBBBc4c3,Bc9~ R R0B0 -"
    assert {"c4-c4/b5", "c4-c4/d5"} <= moves(pos)
    assert after(pos, "c4-c4/d5") == "MG2 RBBBc4d5,Bc9~ B R0B0 -"
    assert after(pos, "c4-c4/b5") == "MG2 RBBBc4b5,Bc9~ B R0B0 -"


def test_mg4_a_walk_may_pass_where_it_began():
    """MG4: six steps, four of them round the ring and two more through c4 to c3 and b2; every other way is shut."""
    pos = "MG2 RBBBRRc4c3,Ba5a3,Be5e3,Bc7d8,Ba7~ R R0B0 -"
    assert moves(pos) == {"c4-b2/c3", "c4-d2/c3", "c4-c6/b5", "c4-c6/d5"}
    assert after(pos, "c4-b2/c3") == "MG2 RBBBRRb2c3,Ba5a3,Be5e3,Ba7~,Bc7d8 B R0B0 -"


def test_mg4_walks_with_the_same_last_step_are_one_move():
    """MG4: three steps to c7 lead by b5 or by d5, and are listed once."""
    assert [str(move) for move in kidd.parse("MG2 RBBc4c3,Bc9~ R R0B0 -").legal_moves()].count("c4-c7/c6") == 1


@pytest.mark.parametrize("crew", ["RBRBRBR", "RBRBRBRBRBR", "RBRBRBRBRBRBR"], ids=len)
def test_mg4_the_highest_towers(crew: str):
    """MG4: with all tokens in two towers, too, every landing is exactly so many steps away."""
    text = f"MG2 {crew}c4c3,Bc9d8 R R0B0 -"
    ends = walks(read(text).men, chart_of(kidd.Deck.named("kidd-18")), "c4", len(crew))
    assert moves(text) == {f"c4-{end}/{via}" for via, end in ends if end != "c9" or via == "d8"}


# MG5


def test_mg5_flags_change_nothing():
    """MG5: a tower of six and one of eighteen are written in full and move as far as they are high."""
    six = kidd.parse("MG3 RBGRBGc4c3,Gc9~ R R0B0G0 -")
    assert str(six).split()[1] == "RBGRBGc4c3,Gc9~"
    assert str(six.play("c4-e5/e7")) == "MG3 RBGRBGe5e7,Gc9~ B R0B0G0 -"
    eighteen = kidd.parse(f"MG3 {'RBG' * 6}c4c3 R R0B0G0 -")
    assert eighteen.pieces[0].crew == "RBG" * 6


# MG6


def test_mg6_who_alone_still_leads_wins():
    """MG6: blue's last tower is taken, and blue has nothing in hand."""
    pos = kidd.parse("MG2 Ra5a7,BRb5a5,RBc9~ R R0B0 -").play("a5-b5")
    assert pos.legal_moves() == ()
    assert pos.result == ("R", "all-captured")


def test_mg6_tokens_in_hand_keep_one_in_the_game():
    """MG6: as before, but blue has one more token to enter."""
    pos = kidd.parse("MG2 Ra5a7,BRb5a5,RBc9~ R R0B1 -").play("a5-b5")
    assert pos.result is None
    assert pos.turn == "B"


def test_mg6_with_three_the_last_one_wins():
    """MG6: while red and gold lead towers there is no winner; when gold's last one is taken, there is."""
    pos = kidd.parse("MG3 Ra5a7,GBb5a5,RBc9~ R R0B0G0 -")
    assert pos.result is None
    assert pos.play("a5-a3").result is None
    assert pos.play("a5-b5").result == ("R", "all-captured")


def test_mg6_who_wins_need_not_have_moved_last():
    """MG6: of three, blue may be left alone only by its own move, but a set-up may show it to anybody."""
    assert kidd.parse("MG3 BRGc4c3 R R0B0G0 -").result == ("B", "all-captured")


# MG7


def test_mg7_who_lies_below_does_not_make_another_position():
    """MG7: towers count by place, back, leader and height; with the tokens below swapped it is the same position."""
    one = kidd.parse("MG3 RBGc4c3,GRBBa5a7 B R1B1G1 -")
    other = kidd.parse("MG3 RGBc4c3,GBRBa5a7 B R1B1G1 -")
    assert one.repetition_key == other.repetition_key
    assert one != other
    two = kidd.parse("MG2 RBc4c3,BBa5a7 R R2B2 -"), kidd.parse("MG2 RRc4c3,BRa5a7 R R2B2 -")
    assert two[0].repetition_key == two[1].repetition_key


@pytest.mark.parametrize(
    "text",
    [
        "RBGc4d5,GRBBa5a7 B R1B1G1 -",
        "RBGc6d5,GRBBa5a7 B R1B1G1 -",
        "BRGc4c3,GRBBa5a7 B R1B1G1 -",
        "RBc4c3,GRBBGa5a7 B R1B1G1 -",
        "RBGc4c3,GRBBa5a7 R R1B1G1 -",
        "RBGc4c3,GRBBa5a7 B R2B1G1 -",
        "RBGc4c3,GRBBa5a7,Gc9~ B R1B1G0 -",
    ],
    ids=["back", "place", "leader", "height", "side to move", "hands", "one more"],
)
def test_mg7_everything_else_makes_another_position(text: str):
    """MG7: back, place, leader, height, side to move, hands."""
    assert kidd.parse(f"MG3 {text}").repetition_key != kidd.parse("MG3 RBGc4c3,GRBBa5a7 B R1B1G1 -").repetition_key


def test_mg7_a_position_comes_again_by_play():
    """MG7: two towers of four walk round their rings; after every turn of both it is the same position."""
    pos = kidd.parse("MG2 RBBBc4d5,BRRRb8c7 R R0B0 -")
    again = pos.play("c4-c4/d5").play("b8-b8/c7")
    assert again.repetition_key == pos.repetition_key
    assert again == pos


def test_mg7_passes_do_not_make_another_position():
    """MG7: how often somebody has passed is not among what is compared."""
    keys = {kidd.parse(f"MG3 Rc1b2,BRd2e3,Gc9~ R R0B0G0 {extra}").repetition_key for extra in ("-", "p1", "p2")}
    assert len(keys) == 1


STUCK_2 = "MG2 BRe7e5,BRBRBBBRRRd8c7,RBc9b8 {turn} R0B0 {extra}"
STUCK_3 = "MG3 BBc1d2,GBd2e3,GRBBRBRRRGGa3a5,RGGc3c4 {turn} R0B0G0 {extra}"
WITHOUT_BLUE = "MG3 RBGGa3b2,GBRBRGRa5b5,RGBBBRGa7b8 {turn} R0B0G0 {extra}"


@pytest.mark.parametrize("first", ["R", "B"])
def test_mg7_when_both_pass_the_game_is_drawn(first: str):
    """MG7: neither can move, whoever is asked first."""
    pos = kidd.parse(STUCK_2.format(turn=first, extra="-"))
    assert [str(move) for move in pos.legal_moves()] == ["pass"]
    pos = pos.play("pass")
    assert pos.result is None
    pos = pos.play("pass")
    assert str(pos) == STUCK_2.format(turn=first, extra="p2")
    assert pos.result == (None, "no-one-can-move")
    assert pos.legal_moves() == ()


@pytest.mark.parametrize("first", ["R", "B", "G"])
@pytest.mark.parametrize("stuck", [STUCK_3, WITHOUT_BLUE], ids=["three", "one of them out"])
def test_mg7_when_all_three_pass_the_game_is_drawn(stuck: str, first: str):
    """MG7: it takes three passes, and that of a player with nothing left counts like the others'."""
    pos = kidd.parse(stuck.format(turn=first, extra="-"))
    for _ in range(3):
        assert pos.result is None
        assert [str(move) for move in pos.legal_moves()] == ["pass"]
        pos = pos.play("pass")
    assert str(pos) == stuck.format(turn=first, extra="p3")
    assert pos.result == (None, "no-one-can-move")


def test_mg7_of_three_one_with_nothing_left_passes_until_the_end():
    """MG7: blue is out, but the turn comes to blue every time, and red and gold play on."""
    pos = kidd.parse("MG3 RBc4d5,GBb8c7 R R0B0G0 -")
    for move in ("c4-c6/b5", "pass", "b8-a5/a7", "c6-e5/d5", "pass"):
        assert move in map(str, pos.legal_moves())
        if move == "pass":
            assert (pos.turn, len(pos.legal_moves())) == ("B", 1)
        pos = pos.play(move)
    assert (pos.turn, str(pos).split()[-1]) == ("G", "p1")


def test_mg7_a_move_ends_the_row_of_passes():
    """MG7: red passes, blue moves: the count begins anew."""
    pos = kidd.parse("MG2 Rc1b2,BRd2e3,Bc9~ R R0B0 -").play("pass")
    assert str(pos.play("c9-b8")).endswith("R R0B0 -")


def test_mg7_entering_ends_the_row_of_passes():
    """MG7: and so does a token that enters."""
    pos = kidd.parse("MG2 Rc1b2,BRd2e3,Bc9~,Ba3~,Ba7~,Be7~ R R0B1 -").play("pass")
    assert str(pos.play("@e3")).endswith("R R0B0 -")
