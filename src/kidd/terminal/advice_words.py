"""Analyses and notes as the terminal prints them, and as JSON."""

from __future__ import annotations

import shutil
import textwrap
from collections import Counter
from collections.abc import Sequence
from typing import Any

from kidd.advice.annotate import Note
from kidd.advice.judge import MARKS
from kidd.match import Match
from kidd.position import Position
from kidd.search.answer import Analysis, Line
from kidd.search.opening_choice import for_whom
from kidd.terminal.sentences import printable, who
from kidd.words.advice import figure, sentences, speech_of, verdict
from kidd.words.advice_phrases import Language
from kidd.words.language import number

WIDEST = 100


def full_analysis(pos: Position, found: Analysis, language: str) -> str:
    """An analysis for people: how far it saw, then line by line what it is worth, its moves, and the words."""
    speech = speech_of(language)
    cost = {
        "depth": found.depth,
        "nodes": f"{number(found.nodes, 0, language)} {speech.nodes[found.nodes != 1]}",
        "seconds": number(found.seconds, 2, language),
        "speed": number(found.nodes_per_second, 0, language),
    }
    said = [speech.search.format(**cost)]
    for rank, line in enumerate(found.lines, 1):
        worth = figure(line.score, pos, for_whom(pos, line), language)
        said.append(f"{rank}. {line.moves[0]}  {worth}  {verdict(line.score, pos, language=language)}")
        said.append(_wrapped(" ".join(map(str, line.moves))))
        said.append(_wrapped(" ".join(sentences(pos, line, language=language))))
    return "\n".join(said)


def told_analysis(pos: Position, found: Analysis, language: str) -> dict[str, Any]:
    """An analysis for programs."""
    return {
        "position": str(pos),
        "options": pos.game.changed,
        "turn": pos.turn,
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "nodes_per_second": round(found.nodes_per_second),
        "lines": [
            told_line(line, pos)
            | {
                "verdict": verdict(line.score, pos, language=language),
                "explanation": sentences(pos, line, language=language),
            }
            for line in found.lines
        ],
    }


def told_line(line: Line, pos: Position) -> dict[str, Any]:
    """A line for programs: its moves, and its worth to each colour."""
    return {
        "move": str(line.moves[0]),
        "moves": [str(move) for move in line.moves],
        "expected": {
            colour: round(value, 4) for colour, value in zip(pos.game.colours, line.score.expected, strict=True)
        },
        "win_in": line.score.win_in,
        "winner": line.score.winner,
        "for": for_whom(pos, line),
    }


def heading(match: Match) -> str:
    """What match it is."""
    players = " - ".join(printable(match.player(colour)) or "?" for colour in match.game.colours)
    return f"{match.game.code}{f', {players}' if any(match.players) else ''}, {match.outcome}"


def written(match: Match, note: Note, language: str) -> str:
    """A move with its mark, what it was worth, and under a weak one why."""
    before = match.position_at(note.number)
    mark = speech_of(language).marks[note.mark]
    move = f"{match.turn_number(note.number):>4}. {note.by} {note.move} {note.glyph}"
    line = f"{move:<30} {mark:<14} {figure(note.played.score, before, before.turn, language)}"
    return f"{line}\n{_wrapped(note.words, 8)}" if note.words else line


def summary(match: Match, colour: str, marked: Sequence[Note], language: str) -> str:
    """How well a player played: how many moves of each mark, and what the moves gave away on average."""
    speech = speech_of(language)
    counted = Counter(note.mark for note in marked)
    named = ", ".join(f"{count} {_named(mark, count, speech)}" for mark in MARKS if (count := counted[mark]))
    player = printable(match.player(colour))
    whose = who(match, colour) if language == "en" else speech.colours[colour] + (f" ({player})" if player else "")
    return f"{whose}: {named}; {speech.given_away.format(number(mean_loss(marked), 3, language))}"


def _named(mark: str, count: int, speech: Language) -> str:
    return speech.many.get(mark, speech.marks[mark]) if count > 1 else speech.marks[mark]


def mean_loss(marked: Sequence[Note]) -> float:
    """What the moves that were a choice gave away on average."""
    chosen = [note.loss for note in marked if note.mark != "forced"]
    return sum(chosen) / len(chosen) if chosen else 0.0


def told_match(match: Match, marked: Sequence[Note]) -> dict[str, Any]:
    """An annotated match for programs."""
    players = {colour: [note for note in marked if note.by == colour] for colour in match.game.colours}
    return {
        "game": match.game.code,
        "options": match.game.changed,
        "players": match.players,
        "outcome": match.outcome,
        "notes": [_told_note(note, match.turn_number(note.number), match.position_at(note.number)) for note in marked],
        "summary": {
            colour: {"marks": dict(Counter(note.mark for note in own)), "mean_loss": round(mean_loss(own), 4)}
            for colour, own in players.items()
        },
    }


def _told_note(note: Note, turn: int, before: Position) -> dict[str, Any]:
    return {
        "number": note.number,
        "round": turn,
        "by": note.by,
        "move": str(note.move),
        "mark": note.mark,
        "glyph": note.glyph,
        "loss": round(note.loss, 4),
        "played": told_line(note.played, before),
        "best": told_line(note.best, before),
        "words": note.words,
    }


def _wrapped(text: str, indent: int = 3) -> str:
    width = min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns)
    return textwrap.fill(text, max(width, 40), initial_indent=" " * indent, subsequent_indent=" " * indent)
