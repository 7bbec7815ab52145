"""Luck against skill: what rolls were worth beside the other faces of the die, and what moves gave away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from kidd.match import Match
from kidd.search.answer import Line, Score
from kidd.search.scores import average_score, chances


class Roll(NamedTuple):
    """A roll of a match: the number of its act, whose it was, and its luck in points of per cent."""

    number: int
    by: str
    roll: int
    luck: float


class Balance(NamedTuple):
    """What a player owes to the die and to the moves that were made, in points of per cent."""

    rolls: int = 0
    luck: float = 0.0
    moves: int = 0
    lost: float = 0.0


class Noted(Protocol):
    """What is read of a note, with or without words."""

    @property
    def number(self) -> int: ...
    @property
    def by(self) -> str: ...
    @property
    def mark(self) -> str: ...
    @property
    def played(self) -> Line: ...
    @property
    def best(self) -> Line: ...
    @property
    def rolls(self) -> tuple[Score, ...]: ...


def points_lost(match: Match, note: Noted) -> float:
    """What a move gave away of the chance to win, in points of per cent."""
    if note.mark == "forced":
        return 0.0
    seat = match.game.colours.index(note.by)
    return max(0.0, chances(note.best.score)[seat] - chances(note.played.score)[seat])


def judge_rolls(match: Match, notes: Iterable[Noted]) -> tuple[Roll, ...]:
    """Every roll that came after a move which was looked at: its worth to who rolled, against the mean of all rolls."""
    found = []
    for note in notes:
        number = note.number + 1
        while number < len(match) and match.word(number):
            number += 1
        if not note.rolls or number == len(match) or not match.position_at(number).is_chance:
            continue
        by, roll = match.position_at(number).turn, match.move(number).roll or 1
        seat = match.game.colours.index(by)
        mean = chances(average_score(note.rolls))[seat]
        found.append(Roll(number, by, roll, chances(note.rolls[roll - 1])[seat] - mean))
    return tuple(found)


def balance(match: Match, notes: Iterable[Noted]) -> dict[str, Balance]:
    """Luck and skill of each colour, added up over a match as far as it was looked at."""
    every = tuple(notes)
    rolls = judge_rolls(match, every)
    found = {}
    for colour in match.game.colours:
        own = [one.luck for one in rolls if one.by == colour]
        moves = [points_lost(match, note) for note in every if note.by == colour and note.mark != "forced"]
        found[colour] = Balance(len(own), sum(own), len(moves), sum(moves))
    return found
