"""Lines that a page or a program keeps and we do not: a first position and what was played from there."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache

from kidd.match import Match
from kidd.match.token_ids import Ids, follow
from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.web.api.positions import position_of

ACT_BYTES = 1_700  # that an act of a line takes in memory
ROOM = 48_000_000  # bytes of lines that were looked at last
STEPS_BACK = 8  # by which a line may be longer than one that is known


class Line(NamedTuple):
    """A line, replayed; it is shared with others and never to be changed."""

    match: Match
    ids: Sequence[Ids]
    """Which token stands where before each act and after the last."""


Key = tuple[str, str, tuple[str, ...]]
_known: LRUCache[Key, Line] = LRUCache(ROOM, lambda line: ACT_BYTES * (len(line.match) + 1))
_lock = Lock()


def read_line(position: str, options: str, acts: Sequence[str]) -> Line:
    """The line that strangers speak of, or what is wrong with it; one that is longer by a few acts costs little."""
    if len(acts) > limits.EVENTS:
        raise TooMany("line acts", limits.EVENTS)
    every = tuple(acts)
    known, done = _find(position, options, every)
    if known is not None and done == len(every):
        return known
    match = Match(position_of(position, options)) if known is None else known.match.copy()
    for act in every[done:]:
        match.play(act)
    line = Line(match, follow(match, () if known is None else known.ids))
    with _lock:
        _known[position, options, every] = line
    return line


def _find(position: str, options: str, acts: tuple[str, ...]) -> tuple[Line | None, int]:
    """The longest known beginning of a line, and how many acts it has."""
    with _lock:
        for done in range(len(acts), max(len(acts) - STEPS_BACK, 0) - 1, -1):
            if (known := _known.get((position, options, acts[:done]))) is not None:
                return known, done
    return None, 0
