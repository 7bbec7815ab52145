from __future__ import annotations

import pytest

import kidd
from kidd.match.variations import ROOT, Variations

ACTS = ("@c1", "@a7", "c1-b2")


def grown() -> Variations:
    """1. @c1 (1. @a3 {there} @a7 (1... @e7)) @a7 2. c1-b2."""
    tree, _ = Variations().add_line(ROOT, ACTS)
    tree, other = tree.add(ROOT, "@a3")
    tree, _ = tree.add(other, "@a7")
    tree, _ = tree.add(other, "@e7")
    return tree.comment(other, "there")


def test_numbers_stay():
    """Whatever is done to a tree, what is left keeps its numbers, and none is given twice."""
    tree = grown()
    assert [tree.nodes[node].act for node in tree.main_line()] == list(ACTS)
    assert (len(tree), tree.acts(5), tree.path(5)) == (6, ("@a3", "@a7"), (4, 5))
    less = tree.delete(2)
    assert sorted(less.nodes) == [0, 1, 4, 5, 6]
    more, new = less.add(1, "@e3")
    assert new == 7
    assert tree.nodes[1].children == (2,)  # the old tree is as it was
    assert list(more.below(ROOT)) == [0, 1, 7, 4, 5, 6]


def test_what_is_there_is_found():
    """An act that stands at its place already is no new node."""
    tree = grown()
    same, node = tree.add(4, "@e7")
    assert (same is tree, node) == (True, 6)
    assert tree.add_line(ROOT, ["@a3", "@e7"])[0].same(tree)


def test_promoting_goes_up_branch_by_branch():
    """First the line becomes the first of its variation, then the main line, then there is nothing more to do."""
    tree = grown()
    once = tree.promote(6)
    assert (once.nodes[4].children, once.nodes[ROOT].children) == ((6, 5), (1, 4))
    twice = once.promote(6)
    assert [twice.nodes[node].act for node in twice.main_line()] == ["@a3", "@e7"]
    assert twice.promote(6) is twice


def test_names_and_comments():
    """Belong to their node, and trees that say the same are the same whatever their numbers."""
    tree = grown().name(4, "Sideways")
    assert (tree.nodes[4].name, tree.nodes[4].comment) == ("Sideways", "there")
    assert not tree.same(grown())
    assert tree.name(4, "").same(grown())
    assert tree.delete(3).has_side_lines
    assert not tree.delete(4).has_side_lines


def test_a_match_varies():
    """The tree of a match has its own acts in it; only what the rules allow is added."""
    match = kidd.Match("LC")
    for act in ACTS:
        match.play(act)
    node = match.vary(1, "@e7")
    assert match.variations.acts(node) == ("@c1", "@e7")
    assert match.at_node(node).acts == ("@c1", "@e7")
    assert match.vary(1, "@e7") == node
    with pytest.raises(kidd.IllegalMove):
        match.vary(node, "c1-c9")
    assert len(match.variations) == 4
    assert match.acts == ACTS
    assert match.copy().variations is match.variations


def played(*acts: str) -> kidd.Match:
    """A match of Loyal Captain with these acts."""
    match = kidd.Match("LC")
    for act in acts:
        match.play(act)
    return match


def test_looking_at_the_tree_changes_nothing():
    """Whether somebody has looked or not, what was taken back is in no tree and in no book."""
    match = played(*ACTS)
    assert len(match.variations) == 3
    match.undo(2)
    match.play("@e7")
    assert match.variations.same(played("@c1", "@e7").variations)
    assert kidd.write_logbook(match) == kidd.write_logbook(played("@c1", "@e7"))


def test_what_was_tried_stays_when_acts_are_taken_back():
    """Only what was merely played goes; the match's own acts stand first whatever was tried before."""
    match = played(*ACTS)
    node = match.vary(1, "@e7")
    match.undo(2)
    assert match.variations.acts(node) == ("@c1", "@e7")
    assert len(match.variations) == 2
    match.play("@a3")
    tree = match.variations
    assert [tree.nodes[one].act for one in tree.nodes[1].children] == ["@a3", "@e7"]
    match.undo(2)
    assert match.variations.acts(node) == ("@c1", "@e7"), "the way there stays, too"


@pytest.mark.parametrize("first", ["vary", "play"])
def test_what_was_tried_and_played_stays_with_its_words(first: str):
    """Whichever came first; what was said of it is the match's comment as long as it is played."""
    match = played("@c1", "@a7") if first == "play" else played("@c1")
    node = match.vary(1, "@a7")
    match.variations = match.variations.comment(node, "well").name(node, "Stern")
    if first == "vary":
        match.play("@a7")
    assert (match.variations.nodes[node].comment, match.variations.nodes[node].name) == ("well", "Stern")
    assert "{[%name Stern] well}" in kidd.write_logbook(match)
    match.variations = match.variations.comment(1, "begins")
    assert match.comments == {1: "begins", 2: "[%name Stern] well"}
    match.undo()
    assert (match.variations.nodes[node].comment, match.variations.nodes[node].name) == ("well", "Stern")
    assert match.comments == {1: "begins"}


def test_a_match_until_a_ply_has_nothing_of_later():
    """Neither what was played nor what was tried from there on; what was tried before is there, in the copy alone."""
    match = played(*ACTS)
    early, late = match.vary(1, "@e7"), match.vary(2, "@a3")
    then = match.until(1)
    assert then.variations.acts(early) == ("@c1", "@e7")
    assert sorted(then.variations.nodes) == [ROOT, 1, early]
    assert match.variations.acts(late) == ("@c1", "@a7", "@a3")


def test_the_tree_and_the_comments_say_the_same():
    """What is said of the match's own acts is one thing, whichever way it was said."""
    match = played(*ACTS)
    match.comments = {0: "before", 2: "[%name Stern]as it was"}
    tree = match.variations
    assert [(tree.nodes[node].name, tree.nodes[node].comment) for node in (0, 1, 2)] == [
        ("", "before"),
        ("", ""),
        ("Stern", "as it was"),
    ]
    match.variations = tree.comment(0, "").comment(1, "and now")
    assert match.comments == {1: "and now", 2: "[%name Stern]as it was"}


def test_nothing_is_promoted_above_what_was_played():
    """A match has its own acts for its main line; a line that is to be one becomes a match of its own."""
    match = played("@c1", "@a7")
    node = match.vary(1, "@e7")
    promoted = match.variations.promote(node)
    with pytest.raises(kidd.OptionError, match=r"@a7 was played in this match.* @e7 cannot be promoted"):
        match.variations = promoted
    assert match.variations.main_line() == (1, 2)
    other = match.at_node(node)
    other.variations = promoted
    assert other.variations.main_line() == (1, node)
    assert other.variations.find(1, "@a7") is not None


@pytest.mark.parametrize("what", [5, None, {}, "tree"], ids=repr)
def test_only_a_tree_is_a_tree(what: object):
    """Anything else is refused."""
    with pytest.raises(kidd.OptionError, match="expected variations"):
        played().variations = what  # type: ignore[assignment]
