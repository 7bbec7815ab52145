"""What the connections of a server share, and its bounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from starlette.types import Scope

from kidd.web.connections.berths import Berths


class Bounds(NamedTuple):
    """Berths, the most bytes of a body, who hears what was refused, and the words for it."""

    berths: Berths
    most_of_body: int
    told: Callable[[str], None]
    too_large: Callable[[Scope], str]
    """What is said to whoever sends too large a message over a socket."""
    frame_gap: float = 0.0
    """Seconds from one frame of a socket to the next, in the long run; 0: as often as they like."""
