"""Variations in a log book: lines in round brackets after the move that they replace, and how lines are named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from kidd.errors import LogbookError
from kidd.match import Match
from kidd.match.tried import join_name, split_name
from kidd.match.variations import ROOT, TreeBuilder, Variations

DEEPEST = 500  # brackets in each other
MOST_ACTS = 20_000  # in the brackets of one match

_IN_COMMENT = str.maketrans({"\\": r"\\", "{": r"\{", "}": r"\}", "\r": r"\r"})


class _Open(NamedTuple):
    """A line that was left for a bracket."""

    match: Match
    node: int
    length: int
    at: int


class SideLines:
    """Where a reader stands: in the match itself, or in brackets."""

    def __init__(self, match: Match, line_of: Callable[[int], int]) -> None:
        self.here = match
        self._line_of = line_of  # the number of the line in which something stands, for errors
        self._match = match
        self._tree = TreeBuilder()
        self._main: list[int] = [ROOT]
        self._left: list[_Open] = []
        self._node = ROOT
        self._length = 0  # acts before the line at hand begins
        self._pending = ""
        self._acts = 0

    @property
    def is_open(self) -> int | None:
        """Where the innermost bracket opens."""
        return self._left[-1].at if self._left else None

    def open(self, at: int) -> None:
        """Begin a line in place of the last act."""
        if len(self.here) == self._length:
            raise LogbookError("bracket-first", line=self._line_of(at))
        if len(self._left) == DEEPEST:
            raise LogbookError("bracket-deep", line=self._line_of(at), most=DEEPEST)
        if not self._left:
            self._catch_up()
        self._left.append(_Open(self.here, self._node, self._length, at))
        self.here = self.here.copy()
        self.here.undo()
        self._length = len(self.here)
        self._node = self._tree.nodes[self._node].parent

    def close(self, at: int) -> None:
        """End a line."""
        if not self._left:
            raise LogbookError("bracket-close", line=self._line_of(at))
        if len(self.here) == self._length:
            raise LogbookError("bracket-empty", line=self._line_of(at))
        self.here, self._node, self._length, _ = self._left.pop()

    def play(self, act: str, at: int) -> None:
        """Add an act to the line at hand."""
        self.here.play(act)
        if not self._left:
            return
        self._acts += 1
        if self._acts > MOST_ACTS:
            raise LogbookError("bracket-many", line=self._line_of(at), most=MOST_ACTS)
        self._node = self._tree.add(self._node, self.here.act(len(self.here) - 1))
        if self._pending:
            self._tree.say(self._node, self._pending)
            self._pending = ""

    def say(self, comment: str) -> None:
        """Add a comment after the last act; at the beginning of a bracket it belongs to the next one."""
        if not self._left:
            before = self._match.comments.get(len(self._match))
            self._match.comments[len(self._match)] = comment if before is None else f"{before}\n{comment}"
        elif len(self.here) == self._length:
            self._pending = "\n".join(filter(None, (self._pending, comment)))
        else:
            name, text = split_name(comment)
            self._tree.say(self._node, text, name)

    def end(self) -> None:
        """Give the match what was read beside it."""
        if not self._acts:
            return
        self._catch_up()
        for ply, node in enumerate(self._main):
            beside = self._tree.nodes[node]  # what is said of an act that a bracket repeats
            name, text = split_name(self._match.comments.get(ply, ""))
            said = "\n".join(filter(None, (text, beside.comment)))
            self._tree.nodes[node] = beside._replace(comment=said, name=name or beside.name)
        self._match.variations = self._tree.done()

    def _catch_up(self) -> None:
        """Put what was played in the match itself into the tree, as its first line."""
        for number in range(len(self._main) - 1, len(self._match)):
            self._main.append(self._tree.lead(self._main[-1], self._match.act(number)))
        self._node = self._main[-1]


class Line(NamedTuple):
    """A line that comes next: the match before it, without any tree, and its first node."""

    before: Match
    node: int
    goes_on: bool = False
    """Whether the match has its first act, too, with what is said of that."""


Step = str | Line


def list_side_words(bare: Match, tree: Variations, own: Sequence[int], number: int) -> Iterator[str]:
    """The lines beside an act of a match that has no tree itself, each in its brackets; `own` are its nodes.

    Those that go on after the last act begin with that act once more, as there is nothing that they replace.
    """
    node = own[number + 1]
    lines = [(child, False) for child in tree.nodes[own[number]].children if child != node]
    if number == len(bare) - 1 and tree.nodes[node].children:
        lines.append((node, True))
    if lines:
        before = bare.until(number)
        words = (_list_bracket(Line(before, child, goes_on), tree) for child, goes_on in lines)
        yield from _glue(word for bracket in words for word in bracket)


def _list_bracket(first: Line, tree: Variations) -> Iterator[str]:
    """The words of a line and of those in it, however deep, without a call for each of them."""
    lines = [_walk(first, tree)]
    while lines:
        step = next(lines[-1], None)
        if step is None:
            lines.pop()
        elif isinstance(step, str):
            yield step
        elif len(lines) == DEEPEST:
            raise LogbookError("too-deep", most=DEEPEST)
        else:
            lines.append(_walk(step, tree))


def _walk(line: Line, tree: Variations) -> Iterator[Step]:
    """The words of a line from its first node on, and the lines beside it."""
    match, node = line.before.copy(), line.node
    yield "("
    siblings: tuple[int, ...] = ()
    numbered, is_said = True, line.goes_on
    while True:
        before = match.copy() if siblings else match
        match.play(tree.nodes[node].act)
        yield write_act(match, len(match) - 1, numbered=numbered)
        said = "" if is_said else join_name(tree.nodes[node].name, tree.nodes[node].comment)
        if said:
            yield write_comment(said)
        yield from (Line(before, other) for other in siblings)
        numbered, is_said = bool(siblings), False
        if not tree.nodes[node].children:
            break
        node, *others = tree.nodes[node].children
        siblings = tuple(others)
    yield ")"


def _glue(words: Iterable[str]) -> Iterator[str]:
    """Brackets stand close to what they hold."""
    opening, last = "", ""
    for word in words:
        if word == "(":
            opening += word
        elif word == ")":
            last += word
        else:
            if last:
                yield last
            opening, last = "", opening + word
    if last:
        yield last


def write_act(match: Match, number: int, *, numbered: bool = False) -> str:
    """An act, with the number of its round where it opens one, or where it has to be told after something else."""
    act, turn = match.act(number), match.turn_number(number)
    if number and match.turn_number(number - 1) != turn:
        return f"{turn}. {act}"
    if number == 0:
        return f"{turn}. {act}" if match.start.turn == match.game.colours[0] else f"{turn}... {act}"
    return f"{turn}... {act}" if numbered else act


def write_comment(text: str) -> str:
    """A comment in its braces."""
    return f"{{{text.translate(_IN_COMMENT)}}}"
