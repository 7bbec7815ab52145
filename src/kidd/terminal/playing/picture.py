"""The deck on whatever terminal there is."""

from __future__ import annotations

import sys

from kidd.draw.text import sketch
from kidd.position import Position
from kidd.terminal.speech import current_tongue
from kidd.words.terminal.sketch import captions, note


def picture(pos: Position) -> str:
    """The text deck, in ASCII where the terminal writes nothing else."""
    drawn = _drawn(pos, ascii_only=False)
    try:
        drawn.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        drawn = _drawn(pos, ascii_only=True)
    return drawn.rstrip()


def _drawn(pos: Position, *, ascii_only: bool) -> str:
    _ = current_tongue()
    return sketch(
        pos.deck,
        pos.pieces,
        turn=pos.turn,
        hands=pos.hands,
        note=note(pos, _),
        ascii_only=ascii_only,
        captions=captions(_),
    )
