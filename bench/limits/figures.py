"""What was measured, as it is kept in a file, so that the pages can be made from it again."""

from __future__ import annotations

import json
import statistics
from dataclasses import asdict, dataclass, field
from pathlib import Path

Run = dict[str, float]


@dataclass
class Figures:
    """Each cell is a list of runs, of which the medians are shown."""

    about: dict[str, str] = field(default_factory=dict)
    """The machine and the programs."""
    load: dict[str, list[Run]] = field(default_factory=dict)
    """By server and players, as many moves as go."""
    offered: dict[str, list[Run]] = field(default_factory=dict)
    """The same at a rate that is given."""
    terms: dict[str, list[Run]] = field(default_factory=dict)
    """By the clock, on SQLite."""
    elsewhere: list[Run] = field(default_factory=list)
    """What moves at one process cost another one."""
    idle: dict[str, Run] = field(default_factory=dict)
    """Memory, by server."""
    thinking: dict[str, float] = field(default_factory=dict)
    """Seconds that level 8 takes for a move, by game."""
    troubles: list[str] = field(default_factory=list)
    """What could not be measured, and why."""

    def of(self, server: str, players: int) -> Run | None:
        """The medians of a load, None where it was not measured."""
        return medians(self.load.get(cell(server, players), []))

    def at_rate(self, server: str, players: int) -> Run | None:
        """The medians at the rate that was offered."""
        return medians(self.offered.get(cell(server, players), []))

    @property
    def players(self) -> list[int]:
        """How many played, in order."""
        return sorted({int(name.split()[1]) for name in self.load})

    def kept(self, file: Path) -> Figures:
        """Write them to a file, and return them as it has them, which is what pages are made from."""
        file.write_text(json.dumps(_rounded(asdict(self)), indent=1) + "\n")
        return read(file)


def cell(server: str, players: int) -> str:
    """The name of one cell."""
    return f"{server} {players}"


def read(file: Path) -> Figures:
    """What was kept."""
    return Figures(**json.loads(file.read_text()))


def medians(runs: list[Run]) -> Run | None:
    """Of each figure the median over some runs; None of none."""
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]} if runs else None


def _rounded(value: object) -> object:
    if isinstance(value, dict):
        return {name: _rounded(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_rounded(inner) for inner in value]
    return float(f"{value:.5g}") if isinstance(value, float) else value
