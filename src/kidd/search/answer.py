"""What a search is asked and what it answers."""

from threading import Event
from typing import NamedTuple

from kidd.errors import SearchError, shown
from kidd.move import Move

MOST_COUNTED = 10**15  # nodes, seconds, megabytes or whatever else is counted


class Limits(NamedTuple):
    """When a search ends at the latest; None is no limit."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def check(self) -> None:
        """Refuse limits that make no sense."""
        for name, value in self._asdict().items():
            whole = name != "seconds"
            if value is None or (is_number(value, whole) and 0 < value < MOST_COUNTED):
                continue
            raise SearchError("whole-limit" if whole else "limit", name=name, came=shown(value))

    def check_some(self, stop: Event | None) -> None:
        """Refuse none at all, unless somebody can say stop."""
        self.check()
        if self == Limits() and stop is None:
            raise SearchError("endless")


def is_number(value: object, whole: bool = False) -> bool:
    """Whether something is a number, and no truth value."""
    return isinstance(value, int if whole else int | float) and not isinstance(value, bool)


def check_whole(name: str, value: object, least: int) -> int:
    """Return a whole number from so many up to what anybody counts, and refuse anything else."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value < MOST_COUNTED:
        raise SearchError("whole", name=name, least=least, most=MOST_COUNTED - 1, came=shown(value))
    return value


def to_seed(value: object) -> int:
    """Return any whole number as a seed of 64 bits."""
    if not isinstance(value, int):
        raise SearchError("seed", came=shown(value))
    return value & (1 << 64) - 1


class Weakness(NamedTuple):
    """How a weak player falls short: moves overlooked in a thousand, and points of misjudgement."""

    overlooked: int = 0
    noise: int = 0


NO_WEAKNESS = Weakness()


class Score(NamedTuple):
    """Worth to each colour, from -1 (loses) to 1 (wins); if proven, whose win in how many plies, rolls counted."""

    expected: tuple[float, ...]
    win_in: int | None = None
    winner: str | None = None


def delay(score: Score, plies: int) -> Score:
    """Return the same score seen from so many plies before."""
    return score if score.win_in is None else score._replace(win_in=score.win_in + plies)


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
