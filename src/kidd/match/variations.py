"""Variations: the lines that were tried beside a game, as a tree that never changes; every edit gives another one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from kidd.errors import OptionError, shown

ROOT = 0  # the node before the first act

Row = tuple[int, int, str, str, str]  # a node by its number: its parent, act, comment and name


class Node(NamedTuple):
    """An act in a tree, with what was said after it; its first child goes on with the main line."""

    parent: int
    act: str
    comment: str = ""
    name: str = ""
    children: tuple[int, ...] = ()


@dataclass(frozen=True)
class Variations:
    """Nodes by numbers that stay as they are; the first line of the tree, from its root on, is the main line."""

    nodes: Mapping[int, Node] = field(default_factory=lambda: MappingProxyType({ROOT: Node(-1, "")}))
    next: int = 1
    """The number that the next node gets: none is given twice."""

    def __len__(self) -> int:
        return len(self.nodes) - 1

    def path(self, node: int) -> tuple[int, ...]:
        """The nodes that lead to one, from the first act on and with itself."""
        found = []
        self._check(node)
        while node != ROOT:
            found.append(node)
            node = self.nodes[node].parent
        return tuple(reversed(found))

    def acts(self, node: int) -> tuple[str, ...]:
        """What was played up to a node and with it."""
        return tuple(self.nodes[one].act for one in self.path(node))

    def main_line(self, node: int = ROOT) -> tuple[int, ...]:
        """The nodes after one, as the first line goes on."""
        found = []
        self._check(node)
        while children := self.nodes[node].children:
            node = children[0]
            found.append(node)
        return tuple(found)

    def find(self, parent: int, act: str) -> int | None:
        """The child that is this act."""
        self._check(parent)
        return next((child for child in self.nodes[parent].children if self.nodes[child].act == act), None)

    def follow(self, acts: Iterable[str]) -> Iterator[int]:
        """The nodes of a line from the root on, as far as it stands in the tree."""
        node = ROOT
        for act in acts:
            child = self.find(node, act)
            if child is None:
                return
            node = child
            yield node

    def add(self, parent: int, act: str) -> tuple[Variations, int]:
        """The tree with an act after a node, and the number of that; one that stands there already is found."""
        self._check(parent, act)
        known = self.find(parent, act)
        if known is not None:
            return self, known
        before = self.nodes[parent]
        after = before._replace(children=(*before.children, self.next))
        nodes = {**self.nodes, parent: after, self.next: Node(parent, act)}
        return Variations(MappingProxyType(nodes), self.next + 1), self.next

    def add_line(self, parent: int, acts: Iterable[str]) -> tuple[Variations, int]:
        """The tree with a line after a node, and the number of its last act."""
        self._check(parent)
        tree = TreeBuilder(self)
        for act in acts:
            parent = tree.add(parent, act)
        return tree.done(), parent

    def comment(self, node: int, text: str) -> Variations:
        """The tree with something said after a node."""
        self._check(node, text)
        return self._with(node, self.nodes[node]._replace(comment=text))

    def name(self, node: int, text: str) -> Variations:
        """The tree with a line named that begins at a node."""
        self._check(node, text)
        return self._with(node, self.nodes[node]._replace(name=text))

    def promote(self, node: int) -> Variations:
        """The tree with a node's line before its siblings, where it is not the first one yet."""
        for one in reversed(self.path(node)):
            parent = self.nodes[one].parent
            before = self.nodes[parent]
            if before.children[0] != one:
                children = (one, *(child for child in before.children if child != one))
                return self._with(parent, before._replace(children=children))
        return self

    def delete(self, node: int) -> Variations:
        """The tree without a node and all that comes after it."""
        self._check(node)
        if node == ROOT:
            raise OptionError("root")
        gone = set(self.below(node))
        parent = self.nodes[node].parent
        kept = {number: one for number, one in self.nodes.items() if number not in gone}
        children = tuple(child for child in kept[parent].children if child != node)
        kept[parent] = kept[parent]._replace(children=children)
        return replace(self, nodes=MappingProxyType(kept))

    def below(self, node: int) -> Iterator[int]:
        """A node and all that come after it, each before those that follow it."""
        self._check(node)
        ahead = [node]
        while ahead:
            node = ahead.pop()
            yield node
            ahead.extend(reversed(self.nodes[node].children))

    @property
    def has_side_lines(self) -> bool:
        """Whether anything was tried beside the main line."""
        return any(len(node.children) > 1 for node in self.nodes.values())

    def same(self, other: Variations) -> bool:
        """Whether another tree says the same, whatever its numbers."""
        return self._list() == other._list()

    def rows(self) -> list[Row]:
        """The nodes in the order of their lines, each before those that follow it; `grown` makes the tree again."""
        nodes = ((number, self.nodes[number]) for number in self.below(ROOT))
        return [(number, node.parent, node.act, node.comment, node.name) for number, node in nodes]

    def __reduce__(self) -> tuple[object, ...]:
        return grown, (self.rows(), self.next)

    def _list(self) -> list[tuple[object, ...]]:
        """Everything but the numbers, in the order of the lines."""
        nodes = (self.nodes[number] for number in self.below(ROOT))
        return [(node.act, node.comment, node.name, len(node.children)) for node in nodes]

    def _check(self, node: int, text: str = "") -> None:
        """Refuse a node that there is not, and what is no text."""
        if type(node) is not int or node not in self.nodes:
            raise OptionError("node", came=shown(node))
        if not isinstance(text, str):
            raise OptionError("tree-text", came=shown(text))

    def _with(self, number: int, node: Node) -> Variations:
        return replace(self, nodes=MappingProxyType({**self.nodes, number: node}))


class TreeBuilder:
    """Adds many nodes to a tree without a copy of it for each."""

    def __init__(self, tree: Variations | None = None) -> None:
        tree = Variations() if tree is None else tree  # one without acts is false
        self.nodes = dict(tree.nodes)
        self.next = tree.next

    def add(self, parent: int, act: str) -> int:
        """Add an act after a node, or find it there."""
        before = self.nodes[parent]
        for child in before.children:
            if self.nodes[child].act == act:
                return child
        number, self.next = self.next, self.next + 1
        self.nodes[parent] = before._replace(children=(*before.children, number))
        self.nodes[number] = Node(parent, act)
        return number

    def lead(self, parent: int, act: str) -> int:
        """Add an act after a node, or find it there, before all others."""
        number = self.add(parent, act)
        above = self.nodes[parent]
        if above.children[0] != number:
            others = (child for child in above.children if child != number)
            self.nodes[parent] = above._replace(children=(number, *others))
        return number

    def drop(self, number: int) -> None:
        """Take away a node after which nothing comes."""
        parent = self.nodes.pop(number).parent
        above = self.nodes[parent]
        self.nodes[parent] = above._replace(children=tuple(child for child in above.children if child != number))

    def put(self, number: int, node: Node) -> None:
        """Put a node with a number of its own behind its siblings; the root is there already."""
        self.nodes[number] = node
        if number != ROOT:
            above = self.nodes[node.parent]
            self.nodes[node.parent] = above._replace(children=(*above.children, number))

    def say(self, number: int, comment: str, name: str = "") -> None:
        """Say something after a node, behind what was said there before."""
        node = self.nodes[number]
        comment = "\n".join(text for text in (node.comment, comment) if text)
        self.nodes[number] = node._replace(comment=comment, name=name or node.name)

    def done(self, following: int = 0) -> Variations:
        """The tree; the next node gets the number that follows, if that is said."""
        return Variations(MappingProxyType(self.nodes), max(self.next, following))


def grown(rows: Iterable[Row], following: int) -> Variations:
    """The tree of such rows; its next node gets the number that follows."""
    tree = TreeBuilder()
    for number, parent, act, comment, name in rows:
        tree.put(number, Node(parent, act, comment, name))
    return tree.done(following)
