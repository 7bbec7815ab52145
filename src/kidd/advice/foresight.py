"""What somebody may come to play before it is their turn: every move that is legal after something the others do.

Found by letting them move and roll in every way, so that legality stays the rule books' alone.
"""

from __future__ import annotations

from collections.abc import Collection

from kidd.match.standing import is_opening
from kidd.move import Move
from kidd.position import Position

MOST_POSITIONS = 20_000  # positions that are looked at; three crews with all tokens on the deck have a tenth of them


def moves_ahead(pos: Position, mine: Collection[str]) -> tuple[Move, ...]:
    """The moves of these colours that can be legal when it is their turn next, in the order in which they are found.

    None where it is their turn already, nor before the players have their colours (LC6).
    """
    if pos.turn in mine or is_opening(pos):
        return ()
    return tuple([move for move in pos.moves_ahead("".join(mine), MOST_POSITIONS) if move.target is not None])
