"""The log of a match, round by round."""

from __future__ import annotations

from functools import lru_cache

from kidd.language import Tongue
from kidd.match import Match
from kidd.move import Move
from kidd.position import Position
from kidd.refusal import find
from kidd.standing import WORDS
from kidd.web.movewords import word_said, words_of
from kidd.web.view import LogCell, LogRow


def log_rows(match: Match, shown: int, _: Tongue) -> tuple[LogRow, ...]:
    """Every act of a match in rounds; `shown` is the ply that the view shows."""
    rows: list[LogRow] = []
    cells: list[LogCell] = []
    states = (match.start, *match.positions)
    last = 0
    for number in range(len(match)):
        turn = match.turn_number(number)
        if cells and turn != last:
            rows.append(LogRow(last, tuple(cells)))
            cells = []
        last = turn
        cells.append(_cell(match, number, states[number], shown, _))
    return (*rows, LogRow(last, tuple(cells))) if cells else ()


def act_words(match: Match, number: int, before: Position, _: Tongue) -> str:
    """One act of a match in words."""
    act, by = match.act(number).split(":")[-1], match.act_by(number) or ""
    return word_said(act, by, _) if act in WORDS else _words(_, find(before, act))


def _cell(match: Match, number: int, before: Position, shown: int, _: Tongue) -> LogCell:
    text = match.act(number)
    words = act_words(match, number, before, _)
    return LogCell(number + 1, text, words, match.act_by(number) or "", now=number + 1 == shown)


@lru_cache(4096)
def _words(_: Tongue, move: Move) -> str:
    return words_of(move, _)
