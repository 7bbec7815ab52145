"""The deck on whatever terminal there is."""

from __future__ import annotations

import sys

from kidd.draw.marks import UNMARKED, Marks
from kidd.draw.text import sketch
from kidd.position import Position
from kidd.terminal.speech import current_tongue
from kidd.words.terminal.sketch import captions, note


def picture(pos: Position, left: Marks = UNMARKED) -> str:
    """The text deck with what moves have left, in ASCII where the terminal writes nothing else."""
    drawn = _drawn(pos, left, ascii_only=False)
    try:
        drawn.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        drawn = _drawn(pos, left, ascii_only=True)
    return drawn.rstrip()


def _drawn(pos: Position, left: Marks, *, ascii_only: bool) -> str:
    _ = current_tongue()
    return sketch(
        pos.deck,
        pos.pieces,
        turn=pos.turn,
        hands=pos.hands,
        note=note(pos, _),
        marks=left,
        ascii_only=ascii_only,
        captions=captions(_),
    )
