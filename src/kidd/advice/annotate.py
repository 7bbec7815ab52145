"""Games with a mark on every move and what was better than the weak ones: facts, without words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kidd.advice.analyst import Analyst, Budget, positions_seen_twice
from kidd.advice.judge import GLYPHS, judge
from kidd.match import Match
from kidd.match.standing import is_opening
from kidd.move import Move
from kidd.search.answer import Line, Score
from kidd.search.scores import result_score


class Note(NamedTuple):
    """What was found out about one move of a match: the number of its act, the mark, its line and the best one."""

    number: int
    by: str
    move: Move
    mark: str
    loss: float
    played: Line
    best: Line
    rolls: tuple[Score, ...] = ()
    """What each roll that may follow is worth, where one follows."""

    @property
    def glyph(self) -> str:
        """The mark as players write it behind a move, empty for a good one."""
        return GLYPHS.get(self.mark, "")


def notes(match: Match, budget: Budget, *, numbers: Iterable[int] | None = None) -> Iterator[Note]:
    """A note on every move of a match, or on some acts only, each as soon as it is made; none after `stop` is set."""
    analyst = Analyst(match.game, budget)
    for number in acts_to_judge(match) if numbers is None else numbers:
        note = _note(match, number, analyst)
        if budget.stop and budget.stop.is_set():
            return
        yield note


def acts_to_judge(match: Match) -> tuple[int, ...]:
    """The numbers of the acts that get a note."""
    return tuple(number for number in range(len(match)) if _is_judged(match, number))


def _is_judged(match: Match, number: int) -> bool:
    """Whether an act is a move that a player chose for a crew that was theirs."""
    before = match.position_at(number)
    return not match.word(number) and not before.is_chance and not is_opening(before)


def _note(match: Match, number: int, analyst: Analyst) -> Note:
    note = _judged(match, number, analyst)
    after = match.position_at(number + 1)
    return note._replace(rolls=analyst.roll_scores(after)) if after.is_chance else note


def _judged(match: Match, number: int, analyst: Analyst) -> Note:
    pos, move = match.position_at(number), match.move(number)
    history = positions_seen_twice([match.position_at(ply) for ply in range(number + 1)])
    known = analyst.lines(pos, history)
    best = known[0]
    if match.result and match.result.reason == "repetition" and number == len(match) - 1:
        played = Line((move,), result_score(match.position, match.result, 1))
    else:
        played = analyst.line_of(pos, move, history, known)
    if len(pos.legal_moves()) == 1:
        return Note(number, pos.turn, move, "forced", 0.0, played, best)
    found = judge(best.score, played.score, pos.game.colours, pos.turn)
    return Note(number, pos.turn, move, found.mark, found.loss, played, best)
