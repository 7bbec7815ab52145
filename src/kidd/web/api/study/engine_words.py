"""What the engine has found, as data with words."""

from __future__ import annotations

from kidd.advice.look import Look, RollWorth
from kidd.match.token_ids import walk
from kidd.move import Move
from kidd.position import Position
from kidd.search.answer import Line, Score
from kidd.search.scores import chances, turns_to_win
from kidd.web.api.study.answers import EngineAnswer, EngineLine, EngineRoll, LineMove, WinState
from kidd.web.state.models import Colour, colour_of
from kidd.web.state.personal_state import move_state
from kidd.words.language import Tongue
from kidd.words.play.moves import roll_words
from kidd.words.study.advice import explain

MOST_MOVES = 12  # of a line that are told


def engine_answer(pos: Position, look: Look, seq: int, done: bool, _: Tongue) -> EngineAnswer:
    """What a page is told of a look at a position."""
    return EngineAnswer(
        seq=seq,
        depth=look.depth,
        nodes=look.nodes,
        done=done,
        chances=chances_of(pos, look.score),
        win=win_of(pos, look.score),
        lines=tuple(_line(pos, line, _) for line in look.lines),
        rolls=tuple(_roll(pos, one, _) for one in look.rolls),
    )


def chances_of(pos: Position, score: Score) -> dict[Colour, float]:
    """The chance of each crew to win in per cent, rounded so that they still add up to 100."""
    colours = pos.game.colours
    found = [round(chance, 1) for chance in chances(score)]
    highest = found.index(max(found))
    found[highest] = round(100 - sum(found[:highest] + found[highest + 1 :]), 1)
    return {colour_of(colour): chance for colour, chance in zip(colours, found, strict=True)}


def win_of(pos: Position, score: Score) -> WinState | None:
    """Whose win is proven, in how many turns."""
    turns = turns_to_win(pos, score)
    return WinState.model_validate({"by": score.winner, "in": turns}) if turns else None


def _line(pos: Position, line: Line, _: Tongue) -> EngineLine:
    moves, there = [], pos
    for move in line.moves[:MOST_MOVES]:
        moves.append(_move(there, move))
        there = there.play(move)
    return EngineLine(
        acts=tuple(move.act for move in moves),
        moves=tuple(moves),
        chances=chances_of(pos, line.score),
        win=win_of(pos, line.score),
        words=explain(pos, line, language=_.code),
    )


def _move(pos: Position, move: Move) -> LineMove:
    path = walk(pos, move) if move.target else ()
    return LineMove.model_validate({**dict(move_state(move)), "path": path})


def _roll(pos: Position, one: RollWorth, _: Tongue) -> EngineRoll:
    return EngineRoll(
        roll=one.roll,
        chances=chances_of(pos, one.line.score),
        win=win_of(pos, one.line.score),
        act=str(one.line.moves[0]) if one.line.moves else None,
        words=roll_words(one.roll, _),
    )
