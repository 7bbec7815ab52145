"""Analyses in the database: what was found out about each move, without words."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from kidd.advice.annotate import Note
from kidd.errors import KiddError
from kidd.match import Match
from kidd.move_lookup import find
from kidd.position import Position
from kidd.search.answer import Line, Score
from kidd.table.moments import now
from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import analyses

FORMAT = 1


class Kept(NamedTuple):
    """An analysis as far as it has come."""

    notes: tuple[Note, ...]
    done: bool
    """Whether every move is judged."""


def keep(connection: Connection, table: Table, notes: tuple[Note, ...], *, done: bool) -> None:
    """Store the analysis of a finished game as far as it has come, in place of any other."""
    row = {"game": table.id, "version": table.version, "done": done, "notes": written(notes), "at": now()}
    connection.execute(delete(analyses).where(analyses.c.game == table.id))
    connection.execute(insert(analyses), row)


def kept(connection: Connection, table: Table) -> Kept | None:
    """The stored analysis of a game, None where there is none that fits."""
    query = select(analyses.c.notes, analyses.c.done).where(
        analyses.c.game == table.id,
        analyses.c.version <= table.version,  # since when only names have changed
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    try:
        return Kept(read(table.match, row.notes), row.done)
    except (KiddError, ValueError, KeyError, TypeError, IndexError):  # of another version: it can be made again
        return None


def written(notes: tuple[Note, ...]) -> str:
    """Notes as JSON."""
    said = [
        [note.number, note.by, note.mark, round(note.loss, 6), _line(note.played), _line(note.best), *_rolls(note)]
        for note in notes
    ]
    return json.dumps({"format": FORMAT, "notes": said}, separators=(",", ":"))


def read(match: Match, text: str) -> tuple[Note, ...]:
    """Notes on a match from JSON; lines that the rules do not allow are errors."""
    said = json.loads(text)
    if said["format"] != FORMAT:
        raise ValueError(f"notes of another format: {said['format']!r}")
    return tuple(_note(match, *one) for one in said["notes"])


def _note(match: Match, number: int, by: str, mark: str, loss: float, played: Any, best: Any, rolls: Any = ()) -> Note:
    before = match.position_at(number)
    scores = tuple(Score(tuple(expected), win_in, winner) for expected, win_in, winner in rolls)
    lines = _read_line(before, played), _read_line(before, best)
    return Note(number, by, match.move(number), mark, loss, *lines, scores)


def _rolls(note: Note) -> list[Any]:
    """What the rolls after a move are worth, where there are any: notes of before have nothing there."""
    scores = [[list(score.expected), score.win_in, score.winner] for score in note.rolls]
    return [scores] if scores else []


def _line(line: Line) -> list[Any]:
    score = line.score
    return [[move.text for move in line.moves], list(score.expected), score.win_in, score.winner]


def _read_line(pos: Position, said: list[Any]) -> Line:
    texts, expected, win_in, winner = said
    moves = []
    for text in texts:
        moves.append(find(pos, text))
        pos = pos.play(moves[-1])
    return Line(tuple(moves), Score(tuple(expected), win_in, winner))
