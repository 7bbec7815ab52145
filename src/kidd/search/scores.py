"""From the points of a search to what a line is worth to each colour."""

from collections.abc import Callable

from kidd.game import COLOURS
from kidd.position import Position, Result
from kidd.search.answer import Score
from kidd.search.constants import PROVEN, WIN
from kidd.search.deadlock import is_dead
from kidd.standing import crews_left


def draw_score(colours: str) -> Score:
    """A draw is worth nothing to anybody."""
    return Score((0.0,) * len(colours))


def result_score(colours: str, result: Result, plies: int) -> Score:
    """The score of a game that is over so many plies from here."""
    if result.winner is None:
        return draw_score(colours)
    return Score(tuple(1.0 if colour == result.winner else -1.0 for colour in colours), plies, result.winner)


def line_score(pos: Position, points: int, end: Position, judge: Callable[[Position], list[float]]) -> Score:
    """What a line is worth that ends in a position, by the points of a search for the one to move at its beginning."""
    proven = abs(points) > PROVEN
    if not proven and is_dead(end):
        return draw_score(pos.game.colours)
    value = points / WIN if not proven else 1.0 if points > 0 else -1.0
    rivals = [colour for colour in pos.game.colours if colour != pos.turn]
    if len(rivals) > 1:
        rivals = [colour for colour in crews_left(pos) if colour != pos.turn]
    winner = pos.turn if points > 0 else rivals[0] if len(rivals) == 1 else None
    plies = WIN - abs(points) if proven and winner else None
    worth = dict.fromkeys(pos.game.colours, -1.0) | {pos.turn: value}  # of three, whoever is out has lost
    if len(rivals) == 1:
        worth[rivals[0]] = 0.0 - value  # without a minus before nothing
    elif end.result:
        worth = dict(zip(worth, result_score(end.game.colours, end.result, 0).expected, strict=True))
    else:
        worth |= _share_out(rivals, value, judge(end))
    return Score(tuple(worth.values()), plies, winner if proven else None)


def _share_out(rivals: list[str], value: float, judge: list[float]) -> dict[str, float]:
    """Divide among two what the third leaves them: one wins and two lose, so that the three add up to -1."""
    one, other = rivals
    left = -1 - value
    ahead = judge[COLOURS.index(one)] - judge[COLOURS.index(other)]
    ahead = max(-2 - left, min(2 + left, ahead))
    return {one: (left + ahead) / 2, other: (left - ahead) / 2}
