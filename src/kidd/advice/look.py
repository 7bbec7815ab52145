"""A look at a position: its best lines, and with a die what each roll is or would have been worth."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event
from typing import NamedTuple

from kidd.advice.threats import after_rolls, with_turn
from kidd.game import Game
from kidd.position import Position
from kidd.search.answer import Analysis, Limits, Line, Score
from kidd.search.engine import Engine
from kidd.search.scores import average_score, result_score

LINES_SHARE = 0.6  # of the time, where the rolls that did not fall are looked at, too
USED_UP = 0.9  # of its time: a search that ends before has nothing left to find


class RollWorth(NamedTuple):
    """What a roll of the die is worth, and the best line after it; the line is empty where the game is over by it."""

    roll: int
    line: Line


class Look(NamedTuple):
    """What was found out about a position; `settled` means that there is no more to find."""

    score: Score
    lines: tuple[Line, ...] = ()
    rolls: tuple[RollWorth, ...] = ()
    depth: int = 0
    nodes: int = 0
    settled: bool = True


class Looker:
    """Looks at positions of one game, and keeps in mind what it found as long as that holds for the next one."""

    def __init__(self, game: Game, memory: float) -> None:
        self._engine = Engine(game, memory)
        self._ground: object = None

    def look(
        self, pos: Position, history: Sequence[Position], lines: int, seconds: float, stop: Event | None = None
    ) -> Look:
        """Think for so many seconds about a position; `history` is what must not come again."""
        if pos.result:
            return Look(result_score(pos, pos.result, 0))
        if pos.is_chance:
            rolls, found = self._look_at_rolls(pos, history, seconds, stop)
            return Look(average_score([one.line.score for one in rolls]), (), rolls, *_sum(found, seconds, stop))
        eve = with_turn(pos, pos.turn) if pos.die else pos
        if not eve.is_chance:
            whole = self._search(pos, history, lines, seconds, stop)
            return Look(whole.lines[0].score, whole.lines, (), *_sum([whole], seconds, stop))
        whole = self._search(pos, history, lines, seconds * LINES_SHARE, stop)
        shown = RollWorth(pos.die or 0, whole.lines[0])
        rolls, others = self._look_at_rolls(eve, history, seconds * (1 - LINES_SHARE), stop, shown)
        return Look(shown.line.score, whole.lines, rolls, *_sum([whole, *others], seconds, stop))

    def _look_at_rolls(
        self,
        eve: Position,
        history: Sequence[Position],
        seconds: float,
        stop: Event | None,
        known: RollWorth | None = None,
    ) -> tuple[tuple[RollWorth, ...], list[Analysis]]:
        """What each roll is worth, and the searches that it took; what is known of one is not searched again."""
        rolls, found = [], []
        after = [(roll, pos) for roll, pos in after_rolls(eve) if known is None or roll != known.roll]
        for roll, pos in after:
            if pos.result:
                rolls.append(RollWorth(roll, Line((), result_score(pos, pos.result, 0))))
                continue
            found.append(self._search(pos, history, 1, seconds / len(after), stop))
            rolls.append(RollWorth(roll, found[-1].lines[0]))
        rolls += [known] if known else []
        return tuple(sorted(rolls, key=lambda one: one.roll)), found

    def _search(
        self, pos: Position, history: Sequence[Position], lines: int, seconds: float, stop: Event | None
    ) -> Analysis:
        # What the table holds is true for every position of two players, but for what counts as a draw by the past.
        ground = pos.turn if len(pos.game.colours) > 2 else "", tuple(map(str, history))
        resume, self._ground = ground == self._ground, ground
        limits = Limits(seconds)
        return self._engine.analyse(pos, limits, lines=lines, history=history, stop=stop, patient=True, resume=resume)


def _sum(found: list[Analysis], seconds: float, stop: Event | None) -> tuple[int, int, bool]:
    """How deep a look went at the least, how many nodes it took, and whether it came to an end by itself."""
    spent = sum(one.seconds for one in found)
    stopped = stop is not None and stop.is_set()
    depth = min((one.depth for one in found), default=0)
    return depth, sum(one.nodes for one in found), not stopped and spent < USED_UP * seconds
