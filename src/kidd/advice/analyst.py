"""Asking the search about every move of a position at once, so that what they are worth can be compared."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from kidd.advice.threats import after_rolls
from kidd.game import Game
from kidd.move import Move
from kidd.position import Position
from kidd.search.answer import Limits, Line, Score, delay
from kidd.search.engine import Engine
from kidd.search.scores import average_score, result_score

MOST_LINES = 40  # moves that are searched together, which costs a ply or two of depth
MEMORY = 16  # megabytes; a short search fills no more, and a larger table takes longer to wipe


class Budget(NamedTuple):
    """How long to think about one move, in time or in nodes."""

    seconds: float | None
    nodes: int | None = None
    seed: int = 0
    stop: threading.Event | None = None

    def check(self) -> None:
        """Refuse a budget that no search can keep."""
        Limits(self.seconds, self.nodes).check_some(None)


class Analyst:
    """Searches the positions of one match, one after the other."""

    def __init__(self, game: Game, budget: Budget) -> None:
        budget.check()
        self.budget = budget
        self._engine = Engine(game, MEMORY)

    def lines(self, pos: Position, history: Sequence[Position], most: int = MOST_LINES) -> tuple[Line, ...]:
        """The lines of a position, best first; `history` is what must not come again."""
        seconds, nodes, seed, stop = self.budget
        limits = Limits(seconds, nodes)
        found = self._engine.analyse(pos, limits, lines=most, seed=seed, history=history, stop=stop, patient=True)
        return found.lines

    def line_of(self, pos: Position, move: Move, history: Sequence[Position], known: Sequence[Line]) -> Line:
        """The line that a move opens, searched on its own if the known lines leave it out."""
        for line in known:
            if line.moves[0] == move:
                return line
        own = self._search_after(pos, move, history)
        if len(known) < MOST_LINES:
            return own
        mover = pos.game.colours.index(pos.turn)  # what did not come among so many is no better than they are
        return own._replace(score=min(own.score, known[-1].score, key=lambda score: score.expected[mover]))

    def _search_after(self, pos: Position, move: Move, history: Sequence[Position]) -> Line:
        after = pos.play(move)
        if after.result:
            return Line((move,), result_score(after, after.result, 1))
        if after.is_chance:
            return Line((move,), self._average_rolls(after, history))
        (line,) = self.lines(after, history, 1)
        return Line((move, *line.moves), delay(line.score, 1))

    def _average_rolls(self, pos: Position, history: Sequence[Position]) -> Score:
        """The mean over the rolls; a win is proven if every roll proves it."""
        return average_score([delay(score, 2) for score in self.roll_scores(pos, history)])

    def roll_scores(self, pos: Position, history: Sequence[Position] = ()) -> tuple[Score, ...]:
        """What each roll is worth where one is due, in the order of the die."""
        return tuple(
            result_score(after, after.result, 0) if after.result else self.lines(after, history, 1)[0].score
            for _, after in after_rolls(pos)
        )


def positions_seen_twice(states: Sequence[Position]) -> list[Position]:
    """The positions that have stood twice, so that a third time is a draw, where the game counts them (MG7, LC7)."""
    game = states[0].game
    if not game.descriptor.counts_repetition(game.options):
        return []
    times = Counter(pos.repetition_key for pos in states)
    return [pos for number, pos in enumerate(states) if times[pos.repetition_key] > 1 and pos not in states[:number]]
