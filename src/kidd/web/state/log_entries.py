"""The log of a game as data: each act is told once for each language, however many moves follow and people ask."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kidd.advice.move_facts import Rescue, facts_at
from kidd.deck import Piece
from kidd.match import Match
from kidd.match.standing import is_opening
from kidd.match.token_ids import Ids
from kidd.move import Move
from kidd.table.snapshot import Table
from kidd.web.state.byte_cache import ByteCache
from kidd.web.state.models import Colour, LogEntry, PieceState, RescueState, as_json, colour_of
from kidd.words.language import Tongue
from kidd.words.names import crew
from kidd.words.play.act_sentences import act_said
from kidd.words.play.moves import brief_move, words_of
from kidd.words.play.offers import AWAY_IN_THE_LOG, IN_THE_LOG, word_said
from kidd.words.texts import WAS_AWAY

EACH = 300  # bytes that an entry takes, with what holds it
ROOM = 24_000_000  # bytes
FEW = 40  # entries that are told by themselves where nobody has told the others
NOBODY: Ids = {}
SAID = b'"said":'


class Told(NamedTuple):
    """The log of a game at a version, each entry as JSON; of the game no more, which takes many times as much."""

    version: int
    entries: list[bytes]


_told: ByteCache[Told] = ByteCache(ROOM, lambda told: EACH * (len(told.entries) + 1))


def log_of(table: Table, _: Tongue, you: int | None = None, first: int = 0) -> list[bytes]:
    """Every act of a game from the first one asked for on, as JSON, not to be changed.

    `you` is a seat that is spoken to before it has a colour.
    """
    key, last = (table.id, _.code, you), len(table.match)
    known = _told.get(key)
    if known is not None and known.version == table.version:
        return known.entries[first:] if first else known.entries
    common = 0 if known is None else _common(known, table)
    if common < first and last - first <= FEW:  # nobody has told what comes before, nor asks for it
        return [_kept(table, number, _, you) for number in range(first, last)]
    entries = known.entries[:common] if known else []
    entries += [_entry(table, number, _, you) for number in range(common, last)]
    _told.put(key, Told(table.version, entries))
    return entries[first:] if first else entries


def takes_long(table: Table, _: Tongue, you: int | None = None, first: int = 0) -> bool:
    """Whether much of a log would have to be told that nobody has told yet."""
    if len(table.match) - first <= FEW:
        return False
    known = _told.get((table.id, _.code, you))
    return known is None or (known.version != table.version and len(table.match) - _common(known, table) > FEW)


def _kept(table: Table, number: int, _: Tongue, you: int | None) -> bytes:
    """An entry, made once for all who are told of the game as it stands."""
    key = "entry", number, _.code, you
    told: bytes | None = table.parts.get(key)
    if told is None:
        told = table.parts[key] = _entry(table, number, _, you)
    return told


def _entry(table: Table, number: int, _: Tongue, you: int | None) -> bytes:
    said, salt = act_said(table, number, _, you), table.salts.get(number, "")
    told = entry(table.match, number, _, said, table.ids[number], salt)
    if table.was_away and number == len(table.match) - 1:
        words = _(WAS_AWAY, crew=crew(told.by or "", _))
        told = told.model_copy(update={"brief": _(AWAY_IN_THE_LOG), "words": words})
    return as_json(told)


def said_of(told: bytes) -> bytes:
    """What an entry says as a sentence, as JSON: the last of its members, and quotes within a text are escaped."""
    return told[told.rindex(SAID) + len(SAID) : -1]


def first_changed(table: Table, version: int) -> int:
    """The ply after which the log may differ from the one at another version of the game."""
    if version > table.version:  # only after a backup was put back
        return 0
    return _settled(table, table.common(version))


def _common(known: Told, table: Table) -> int:
    """How many entries that were told hold for a later table of the same game; for an earlier one nobody knows."""
    return _settled(table, table.common(known.version)) if known.version < table.version else 0


def _settled(table: Table, ply: int) -> int:
    """LC6: the choice of colours says who did what before it, so the log is told from the beginning until then."""
    return 0 if is_opening(table.match.position_at(ply)) else ply


def entry(match: Match, number: int, _: Tongue, said: str = "", ids: Ids = NOBODY, salt: str = "") -> LogEntry:
    """One act of a match; without what is `said` of it, its words say it. `ids` tells who stood where before."""
    by, word, left = doer(match, number), match.word(number), facts_at(match, number)
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
        salt=salt,
        path=left.path,
        reached=left.reached,
        back=left.back,
        taken=tuple(_taken(piece, ids) for piece in left.taken),
        freed=tuple(_freed(step, ids) for step in left.freed),
        brief=_(IN_THE_LOG[word]) if word else _brief(_, match.move(number)),
        words=words,
        said=said or words,
    )


def _taken(piece: Piece, ids: Ids) -> PieceState:
    """Whoever was taken as they stood; a token that was lost while it entered had no name yet."""
    return PieceState(
        crew=piece.crew, ids=ids.get(piece.space, ())[: len(piece.crew)], space=piece.space, back=piece.back
    )


def _freed(step: Rescue, ids: Ids) -> RescueState:
    """A captive lies at the bottom of what holds it."""
    name = ids[step.start][-1] if step.start in ids else ""
    return RescueState.model_validate({"crew": step.crew, "id": name, "from": step.start, "to": step.end})


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


@lru_cache(2048)
def _words(_: Tongue, move: Move) -> str:
    return words_of(move, _)


@lru_cache(2048)
def _brief(_: Tongue, move: Move) -> str:
    return brief_move(move, _)
