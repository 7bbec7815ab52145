"""Positions as values: what they tell, and that they never change."""

import pickle
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

import kidd
from kidd.deck import Piece
from kidd.move import Move

QUEDAH = "QM Rd2e3,Bc4c3,Ra5a7,RBd5c4,Re5d5,Bc6b5,Rc7c6,Be7~,BRd8c7,Rc9~ R R0B2 2"
TOWERS = "MG2 Bc1b2,RBBa5a7,RBRRRc6d5,BRBBRb8c7 B R0B0 -"
EVERY = [
    "LC Rc4c3,Bc9~ R R2B3 R17",
    "QM RBc4c3,Bc9~ B R2B3 3",
    "MG2 RBc4c3,Bc9~ B R2B3 p1",
    "MG3 RGc4c3,BBc9~ G R2B3G4 -",
]


def test_what_a_position_tells():
    """Game, deck, turn, pieces in deck order, hands, die: each as its text says."""
    pos = kidd.parse("QM BRc9~,Rc4c3 B R2B3 3")
    assert (pos.game.code, pos.deck.name, pos.turn, pos.die, pos.is_chance) == ("QM", "kidd-18", "B", 3, False)
    assert pos.pieces == (Piece("R", "c4", "c3"), Piece("BR", "c9", "~"))
    assert pos.hands == {"R": 2, "B": 3}
    assert (pos.contest, pos.choosing, pos.result) == (None, False, None)


def test_what_a_move_tells():
    """Where from and to, the last space but one, where the freed step, where a token enters, what was rolled."""
    for walk in kidd.parse("QM Rc4c3,Bc9~ R R0B0 2").legal_moves():
        assert str(walk) == f"{walk.origin}-{walk.target}/{walk.via}"
    freeing = kidd.parse("QM Rc9~,BRb8c9,BRa7b8,BRa5a7,Bc1~ R R3B0 1")
    (move,) = (move for move in freeing.legal_moves() if str(move) == "c9-b8>a7>a5>b5@c9")
    assert (move.origin, move.target, move.via) == ("c9", "b8", None)
    assert (move.escapes, move.entry, move.roll) == (("a7", "a5", "b5"), "c9", None)
    (enter, *_) = kidd.start("LC").legal_moves()
    assert (enter.origin, enter.entry, enter.is_pass) == (None, "c1", False)
    assert [move.roll for move in kidd.parse("QM Rc4c3,Bc9~ R R0B0 -").legal_moves()] == [1, 2, 3]
    (passing,) = kidd.parse("MG2 Rc1b2,BRd2e3,Bc9~ R R0B0 -").legal_moves()
    assert passing.is_pass


def test_play_returns_another_position_and_leaves_this_one():
    """Nothing about a position changes by playing from it, in any order."""
    for text in (*EVERY, QUEDAH, TOWERS):
        pos = kidd.parse(text)
        moves = pos.legal_moves()
        first = [str(pos.play(move)) for move in moves]
        assert [str(pos.play(move)) for move in reversed(moves)] == first[::-1]
        assert (str(pos), pos.legal_moves(), hash(pos)) == (text, moves, hash(kidd.parse(text)))


def test_nothing_can_be_hung_on_a_position():
    """At either speed: whoever mistypes an attribute hears of it."""
    with pytest.raises(AttributeError):
        kidd.start("LC").colour = "R"  # type: ignore[attr-defined]


def test_what_is_handed_out_may_be_changed_without_harm():
    """Hands are a copy, and those that the position keeps for itself cannot be changed."""
    pos = kidd.start("LC")
    pos.hands["R"] = 0
    with pytest.raises(TypeError):
        pos.fields.hands["R"] = 3  # type: ignore[index]
    assert str(pos) == "LC - R R7B7 -"


def test_the_same_position_by_another_way_is_equal():
    """Equality and hash are of what stands there, not of how it came about."""
    one = kidd.start("LC").play("@c1").play("@c9").play("@a3")
    other = kidd.start("LC").play("@a3").play("@c9").play("@c1")
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, kidd.parse(str(one))}) == 1


def test_other_fields_options_and_decks_make_other_positions():
    """Each of the five fields matters, and what travels beside them."""
    texts = [
        *("LC Rc4c3,Bc9~ R R2B3 R17", "LC Rc4c3,Bc9~ R R2B3 R16", "LC Rc4c3,Bc9~ R R2B3 B17", "LC Rc4c3,Bc9~ R R2B3 -"),
        *("LC Rc4c3,Bc9~ B R2B3 -", "LC Rc4c3,Bc9~ R R2B2 -", "LC Rc4d5,Bc9~ R R2B3 -", "LC Rc4c3,Rc9~ R R2B3 -"),
        *("MG2 Rc4c3,Bc9~ R R2B3 -", "MG2 Rc4c3,Bc9~ R R2B3 p1", "QM Rc4c3,Bc9~ R R2B3 -", "QM Rc4c3,Bc9~ R R2B3 1"),
        *("MG2 RBRc4c3 R R2B3 -", "MG2 RRBc4c3 R R2B3 -"),
    ]
    positions = [kidd.parse(text) for text in texts]
    positions.append(kidd.parse(texts[3], repetition=3))
    assert len(set(positions)) == len(positions)
    assert all(one != other for n, one in enumerate(positions) for other in positions[:n])


def test_a_position_equals_no_text():
    """Comparing with anything else is false and no error."""
    pos = kidd.start("LC")
    assert pos != str(pos)
    assert pos != 1
    assert None not in (pos,)


@pytest.mark.parametrize("text", EVERY)
def test_positions_pickle(text: str):
    """What comes back is equal, has the same game object and plays on."""
    pos = kidd.parse(text)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        twin = pickle.loads(pickle.dumps(pos, protocol))
        assert twin == pos
        assert twin.game is pos.game
        assert twin.legal_moves() == pos.legal_moves()


def test_moves_pickle_and_are_values():
    """A move that comes back is the same move."""
    for text in (*EVERY, QUEDAH):
        for move in kidd.parse(text).legal_moves():
            twin = pickle.loads(pickle.dumps(move))
            assert twin == move
            assert hash(twin) == hash(move)
            assert kidd.parse(text).play(twin) == kidd.parse(text).play(move)


def test_a_move_of_another_position_is_looked_up_by_its_text():
    """Moves are not tied to the position that listed them."""
    move = kidd.start("LC").legal_moves()[0]
    assert kidd.start("MG2").play(move) == kidd.start("MG2").play("@c1")
    with pytest.raises(kidd.IllegalMove, match="@c1: c1 is occupied"):
        kidd.parse("LC Rc1~ B R6B7 -").play(move)


@pytest.mark.parametrize("what", [None, 7, 1.5, b"@c1", ["@c1"], ("@c1",), {"@c1": 1}, object], ids=repr)
def test_what_is_neither_a_move_nor_text_is_refused(what: object):
    """With a KiddError that shows it."""
    with pytest.raises(kidd.NotationError, match="a move is text or a Move"):
        kidd.start("LC").play(what)  # type: ignore[arg-type]  # this is what is tested


def test_a_text_finds_the_move_that_it_means():
    """As `play` does: the move itself, the one that it shortens, or the reason why there is none."""
    pos = kidd.parse("QM Rd2e3,Bc4c3,Ra5a7 R R0B2 2")
    for move in pos.legal_moves():
        assert pos.find(move.text) is move
    assert pos.find("a5-b2").text == "a5-b2/a3"
    with pytest.raises(kidd.IllegalMove, match="enters only after"):
        pos.find("@c1")


@pytest.mark.parametrize("text", EVERY)
def test_the_last_field_is_told_apart(text: str):
    """Boards that differ in it alone are written as they stand, though what was written once is kept."""
    for _ in range(2):
        assert str(kidd.parse(text)) == text
        bare = text.rsplit(" ", 1)[0] + " -"
        assert str(kidd.parse(bare)) == bare


def test_who_is_in_danger():
    """Tokens that one of the others could take: nobody's where all is over."""
    assert kidd.parse("QM Rc4c3,Bc3d2,Rb2c1 B R5B6 -").in_danger("R") == ("c4",)
    pos = kidd.parse("MG3 RGBc1b2,RGa3a5,GRc3d2,BRBb5c6,RGBe5e7,GRBGBb8c7 G R0B0G0 -")
    both = set(pos.threatened("R", "G")) | set(pos.threatened("B", "G"))
    assert set(pos.in_danger("G")) == both
    over = kidd.parse("MG3 GRBc4c3 R R0B0G0 -")
    assert over.result
    assert over.in_danger("G") == ()


def test_the_parts_of_a_move_are_no_move():
    """A bare tuple that happens to equal a Move is refused, too, and does not break anything."""
    pos = kidd.start("LC")
    with pytest.raises(kidd.NotationError):
        pos.play(tuple(pos.legal_moves()[0]))  # type: ignore[arg-type]  # this is what is tested


def test_a_move_made_by_hand_is_judged_by_its_text():
    """Whatever else it claims."""
    pos = kidd.start("LC")
    assert pos.play(Move("@c1")) == pos.play("@c1")
    with pytest.raises(kidd.IllegalMove):
        pos.play(Move("c4-b5", origin="c1", target="b2", code=5))
    with pytest.raises(kidd.NotationError):
        pos.play(Move("", code=pos.legal_moves()[0].code))


def test_how_many_are_captured():
    """Gone from the game in Loyal Captain, captives in Quedah Merchant, whoever does not lead in Madagascar."""
    assert kidd.parse("LC Rc4c3,Bc9~ R R2B3 -").captured == 7
    assert kidd.start("LC").captured == kidd.start("QM").captured == kidd.start("MG3").captured == 0
    assert kidd.parse("QM RBc4c3,Bc9~,BRa7~ B R2B3 3").captured == 2
    assert kidd.parse("MG2 RBRc4c3,BBc9~ B R2B3 -").captured == 3


def test_where_a_piece_could_walk():
    """Pairs of last space but one and last space, whoever stands at the end, over vacant spaces only."""
    pos = kidd.parse("LC Rc4c3,Bb5a5,Bc9~ R R0B0 -")
    assert set(pos.reach("c4", 1)) == {("c4", "b5"), ("c4", "d5")}
    assert set(pos.reach("c4", 2)) == {("d5", "c6"), ("d5", "e5")}
    assert pos.reach("c3", 1) == ()
    with pytest.raises(kidd.NotationError, match="z9"):
        pos.reach("z9", 1)


@pytest.mark.parametrize(("contester", "turns"), [("G", 5), ("", 5), ("R", 21), ("R", -1), ("red", 3), (None, None)])
def test_a_contest_of_nobody_or_of_too_many_turns_is_refused(contester: str, turns: int):
    """LC5: red or blue, 20 turns at the most."""
    with pytest.raises(kidd.KiddError, match="contest"):
        kidd.start("LC").contested(contester, turns)


def test_only_loyal_captain_is_contested():
    """LC5, LC6: and not before the colours are picked."""
    for pos in (
        *(kidd.start("QM"), kidd.start("MG3")),
        kidd.parse("LC Rc1~,Ba7~ R R6B6 choose", opening="chooser"),
    ):
        with pytest.raises(kidd.PositionError, match="contested in Loyal Captain"):
            pos.contested("R")


def test_how_a_position_shows_itself():
    """Its notation in a console, an SVG in a notebook, a drawing in text on request."""
    pos = kidd.parse(EVERY[0])
    assert repr(pos) == f"<Position {EVERY[0]}>"
    assert pos._repr_svg_().startswith("<svg")
    assert "\n" in pos.sketch()


def test_positions_may_be_used_by_several_threads():
    """Listing moves at the same time in several threads gives each its own."""
    want = {text: kidd.parse(text).legal_moves() for text in (QUEDAH, TOWERS)}
    fresh = {text: [[kidd.parse(text) for _ in range(1000)] for _ in range(2)] for text in want}

    def listed(text: str) -> list[bool]:
        return [pos.legal_moves() == want[text] for pos in fresh[text].pop()]

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert all(map(all, pool.map(listed, [QUEDAH, TOWERS] * 2)))
    finally:
        sys.setswitchinterval(interval)


def test_a_position_without_a_board_is_refused():
    """A position is made by start, parse or play; one that was made in another way raises, and nothing crashes."""
    with pytest.raises(TypeError, match="made by start, parse or play"):
        kidd.Position(kidd.start("LC").game, None)  # type: ignore[arg-type]
    bare = kidd.Position.__new__(kidd.Position)
    asked: list[Callable[[], object]] = [
        *(lambda name=name: getattr(bare, name) for name in ("is_chance", "turn", "die", "result", "fields", "hands")),
        *(lambda name=name: getattr(bare, name) for name in ("choosing", "contest", "repetition_key", "pieces")),
        lambda: bare.reach("c1", 1),
        lambda: bare.moves_ahead("R", 1),
        lambda: bare.threatened("R", "B"),
        lambda: bare.contested("R"),
        lambda: bare.play("@c1"),
        lambda: bare == kidd.Position.__new__(kidd.Position),
        lambda: kidd.perft(bare, 1),
        bare.legal_moves,
        bare.taking_moves,
        bare.__hash__,
        bare.__str__,
    ]
    for question in asked:
        with pytest.raises((TypeError, AttributeError)):
            question()
