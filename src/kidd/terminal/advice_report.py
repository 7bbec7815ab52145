"""Analyses and notes as the terminal prints them, and as JSON."""

from __future__ import annotations

import shutil
import textwrap
from collections import Counter
from collections.abc import Sequence
from typing import Any

from kidd.advice.luck import balance, judge_rolls, points_lost
from kidd.match import Match
from kidd.position import Position
from kidd.search.answer import Analysis, Line
from kidd.search.opening_choice import for_whom
from kidd.search.scores import chances, turns_to_win
from kidd.words.language import Tongue
from kidd.words.study.advice import explain, sentences, standing
from kidd.words.study.advice_texts import COLOURS, MARKS
from kidd.words.study.chances import balance_words, figure
from kidd.words.study.notes import WordedNote
from kidd.words.terminal.analysis import marks_summary, search_cost
from kidd.words.terminal.hotseat import player_name

WIDEST = 100


def analysis_report(pos: Position, found: Analysis, _: Tongue) -> str:
    """An analysis for people: how far it saw, then line by line what it is worth, its moves, and the words."""
    said = [search_cost(found, _)]
    for place, line in enumerate(found.lines, 1):
        worth = figure(line.score, pos, for_whom(pos, line), _)
        said.append(f"{place}. {line.moves[0]}  {worth}  {standing(line.score, pos, _)}")
        said.append(_wrap(" ".join(map(str, line.moves))))
        said.append(_wrap(explain(pos, line, language=_.code)))
    return "\n".join(said)


def analysis_json(pos: Position, found: Analysis, _: Tongue) -> dict[str, Any]:
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
            line_json(line, pos)
            | {
                "verdict": standing(line.score, pos, _),
                "explanation": sentences(pos, line, language=_.code),
            }
            for line in found.lines
        ],
    }


def line_json(line: Line, pos: Position) -> dict[str, Any]:
    """A line for programs: its moves, and its worth to each colour."""
    return {
        "move": str(line.moves[0]),
        "moves": [str(move) for move in line.moves],
        "chances": {
            colour: round(value, 2) for colour, value in zip(pos.game.colours, chances(line.score), strict=True)
        },
        "win": {"by": line.score.winner, "in": turns_to_win(pos, line.score)} if line.score.winner else None,
        "for": for_whom(pos, line),
    }


def note_report(match: Match, note: WordedNote, _: Tongue) -> str:
    """A move with its mark, what it was worth, and under a weak one why."""
    before = match.position_at(note.number)
    move = f"{match.turn_number(note.number):>4}. {note.by} {note.move} {note.glyph}"
    line = f"{move:<30} {_(MARKS[note.mark]):<14} {figure(note.played.score, before, before.turn, _)}"
    return f"{line}\n{_wrap(note.words, 8)}" if note.words else line


def summary(match: Match, colour: str, noted: Sequence[WordedNote], _: Tongue) -> str:
    """How well a player played: how many moves of each mark, and what the moves gave away on average."""
    player = player_name(match, colour, _)
    whose = _(COLOURS[colour]) + (f" ({player})" if player else "")
    return f"{whose}: {marks_summary((note.mark for note in noted), mean_lost(match, noted), _)}"


def luck_summary(match: Match, noted: Sequence[WordedNote], _: Tongue) -> list[str]:
    """Luck against skill of each player, where a die was rolled."""
    return [balance_words(colour, found, _) for colour, found in balance(match, noted).items() if found.rolls]


def mean_lost(match: Match, noted: Sequence[WordedNote]) -> float:
    """What the moves that were a choice gave away on average, in points of per cent."""
    chosen = [points_lost(match, note) for note in noted if note.mark != "forced"]
    return sum(chosen) / len(chosen) if chosen else 0.0


def match_json(match: Match, noted: Sequence[WordedNote]) -> dict[str, Any]:
    """An annotated match for programs."""
    balances = balance(match, noted)
    players = {colour: [note for note in noted if note.by == colour] for colour in match.game.colours}
    return {
        "game": match.game.code,
        "options": match.game.changed,
        "players": match.players,
        "outcome": match.outcome,
        "notes": [_note_json(match, note) for note in noted],
        "rolls": [one._asdict() | {"luck": round(one.luck, 2)} for one in judge_rolls(match, noted)],
        "summary": {
            colour: {
                "marks": dict(Counter(note.mark for note in own)),
                "mean_lost": round(mean_lost(match, own), 2),
                "luck": round(balances[colour].luck, 2),
            }
            for colour, own in players.items()
        },
    }


def _note_json(match: Match, note: WordedNote) -> dict[str, Any]:
    before = match.position_at(note.number)
    return {
        "number": note.number,
        "round": match.turn_number(note.number),
        "by": note.by,
        "move": str(note.move),
        "mark": note.mark,
        "glyph": note.glyph,
        "lost": round(points_lost(match, note), 2),
        "played": line_json(note.played, before),
        "best": line_json(note.best, before),
        "words": note.words,
    }


def _wrap(text: str, indent: int = 3) -> str:
    width = min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns)
    return textwrap.fill(text, max(width, 40), initial_indent=" " * indent, subsequent_indent=" " * indent)
