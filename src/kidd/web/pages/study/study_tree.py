"""The tree of a study as a page writes it down: blocks of moves, what was tried instead one step further in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kidd.web.state.study_models import MarkState, NodeState
from kidd.words.language import Tongue

DEEPEST = 6  # steps in; what is deeper stands there, too


@dataclass(frozen=True)
class Cell:
    """A move in the tree."""

    id: int
    text: str
    took: str
    words: str
    number: str
    """Of its round, where it has to be said."""
    colour: str
    roll: int | None
    href: str
    """Empty where a form leads there."""
    now: bool
    name: str
    comment: str
    mark: MarkState | None


@dataclass(frozen=True)
class Block:
    """A run of moves without a fork."""

    depth: int
    label: str
    """What it is, where another line begins."""
    cells: tuple[Cell, ...]


class Forest:
    """The nodes of a study by their numbers; the first child of a node is its main line."""

    def __init__(self, nodes: Sequence[NodeState]) -> None:
        self.root = nodes[0]
        self.nodes = {node.id: node for node in nodes}
        self.children: dict[int, list[int]] = {node.id: [] for node in nodes}
        for node in nodes:
            if node.parent is not None:
                self.children[node.parent].append(node.id)

    def way(self, node: NodeState) -> list[NodeState]:
        """The nodes from the root, which is left out, to one of them."""
        found = []
        while node.parent is not None:
            found.append(node)
            node = self.nodes[node.parent]
        return found[::-1]

    def onward(self, node: NodeState) -> list[NodeState]:
        """How its line goes on."""
        found = []
        while following := self.children[node.id]:
            node = self.nodes[following[0]]
            found.append(node)
        return found

    def is_main(self, node: NodeState) -> bool:
        """Whether a node is on the main line."""
        return all(self.children[one.parent or 0][0] == one.id for one in self.way(node))

    def runs(self) -> list[tuple[int, bool, list[NodeState]]]:
        """Depth, whether it goes on after something else was told, and nodes of each block, as `tree.js` has them."""
        found: list[tuple[int, bool, list[NodeState]]] = []
        todo = [(first, 0, False) for first in self.children[self.root.id][:1]]
        while todo:
            number, depth, goes_on = todo.pop()
            run: list[NodeState] = []
            found.append((depth, goes_on, run))
            while number is not None:
                node = self.nodes[number]
                run.append(node)
                main, *others = self.children[node.parent or 0]
                following = next(iter(self.children[number]), None)
                if main == number and others:
                    todo += [(following, depth, True)] if following is not None else []
                    todo += [(other, depth + 1, False) for other in reversed(others)]
                    break
                number = following  # type: ignore[assignment]
        return found


def blocks(forest: Forest, shown: int, href: Callable[[NodeState], str], _: Tongue) -> tuple[Block, ...]:
    """The whole tree, as it is written down."""
    return tuple(
        Block(
            depth=min(depth, DEEPEST),
            label=_("Instead: %(move)s", move=nodes[0].act) if depth and not goes_on else "",
            cells=tuple(_cell(forest, node, not at, shown, href) for at, node in enumerate(nodes)),
        )
        for depth, goes_on, nodes in forest.runs()
    )


def _cell(forest: Forest, node: NodeState, first: bool, shown: int, href: Callable[[NodeState], str]) -> Cell:
    return Cell(
        id=node.id,
        text=node.act,
        took=node.took,
        words=node.words,
        number=_number(forest, node, first),
        colour=node.colour or node.by or "",
        roll=node.roll,
        href=href(node),
        now=node.id == shown,
        name=node.name,
        comment=node.comment,
        mark=node.mark if node.mark and node.mark.glyph else None,
    )


def _number(forest: Forest, node: NodeState, first: bool) -> str:
    """The number of a round, with dots where somebody else has begun it."""
    before = forest.nodes[node.parent or 0]
    same = before.parent is not None and before.round == node.round
    if same and not first:
        return ""
    return f"{node.round}…" if same else f"{node.round}."
