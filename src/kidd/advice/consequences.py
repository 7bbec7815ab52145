"""What a move brings about: threats and dangers, exits that close, replies that are forced."""

from __future__ import annotations

from collections.abc import Iterable

from kidd.advice.event import Event
from kidd.advice.surround import exits, groups
from kidd.advice.threats import Threat, after_rolls, find_threats, with_turn
from kidd.match.standing import crews_left
from kidd.move import Move
from kidd.position import Position
from kidd.rules.descriptor import Piles

FEW_MOVES = 3  # so few moves left are worth a word


def find_consequences(before: Position, move: Move, after: Position) -> list[Event]:
    """What may come of a move in the turns after it; threats that stood before are not told again."""
    if after.result or after.choosing or before.choosing:
        return []
    if before.is_chance:
        return _find_forced_reply(after)
    mover = before.turn
    others = _in_turn(before, mover, crews_left(after))
    was = {hunter: _find_threats_to(before, mover, hunter) for hunter in others}
    now = {hunter: _find_threats_to(after, mover, hunter) for hunter in others}
    found = _threats(before, after, mover)
    found += _rescues(move, after, mover, _spaces(was.values()), _spaces(now.values()))
    if before.game.descriptor.captured_leave:
        found += _corners(before, after, mover, {space for event in found for space in event.spaces})
    found += _blocks(before, after, mover) if after.is_chance else _find_hemmed_in(before, after, mover)
    for hunter in others:
        found += _dangers(before, move, hunter, now[hunter], _spaces([was[hunter]]))
    return found + _find_forced_reply(after)


def _in_turn(pos: Position, mover: str, left: str) -> str:
    colours = pos.game.colours
    first = colours.index(mover) + 1
    return "".join(colour for colour in colours[first:] + colours[: first - 1] if colour in left)


def _threats(before: Position, after: Position, mover: str) -> list[Event]:
    old = {(space, roll) for had in find_threats(before, mover) for space in had.spaces for roll in had.rolls or (0,)}
    fresh = [
        now
        for now in find_threats(after, mover)
        if not old.issuperset((space, roll) for space in now.spaces for roll in now.rolls or (0,))
    ]
    if before.game.descriptor.captured_leave:
        return [Event("closes-in", mover, now.owner, now.spaces, exits=now.exits) for now in fresh]
    if before.game.descriptor.piles is Piles.CAPTIVE:
        captors = {piece.space for piece in after.pieces if len(piece.crew) > 1}
        plain = [now for now in fresh if now.spaces[0] not in captors]
        return _merge_spaces("threatens-on", mover, plain) + _merge_spaces(
            "may-free", mover, [now for now in fresh if now.spaces[0] in captors]
        )
    owners = sorted({now.owner for now in fresh}, key=before.game.colours.index)
    return [
        event for owner in owners for event in _merge_spaces("threatens", mover, [p for p in fresh if p.owner == owner])
    ]


def _merge_spaces(key: str, by: str, caught: list[Threat]) -> list[Event]:
    """One event for several spaces of one owner that can be taken with the same rolls."""
    found = []
    for rolls in dict.fromkeys(one.rolls for one in caught):
        alike = [one for one in caught if one.rolls == rolls]
        spaces = tuple(dict.fromkeys(space for one in alike for space in one.spaces))
        found.append(Event(key, by, alike[0].owner, spaces, rolls=rolls))
    return found


def _list_groups(key: str, by: str, caught: list[Threat]) -> list[Event]:
    """An event for each group that is taken as a whole."""
    return [Event(key, by, one.owner, one.spaces, len(one.spaces), exits=one.exits) for one in caught]


def _dangers(before: Position, move: Move, hunter: str, caught: list[Threat], old: set[str]) -> list[Event]:
    """What of the mover's own a colour can take, told apart by whether it could before."""
    fresh = [one for one in caught if move.target in one.spaces or not old.issuperset(one.spaces)]
    stale = [one for one in caught if one not in fresh]
    if before.game.descriptor.captured_leave:
        walked = [one for one in fresh if move.target in one.spaces]
        fresh = [one for one in fresh if one not in walked]
        return [
            *_list_groups("walks-in", hunter, walked),
            *_list_groups("exposes", hunter, fresh),
            *_list_groups("leaves", hunter, stale),
        ]
    on = "-on" if before.game.descriptor.faces else ""
    return _merge_spaces(f"exposes{on}", hunter, fresh) + _merge_spaces(f"leaves{on}", hunter, stale)


def _find_threats_to(pos: Position, owner: str, hunter: str) -> list[Threat]:
    return [one for one in find_threats(pos, hunter) if one.owner == owner]


def _spaces(hunts: Iterable[list[Threat]]) -> set[str]:
    return {space for hunt in hunts for one in hunt for space in one.spaces}


def _rescues(move: Move, after: Position, mover: str, was: set[str], still: set[str]) -> list[Event]:
    """Own tokens that somebody could have taken, and nobody can now."""
    own = {piece.space for piece in after.pieces if piece.crew[0] == mover}
    now = {(move.target or "") if space == move.origin else space for space in was}
    safe = sorted(now & own - still, key=after.deck.index)
    return [Event("saves", mover, mover, tuple(safe), len(safe))] if safe else []


def _corners(before: Position, after: Position, mover: str, known: set[str]) -> list[Event]:
    """Groups of Loyal Captain that can step on one space only, though nobody stands ready to close it."""
    other = after.turn
    found = []
    for group in groups(after, other):
        ways = exits(after, group)
        if len(ways) == 1 < len(exits(before, group)) and not known.intersection(group):
            steps = {move.target for move in after.legal_moves() if move.origin in group}
            found += [Event("corners", mover, other, group, exits=ways)] if steps == set(ways) else []
    return found


def _useless_rolls(pos: Position) -> tuple[int, ...]:
    """The rolls with which nobody can be moved."""
    return tuple(roll for roll, eve in after_rolls(pos) if all(move.is_pass for move in eve.legal_moves()))


def _blocks(before: Position, after: Position, mover: str) -> list[Event]:
    """QM6: rolls that the next player could have used before."""
    rolls, eve = _useless_rolls(after), with_turn(before, after.turn)
    if not rolls or (eve.is_chance and set(rolls) <= set(_useless_rolls(eve))):
        return []
    key = "wins-on" if after.game.options.get("blocked") == "roll" else "blocks"
    return [Event("blocks-all" if len(rolls) == 3 else key, mover, after.turn, rolls=rolls)]


def _find_hemmed_in(before: Position, after: Position, mover: str) -> list[Event]:
    number = len(after.legal_moves())
    if not 1 < number <= FEW_MOVES or _entering(after) or number >= len(with_turn(before, after.turn).legal_moves()):
        return []
    return [Event("hems-in", mover, after.turn, number=number)]


def _find_forced_reply(after: Position) -> list[Event]:
    """The one thing that the next player can do, if it is one."""
    if after.is_chance or len(after.legal_moves()) != 1 or _entering(after) or after.turn not in crews_left(after):
        return []
    (reply,) = after.legal_moves()
    return [Event("must-pass" if reply.is_pass else "forced", after.turn, after.turn, reply=str(reply))]


def _entering(pos: Position) -> bool:
    """MG1: players take the hatches one after the other, which hems in nobody."""
    if not pos.game.descriptor.hatches_first:
        return False
    return sum(len(piece.crew) for piece in pos.pieces) < len(pos.deck.hatches)
