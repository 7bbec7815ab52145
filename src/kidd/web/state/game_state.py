"""A game as one person may see it. While all is calm it is joined from parts that were told before, without models.

Nearly all that is sent are moves of games in which nothing else happens (`Table.is_calm`), and models would be most of
the cost. What is said here of one is what `whole_state` says of any game, which a test compares.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from json import JSONEncoder
from typing import NamedTuple

from kidd.advice.event import Event
from kidd.advice.move_facts import Rescue, captured, facts_of, find_immediate_effects, fresh_moves, reached
from kidd.deck import Piece
from kidd.match.standing import Standing, task
from kidd.match.token_ids import Ids
from kidd.move import Move
from kidd.table import moments
from kidd.table.clocks import Clock
from kidd.table.play.actors import Actor
from kidd.table.play.club.premoves import premoves_of
from kidd.table.snapshot import Table
from kidd.web.http.visitors.viewer import Viewer
from kidd.web.state.log_entries import FEW, log_of
from kidd.web.state.models import GameState
from kidd.web.state.personal_state import leave_json, seat_json, sentences
from kidd.web.state.shared_state import shared_state
from kidd.web.state.whole_state import is_long, whole_json
from kidd.words.event_sentences import tell_immediate_effects
from kidd.words.language import Tongue
from kidd.words.names import names_at
from kidd.words.play.moves import brief_move, words_of
from kidd.words.play.results import task_of, your_task

KEPT_OF_A_KIND = 2048  # things of each kind that were said last, in whatever game: more are hardly ever met again
SAID = b'"said":'  # the last member of an entry of the log
_CHANGING = {"version", "ply", "last_ply", "position", "hands", "turn", "die", "thinking", "clock", "updated"}

_as_text = JSONEncoder(ensure_ascii=False).encode


class CommonParts(NamedTuple):
    """A calm game at a version, and what is worked out of it once for all who are told."""

    shared: bytes
    """What everybody sees."""
    task: str
    thinks: bool
    """Whether a computer is to act by itself."""
    manners: Hashable
    seats: list[bytes]
    """What of each seat changes from move to move, in the order of the colours."""


def game_state(table: Table, viewer: Viewer, *, ply: int | None = None, since: int | None = None) -> GameState:
    """A game for a viewer, now or after so many acts; `since` a version, the log has only what is new since then."""
    return GameState.model_validate_json(state_json(table, viewer, ply=ply, since=since))


def is_slow(table: Table, viewer: Viewer, *, since: int | None = None) -> bool:
    """Whether it takes long to say how a game stands, so that nobody else is to wait for it."""
    match = table.match
    first = 0 if since is None or since > table.version else table.common(since)
    few = len(match.standings) - 1 - first <= FEW and not match.game.picks_colours  # LC6: else all may be told anew
    return not few and is_long(table, viewer, since)


def can_be_joined(table: Table) -> bool:
    """Whether moves are all there is to tell: besides, nobody is away or on vacation, and no colours chosen (LC6)."""
    if not table.is_calm or table.match.game.picks_colours:
        return False
    clock = table.clock
    return clock is None or not (any(clock.away) or any(clock.free))


def state_json(table: Table, viewer: Viewer, *, ply: int | None = None, since: int | None = None) -> bytes:
    """The same as `game_state` as it is sent: however many look on, for each of them only the parts are joined."""
    parts = table.parts
    common: CommonParts | None = parts.get("common")
    if ply is not None or (common is None and not can_be_joined(table)):
        return whole_json(table, viewer, ply=ply, since=since)
    if common is None:
        common = parts["common"] = _common_parts(table)
    actor, _ = viewer.actor, viewer.tongue
    last, first = len(table.match.standings) - 1, 0 if since is None or since > table.version else table.common(since)
    log = _log(table, min(first, last - 1), _)
    person = actor.person if actor.person in table.people else ""  # what others see is the same for all of them
    key = person, actor.keeps_house, actor.is_known, _.code
    theirs = parts.get(key)
    if theirs is None:
        theirs = parts[key] = _personal(table, common, actor, _, key, log[-1])
    return b"{%b%b,%b%b%b}" % (
        common.shared,
        b"" if table.clock is None else b',"now":"%b"' % moments.now().isoformat().encode(),
        theirs,
        b',"log_from":%d' % first if first else b"",
        b',"log":[%b]' % b",".join(log[first - last :]) if first < last else b"",
    )


def _common_parts(table: Table) -> CommonParts:
    match, seat, clock = table.match, table.waits_for, table.clock
    now, ply = match.now, len(match.standings) - 1
    _game, pieces, turn, hands, _extra = now.position.fields
    thinks, die = seat is not None and seat.kind == "computer" and not table.is_watched, now.position.die
    ids, in_hand = table.ids[ply], ",".join([f'"{colour}":{number}' for colour, number in hands.items()])
    lasting: bytes = table.recall("shared", _lasting, table)
    passing = f',"die":{die}' if die else ""
    passing += ',"thinking":true' if thinks else ""
    passing += "" if clock is None else f',"clock":{{{_clock(clock, now.seats)}}}'
    deck = ",".join([_piece(piece, ids[piece[1]]) for piece in pieces])
    shared = (
        f',"version":{table.version},"ply":{ply},"last_ply":{ply},"position":"{now.position}","hands":{{{in_hand}}}'
        f',"turn":"{now.to_act or turn}"{passing},"updated":"{table.updated.isoformat()}","pieces":[{deck}]'
    )
    held, in_game = captured(now.position), now.in_game
    seats = [
        b'"hand":%d%b%b%b'
        % (
            hand,
            b',"captured":"%b"' % held[colour].encode() if held[colour] else b"",
            b',"to_act":true' if colour == now.to_act else b"",
            b"" if colour in in_game else b',"out":true',
        )
        for colour, hand in hands.items()
    ]
    return CommonParts(lasting + shared.encode(), task(now.position), thinks, now.manners, seats)


def _lasting(table: Table) -> bytes:
    """What stays from move to move of what everybody sees."""
    state = shared_state(table, table.match, live=True)
    return state.model_dump_json(exclude_defaults=True, exclude=_CHANGING)[1:-1].encode()


def _lasting_of_seats(table: Table, mine: tuple[str, ...], left: str) -> list[bytes]:
    """The same of each seat."""
    match = table.match
    return [seat_json(table, match, one, you=one in mine, left=one in left) for one in match.game.colours]


def _clock(clock: Clock, seating: str) -> str:
    """The clocks where nobody is away, as `ClockState` has them."""
    left = ",".join([f'"{one}":{left}' for one, left in zip(seating, clock.left, strict=True) if left is not None])
    running = "" if clock.running is None else f',"running":"{seating[clock.running]}"'
    since = "" if clock.since is None else f',"since":"{clock.since.isoformat()}"'
    falls = "" if (end := clock.falls) is None else f',"falls":"{end.isoformat()}"'
    started = ',"started":true' if clock.is_started else ""
    return f'"left":{{{left}}}{running}{since}{started}{falls},"short":{clock.control.short}'


def _personal(table: Table, common: CommonParts, actor: Actor, _: Tongue, who: Hashable, entry: bytes) -> bytes:
    """What one person sees and may do, `who` being all that decides on it; `entry` of the log was done last."""
    match = table.match
    now, mine = match.now, tuple(table.crews.get(actor.person, ""))
    is_theirs = now.mover in mine and now.to_act is not None
    lasting = table.recall(("seats", mine, now.left), _lasting_of_seats, table, mine, now.left)
    back = table.last_move_of(actor.person) is not None
    key = "leave", who, now.to_act, common.manners, back  # what follows from nothing else (`Table.is_calm`)
    leave = table.recall(key, leave_json, table, match, actor, mine, live=True)
    premoves = premoves_of(table, actor.person) if table.clock is not None and table.is_live else ()
    danger, fresh = _marked(table, now, mine)
    return b'"seats":[%b],"sentences":{"state":%b,"told":%b}%b%b%b%b%b' % (
        b",".join([b"{%b,%b}" % both for both in zip(lasting, common.seats, strict=True)]),
        _state(table, common, mine, _),
        entry[entry.rindex(SAID) + len(SAID) : -1],  # quotes within a text are escaped
        leave,
        b',"premoves":["%b"]' % '","'.join(premoves).encode() if premoves else b"",
        danger,
        fresh,
        b',"moves":[%b]' % b",".join(map(_move, now.position.legal_moves())) if is_theirs else b"",
    )


def _state(table: Table, common: CommonParts, mine: tuple[str, ...], _: Tongue) -> bytes:
    """Where the game stands, in a sentence."""
    now, heard = table.match.now, mine if len(mine) == 1 else ()
    turn = now.position.fields.turn
    if common.thinks:
        return table.recall(("state", _.code, turn), _thinking, table, heard, _)
    if heard and now.to_act in heard:
        return _to_do(common.task, turn, "", _)
    called = table.recall(("names", _.code), names_at, table.seats, now.seats, _)
    return _to_do(common.task, turn, called[0][turn], _)


def _thinking(table: Table, heard: tuple[str, ...], _: Tongue) -> bytes:
    """That a computer thinks, and what about."""
    return _as_text(sentences(table, table.match, heard, _, "", live=True).state).encode()


@lru_cache(KEPT_OF_A_KIND)
def _to_do(what: str, colour: str, name: str, _: Tongue) -> bytes:
    """What a crew of that name is to do; without a name, it is said to its player."""
    return _as_text(task_of(what, colour, name, _) if name else your_task(what, colour, _)).encode()


def _marked(table: Table, now: Standing, mine: tuple[str, ...]) -> tuple[bytes, bytes]:
    """Whose tokens are in danger and which moves are new, for all who play the same crews."""
    parts, key = table.parts, ("marked", mine)
    known: tuple[bytes, bytes] | None = parts.get(key)
    if known is None:
        owners = "".join(mine) if 0 < len(mine) < len(now.position.game.colours) else now.position.fields.turn
        danger = parts.get(owners)
        if danger is None:
            danger = parts[owners] = now.position.in_danger(owners)
        fresh = fresh_moves(table.match, mine)
        known = parts[key] = (
            b',"threatened":["%b"]' % '","'.join(danger).encode() if danger else b"",
            b',"fresh":[%b]' % ",".join(map(str, fresh)).encode() if fresh else b"",
        )
    return known


@lru_cache(KEPT_OF_A_KIND)
def _move(move: Move) -> bytes:
    """A move as `MoveState` has it; all its texts are of letters that JSON takes as they are."""
    named = {"act": move.text, "from": move.origin, "to": move.target, "via": move.via}
    said = [f'"{name}":"{text}"' for name, text in named.items() if text is not None]
    said += [f'"escapes":{_listed(move.escapes)}'] if move.escapes else []
    said += [f'"entry":"{move.entry}"'] if move.entry is not None else []
    return f"{{{','.join(said)}}}".encode()


def _log(table: Table, first: int, _: Tongue) -> list[bytes]:
    """The acts from the first one asked for on."""
    parts, last = table.parts, len(table.match.standings) - 1
    if last - first > FEW:
        return log_of(table, _, None, first)
    found = []
    for number in range(first, last):
        entry = parts.get((number, _.code))
        if entry is None:
            entry = parts[number, _.code] = _entry(table, number, _)
        found.append(entry)
    return found


def _entry(table: Table, number: int, _: Tongue) -> bytes:
    """A move or roll, as `LogEntry` has it."""
    before, then = table.match.standings[number : number + 2]
    pos, move, by, salt = before.position, then.move, then.by, table.salts.get(number)
    if move is None:
        raise ValueError("expected a game in which nothing was said")
    called = table.recall(("names", _.code), names_at, table.seats, then.seats, _)
    act, brief, words = _act(move, _)
    return b'{"ply":%d,"round":%d%b%b%b%b%b,"said":%b}' % (
        number + 1,
        before.round,
        act,
        b',"by":"%b"' % by.encode() if by else b"",
        b',"salt":%b' % _as_text(salt).encode() if salt else b"",
        _way(before, then, move, table.ids[number]) if move.target else b"",
        brief,
        _said(tuple(find_immediate_effects(pos, move, then.position)), called[1][by or pos.fields.turn], _) or words,
    )


@lru_cache(KEPT_OF_A_KIND)
def _said(effects: tuple[Event, ...], name: str, _: Tongue) -> bytes:
    said = tell_immediate_effects(effects, name, _)
    return _as_text(said).encode() if said else b""


@lru_cache(KEPT_OF_A_KIND)
def _act(move: Move, _: Tongue) -> tuple[bytes, bytes, bytes]:
    """What a move is wherever it is played, in brief and in words, and the words alone."""
    roll, there = b"" if move.roll is None else b',"roll":%d' % move.roll, reached(move)
    words = _as_text(words_of(move, _)).encode()
    return (
        b',"act":"%b"%b%b'
        % (move.text.encode(), roll, b',"reached":["%b"]' % '","'.join(there).encode() if there else b""),
        b',"brief":%b,"words":%b' % (_as_text(brief_move(move, _)).encode(), words),
        words,
    )


def _way(before: Standing, then: Standing, move: Move, ids: Ids) -> bytes:
    """What a move has left behind that differs with where it is played."""
    left = facts_of(before.position, move, then.position)
    said = f',"path":{_listed(left.path)}' if left.path else ""
    if left.back:
        said += f',"back":"{left.back}"'
    if left.taken:
        taken = [_piece(one, ids.get(one.space, ())[: len(one.crew)]) for one in left.taken]
        said += f',"taken":[{",".join(taken)}]'
    if left.freed:
        freed = [_freed(step, ids.get(step.start, ("",))[-1]) for step in left.freed]
        said += f',"freed":[{",".join(freed)}]'
    return said.encode()


def _freed(step: Rescue, name: str) -> str:
    """A captive, by its name, as `RescueState` has it."""
    called = f',"id":"{name}"' if name else ""
    return f'{{"crew":"{step.crew}"{called},"from":"{step.start}","to":"{step.end}"}}'


def _listed(spaces: tuple[str, ...]) -> str:
    return '["{}"]'.format('","'.join(spaces))


@lru_cache(KEPT_OF_A_KIND)
def _piece(piece: Piece, ids: tuple[str, ...]) -> str:
    """A token or tower as `PieceState` has it; one that was lost while it entered had no name yet."""
    names = ",".join([f'"{name}"' for name in ids])
    return f'{{"crew":"{piece.crew}","ids":[{names}],"space":"{piece.space}","back":"{piece.back}"}}'
