"""Notation: what is read, what is written, and what is refused."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kidd
from kidd.notation import read_move
from kidd.position import Position
from tests.contract import tables

MEGABYTE = 1_000_000

VALID = [
    "LC - R R7B7 -",
    "LC Rc1~,Ba7~ R R6B6 -",
    "LC Ra3~,Rc3c4,Bc4d5,Ra5a7,Re5e7,Rc6b5,Rc7b8,Bd8e7,Bc9~ R R0B0 B17",
    "QM - R R7B7 -",
    "QM Rd2e3,Bc4c3,Ra5a7,RBd5c4,Re5d5,Bc6b5,Rc7c6,Be7~,BRd8c7,Rc9~ R R0B2 2",
    "QM Rd2e3,Bc9~ B R6B6 -",
    "MG2 Bc1b2,RBBa5a7,RBRRRc6d5,BRBBRb8c7 B R0B0 p1",
    "MG3 RBRb2c1,Bc3d2,BRa5a3,Bb5a5,Be5d5,Gc6c7,GRGGBRRGd8e7,Gc9b8 G R0B0G0 -",
]


@pytest.mark.parametrize("text", VALID)
def test_what_is_read_is_written_again(text: str):
    """Five fields, one blank between them, pieces in the order of the deck."""
    assert str(kidd.parse(text)) == text


def test_pieces_may_come_in_any_order():
    """They are written in the order of the deck file."""
    assert str(kidd.parse("LC Bc9~,Ra5a7,Rc1~ R R5B6 -")) == "LC Rc1~,Ra5a7,Bc9~ R R5B6 -"


def test_the_number_of_players_may_stand_beside():
    """`MG` with the option is MG2 or MG3, and written so."""
    assert str(kidd.parse("MG - R R7B7 -")) == "MG2 - R R7B7 -"
    assert str(kidd.parse("MG - R R6B6G6 -", players=3)) == "MG3 - R R6B6G6 -"


BAD = [
    ("", kidd.NotationError, "Here are 0: ''."),
    ("LC", kidd.NotationError, "Here are 1: 'LC'."),
    ("LC - R R7B7", kidd.NotationError, "Here are 4: 'LC - R R7B7'."),
    ("LC - R R7B7 - junk", kidd.NotationError, "Here are 6: 'LC - R R7B7 - junk'."),
    ("XX - R R7B7 -", kidd.OptionError, "There is no game 'XX'"),
    ("lc - R R7B7 -", kidd.OptionError, "There is no game 'lc'"),
    ("LC Rz9~ R R6B7 -", kidd.NotationError, "no space 'z9'"),
    ("LC Rc1z9 R R6B7 -", kidd.NotationError, "no space 'z9'"),
    ("LC Rc01~ R R6B7 -", kidd.NotationError, "no space 'c01'"),
    ("LC Rc1~,Bc1~ R R6B6 -", kidd.PositionError, "Two pieces stand on c1."),
    ("LC Rc1~,Rc1~ R R5B7 -", kidd.PositionError, "Two pieces stand on c1."),
    ("MG2 Rc1~,Bc9~,RBc1b2 R R4B4 -", kidd.PositionError, "Two pieces stand on c1."),
    ("LC Rc1~x R R6B7 -", kidd.NotationError, "'Rc1~x'"),
    ("LC Rc1 R R6B7 -", kidd.NotationError, "'Rc1'"),
    ("LC c1~ R R6B7 -", kidd.NotationError, "'c1~'"),
    ("LC rc1~ R R6B7 -", kidd.NotationError, "'rc1~'"),
    ("LC Rc1~, R R6B7 -", kidd.NotationError, "''"),
    ("LC Rc1~;Bc9~ R R6B6 -", kidd.NotationError, "'Rc1~;Bc9~'"),
    ("LC -,Rc1~ R R6B7 -", kidd.NotationError, "'-'"),
    ("LC Rc４~ R R6B7 -", kidd.NotationError, "'Rc４~'"),
    ("LC Rc4a7 R R6B7 -", kidd.PositionError, "'Rc4a7': from c4 no way leads to a7"),
    ("LC Rc4c4 R R6B7 -", kidd.PositionError, "no way leads to c4"),
    ("LC Rc4~ R R6B7 -", kidd.PositionError, "'Rc4~': c4 is not a hatch, so no back can be turned to the sea"),
    ("LC Rc1a3 R R6B7 -", kidd.PositionError, "from c1 no way leads to a3"),
    ("LC RBc1~ R R6B6 -", kidd.PositionError, "'RBc1~': in Loyal Captain nobody stands on another"),
    ("QM RRc1~ R R5B7 -", kidd.PositionError, "'RRc1~'"),
    ("QM RBRc1~ R R5B6 -", kidd.PositionError, "'RBRc1~'"),
    ("LC Gc1~ R R7B7 -", kidd.PositionError, "'Gc1~': Gold does not play in this game"),
    ("MG2 RGc1~ R R6B7 -", kidd.PositionError, "Gold does not play in this game"),
    ("LC Rc1~ R R7B7 -", kidd.PositionError, "Red has too many tokens: 1 on the deck and 7 in hand"),
    ("LC - R R8B7 -", kidd.PositionError, "Red has too many tokens: 0 on the deck and 8 in hand"),
    ("LC - B R7B99 -", kidd.PositionError, "Blue has too many tokens"),
    ("MG3 GGGGGGGc1~ R R0B0G0 -", kidd.PositionError, "Gold has too many tokens: 7 on the deck"),
    ("MG2 BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBc1~ R R0B0 -", kidd.PositionError, "Blue has too many tokens: 40"),
    ("MG2 RBc1~,RBBBBBBBa3~ R R0B0 -", kidd.PositionError, "Blue has too many tokens: 8 on the deck"),
    ("LC - G R7B7 -", kidd.NotationError, "'G' is nobody's turn here. It should be one of R, B."),
    ("LC - r R7B7 -", kidd.NotationError, "'r'"),
    ("LC - RB R7B7 -", kidd.NotationError, "'RB'"),
    ("LC - - R7B7 -", kidd.NotationError, "'-' is nobody's turn here. It should be one of R, B."),
    ("LC - R R7 -", kidd.NotationError, "'R7' does not say what is in hand. It should look like R7B7."),
    ("LC - R B7R7 -", kidd.NotationError, "'B7R7'"),
    ("LC - R R7B7G0 -", kidd.NotationError, "'R7B7G0'"),
    ("LC - R R7R7 -", kidd.NotationError, "'R7R7'"),
    ("LC - R R07B7 -", kidd.NotationError, "'R07B7'"),
    ("LC - R R7B7x -", kidd.NotationError, "'R7B7x'"),
    ("LC - R R-1B7 -", kidd.NotationError, "'R-1B7'"),
    ("LC - R R7B７ -", kidd.NotationError, "'R7B７'"),
    ("LC - R - -", kidd.NotationError, "in hand"),
    ("MG3 - R R6B6 -", kidd.NotationError, "'R6B6' does not say what is in hand. It should look like R6B6G6."),
    (
        "QM Rc1~,Bc9~ R R6B6 4",
        kidd.NotationError,
        "The die shows 1, 2 or 3, or nothing before it is rolled. Here it says '4'.",
    ),
    ("QM Rc1~,Bc9~ R R6B6 0", kidd.NotationError, "'0'"),
    ("QM Rc1~,Bc9~ R R6B6 12", kidd.NotationError, "'12'"),
    ("QM Rc1~,Bc9~ R R6B6 R7", kidd.NotationError, "'R7'"),
    ("QM - R R7B7 1", kidd.PositionError, "The die is not rolled before Red has entered a first token."),
    ("LC - R R7B7 R21", kidd.NotationError, "'R21'"),
    ("LC - R R7B7 R020", kidd.NotationError, "'R020'"),
    ("LC - R R7B7 G5", kidd.NotationError, "'G5'"),
    ("LC - R R7B7 R", kidd.NotationError, "'R'"),
    ("LC - R R7B7 p1", kidd.NotationError, "'p1'"),
    ("LC - R R7B7 R5x", kidd.NotationError, "'R5x'"),
    ("LC Rc1~,Ba7~ R R6B6 choose", kidd.PositionError, "A colour is picked only with the chooser's opening."),
    ("MG2 - R R7B7 p0", kidd.NotationError, "'p0'"),
    ("MG2 - R R7B7 p3", kidd.NotationError, "'p3'"),
    ("MG3 - R R6B6G6 p4", kidd.NotationError, "'p4'"),
    ("MG2 - R R7B7 2", kidd.NotationError, "'2'"),
]


@pytest.mark.parametrize(("text", "kind", "said"), BAD)
def test_what_is_no_position_is_refused_by_name(text: str, kind: type[kidd.KiddError], said: str):
    """Each with an error of its kind whose message shows the part at fault."""
    with pytest.raises(kind) as caught:
        kidd.parse(text)
    assert type(caught.value) is kind
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "LC Rc1~ R R6B7 choose",
        "LC Rc1~,Bc9~ B R6B6 choose",
        "LC Rc1~,Ra3~ R R5B7 choose",
        "LC Rc1b2,Bc9~ R R6B6 choose",
        "LC Rc1~,Bc9~,Ba3~ R R6B5 choose",
    ],
)
def test_a_choice_comes_after_the_two_first_tokens(text: str):
    """LC6: one red and one blue, as they entered, and red to act."""
    with pytest.raises(kidd.PositionError, match="one red and one blue token have just entered"):
        kidd.parse(text, opening="chooser")


@pytest.mark.parametrize("what", [None, 7, b"LC - R R7B7 -", ["LC"], object, kidd.start("LC")], ids=repr)
def test_what_is_not_text_is_refused(what: object):
    """With a KiddError that shows it."""
    with pytest.raises(kidd.NotationError, match="a position is text, got"):
        kidd.parse(what)  # type: ignore[arg-type]  # this is what is tested


MOVES = [
    ("", "''"),
    (" ", "' '"),
    ("c4", "'c4'"),
    ("c4-", "'c4-'"),
    ("c4-b5 ", "'c4-b5 '"),
    ("c4-b5x", "'c4-b5x'"),
    ("c4-b5\n", r"'c4-b5\n'"),
    ("C4-b5", "'C4-b5'"),
    ("c4-b5/", "'c4-b5/'"),
    ("c4-b5>", "'c4-b5>'"),
    ("c4-b5@", "'c4-b5@'"),
    ("c4-b5@c1@c9", "'c4-b5@c1@c9'"),
    ("c4-b5@c1>c9", "'c4-b5@c1>c9'"),
    ("c4-b5>c6/a5", "'c4-b5>c6/a5'"),
    ("@", "'@'"),
    ("@c1@c9", "'@c1@c9'"),
    ("c4--b5", "'c4--b5'"),
    ("*", "'*'"),
    ("*0", "'*0'"),
    ("*4", "'*4'"),
    ("*1*2", "'*1*2'"),
    ("Pass", "'Pass'"),
    ("gold", "'gold'"),
    ("draw?", "'draw?'"),
    ("resign", "'resign'"),
    ("@z9", "no space 'z9'"),
    ("z9-c1", "no space 'z9'"),
    ("c1-z9", "no space 'z9'"),
    ("c1-b2/z9", "no space 'z9'"),
    ("c1-b2>z9", "no space 'z9'"),
    ("c1-b2@z9", "no space 'z9'"),
    ("c1-b2@c01", "no space 'c01'"),
    ("@~", "'@~'"),
]


@pytest.mark.parametrize(("text", "said"), MOVES)
def test_what_is_no_move_is_refused_by_name(text: str, said: str):
    """Text that is not notation is told apart from moves that are not legal, whatever the position."""
    for pos in map(kidd.parse, VALID):
        with pytest.raises(kidd.NotationError) as caught:
            pos.play(text)
        assert said in str(caught.value)


def test_a_move_is_read_in_parts():
    """Origin, target, last space but one, ways of the freed, and where a token enters."""
    wish = read_move("c4-b5/c6>a5>a3@e7", kidd.Deck.named("kidd-18"))
    assert wish[1:] == ("c4", "b5", "c6", ("a5", "a3"), "e7")


def _rubbish(seed: int, alphabet: str) -> str:
    return "".join(Random(seed).choices(alphabet, k=MEGABYTE))


GARBAGE: dict[str, Callable[[], str]] = {
    "one letter": lambda: "x" * MEGABYTE,
    "blanks": lambda: " " * MEGABYTE,
    "nulls": lambda: "\0" * MEGABYTE,
    "lines": lambda: "LC - R R7B7 -\n" * (MEGABYTE // 14),
    "any signs": lambda: _rubbish(1, "".join(map(chr, range(32, 0x2000)))),
    "signs of notation": lambda: _rubbish(2, "RBGabc123~,->@*/ "),
    "a game": lambda: "L" * MEGABYTE + " - R R7B7 -",
    "pieces": lambda: f"LC {'Rc1~,' * (MEGABYTE // 5)}Rc1~ R R0B0 -",
    "a tower": lambda: f"MG2 {'B' * MEGABYTE}c1~ R R0B0 -",
    "a mixed tower": lambda: f"MG3 {'RGB' * (MEGABYTE // 3)}c1~ R R0B0G0 -",
    "a captain's tower": lambda: f"LC {'R' * MEGABYTE}c1~ R R0B0 -",
    "a space": lambda: f"LC Rc{'1' * MEGABYTE}~ R R0B0 -",
    "a turn": lambda: f"LC - {'R' * MEGABYTE} R7B7 -",
    "hands": lambda: f"LC - R {'R7B7' * (MEGABYTE // 4)} -",
    "a hand": lambda: f"LC - R R{'7' * MEGABYTE}B7 -",
    "an extra": lambda: f"LC - R R7B7 R{'1' * MEGABYTE}",
    "passes": lambda: f"MG2 - R R7B7 p{'1' * MEGABYTE}",
}


@pytest.mark.parametrize("kind", GARBAGE)
def test_a_megabyte_of_garbage_is_refused_in_few_words(kind: str):
    """As a position and as a move: a KiddError, a message that can be shown, and no long wait."""
    text = GARBAGE[kind]()
    began = time.process_time()
    for read in (kidd.parse, kidd.start("LC").play, kidd.parse(VALID[4]).play):
        with pytest.raises(kidd.KiddError) as caught:
            read(text)
        assert len(str(caught.value)) < 500
    assert time.process_time() - began < 5


SIGNS = "RBGLCQM0123456789abcdez~,->@*/ p?!\t\n\0é７"


@st.composite
def mutated(draw: st.DrawFn, texts: list[str]) -> str:
    """A text that was valid before a few signs were taken out, put in, changed or doubled."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 4))
        new = draw(st.one_of(st.text(SIGNS, max_size=3), st.just(text[at : at + length] * 2)))
        text = text[:at] + new + text[at + length :]
    return text


def outcome(read: Callable[[], Position]) -> Position | kidd.KiddError:
    """What is read, or how it is refused; any other exception gets through."""
    try:
        return read()
    except kidd.KiddError as error:
        return error


def reads_or_is_refused(text: Any, **options: str) -> Position | None:
    """The position of a text if it has one; only a KiddError may say that it has none."""
    read = outcome(lambda: kidd.parse(text, **options))
    if isinstance(read, kidd.KiddError):
        assert 0 < len(str(read)) < 500
        return None
    assert kidd.parse(str(read), **options) == read
    return read


@given(st.one_of(st.text(), st.text(SIGNS)))
def test_arbitrary_text_never_breaks_the_reader(text: str):
    """Any text is a position or refused."""
    reads_or_is_refused(text)
    reads_or_is_refused(text, opening="chooser")


@given(mutated(VALID))
def test_mutated_positions_never_break_anything(text: str):
    """What still reads is a position that can be written, has moves or a result, and plays on."""
    pos = reads_or_is_refused(text)
    if pos:
        assert bool(pos.legal_moves()) == (pos.result is None)
        for move in pos.legal_moves()[:3]:
            after = pos.play(move)
            assert kidd.parse(str(after)) == after


FIELDS = (
    st.sampled_from(["LC", "QM", "MG2", "MG3", "MG", "XX"]),
    st.lists(st.from_regex(r"\A[RBG]{1,3}[a-e][1-9](~|[a-e][1-9])\Z"), max_size=6).map(
        lambda men: ",".join(men) or "-"
    ),
    st.sampled_from(["R", "B", "G", "-"]),
    st.from_regex(r"\AR[0-9]B[0-9](G[0-9])?\Z"),
    st.sampled_from(["-", "1", "3", "4", "p1", "p2", "p3", "R20", "B0", "choose", "R21"]),
)


@given(st.tuples(*FIELDS))
def test_fields_put_together_at_random_never_break_anything(fields: tuple[str, ...]):
    """Each field may be right by itself and the position still impossible: then that is said."""
    reads_or_is_refused(" ".join(fields))
    reads_or_is_refused(" ".join(fields), opening="chooser")


@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.binary(), st.text()),
        lambda inner: st.one_of(st.lists(inner), st.tuples(inner), st.dictionaries(st.text(max_size=2), inner)),
        max_leaves=5,
    )
)
def test_what_is_not_text_never_breaks_anything(what: Any):
    """Neither as a position nor as a move."""
    reads_or_is_refused(what)
    for pos in map(kidd.parse, VALID):
        with pytest.raises(kidd.KiddError):
            pos.play(what)


LINES = [str(move) for text in VALID for move in kidd.parse(text).legal_moves()] + [
    "c4-b5>a5>a3@e7",
    "*2",
    "pass",
    "red",
]


@given(st.sampled_from(VALID), st.one_of(st.text(), st.text(SIGNS, max_size=12), mutated(LINES)))
def test_arbitrary_text_never_breaks_play(text: str, move: str):
    """Any text is a legal move, an illegal one with a reason, or no notation."""
    pos = kidd.parse(text)
    after = outcome(lambda: pos.play(move))
    if isinstance(after, kidd.IllegalMove):
        assert after.reason
        assert after.move == move
    else:
        assert isinstance(after, kidd.NotationError | Position)
        assert after != pos


@given(st.sampled_from(tables()), st.text("RBG123abc~,- ", max_size=30))
def test_no_text_breaks_the_reader_on_another_deck(table: Any, text: str):
    """Nor with other options."""
    read = outcome(lambda: table.parse(f"{table.code} {text}"))
    if isinstance(read, Position):
        assert table.parse(str(read)) == read
