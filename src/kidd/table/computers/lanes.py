"""Lanes of the computers' queue: what is quick does not wait behind what is slow, nor a move behind a study."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from kidd.table.computers.jobs import MoveQuestion, Question

# Somebody waits for a move; for a hint; has just begun to look at a position; a look or an analysis goes on.
URGENT, SOON, LOOKING, SOMETIME = range(4)

QUICK_LEVEL = 6  # the highest level that takes a few milliseconds (docs/strength.md)
QUICK_ACTS = 600  # of a game: to replay a longer one takes longer than to think about it

QUICK_SECONDS = 0.01
LEVEL_SECONDS = {7: 0.1}  # of slow levels
LONGEST_GUESS = 2.0  # seconds: what really took longer is charged afterwards


class Lane(IntEnum):
    """A queue of its own; in a tie the first comes first."""

    QUICK = 0
    MOVES = 1
    HINTS = 2
    LOOKS = 3
    STUDIES = 4


ALL = frozenset(Lane)
QUICK_ONLY = frozenset({Lane.QUICK})
SLOW = ALL - QUICK_ONLY

# How much of the time each gets where all of them wait: a move has hardly ever to wait for a study, but no lane stands
# still because others are full.
WEIGHTS: Mapping[Lane, float] = {Lane.QUICK: 16, Lane.MOVES: 16, Lane.HINTS: 8, Lane.LOOKS: 4, Lane.STUDIES: 1}
_BY_URGENCY = {URGENT: Lane.MOVES, SOON: Lane.HINTS, LOOKING: Lane.LOOKS, SOMETIME: Lane.STUDIES}


def lane_of(question: Question, urgency: int = URGENT) -> Lane:
    """Where a question waits."""
    if urgency == URGENT and isinstance(question, MoveQuestion):
        return move_lane(question.level, len(question.record.acts))
    return _BY_URGENCY[urgency]


def move_lane(level: int, acts: int = 0) -> Lane:
    """Where a computer of a level waits in a game of so many acts."""
    return Lane.QUICK if level <= QUICK_LEVEL and acts <= QUICK_ACTS else Lane.MOVES


def guess(question: Question) -> float:
    """About how many seconds a question takes; it is charged by what it really took."""
    if isinstance(question, MoveQuestion):
        quick = question.level <= QUICK_LEVEL
        return QUICK_SECONDS if quick else LEVEL_SECONDS.get(question.level, 1.0)
    return min(question.seconds, LONGEST_GUESS)
