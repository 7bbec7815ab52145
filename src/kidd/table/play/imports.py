"""Log books that people bring along: read once, within limits."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock

from cachetools import LRUCache

from kidd.errors import LogbookError
from kidd.logbook import iter_logbook
from kidd.match import Match
from kidd.table import limits
from kidd.table.errors import TooMany

ACT_BYTES = 1_300  # that an act of a book takes in memory
ROOM = 48_000_000  # bytes of books that were looked at last

Matches = tuple[Match, ...]


def _bytes(matches: Matches) -> int:
    return ACT_BYTES * sum(len(match) + 1 for match in matches)


_known: LRUCache[str, Matches] = LRUCache(ROOM, _bytes)
_lock = Lock()


def read_book(text: str) -> Matches:
    """The matches of a log book; they are shared and never to be changed."""
    if len(text) > limits.BOOK:
        raise TooMany("book", limits.BOOK)
    with _lock:
        known = _known.get(text)
    if known is not None:
        return known
    matches = tuple(_within_limits(iter_logbook(text)))
    if not matches:
        raise LogbookError("no-match")
    if _bytes(matches) <= ROOM:
        with _lock:
            _known[text] = matches
    return matches


def _within_limits(matches: Iterator[Match]) -> Iterator[Match]:
    """Match by match, so that nobody waits for the end of a book that has too many."""
    for number, match in enumerate(matches):
        if number >= limits.MATCHES:
            raise TooMany("matches", limits.MATCHES)
        if len(match) > limits.EVENTS:
            raise TooMany("steps", limits.EVENTS)
        yield match


def read_match(text: str, number: int) -> Match:
    """One match of a log book, the first being 0; to be copied before it is changed."""
    matches = read_book(text)
    if number >= len(matches):
        raise LogbookError("match-number", most=len(matches) - 1)
    return matches[number]
