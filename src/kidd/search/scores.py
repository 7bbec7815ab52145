"""From the points of a search to what a line is worth to each colour, and to the one scale that people are shown."""

from collections.abc import Callable, Sequence

from kidd.game import COLOURS
from kidd.match.standing import crews_left, sharers
from kidd.position import Position, Result
from kidd.search.answer import Score
from kidd.search.constants import PROVEN, WIN
from kidd.search.deadlock import is_dead

DRAW = Result(None, "")


def chances(score: Score) -> tuple[float, ...]:
    """The chance of each colour to win in per cent, a draw shared by those who draw; they add up to 100."""
    shares = [1 + expected for expected in score.expected]
    whole = sum(shares)
    return tuple(100 * share / whole for share in shares)


def turns_to_win(pos: Position, score: Score) -> int | None:
    """In how many turns of its own the winner of a proven score wins, the one at hand counted; None without one."""
    if score.winner is None or not score.win_in:  # nothing proven, or over already
        return None
    colours, rolling = pos.game.colours, pos.is_chance
    mover, turns = colours.index(pos.turn), 0
    for _ in range(score.win_in):
        if not rolling:
            turns += colours[mover] == score.winner
            mover = (mover + 1) % len(colours)
        rolling = bool(pos.game.descriptor.faces) and not rolling
    return max(turns, 1)


def average_score(scores: Sequence[Score]) -> Score:
    """The mean over the rolls of a die; a win is proven if every roll proves it."""
    expected = tuple(sum(each) / len(scores) for each in zip(*(score.expected for score in scores), strict=True))
    winner = scores[0].winner if len({score.winner for score in scores}) == 1 else None
    return Score(expected, max(score.win_in or 0 for score in scores) if winner else None, winner)


def share_score(colours: str, sharing: str) -> Score:
    """What it is worth to each colour that some share the point: nothing if two do, whoever else there is loses."""
    share = 2 / len(sharing) - 1
    return Score(tuple(share if colour in sharing else -1.0 for colour in colours))


def draw_score(pos: Position) -> Score:
    """The score of a draw in a position, which those share who are still in the game (MG7)."""
    return share_score(pos.game.colours, sharers(pos, DRAW))


def draw_points(pos: Position, colour: str) -> int:
    """The same in the points of a search, for a colour that is still in the game."""
    sharing = sharers(pos, DRAW)
    return 2 * WIN // len(sharing) - WIN if colour in sharing else -WIN


def result_score(pos: Position, result: Result, plies: int) -> Score:
    """The score of a game that ends in a position, so many plies from here."""
    score = share_score(pos.game.colours, sharers(pos, result))
    return score._replace(win_in=plies, winner=result.winner) if result.winner else score


def line_score(pos: Position, points: int, end: Position, judge: Callable[[Position], list[float]]) -> Score:
    """What a line is worth that ends in a position, by the points of a search for the one to move at its beginning."""
    proven = abs(points) > PROVEN
    if not proven and is_dead(end):
        return draw_score(end)
    value = points / WIN if not proven else 1.0 if points > 0 else -1.0
    rivals = [colour for colour in crews_left(pos) if colour != pos.turn]
    winner = pos.turn if points > 0 else rivals[0] if len(rivals) == 1 else None
    plies = WIN - abs(points) if proven and winner else None
    worth = dict.fromkeys(pos.game.colours, -1.0) | {pos.turn: value}  # of three, whoever is out has lost
    rivals = [colour for colour in crews_left(end) if colour != pos.turn]
    if len(rivals) == 1:
        worth[rivals[0]] = 0.0 - value  # without a minus before nothing
    elif end.result:
        worth = dict(zip(worth, result_score(end, end.result, 0).expected, strict=True))
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
