"""Which token is which: names for tokens that last through entries, walks, captures and rescues.

A position knows colours only. A drawing that moves needs to know that the token on c4 is the one that was on c3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kidd.deck import SEA_NAME
from kidd.match import Match
from kidd.match.standing import Standing
from kidd.move import Move
from kidd.position import Position
from kidd.rules.descriptor import Piles

Ids = Mapping[str, tuple[str, ...]]


def follow(match: Match, known: Sequence[Ids] = ()) -> list[Ids]:
    """Who stands where before each act and after the last: space to names such as `R1`, from the top down.

    Where the answer for the first acts is known, only the rest is looked at.
    """
    every, standings = list(known) or [enlisted(match.start)], match.standings
    for number in range(len(every), len(standings)):
        every.append(_carried(every[-1], standings[number - 1], standings[number], match.start))
    return every


def enlisted(pos: Position) -> Ids:
    """Names for the tokens of a first position, counted by colour in the order of the deck."""
    seen: dict[str, int] = {}
    ids = {}
    for piece in pos.pieces:
        names = []
        for colour in piece.crew:
            seen[colour] = seen.get(colour, 0) + 1
            names.append(f"{colour}{seen[colour]}")
        ids[piece.space] = tuple(names)
    return ids


def _carried(ids: Ids, now: Standing, then: Standing, start: Position) -> Ids:
    """Who stands where after one more act."""
    before, move = now.position, then.move
    if move is None or move.target is None:
        return ids
    there = dict(ids)
    if move.origin is not None:
        _walked(there, before, move)
    if move.entry:
        there[move.entry] = (_recruit(start, before),)
    left = then.position.fields.pieces  # without those whom Loyal Captain captured
    return there if len(left) == len(there) else {piece.space: there[piece.space] for piece in left}


def _walked(ids: dict[str, tuple[str, ...]], before: Position, move: Move) -> None:
    """The mover comes to stand on whoever was there; where captives are held, one's own who was held there goes on."""
    walker = ids.pop(move.origin or "")
    for space in (move.target or "", *move.escapes):
        host = ids.get(space, ())
        if before.game.descriptor.piles is Piles.CAPTIVE and host:
            ids[space], walker = (*walker, host[0]), host[1:]
        else:
            ids[space] = walker + host


def _recruit(start: Position, before: Position) -> str:
    """The name of the token that enters: numbers go on from those of the first position and are never given twice."""
    colour, first = before.fields.turn, start.fields
    there = "".join([piece.crew for piece in first.pieces]).count(colour) if first.pieces else 0
    return f"{colour}{there + first.hands[colour] - before.fields.hands[colour] + 1}"


def walk(pos: Position, move: Move) -> tuple[str, ...]:
    """The spaces that the mover passes from where it stood to where it lands; only the hatch if it enters."""
    if move.origin is None or move.target is None:
        return () if move.entry is None else (move.entry,)
    (piece,) = [piece for piece in pos.pieces if piece[1] == move.origin]
    steps = pos.steps(piece)
    if steps == 1:
        return move.origin, move.target
    vacant = set(pos.deck.spaces) - {piece.space for piece in pos.pieces} | {move.origin}
    via = move.via or move.origin
    for way in _ways(pos, (move.origin,), piece.back, steps, vacant):
        if way[-1] == move.target and way[-2] == via:
            return way
    raise AssertionError(f"{move} is no walk in {pos}")


def _ways(pos: Position, way: tuple[str, ...], back: str, steps: int, vacant: set[str]) -> Iterator[tuple[str, ...]]:
    """Every walk of so many steps forward over vacant spaces; its last space may be anybody's."""
    deck, here = pos.game.deck, way[-1]
    for port in deck.ports[deck.numbers[here]]:
        space = deck.spaces[port] if port >= 0 else SEA_NAME
        if space in (back, SEA_NAME):
            continue
        if steps == 1:
            yield (*way, space)
        elif space in vacant:
            yield from _ways(pos, (*way, space), here, steps - 1, vacant)
