"""What clients remember of what they were told, for the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

APART = 2.0  # seconds that the clocks of servers may differ, as kidd.table.storage.heartbeat has it


class Said(NamedTuple):
    """An act that was acknowledged, with when it was sent first and when its answer was there."""

    act: str
    sent: float
    acknowledged: float


@dataclass
class Record:
    """One game as those who played it remember it."""

    game: str
    kind: str
    acts: dict[int, Said] = field(default_factory=dict)
    """By ply."""
    pending: tuple[int, str] | None = None
    """What was sent and not acknowledged yet."""


class Span(NamedTuple):
    """A time by the clients' own clock."""

    since: float
    until: float


class Jump(NamedTuple):
    """The servers' clock was put forward or back."""

    at: float
    seconds: float


@dataclass
class Excuses:
    """When time may have stood still for the table, and when its clock was moved."""

    spans: list[Span] = field(default_factory=list)
    jumps: list[Jump] = field(default_factory=list)

    def within(self, since: float, until: float) -> float:
        """Seconds of that time in which it may have stood still."""
        found, reached = 0.0, since
        for span in sorted(self.spans):
            begin, end = max(span.since, reached), min(span.until, until)
            if end > begin:
                found, reached = found + end - begin, end
        return found

    def gained(self, since: float, until: float, most: float) -> float:
        """Seconds that small jumps forward have added to it; one back is noticed only if it is not small."""
        meanwhile = [one for one in self.jumps if since <= one.at <= until]
        added = sum(one.seconds for one in meanwhile if 0 < one.seconds <= most)
        return added + sum(min(-one.seconds, APART) for one in meanwhile if one.seconds < 0)
