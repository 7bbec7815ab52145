"""How good a move was: what it gave away of the result that could be expected."""

from __future__ import annotations

from typing import NamedTuple

from kidd.search.answer import Score

# The loss, on the scale from -1 (lost) to 1 (won), from which on a move is marked so.
EQUAL = 0.02
THRESHOLDS = (("blunder", 0.5), ("mistake", 0.25), ("inaccuracy", 0.1), ("fine", EQUAL), ("best", 0.0))
DECIDED = 0.9  # what is expected in a game that is as good as over
MARKS = ("best", "fine", "inaccuracy", "mistake", "blunder", "forced")
GLYPHS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}


class Judgement(NamedTuple):
    """A mark, the loss behind it, and whether a certain win was let go or a certain loss walked into."""

    mark: str
    loss: float
    win_gone: bool = False
    lost_now: bool = False


def judge(best: Score, played: Score, colours: str, mover: str) -> Judgement:
    """Compare what a player could have had with what the player got.

    Proofs weigh more than numbers, but only where they change something: a proven win is let go only if the move costs
    an inaccuracy at least, and a move loses by force only if something else would not have been as good as lost.
    """
    had, got = (score.expected[colours.index(mover)] for score in (best, played))
    if best.winner is not None and best.winner == played.winner:
        return Judgement("best" if best.win_in == played.win_in else "fine", 0.0)
    loss = max(0.0, had - got)
    mark = next(mark for mark, least in THRESHOLDS if loss >= least)
    win_gone = best.winner == mover and mark in GLYPHS
    lost_now = played.winner not in (None, mover) and best.winner is None and had > -DECIDED
    if lost_now:
        mark = "blunder"
    elif win_gone and mark == "inaccuracy":
        mark = "mistake"
    return Judgement(mark, loss, win_gone, lost_now or (win_gone and played.winner not in (None, mover)))
