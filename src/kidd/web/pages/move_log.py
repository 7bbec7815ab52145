"""The log of a match, round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from kidd.match import Match
from kidd.move import Move
from kidd.standing import is_opening
from kidd.web.pages.table.view_models import LogCell, LogRow, Remark
from kidd.words.language import Tongue
from kidd.words.moves import word_said, words_of
from kidd.words.names import crew

NONE: Mapping[int, Remark] = {}


def log_rows(
    match: Match, shown: int, _: Tongue, said: Sequence[str] = (), remarks: Mapping[int, Remark] = NONE
) -> tuple[LogRow, ...]:
    """Every act of a match in rounds, with what is `said` of each; `shown` is the ply that the view shows."""
    rows: list[LogRow] = []
    cells: list[LogCell] = []
    last = 0
    for number in range(len(match)):
        turn = match.turn_number(number)
        if cells and turn != last:
            rows.append(LogRow(last, tuple(cells)))
            cells = []
        last = turn
        words = act_words(match, number, _)
        cells.append(
            LogCell(
                ply=number + 1,
                text=match.act(number),
                words=words,
                said=said[number] if said else words,
                by=_doer(match, number),
                colour=_colour(match, number),
                word=bool(match.word(number)),
                now=number + 1 == shown,
                remark=remarks.get(number + 1),
            )
        )
    return (*rows, LogRow(last, tuple(cells))) if cells else ()


def _doer(match: Match, number: int) -> str:
    """Whose act it was, by the colour that they have now: the choice of colours may have swapped them (LC6)."""
    by = match.act_by(number) or ""
    if by and is_opening(match.position_at(number)):
        colours = match.game.colours
        return next(colour for colour in colours if match.seat(colour) == colours.index(by))
    return by


def _colour(match: Match, number: int) -> str:
    """The colour that an act stands in: in the chooser's opening that of the token or the choice."""
    before = match.position_at(number)
    if match.word(number) or not is_opening(before):
        return _doer(match, number)
    if before.choosing:
        return "R" if match.act(number) == "red" else "B"
    return before.turn


def act_words(match: Match, number: int, _: Tongue) -> str:
    """One act of a match in words."""
    word = match.word(number)
    return word_said(word, crew(_doer(match, number), _), _) if word else _words(_, match.move(number))


@lru_cache(4096)
def _words(_: Tongue, move: Move) -> str:
    return words_of(move, _)
