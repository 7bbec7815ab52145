from __future__ import annotations

import pytest

import kidd
from kidd.variations import ROOT, Variations

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
