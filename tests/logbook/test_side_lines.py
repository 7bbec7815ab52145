from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kidd
from kidd.logbook.side_lines import DEEPEST, MOST_ACTS
from kidd.match.tried import join_name, split_name
from kidd.match.variations import ROOT
from tests.contract import GAMES

BOOK = """[Game "LC"]
[Result "*"]

1. @c1 {solid} (1. @a3 {[%name Sideways] the other side} @a7 (1... @e7 2. a3-b2) 2. a3-b2) 1... @a7
2. c1-b2 *
"""


def read(text: str) -> kidd.Match:
    """The only match of a book."""
    (match,) = kidd.read_logbook(text)
    return match


def test_brackets_after_the_move_they_replace():
    """May be nested, and have names and comments."""
    match = read(BOOK)
    assert match.acts == ("@c1", "@a7", "c1-b2")
    assert match.comments == {1: "solid"}
    tree = match.variations
    lines = {tree.acts(node) for node, one in tree.nodes.items() if not one.children}
    assert lines == {("@c1", "@a7", "c1-b2"), ("@a3", "@a7", "a3-b2"), ("@a3", "@e7", "a3-b2")}
    side = tree.find(ROOT, "@a3")
    assert side is not None
    assert (tree.nodes[side].name, tree.nodes[side].comment) == ("Sideways", "the other side")
    assert kidd.write_logbook(match) == BOOK


def test_lines_after_the_last_act():
    """Begin with that act once more, as there is nothing that they replace; the match itself has no more acts."""
    match = kidd.Match("LC")
    match.play("@c1")
    match.comments = {1: "solid"}
    match.vary(ROOT, "@a3")
    node = match.vary(1, "@e7")
    match.vary(1, "@a7")
    match.vary(node, "c1-b2")
    match.variations = match.variations.comment(node, "too far").name(node, "To starboard")
    text = kidd.write_logbook(match)
    assert "1. @c1 {solid} (1. @a3) (1. @c1 @e7 {[%name To starboard] too far} (1... @a7) 2. c1-b2) *" in text
    again = read(text)
    assert (again.acts, again.comments) == (match.acts, match.comments)
    assert again.variations.same(match.variations)
    assert kidd.write_logbook(again) == text


def test_lines_beside_no_act_are_not_written():
    """Brackets stand after an act: without one the book is refused, and nothing is lost in silence."""
    match = kidd.Match("LC")
    match.vary(ROOT, "@c1")
    with pytest.raises(kidd.LogbookError, match="this one has none: play one first"):
        kidd.write_logbook(match)
    match.play("@a3")
    assert read(kidd.write_logbook(match)).variations.same(match.variations)


def test_too_many_acts_in_brackets_are_not_written(monkeypatch: pytest.MonkeyPatch):
    """They could not be read again."""
    match = kidd.Match("LC")
    match.play("@c1")
    match.vary(1, "@e7")
    for most, fits in ((2, True), (1, False)):
        monkeypatch.setattr("kidd.logbook.writer.MOST_ACTS", most)
        monkeypatch.setattr("kidd.logbook.side_lines.MOST_ACTS", most)
        if fits:
            assert len(read(kidd.write_logbook(match)).variations) == 2
        else:
            with pytest.raises(kidd.LogbookError, match="moves in brackets: at most 1"):
                kidd.write_logbook(match)


def test_an_act_of_the_match_in_brackets():
    """Is no other act: what is said of it there belongs to the match, whose own acts stand first."""
    match = read('[Game "LC"]\n\n1. @c1 {a} (1. @c1 {b} @e7) 1... @a7 *\n')
    assert match.comments == {1: "a\nb"}
    assert [match.variations.nodes[node].act for node in match.variations.main_line()] == ["@c1", "@a7"]
    assert read(kidd.write_logbook(match)).variations.same(match.variations)


def test_numbers_count_in_brackets():
    """A number that does not fit means that a move was lost, there as elsewhere."""
    with pytest.raises(kidd.LogbookError, match=r"Line 3: here turn 1 should come, not '2\.\.\.'"):
        read('[Game "LC"]\n\n1. @c1 @a7 (2... @e7) *\n')


def test_comments_around_brackets():
    """What stands before and after them belongs to the move; what opens one, to the first move in it."""
    match = read('[Game "LC"]\n\n1. @c1 {a} ({b} 1. @a3 {c}) {d} @a7 *\n')
    assert match.comments == {1: "a\nd"}
    side = match.variations.find(ROOT, "@a3")
    assert side is not None
    assert match.variations.nodes[side].comment == "b\nc"


@pytest.mark.parametrize(
    ("acts", "problem"),
    [
        ("(1. @c1) *", "Line 3: a variation stands after the move that it replaces"),
        ("1. @c1 (()) *", "Line 3: a variation stands"),
        ("1. @c1 ) *", "Line 3: this bracket closes no variation"),
        ("1. @c1 () *", "Line 3: there is no move in these brackets"),
        ("1. @c1\n(1. @a3 *", "Line 4, turn 1: '\\*'"),
        ("1. @c1\n(1. @a3", "Line 5: the book breaks off. The bracket in line 4 is not closed"),
        ("1. @c1 (1. c1-b2) *", "Line 3, turn 1: c1-b2"),
        ("1. @c1 (1. @a3 1-0) *", "Line 3, turn 1: '1-0'"),
    ],
)
def test_broken_brackets(acts, problem):
    """Are refused with the line in which they stand."""
    with pytest.raises(kidd.LogbookError, match=problem):
        read(f'[Game "LC"]\n\n{acts}\n')


@pytest.mark.parametrize("rubbish", ["(" * 1_000_000, "()" * 500_000, ")" * 1_000_000, "(1. @a3 " * 200_000])
def test_megabytes_of_brackets(rubbish):
    """Are refused at once, and no call is made for each of them."""
    with pytest.raises(kidd.LogbookError):
        read(f'[Game "LC"]\n\n1. @c1 {rubbish}')


def test_deep_and_many():
    """There is an end to both, which is said."""
    moves = ("@a3", "@c1")
    deep = "".join(f"(1. {moves[depth % 2]} " for depth in range(DEEPEST + 1))
    with pytest.raises(kidd.LogbookError, match=f"in each other: at most {DEEPEST}"):
        read(f'[Game "LC"]\n\n1. @c1 {deep}{")" * (DEEPEST + 1)} *\n')
    fits = deep.removesuffix(f"(1. {moves[DEEPEST % 2]} ") + ")" * DEEPEST
    assert len(read(f'[Game "LC"]\n\n1. @c1 {fits} *\n').variations) == 2
    many = "(1. @a3) " * (MOST_ACTS + 1)
    with pytest.raises(kidd.LogbookError, match=f"moves in brackets: at most {MOST_ACTS}"):
        read(f'[Game "LC"]\n\n1. @c1 {many} *\n')


def test_a_tree_too_deep_to_be_written(monkeypatch: pytest.MonkeyPatch):
    """Is refused as it would be when read."""
    monkeypatch.setattr("kidd.logbook.side_lines.DEEPEST", 3)
    match = kidd.Match("LC")
    match.play("@c1")
    match.play("@a7")
    node = ROOT
    for act in ("@a3", "@c9", "a3-b2", "@e7"):
        assert read(kidd.write_logbook(match)).variations.same(match.variations)
        other = match.vary(node, next(one for one in match.at_node(node).legal_acts() if one != act))
        node = match.vary(node, act)
        assert other != node
    with pytest.raises(kidd.LogbookError, match="in each other: at most 3"):
        kidd.write_logbook(match)


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\r", exclude_categories=["Cs"]), max_size=20)


@given(TEXTS, TEXTS)
def test_names_in_comments(name, comment):
    """A name and a comment share a pair of braces and come back as they were."""
    assert split_name(join_name(name, comment)) == (name, comment)


@settings(max_examples=12)
@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.lists(TEXTS, min_size=4, max_size=4))
def test_what_was_written_is_read(game, seed, texts):
    """Whatever was tried, named and said comes back: the same tree, and the same book."""
    (code, options), chance = game, Random(seed)
    match = kidd.Match(code, **options)
    while len(match) < 6 and not match.result:
        match.play(chance.choice(match.legal_acts()))
    tried = [ROOT, *match.variations.follow(match.acts)]
    for _ in range(12):
        node = chance.choice(tried)
        if acts := match.at_node(node).legal_acts():
            tried.append(match.vary(node, chance.choice(acts)))
    for node in set(tried):
        match.variations = match.variations.comment(node, chance.choice(texts)).name(node, chance.choice(texts))
    text = kidd.write_logbook(match)
    again = read(text)
    assert again.acts == match.acts
    assert again.variations.same(match.variations)
    assert kidd.write_logbook(again) == text
