"""Moves that are nobody's choice: what they are worth shows where somebody has one again."""

from kidd.move import Move
from kidd.position import Position
from kidd.search.answer import Analysis, Line, delay
from kidd.search.constants import MOST_PLIES
from kidd.search.deadlock import is_dead
from kidd.search.scores import draw_score, result_score


def forced_moves(pos: Position) -> tuple[tuple[Move, ...], Position]:
    """The moves that must be made one after the other, and where they lead: to a choice, a roll, an end, or round."""
    made: list[Move] = []
    seen = {pos}
    while len(made) < MOST_PLIES and not pos.is_chance:
        moves = pos.legal_moves()
        if len(moves) != 1:
            break
        made.append(moves[0])
        pos = pos.play(moves[0])
        if pos in seen:
            break
        seen.add(pos)
    return tuple(made), pos


def certain_lines(pos: Position, lines: int, *, came_round: bool) -> tuple[Line, ...]:
    """The lines of a position that needs no search, as it is over or drawn; none if it does."""
    if pos.result:
        return (Line((), result_score(pos, pos.result, 0)),)
    moves = pos.legal_moves()
    if is_dead(pos) or (came_round and len(moves) == 1):
        return tuple(Line((move,), draw_score(pos)) for move in moves[:lines])
    return ()


def put_before(made: tuple[Move, ...], found: Analysis) -> Analysis:
    """What was found behind forced moves, told of the position before them."""
    return found._replace(
        lines=tuple(Line((*made, *line.moves), delay(line.score, len(made))) for line in found.lines[:1])
    )
