"""Searching one position deeper and deeper, for as many lines as were asked for."""

from collections.abc import Iterator

from kidd.game import Game
from kidd.position import Position
from kidd.rules.descriptor import Piles
from kidd.search.answer import Limits
from kidd.search.constants import DEEPEST, MOST_JUDGED, PROVEN, WIN
from kidd.search.deadlock import is_dead
from kidd.search.scores import draw_points
from kidd.search.tree.alphabeta import Node
from kidd.search.tree.context import Context
from kidd.search.tree.mirrors import mirror_code, own_symmetries
from kidd.search.tree.raw_line import RawLine, merge_unfinished, rank_unfinished

WINDOW = 250  # how far a score is expected to stray from one depth to the next


class Deepening:
    """One search of a position; its root and its context are the engine's."""

    def __init__(self, root: Node, context: Context, game: Game, pos: Position, lines: int) -> None:
        self.root = root
        self.context = context
        self.game = game
        self.dead = _find_dead_draws(pos)
        self.images = _find_images(pos) if lines > 1 else {}
        self.lines = min(lines, len(pos.legal_moves()))

    def run(self, limits: Limits, only_one: bool) -> Iterator[tuple[int, list[RawLine]]]:
        """Search deeper and deeper, yielding each depth; what was not finished counts as far as it went."""
        found: list[RawLine] = []
        scores: dict[int, int] = {}
        done = 0
        for depth in self._list_depths(min(limits.depth or DEEPEST, DEEPEST)):
            now = sorted(self._search_depth(depth, found), key=lambda one: -one.score)
            tried = self.root.root_scores()
            if self.context.stopped and self.lines > 1 and found:
                now = rank_unfinished(now, found)
            elif self.context.stopped:
                now = merge_unfinished(now, found, {code: score for code, score in scores.items() if code not in tried})
            found, scores = now[: self.lines], tried
            done = done if self.context.stopped else depth
            yield done, found
            # Forced moves let a long win be seen before a short one: a proof is done when nothing shorter is left.
            proven = all(WIN - abs(one.score) <= min(depth, WIN - PROVEN) for one in found)
            if self.context.stopped or only_one or proven:
                return

    def _list_depths(self, deepest: int) -> list[int]:
        """The depths to search, one after the other.

        Before a roll the judgement flatters whoever moved last. So with a die an even depth, which ends with the other
        side's move, plays worse than the odd one before it (docs/strength.md). The second is cheap and sees wins;
        beyond it only the deepest may be even.
        """
        every = range(1, deepest + 1)
        return [n for n in every if n % 2 or n in (2, deepest)] if self.game.descriptor.faces else list(every)

    def _search_depth(self, depth: int, before: list[RawLine]) -> list[RawLine]:
        """Search for the best lines of one depth, each without the moves of those before it."""
        now: list[RawLine] = []
        while len(now) < self.lines:
            self.root.exclude([one.first for one in (*self.dead, *now)])
            score = self._search_window(depth, before[len(now)].score if len(now) < len(before) else None)
            # Where a search breaks off, the first line has at least tried the best move known; the others tried any.
            if self.root.root_code < 0 or (self.context.stopped and (now or self.dead)):
                break
            line = RawLine(score, self.root.best_line(), not self.context.stopped)
            now.append(line)
            for symmetry, code in self.images.get(line.first, ()):
                if all(one.first != code for one in now):
                    now.append(line._replace(symmetry=symmetry, image=code))
            if self.context.stopped:
                break
        return now + self.dead if now or not self.context.stopped else []

    def _search_window(self, depth: int, expected: int | None) -> int:
        """Search in a narrow window around the last score, and in an open one when it was missed."""
        if expected is not None and depth > 3 and abs(expected) < MOST_JUDGED:
            score = self.root.think(depth, expected - WINDOW, expected + WINDOW)
            if self.context.stopped or abs(score - expected) < WINDOW:
                return self.root.root_score
        self.root.think(depth, -WIN, WIN)
        return self.root.root_score


def _find_dead_draws(pos: Position) -> list[RawLine]:
    """The moves after which nobody can capture any more: drawn without a search."""
    if pos.game.descriptor.piles is not Piles.TOWERS or any(pos.hands.values()):
        return []
    manned = {piece.space for piece in pos.pieces}
    captures = [move for move in pos.legal_moves() if move.target in manned and move.target != move.origin]
    dead = [(move, after) for move in captures if is_dead(after := pos.play(move))]
    return [RawLine(draw_points(after, pos.turn), [move.code]) for move, after in dead]


def _find_images(pos: Position) -> dict[int, list[tuple[int, int]]]:
    """For each move the symmetries of the position that make another move of it, which then needs no search."""
    images: dict[int, list[tuple[int, int]]] = {}
    for symmetry in own_symmetries(pos):
        for move in pos.legal_moves():
            image = mirror_code(move.code, pos.deck, symmetry)
            if image != move.code:
                images.setdefault(move.code, []).append((symmetry, image))
    return images
