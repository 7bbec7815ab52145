"""Ratings: how strong somebody is in one kind of game, as far as the games played say so.

A rating is what openskill's Plackett-Luce model holds of a player: a mean and how uncertain that is. There is one for
each pool: a game (which says for how many players it is) and a speed. Whoever reads it sees points as in chess.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from openskill.models import PlackettLuce

Speed = Literal["blitz", "rapid", "days", "calm"]
SPEEDS: tuple[Speed, ...] = get_args(Speed)

ENOUGH = 10  # games after which a rating is more than a guess, and stands on the leader board
QUICK = 480  # seconds of a live game for one player, from which on it is no blitz any more
MOVES = 40  # that a game is taken to have, where each adds to the time

_MODEL = PlackettLuce()
FIRST = 1500  # points of whoever has not played yet
# A player who is 100 points better can expect as much of a game as in chess: 64 of a hundred points.
POINTS = 30  # for 1 of the model


class Pool(NamedTuple):
    """Games that are rated together."""

    code: str
    speed: Speed


class Rating(NamedTuple):
    """What is known of a player in a pool."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def points(self) -> int:
        """As people read it, never below nothing."""
        return points(self.mu)

    @property
    def spread(self) -> int:
        """So many points up or down it may well be (one standard deviation)."""
        return round(POINTS * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether there are too few games to rely on it."""
        return self.games < ENOUGH


class SeatRating(NamedTuple):
    """The rating of whoever plays in a seat, as it was before the game, and what the game has made of it."""

    points: int
    is_provisional: bool
    change: int | None = None
    """None as long as the game is not settled."""
    member: str = ""
    """The name of their account; empty for whoever has left the house."""


NEW = Rating()


def points(mu: float) -> int:
    """A mean of the model as people read it."""
    return max(0, round(FIRST + POINTS * (mu - _MODEL.mu)))


def speed_of(time: str) -> Speed:
    """The speed of a game by its time: `300+5`, `3d`, or none."""
    if not time:
        return "calm"
    base, plus, increment = time.partition("+")
    if not plus:
        return "days"
    return "blitz" if int(base) + MOVES * int(increment) < QUICK else "rapid"


def rate(players: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a game in which they came in at these places, 1 for the best; equal places are a draw."""
    teams = [[_MODEL.create_rating([one.mu, one.sigma])] for one in players]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma, before.games + 1) for team, before in zip(rated, players, strict=True)]
