"""Positions of Madagascar in which nobody can ever capture anybody again, so that the game is a draw (MG3, MG4)."""

from functools import lru_cache
from itertools import combinations

from kidd.deck import SEA, SEA_NAME, Deck
from kidd.position import Position
from kidd.rules.descriptor import Piles

Stand = tuple[int, int]  # a space, and the space that one's back is turned to there
STANDS_KEPT = 4096  # stands with a height that are kept in mind, more than the shipped deck has


def is_dead(pos: Position) -> bool:
    """Whether no tower can ever stand where and as one of another crew can, even if nothing were in its way.

    Who captures arrives from behind, and so stands just as the captured tower stood. Without a capture no tower grows,
    and a tower of an even height keeps to half of a deck whose spaces are of two kinds, as those of the usual one are.
    """
    if pos.game.descriptor.piles is not Piles.TOWERS or pos.result or any(pos.hands.values()):
        return False
    grounds: dict[str, set[Stand]] = {}
    for piece in pos.pieces:
        space = pos.deck.index(piece.space)
        back = SEA if piece.back == SEA_NAME else pos.deck.index(piece.back)
        grounds.setdefault(piece.crew[0], set()).update(_ground(pos.deck, len(piece.crew), (space, back)))
    return all(one.isdisjoint(other) for one, other in combinations(grounds.values(), 2))


@lru_cache(STANDS_KEPT)
def _ground(deck: Deck, height: int, stand: Stand) -> frozenset[Stand]:
    """Where a tower can ever stand on an empty deck."""
    found = {stand}
    ahead = [stand]
    while ahead:
        for there in _walks(deck, height, ahead.pop()):
            if there not in found:
                found.add(there)
                ahead.append(there)
    return frozenset(found)


def _walks(deck: Deck, steps: int, stand: Stand) -> set[Stand]:
    """Where so many steps forward lead."""
    reached = {stand}
    for _ in range(steps):
        reached = {(port, space) for space, back in reached for port in deck.ports[space] if port not in (SEA, back)}
    return reached
