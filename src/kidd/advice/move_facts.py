"""What a move did, as facts: what is told of it, and what is still seen of it on the deck."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import pairwise
from typing import NamedTuple

from kidd.advice.event import Event
from kidd.advice.surround import groups
from kidd.deck import SEA_NAME, Piece
from kidd.match import Match
from kidd.match.standing import crews_left
from kidd.match.token_ids import walk
from kidd.move import Move
from kidd.position import Position
from kidd.rules.descriptor import Piles


class Rescue(NamedTuple):
    """A captive that went free: its colour, where it lay, and where it stepped to."""

    crew: str
    start: str
    end: str


class MoveFacts(NamedTuple):
    """A move as it is still seen on the deck; `back` is what the mover's back was turned to before it walked."""

    crew: str = ""
    path: tuple[str, ...] = ()
    reached: tuple[str, ...] = ()
    back: str = ""
    taken: tuple[Piece, ...] = ()
    freed: tuple[Rescue, ...] = ()


NO_MOVE = MoveFacts()


def find_immediate_effects(before: Position, move: Move, after: Position) -> list[Event]:
    """What the mover did, without what came of it."""
    mover = before.fields.turn
    if move.target is None:
        if move.roll is not None:
            return [Event("rolls", mover, number=move.roll)]
        if move.is_pass:
            return [Event("passes", mover)]
        return [Event("picks", "R" if move.text == "red" else "B")]
    spared, found = nobody_is_taken(before, move, after), [_walk(before, move)]
    if not spared:
        found += _captures(before, move, after)
        if before.game.descriptor.captured_leave:
            found += _losses(before, move, after)
    if move.origin and move.entry:
        found.append(Event("reinforces", mover, spaces=(move.entry,)))
    return found if spared else found + _eliminations(before, after)


def nobody_is_taken(before: Position, move: Move, after: Position) -> bool:
    """Whether a move took, lost and freed nobody, as most do: so many stand there as before, and whoever entered."""
    return not move.escapes and len(after.fields.pieces) == len(before.fields.pieces) + (move.entry is not None)


def _walk(pos: Position, move: Move) -> Event:
    _game, pieces, mover, _hands, _extra = pos.fields
    if move.origin is None:
        return Event("enters", mover, spaces=(move.target or "",))
    height = max([len(piece[0]) for piece in pieces if piece[1] == move.origin])
    if move.origin == move.target:  # MG4: a long walk may end where it began
        return Event("returns", mover, spaces=(move.origin,), number=height)
    return Event("moves", mover, spaces=(move.origin, move.target or ""), number=height)


def _captures(before: Position, move: Move, after: Position) -> list[Event]:
    caught = find_captures(before, move, after)
    mover, described = before.turn, before.game.descriptor
    crews = {piece.space: piece.crew for piece in before.pieces}
    steps = dict(zip((move.target, *move.escapes), move.escapes, strict=False))
    heights = {piece.space: len(piece.crew) for piece in after.pieces}
    found = []
    for owner, spaces in caught:
        space = spaces[0]
        if described.captured_leave:
            found.append(Event("captures", mover, owner, spaces, len(spaces)))
        elif described.piles is Piles.CAPTIVE:
            found.append(Event("seizes", mover, owner, spaces, 1))
            if len(crews[space]) > 1:
                found.append(Event("frees", mover, owner, (space, steps[space]), 1))
        else:
            found.append(Event("tops", mover, owner, spaces, heights[space]))
    return found


def _losses(before: Position, move: Move, after: Position) -> list[Event]:
    mover, lost = before.turn, find_lost(before, move, after)
    return [Event("loses", mover, mover, tuple(lost), len(lost))] if lost else []


def _eliminations(before: Position, after: Position) -> list[Event]:
    """MG7: who of three has nothing left now."""
    if not before.game.descriptor.crews_fall:
        return []
    return [
        Event("eliminates", before.turn, colour) for colour in crews_left(before) if colour not in crews_left(after)
    ]


def find_captures(pos: Position, move: Move, after: Position | None = None) -> list[tuple[str, tuple[str, ...]]]:
    """Whose tokens a move takes, and where: a group each in Loyal Captain, else one space each."""
    if move.target is None or pos.is_chance:
        return []
    if pos.game.descriptor.captured_leave:
        after = after or pos.play(move)
        if nobody_is_taken(pos, move, after):
            return []  # as with most moves
        other = "B" if pos.turn == "R" else "R"
        gone = _spaces(pos, other) - _spaces(after, other)
        return [(other, group) for group in groups(pos, other) if gone.issuperset(group)] if gone else []
    leaders = {piece.space: piece.crew[0] for piece in pos.pieces if piece.crew[0] != pos.turn}
    return [(leaders[space], (space,)) for space in (move.target, *move.escapes) if space in leaders]


def _spaces(pos: Position, colour: str) -> set[str]:
    return {piece.space for piece in pos.pieces if piece.crew[0] == colour}


def find_lost(before: Position, move: Move, after: Position) -> list[str]:
    """LC3: where one's own tokens stood that were surrounded after the others had left."""
    if nobody_is_taken(before, move, after):
        return []
    mover = before.turn
    kept = {piece.space for piece in after.pieces if piece.crew == mover}
    had = {piece.space for piece in before.pieces if piece.crew == mover} - {move.origin} | {move.target or ""}
    return sorted(had - kept, key=before.deck.index)


def facts_at(match: Match, number: int) -> MoveFacts:
    """What is still seen of the act of a number: nothing where no token was moved."""
    if match.word(number):
        return NO_MOVE
    before, move = match.position_at(number), match.move(number)
    return facts_of(before, move, match.position_at(number + 1)) if move.target else NO_MOVE


def facts_of(before: Position, move: Move, after: Position) -> MoveFacts:
    """The same for a move between two positions."""
    _game, pieces, mover, _hands, _extra = before.fields
    path, back = walk(before, move), ""
    for _crew, space, behind in pieces if move.origin else ():
        if space == move.origin:
            back = behind
    if nobody_is_taken(before, move, after):
        return MoveFacts(mover, path, reached(move), back)
    return MoveFacts(mover, path, reached(move), back, tuple(_taken(before, move, after)), tuple(_freed(before, move)))


def reached(move: Move) -> tuple[str, ...]:
    """Where tokens come to stand by a move."""
    if move.target is None:
        return ()
    return (move.target, *move.escapes, *([move.entry] if move.entry and move.origin else []))


def _taken(before: Position, move: Move, after: Position) -> list[Piece]:
    """Everybody whom a move took, as they stood before it; one's own who were lost by it, too (LC3)."""
    spaces = [space for _, group in find_captures(before, move, after) for space in group]
    lost = find_lost(before, move, after) if before.game.descriptor.captured_leave else []
    there = {piece.space: piece for piece in before.pieces}
    taken = [there[space] for space in spaces]
    if before.game.descriptor.piles is Piles.CAPTIVE:  # whom the captor held goes free
        return [piece._replace(crew=piece.crew[0]) for piece in taken]
    return taken + [there.get(space, Piece(before.turn, space, SEA_NAME)) for space in lost]


def _freed(before: Position, move: Move) -> list[Rescue]:
    """QM4: whom a move freed, each with its step."""
    if before.game.descriptor.piles is not Piles.CAPTIVE:
        return []
    return [Rescue(before.turn, *step) for step in pairwise((move.target or "", *move.escapes))]


def fresh_moves(
    match: Match, mine: Collection[str], doer: Callable[[int], str | None] | None = None
) -> tuple[int, ...]:
    """The ply of the last move, and of one of every other crew since these colours moved; a pass is none.

    Whose act that of a number was, `doer` says where the match does not know it for good.
    """
    found: dict[str | None, int] = {}
    standings = match.standings
    for ply in range(len(standings) - 1, 0, -1):
        then = standings[ply]
        if then.move is None or then.move.target is None:
            continue
        by = then.by if doer is None else doer(ply - 1)
        if by in found or (found and (by in mine or not mine)):
            break
        found[by] = ply
        if by in mine:
            break
    return tuple(sorted(found.values()))


def captured(pos: Position) -> dict[str, str]:
    """For each crew the colours of what it has taken: from the deck in Loyal Captain, else under those it leads."""
    game, fields = pos.game, pos.fields
    colours = game.colours
    if not game.descriptor.captured_leave:
        held = dict.fromkeys(colours, "")
        for crew, _space, _back in fields.pieces:
            if len(crew) > 1:
                held[crew[0]] += crew[1:].replace(crew[0], "")
        for by, those in held.items():
            if len(those) > 1:
                held[by] = "".join(sorted(those, key=colours.index))
        return held
    left = "".join([piece[0] for piece in fields.pieces])
    gone = [other * (game.tokens - fields.hands[other] - left.count(other)) for other in reversed(colours)]
    return dict(zip(colours, gone, strict=True))
