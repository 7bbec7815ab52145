"""What is wrong, in whole sentences: with positions, log books and options."""

from collections.abc import Callable

import pytest

import kidd
from kidd.errors import IllegalAct, KiddError
from kidd.table.play.imports import read_book
from kidd.web.pages.rules.diagrams import opened
from kidd.web.pages.study.imported_books import book_text
from kidd.words.error_texts.books import LOGBOOKS
from kidd.words.error_texts.positions import NOTATION
from kidd.words.error_texts.positions import POSITIONS as POSITIONS_TEXTS
from kidd.words.errors import sentence as sentence_of
from kidd.words.errors import text as text_of
from kidd.words.language import LANGUAGES, tongue

ENGLISH = tongue("en")

POSITIONS = [
    ("fields", "LC - R", {}, "A position has five parts: game, pieces, turn, hands and extra. Here are 3: “LC - R”."),
    ("piece", "LC Xc1~ R R7B7 -", {}, "“Xc1~” is not a piece. Pieces look like Rc1~ or RBc4c3."),
    ("hands", "LC - R R7R7 -", {}, "“R7R7” does not say what is in hand. It should look like R7B7, each colour once."),
    (
        "space",
        "LC Rz9~ R R6B7 -",
        {},
        f"There is no space “z9” on this deck. It has {', '.join(kidd.start('LC').deck.spaces)}.",
    ),
    ("turn", "LC - G R7B7 -", {}, "“G” is nobody’s turn here. It should be one of R, B."),
    ("which-hands", "LC - R B7R7 -", {}, "“B7R7” does not say what is in hand. It should look like R7B7."),
    ("die", "QM Rc1~,Bc9~ R R6B6 4", {}, "The die shows 1, 2 or 3, or nothing before it is rolled. Here it says “4”."),
    ("passes", "MG2 - R R7B7 p9", {}, "The passes in a row are written as one of p1, p2. Here it says “p9”."),
    ("passes", "MG3 - R R6B6G6 p4", {}, "The passes in a row are written as one of p1, p2, p3. Here it says “p4”."),
    ("extra", "LC - R R7B7 R99", {}, "A contest is written as R20 or B7. Here it says “R99”."),
    ("twice", "LC Rc1~,Bc1~ R R6B6 -", {}, "Two pieces stand on c1."),
    ("no-colour", "LC Gc1~ R R7B7 -", {}, "“Gc1~”: Gold does not play in this game."),
    ("no-towers", "LC RBc1~ R R6B6 -", {}, "“RBc1~”: in Loyal Captain nobody stands on another."),
    (
        "one-captive",
        "QM RBBc4c3 R R6B5 1",
        {},
        "“RBBc4c3”: in Quedah Merchant a token holds at most one captive, of the other crew.",
    ),
    ("back", "LC Rc4c9 R R6B7 -", {}, "“Rc4c9”: from c4 no way leads to c9, so no back can be turned to it."),
    ("back-sea", "LC Rc4~ R R6B7 -", {}, "“Rc4~”: c4 is not a hatch, so no back can be turned to the sea."),
    (
        "too-many",
        "LC Rc1~ R R7B7 -",
        {},
        "Red has too many tokens: 1 on the deck and 7 in hand, but there are only 7.",
    ),
    ("first-token", "QM - R R7B7 1", {}, "The die is not rolled before Red has entered a first token."),
    ("no-chooser", "LC Rc1~,Bc9~ R R6B6 choose", {}, "A colour is picked only with the chooser’s opening."),
    (
        "choose",
        "LC Rc1~ R R6B7 choose",
        {"opening": "chooser"},
        "A colour is picked when one red and one blue token have just entered, and nothing else.",
    ),
]
BOOKS = [
    ("header", "[Game LC]\n\n*\n", 'Line 1: a header should look like [Name "value"], here it says “[Game LC]”.'),
    ("header-twice", '[Game "LC"]\n[Game "LC"]\n\n*\n', "Line 2: the header “Game” was there before."),
    (
        "no-game",
        '[Red "A"]\n\n1. @c1 *\n',
        'Line 3: a match begins with a header like [Game "LC"], not with “1. @c1 *”.',
    ),
    ("result", '[Game "LC"]\n\n1. @c1 1-0\n', "Line 1: the book says “1-0”, but the moves lead to “*”."),
    (
        "turn-number",
        '[Game "LC"]\n\n1. @c1 @a3 3. @e3 *\n',
        "Line 3: here turn 2 should come, not “3.”. A move is missing or doubled.",
    ),
    ("act", '[Game "LC"]\n\n1. @c1 } *\n', "Line 3: a move, a comment or a result should stand here, not “} *”."),
    (
        "breaks-off",
        '[Game "LC"]\n\n1. @c1\n',
        "Line 4: the book breaks off. The match that begins in line 1 has no result.",
    ),
    ("bracket-first", '[Game "LC"]\n\n(1. @c1) *\n', "Line 3: a variation stands after the move that it replaces, "),
    ("bracket-close", '[Game "LC"]\n\n1. @c1 ) *\n', "Line 3: this bracket closes no variation."),
    ("bracket-empty", '[Game "LC"]\n\n1. @c1 () *\n', "Line 3: there is no move in these brackets."),
    (
        "bracket-open",
        '[Game "LC"]\n\n1. @c1 (1. @a3\n',
        "Line 4: the book breaks off. The bracket in line 3 is not closed.",
    ),
    (
        "bracket-deep",
        f'[Game "LC"]\n\n1. @c1 {"(1. @a3 " * 501}\n',
        "Line 3: too many variations in each other: at most 500.",
    ),
    (
        "bracket-many",
        f'[Game "LC"]\n\n1. @c1 {"(1. @a3)" * 20_001}\n',
        "Line 3: too many moves in brackets: at most 20000 in one match.",
    ),
    ("refused", '[Game "LC"]\n\n1. @c1 @c1 *\n', "Line 3, turn 1: @c1: c1 is occupied."),
    ("match", '[Game "LC"]\n[Position "LC - G R7B7 -"]\n\n*\n', "Line 1: “G” is nobody’s turn here. "),
]


@pytest.mark.parametrize(("reason", "text", "options", "sentence"), POSITIONS)
def test_positions(reason: str, text: str, options: dict[str, str], sentence: str):
    """Every reason why a position cannot be read has its sentence."""
    with pytest.raises(KiddError) as caught:
        kidd.parse(text, **options)
    assert getattr(caught.value, "reason", "") == reason
    assert sentence_of(caught.value, ENGLISH) == sentence


@pytest.mark.parametrize(("reason", "text", "sentence"), BOOKS)
def test_books(reason: str, text: str, sentence: str):
    """Every reason why a log book cannot be read has its sentence, with the line."""
    with pytest.raises(KiddError) as caught:
        read_book(text)
    assert getattr(caught.value, "reason", "") == reason
    assert sentence_of(caught.value, ENGLISH).startswith(sentence)


def test_nothing_is_left_unsaid():
    """The tests above go through every text about notation and positions, and those about books that say a line."""
    tested = {reason for reason, *_ in POSITIONS} | {reason for reason, *_ in BOOKS}
    untested = {"not-text", "move-not-text", "move", "depth", "position-and-depth"}  # of programs and the command line
    beyond = {"too-high", "no-contest", "contester", "other-game", "over"}  # of the editor, the library and the table
    elsewhere = {"no-extra"}  # every game of the box has something to say there: tests/fourth_game
    assert {*NOTATION, *POSITIONS_TEXTS} - tested == untested | beyond | elsewhere
    assert {reason for reason, text in LOGBOOKS.items() if "%(line)s" in text} - tested == {"not-utf8", "result-header"}


def test_a_move_that_is_none():
    """A word in a book that is no move is told from a move that is not allowed."""
    with pytest.raises(KiddError) as caught:
        read_book('[Game "LC"]\n\n1. hello *\n')
    assert sentence_of(caught.value, ENGLISH) == (
        "Line 3, turn 1: “hello” is not a move. Moves look like @a3, c3-c4, c4-c7/c6, *2 or pass."
    )


def test_pasted_words_are_taken_for_a_position():
    """One line without brackets is a position or the code of a game."""
    assert read_book(book_text("QM"))[0].game.code == "QM"
    assert str(read_book(book_text(" LC Rc1~ B R6B7 - "))[0].start) == "LC Rc1~ B R6B7 -"
    with pytest.raises(KiddError) as caught:
        book_text("hello")
    assert sentence_of(caught.value, ENGLISH) == "There is no game “hello”. There are LC, QM, MG2, MG3."


SEVERAL = [
    (
        "value-number",
        lambda: kidd.start("LC", claim_after="x"),
        "The option claim_after cannot be “x”. It is a number from 0 to 999.",
    ),
    (
        "option",
        lambda: kidd.start("LC", entry="fresh"),
        "LC has no option “entry”. It has deck, opening, claim_after, repetition.",
    ),
    ("written", lambda: opened("LC", "opening"), "“opening” is not an option. Options look like entry=fresh."),
    ("twice", lambda: opened("QM", "entry=any entry=any"), "The option entry is there twice."),
    (
        "seat",
        lambda: read_book('[Game "LC"]\n[Gold "A"]\n\n*\n'),
        "Line 1: The header Gold names a crew that does not play in this game.",
    ),
    (
        "other-game",
        lambda: read_book('[Game "LC"]\n[Position "QM - R R7B7 -"]\n\n*\n'),
        "Line 1: The headers Position and Game name two games, QM and LC.",
    ),
    (
        "deck",
        lambda: read_book('[Game "LC"]\n[Options "deck=mine"]\n\n*\n'),
        "Line 1: This was played on the deck “mine”, which is not on this site.",
    ),
    (
        "over",
        lambda: read_book('[Game "LC"]\n\n1. resign @c1 0-1\n'),
        "Line 3, turn 1: The game is over.",
    ),
]


@pytest.mark.parametrize(("reason", "deed", "sentence"), SEVERAL)
def test_options_and_headers(reason: str, deed: Callable[[], object], sentence: str):
    """What is wrong with them is said in whole sentences, which hold nothing of the English message."""
    with pytest.raises(KiddError) as caught:
        deed()
    assert sentence_of(caught.value, ENGLISH) == sentence
    said = sentence_of(caught.value, tongue("de"))
    assert said != sentence
    assert str(caught.value) not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_within_another_speaks_the_same_language(language: str):
    """On a page and on a terminal; there, what was written stands between plain marks."""
    with pytest.raises(KiddError) as caught:
        kidd.read_logbook('[Game "LC"]\n\n1. hello *\n')
    problem = caught.value.details["problem"]
    assert sentence_of(problem, tongue(language)) in sentence_of(caught.value, tongue(language))
    assert text_of(problem, tongue(language)) in text_of(caught.value, tongue(language))
    assert "'hello'" in text_of(caught.value, tongue(language))
    assert (text_of(caught.value, tongue(language)) == str(caught.value)) == (language == "en")


def test_games_are_named_in_the_language():
    """Where an error names games, each is called as there; in English, too, where it is printed."""
    error = IllegalAct("claim-game", titles=("Loyal Captain", "Madagascar"))
    assert str(error) == "Stalemate can be claimed in Loyal Captain, Madagascar only."
    said = "Unentschieden kann nur in Loyal Captain, Madagaskar reklamiert werden."
    assert sentence_of(error, tongue("de")) == text_of(error, tongue("de")) == said
    with pytest.raises(IllegalAct, match="claimed in Loyal Captain only"):
        kidd.Match("QM").play("stalemate?")
