"""The deck on whatever terminal there is."""

from __future__ import annotations

import sys

from kidd.position import Position


def picture(pos: Position) -> str:
    """The text deck, in ASCII where the terminal writes nothing else."""
    drawn = pos.sketch()
    try:
        drawn.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        drawn = pos.sketch(ascii_only=True)
    return drawn.rstrip()
