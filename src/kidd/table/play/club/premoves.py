"""Moves in advance: what a player of a live game may point out while the others are to act.

The browser keeps what was pointed out and sends it like any other move when its turn has come, so that nothing is
stored here, nobody can know of it, and what the browser adds to the die stays its own until then.
"""

from __future__ import annotations

from kidd.advice.foresight import moves_ahead
from kidd.table.snapshot import Table


def premoves_of(table: Table, person: str) -> tuple[str, ...]:
    """All that may become a move of somebody's when it is their turn next; nothing where there is no hurry."""
    match = table.match
    if not table.is_live or len(table.people) < 2:
        return ()
    mine, offer = table.colours_of(person), match.offer
    if not mine or table.waits_for is None or table.is_full or match.mover in mine or (offer and offer.kind != "draw"):
        return ()
    return tuple([move.text for move in moves_ahead(match.position, mine)])
