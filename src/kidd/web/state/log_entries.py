"""The log of a game as data: each act is told once for each language, however many moves follow and people ask."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache

from kidd.match import Match
from kidd.move import Move
from kidd.standing import is_opening
from kidd.table.snapshot import Table
from kidd.token_ids import walk
from kidd.web.state.models import Colour, LogEntry, colour_of
from kidd.words.language import Tongue
from kidd.words.move_words import act_said
from kidd.words.moves import word_said, words_of
from kidd.words.names import crew

ROOM = 100_000  # entries, some 250 bytes each


class Told(NamedTuple):
    """The log of a game at a version, each entry as JSON."""

    table: Table
    entries: list[bytes]


_told: LRUCache[tuple[str, str, int | None], Told] = LRUCache(ROOM, lambda told: len(told.entries) + 1)
_lock = Lock()


def log_of(table: Table, _: Tongue, you: int | None = None) -> list[bytes]:
    """Every act of a game as JSON, not to be changed; `you` is a seat that is spoken to before it has a colour."""
    key = table.id, _.code, you
    with _lock:
        known = _told.get(key)
    if known is not None and known.table is table:
        return known.entries
    common = 0 if known is None else _common(known, table)
    entries = known.entries[:common] if known else []
    entries += [
        as_json(entry(table.match, number, _, act_said(table, number, _, you)))
        for number in range(common, len(table.match))
    ]
    if known is None or known.table.version <= table.version:
        with _lock:
            _told[key] = Told(table, entries)
    return entries


def as_json(value: LogEntry) -> bytes:
    """An entry as it is sent."""
    return value.model_dump_json(exclude_defaults=True).encode()


def first_changed(table: Table, version: int) -> int:
    """The ply after which the log may differ from the one at another version of the game."""
    if version > table.version:  # only after a backup was put back
        return 0
    return _settled(table, table.common(version))


def _common(known: Told, table: Table) -> int:
    """How many entries that were told hold for another table of the same game, be it earlier or later."""
    earlier, later = sorted((known.table, table), key=lambda one: one.version)
    return _settled(table, min(later.common(earlier.version), len(table.match)))


def _settled(table: Table, ply: int) -> int:
    """LC6: the choice of colours says who did what before it, so the log is told from the beginning until then."""
    return 0 if is_opening(table.match.position_at(ply)) else ply


def entry(match: Match, number: int, _: Tongue, said: str = "") -> LogEntry:
    """One act of a match; without what is `said` of it, its words say it."""
    by, before, word = doer(match, number), match.position_at(number), match.word(number)
    move = None if word else match.move(number)
    words = word_said(word, crew(by or "", _), _) if move is None else _words(_, move)
    colour = _colour(match, number)
    return LogEntry(
        ply=number + 1,
        round=match.turn_number(number),
        act=match.act(number),
        by=by,
        colour=None if colour == by else colour,
        word=bool(word),
        roll=move.roll if move else None,
        path=walk(before, move) if move and move.target else (),
        reached=reached(move),
        words=words,
        said=said or words,
    )


def reached(move: Move | None) -> tuple[str, ...]:
    """Where tokens come to stand by a move."""
    if move is None or move.target is None:
        return ()
    return (move.target, *move.escapes, *([move.entry] if move.entry and move.origin else []))


def doer(match: Match, number: int) -> Colour | None:
    """Whose act it was, by the colour that they have now: the choice of colours may have swapped them (LC6)."""
    by = match.act_by(number)
    if by and is_opening(match.position_at(number)):
        colours = match.game.colours
        by = next(colour for colour in colours if match.seat(colour) == colours.index(by))
    return colour_of(by) if by else None


def _colour(match: Match, number: int) -> Colour | None:
    """The colour that an act stands in: in the chooser's opening that of the token or the choice."""
    before = match.position_at(number)
    if match.word(number) or not is_opening(before):
        return doer(match, number)
    if before.choosing:
        return "R" if match.act(number) == "red" else "B"
    return colour_of(before.turn)


def act_words(match: Match, number: int, _: Tongue) -> str:
    """One act of a match in words."""
    word = match.word(number)
    return word_said(word, crew(doer(match, number) or "", _), _) if word else _words(_, match.move(number))


@lru_cache(4096)
def _words(_: Tongue, move: Move) -> str:
    return words_of(move, _)
