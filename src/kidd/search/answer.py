"""What a search is asked and what it answers."""

from typing import NamedTuple

from kidd.errors import SearchError, shown
from kidd.move import Move


class Limits(NamedTuple):
    """When a search ends at the latest; None is no limit."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def check(self) -> None:
        """Refuse limits that make no sense, and none at all."""
        for name, value in self._asdict().items():
            if value is not None and not (isinstance(value, int | float) and 0 < value < 1e15):
                raise SearchError(f"{name}: expected a number above 0, got {shown(value)}")


class Dullness(NamedTuple):
    """How a weak player falls short: moves overlooked in a thousand, and points of misjudgement."""

    blind: int = 0
    noise: int = 0


SHARP = Dullness()


class Score(NamedTuple):
    """Worth to each colour, from -1 (loses) to 1 (wins); if proven, whose win in how many plies, rolls counted."""

    expected: tuple[float, ...]
    win_in: int | None = None
    winner: str | None = None


class Line(NamedTuple):
    """Moves that the search expects, and what they lead to."""

    moves: tuple[Move, ...]
    score: Score


class Analysis(NamedTuple):
    """The best lines first, and what they cost."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        """How fast it went."""
        return self.nodes / self.seconds if self.seconds else 0.0
