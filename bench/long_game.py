"""A game that goes on: the acts of a Loyal Captain in which nobody takes or blocks more than they have to."""

from __future__ import annotations

from random import Random

import kidd
from kidd.position import Position

ROOM = 4  # moves that are left to somebody who is not blocked


def long_game(acts: int) -> tuple[str, ...]:
    """So many acts, the same each time."""
    for seed in range(2, 50):
        match, random = kidd.Match("LC"), Random(seed)
        while len(match) < acts:
            peaceful = _peaceful(match.position)
            if not peaceful:
                break
            match.play(random.choice(peaceful))
        else:
            return tuple(str(act) for act in match.acts)
    raise RuntimeError(f"expected a game of {acts} acts, and all ended before")


def _peaceful(position: Position) -> list[str]:
    """The moves that leave most tokens on the deck and most room to both."""
    found: dict[tuple[int, int, int], list[str]] = {}
    for move in position.legal_moves():
        after = position.play(move)
        if after.result is None:
            replies = [after.play(reply) for reply in after.legal_moves()]
            room = min(len(reply.legal_moves()) if reply.result is None else -1 for reply in replies)
            found.setdefault((len(after.pieces), min(room, ROOM), min(len(replies), 2 * ROOM)), []).append(move.text)
    return found[max(found)] if found else []
