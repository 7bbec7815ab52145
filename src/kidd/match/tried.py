"""What was tried beside a match: lines of a user's own, kept apart from the acts that were played."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from kidd.errors import OptionError
from kidd.match.variations import ROOT, TreeBuilder, Variations

_NAME = re.compile(r"\[%name ((?:[^\]\\]|\\.)*+)\] ?", re.DOTALL)
_IN_NAME = str.maketrans({"\\": r"\\", "]": r"\]"})

Comments = Mapping[int, Any]  # by the ply after which they stand; anybody may have put anything there


def split_name(comment: str) -> tuple[str, str]:
    """The name of the line that begins here, and what else a comment says."""
    found = _NAME.match(comment)
    return (re.sub(r"\\(.)", r"\1", found[1], flags=re.DOTALL), comment[found.end() :]) if found else ("", comment)


def join_name(name: str, comment: str) -> str:
    """A comment that names the line, too; read again, it gives both back."""
    if not name and not _NAME.match(comment):
        return comment
    named = f"[%name {name.translate(_IN_NAME)}]"
    return f"{named} {comment}" if comment else named


class Tried(NamedTuple):
    """A tree of what was tried, in which acts of the match may stand, too, without what is said of them there."""

    tree: Variations = Variations()
    played: frozenset[int] = frozenset()
    """The nodes that stand in the tree only because they were played."""

    def whole(self, acts: Sequence[str], comments: Comments) -> Variations:
        """The tree with all acts of the match, which stand first, and with what is said of them."""
        tree, node = TreeBuilder(self.tree), ROOT
        for ply, act in enumerate(("", *acts)):
            node = tree.lead(node, act) if ply else ROOT
            if isinstance(said := comments.get(ply), str) and said:
                name, text = split_name(said)
                tree.say(node, text, name)
        return self.tree if tree.nodes == self.tree.nodes else tree.done()

    def taken(self, tree: Variations, acts: Sequence[str], comments: Comments) -> tuple[Tried, dict[int, Any]]:
        """What another tree makes of this, and the comments of the match by it."""
        own = [ROOT, *tree.follow(acts)]
        for parent, node in pairwise(own):
            if (first := tree.nodes[parent].children[0]) != node:
                raise OptionError("own-first", act=tree.nodes[node].act, other=tree.nodes[first].act)
        said = dict(comments)
        kept = TreeBuilder(tree)
        for ply, node in enumerate(own):
            words = tree.nodes[node].name, tree.nodes[node].comment
            if not isinstance(before := said.get(ply, ""), str) or split_name(before) != words:
                said.pop(ply, None)
                if any(words):
                    said[ply] = join_name(*words)
            if any(words):
                kept.nodes[node] = tree.nodes[node]._replace(name="", comment="")
        played = frozenset(node for node in own[1:] if node in self.played or node not in self.tree.nodes)
        return Tried(kept.done(), played), said

    def meant(self, node: int) -> Tried:
        """The same once a user has tried what was only played."""
        return self._replace(played=self.played - {node}) if node in self.played else self

    def undone(self, acts: Sequence[str], count: int, comments: Comments) -> Tried:
        """What is left when the last acts are taken back: the lines that were tried, with what is said along them."""
        own = [ROOT, *self.tree.follow(acts)]
        tree, played = TreeBuilder(self.tree), set(self.played)
        for ply in range(len(own) - 1, len(acts) - count, -1):
            node = own[ply]
            if node in played and not tree.nodes[node].children:
                tree.drop(node)
            elif isinstance(said := comments.get(ply), str) and said:
                name, text = split_name(said)
                tree.say(node, text, name)
            played.discard(node)
        return Tried(tree.done(), frozenset(played))

    def ended(self, acts: Sequence[str], ply: int) -> Tried:
        """What had been tried by a ply: nothing after or beside what came later."""
        own = [ROOT, *self.tree.follow(acts)]
        if len(own) <= ply + 1:
            return self
        tree = self.tree.delete(own[ply + 1])
        return Tried(tree, self.played & tree.nodes.keys())


def spoken(tree: Variations, acts: Sequence[str], comments: Comments) -> dict[int, str]:
    """What is said after each act of a match, by its whole tree: comments as they were written, where they say all."""
    said: dict[int, str] = {}
    for ply, node in enumerate((ROOT, *tree.follow(acts))):
        words = tree.nodes[node].name, tree.nodes[node].comment
        text = comments.get(ply)
        if isinstance(text, str) and split_name(text) == words:
            said[ply] = text
        elif any(words):
            said[ply] = join_name(*words)
    return said
