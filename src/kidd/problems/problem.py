"""A problem as a value, from and to a line of JSON, and the name it keeps for good."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any

from kidd.errors import ProblemError, shown
from kidd.position import Position, parse
from kidd.search.tree.mirrors import mirror_position

KINDS = ("win", "gain", "save", "keep", "best")
"""What is asked for: the only move that wins, gains tokens, does not lose, loses no tokens, or is the best by far."""

FORCED, MARGIN = "forced", "margin"
"""How it is known: by trying everything, or by deep searches that agree on a clear margin."""

PROOFS = (FORCED, MARGIN)
SWAPPED = str.maketrans("RB", "BR")


@dataclass(frozen=True)
class Problem:
    """A position, the line that solves it with whatever else is as good, and what is known of it."""

    id: str
    position: str
    kind: str
    proof: str
    line: tuple[str, ...]
    """The solver's moves and the answers to them, in turns; the solver has the last word."""
    also: tuple[tuple[str, ...], ...] = ()
    """For each of the solver's moves what else would be right, nothing for the first; empty if there is only one."""
    plies: int = 0
    """In so many plies it is won or gained, or would be lost by any other move; 0 where nothing is proven."""
    gain: int = 0
    """By how many tokens the solver is further ahead then; 0 where it is about something else."""
    chances: tuple[float, float] | None = None
    """What the solver may expect, from 0 to 1, of the best move and of the next, by the deeper search."""
    themes: tuple[str, ...] = ()
    fared: tuple[int, ...] = ()
    """How many tries in a hundred each level solves it in, the lowest level first."""
    grade: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def game(self) -> str:
        """The code of its game."""
        return self.position.partition(" ")[0]

    @property
    def length(self) -> int:
        """How many moves the solver has to find."""
        return len(self.also) or 1

    def start(self) -> Position:
        """The position that it begins with."""
        return parse(self.position, **self.options)

    def to_json(self) -> str:
        """One line, without what says nothing."""
        said = {name: value for name, value in asdict(self).items() if value not in (None, (), {}, 0)}
        return json.dumps(said, separators=(",", ":"))

    def right_moves(self, number: int) -> tuple[str, ...]:
        """What solves the solver's move of that number, the move of the line first."""
        at = solver_plies(self.start(), self.line)[number]
        return (self.line[at], *(self.also[number] if self.also else ()))


def solver_plies(pos: Position, line: tuple[str, ...]) -> list[int]:
    """The places in a line at which the solver moves."""
    solver, plies = pos.turn, []
    for ply, move in enumerate(line):
        if pos.turn == solver:
            plies.append(ply)
        pos = pos.play(move)
    return plies


def from_json(text: str) -> Problem:
    """Read a problem; refuse a line that is none."""
    try:
        said = json.loads(text)
        said["line"], said["themes"] = tuple(said["line"]), tuple(said.get("themes", ()))
        said["also"] = tuple(tuple(moves) for moves in said.get("also", ()))
        said["fared"] = tuple(said.get("fared", ()))
        said["chances"] = tuple(said["chances"]) if "chances" in said else None
        return Problem(**said)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ProblemError("not-a-problem", came=shown(text)) from None


def name_of(pos: Position) -> str:
    """The name of the problem that a position is: the same for its mirror images, and with the crews exchanged."""
    options = " ".join(f"{name}={value}" for name, value in sorted(pos.game.changed.items()))
    code = pos.game.code
    return f"{code.lower()}-{sha256(f'{min(_images(pos))} {options}'.encode()).hexdigest()[:8]}"


def _images(pos: Position) -> Iterator[str]:
    for number in range(len(pos.deck.symmetries)):
        code, _, rest = str(mirror_position(pos, number)).partition(" ")
        yield f"{code} {rest}"
        if len(pos.game.colours) == 2:  # of three the order of turns tells one crew from the other
            men, turn, hands, extra = rest.translate(SWAPPED).split(" ")
            blue, red = hands[:2], hands[2:]
            yield f"{code} {men} {turn} {red}{blue} {extra}"
