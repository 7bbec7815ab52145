"""A kept study: a tree of lines from one position, by whom, and what it was made of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from kidd.match import Match
from kidd.match.variations import Variations
from kidd.position import Position


@dataclass(frozen=True, eq=False)
class Study:
    """A study after so many edits."""

    id: str
    owner: str
    title: str
    version: int
    start: Position
    naming: frozenset[str]
    """The options that it names, be they as usual or not."""
    players: tuple[str, ...]
    headers: dict[str, str]
    source: str
    """The id of the game that it was made of; empty for a book or a line."""
    tree: Variations
    created: datetime
    updated: datetime
    size: int = 0
    """Bytes that it takes as it was kept last."""

    @property
    def people(self) -> frozenset[str]:
        """Whose it is."""
        return frozenset({self.owner})

    def at_node(self, node: int) -> Match:
        """The line that leads to a node."""
        line = self.beginning()
        for act in self.tree.acts(node):
            line.play(act)
        return line

    def beginning(self) -> Match:
        """The match before its first act."""
        match = Match(self.start, self.players)
        match.naming = self.naming
        return match

    def main_line(self) -> Match:
        """The first line as a match, with all others beside it."""
        match = self.beginning()
        match.headers = dict(self.headers)
        for node in self.tree.main_line():
            match.play(self.tree.nodes[node].act)
        match.variations = self.tree
        return match


class StudySummary(NamedTuple):
    """A study in a person's list."""

    id: str
    title: str
    code: str
    version: int
    nodes: int
    source: str
    created: datetime
    updated: datetime
