"""A calm game as it is told now: from parts that were told before, and without models, which would be most of the cost.

Nearly all that is sent are moves of games in which nothing else happens (`Table.is_calm`). What is said here of one is
what `shared_state`, `personal_state` and `log_entries` say of any game, which a test compares.
"""

from __future__ import annotations

from functools import lru_cache
from json import JSONEncoder

from kidd.advice.traces import Trace, fresh_moves, reached, trace_of
from kidd.match import Match
from kidd.move import Move
from kidd.table import moments
from kidd.table.clocks import Clock
from kidd.table.play.acting import last_move
from kidd.table.play.actors import Actor
from kidd.table.play.club.premoves import premoves_of
from kidd.table.snapshot import Table
from kidd.token_ids import Ids
from kidd.web.http.visitors.viewer import Viewer
from kidd.web.state.log_entries import FEW, freed_state, log_of, said_of, taken_state
from kidd.web.state.models import as_json
from kidd.web.state.personal_state import guarded, leave_json, listed, move_json, seat_json, sentences, threatened
from kidd.web.state.shared_state import captured, pieces_json, shared_state
from kidd.words.language import Tongue
from kidd.words.names import Names, names_at
from kidd.words.play.move_words import tell_move
from kidd.words.play.moves import brief_move, words_of
from kidd.words.play.results import task

_CHANGING = {"version", "ply", "last_ply", "position", "hands", "turn", "die", "thinking", "clock", "updated"}

_as_text = JSONEncoder(ensure_ascii=False).encode


def is_plain(table: Table) -> bool:
    """Whether moves are all there is to tell: besides, nobody is away or on vacation, and no colours chosen (LC6)."""
    if not table.is_calm or table.match.game.options.get("opening") == "chooser":
        return False
    clock = table.clock
    return clock is None or not (any(clock.away) or any(clock.free))


def plain_json(table: Table, viewer: Viewer, since: int | None) -> bytes:
    """Such a game for a viewer, with what is new in the log since a version; each part is made once for all who ask."""
    actor, _, parts = viewer.actor, viewer.tongue, table.parts
    last, first = len(table.match), 0 if since is None or since > table.version else table.common(since)
    log = _log(table, min(first, last - 1), _)
    shared = parts.get("shared")
    if shared is None:
        shared = parts["shared"] = _shared(table, table.match)
    person = actor.person if actor.person in table.people else ""  # what others see is the same for all of them
    key = person, actor.keeps_house, actor.is_known, _.code
    theirs = parts.get(key)
    if theirs is None:
        theirs = parts[key] = _personal(table, table.match, actor, _, said_of(log[-1]))
    moment = b"" if table.clock is None else b',"now":"%b"' % moments.now().isoformat().encode()
    told = b",".join(log[first - last :]) if first < last else b""
    return b"{%b%b,%b%b%b}" % (
        shared,
        moment,
        theirs,
        b',"log_from":%d' % first if first else b"",
        b',"log":[%b]' % told if told else b"",
    )


def _shared(table: Table, match: Match) -> bytes:
    """What everybody sees: little of it changes with a move."""
    now, clock = match.standing(), table.clock
    pos, ply = now.position, len(match)
    die = pos.die
    return (
        b'%b,"version":%d,"ply":%d,"last_ply":%d,"position":"%b","hands":{%b},"turn":"%b"%b%b%b%b"%b","pieces":[%b]'
        % (
            table.recall("shared", lambda: _lasting(table, match)),
            table.version,
            ply,
            ply,
            str(pos).encode(),
            ",".join([f'"{colour}":{number}' for colour, number in pos.hands.items()]).encode(),
            (now.to_act or pos.turn).encode(),
            b',"die":%d' % die if die else b"",
            b',"thinking":true' if table.waits_for_computer and not table.is_watched else b"",
            b',"clock":{%b}' % _clock(clock, now.seats) if clock is not None else b"",
            b',"updated":',
            table.updated.isoformat().encode(),
            pieces_json(table, match),
        )
    )


def _lasting(table: Table, match: Match) -> bytes:
    """What stays from move to move."""
    state = shared_state(table, match, live=True)
    return state.model_dump_json(exclude_defaults=True, exclude=_CHANGING)[1:-1].encode()


def _clock(clock: Clock, seating: str) -> bytes:
    """The clocks where nobody is away, as `ClockState` has them."""
    left = ",".join([f'"{one}":{left}' for one, left in zip(seating, clock.left, strict=True) if left is not None])
    running = "" if clock.running is None else f',"running":"{seating[clock.running]}"'
    since = "" if clock.since is None else f',"since":"{clock.since.isoformat()}"'
    falls = "" if (end := clock.falls) is None else f',"falls":"{end.isoformat()}"'
    started = ',"started":true' if clock.is_started else ""
    return f'"left":{{{left}}}{running}{since}{started}{falls},"short":{clock.control.short}'.encode()


def _personal(table: Table, match: Match, actor: Actor, _: Tongue, said: bytes) -> bytes:
    """What one person sees and may do; `said` is what is said of the last act, as JSON."""
    mine, now = tuple(table.colours_of(actor.person)), match.standing()
    pos, heard = now.position, mine if len(mine) == 1 else ()
    state = table.recall(
        ("state", _.code, heard, pos.turn, task(pos), table.waits_for_computer),
        lambda: _as_text(sentences(table, match, heard, _, "", live=True).state).encode(),
    )
    fresh = fresh_moves(match, mine, match.act_by)
    is_theirs = now.mover in mine and not pos.is_chance
    return b'"seats":[%b],"sentences":{"state":%b,"told":%b}%b%b%b%b%b' % (
        _seats(table, match, mine),
        state,
        said,
        _leave(table, match, actor, mine),
        listed("premoves", premoves_of(table, actor.person) if table.is_live else ()),
        listed("threatened", threatened(pos, guarded(pos, mine))),
        b',"fresh":[%b]' % ",".join(map(str, fresh)).encode() if fresh else b"",
        b',"moves":[%b]' % b",".join(map(move_json, pos.legal_moves())) if is_theirs else b"",
    )


def _seats(table: Table, match: Match, mine: tuple[str, ...]) -> bytes:
    """Who plays and what is theirs."""
    left, parts = match.left, table.parts
    lasting = table.recall(
        ("seats", mine, left),
        lambda: [seat_json(table, match, one, you=one in mine, left=one in left) for one in match.game.colours],
    )
    passing = parts.get("seats")
    if passing is None:
        passing = parts["seats"] = _passing(match)
    return b",".join([b"{%b,%b}" % both for both in zip(lasting, passing, strict=True)])


def _passing(match: Match) -> list[bytes]:
    """What of each seat changes from move to move: the same for all who look, in the order of the colours."""
    now = match.standing()
    held, to_act, in_game = captured(now.position), now.to_act, now.in_game
    return [
        b'"hand":%d%b%b%b'
        % (
            hand,
            b',"captured":"%b"' % held[colour].encode() if held[colour] else b"",
            b',"to_act":true' if colour == to_act else b"",
            b"" if colour in in_game else b',"out":true',
        )
        for colour, hand in now.position.hands.items()
    ]


def _leave(table: Table, match: Match, actor: Actor, mine: tuple[str, ...]) -> bytes:
    """Whose side they are on, what they may say and do besides; the key is what that follows from (`Table.is_calm`)."""
    now, back = match.standing(), bool(mine) and last_move(table, actor) is not None
    who = actor.person if actor.person in table.people else "", actor.keeps_house, actor.is_known
    key = ("leave", *who, now.to_act, now.manners, back)
    return table.recall(key, lambda: leave_json(table, match, actor, mine, live=True))


def _log(table: Table, first: int, _: Tongue) -> list[bytes]:
    """The acts from the first one asked for on."""
    last = len(table.match)
    if last - first > FEW:
        return log_of(table, _, None, first)
    parts, found = table.parts, []
    for number in range(first, last):
        entry = parts.get((number, _.code))
        if entry is None:
            entry = parts[number, _.code] = _entry(table, number, _)
        found.append(entry)
    return found


def _entry(table: Table, number: int, _: Tongue) -> bytes:
    """A move or roll, as `LogEntry` has it."""
    before, then = table.match.standing(number), table.match.standing(number + 1)
    pos, move, by, salt = before.position, then.move, then.by, table.salts.get(number)
    if move is None:
        raise ValueError("expected a game in which nothing was said")
    called: Names = table.recall(("names", _.code), lambda: names_at(table.seats, then.seats, _)[1])
    said = tell_move(pos, move, then.position, called[by or pos.turn], _)
    brief, words = _brief_and_words(move, _)
    return b'{"ply":%d,"round":%d%b%b%b%b,"brief":%b,"words":%b,"said":%b}' % (
        number + 1,
        before.round,
        _act(move),
        b',"by":"%b"' % by.encode() if by else b"",
        b',"salt":%b' % _as_text(salt).encode() if salt else b"",
        _way(trace_of(pos, move, then.position), table.ids[number]) if move.target else b"",
        brief,
        words,
        _as_text(said).encode() if said else words,
    )


@lru_cache(4096)
def _act(move: Move) -> bytes:
    """What a move is wherever it is played."""
    roll = b"" if move.roll is None else b',"roll":%d' % move.roll
    return b',"act":"%b"%b%b' % (move.text.encode(), roll, listed("reached", reached(move)))


@lru_cache(4096)
def _brief_and_words(move: Move, _: Tongue) -> tuple[bytes, bytes]:
    return _as_text(brief_move(move, _)).encode(), _as_text(words_of(move, _)).encode()


def _way(left: Trace, ids: Ids) -> bytes:
    """What a move has left behind that differs with where it is played."""
    taken = [as_json(taken_state(piece, ids)) for piece in left.taken]
    freed = [as_json(freed_state(step, ids)) for step in left.freed]
    return b"%b%b%b%b" % (
        listed("path", left.path),
        b',"back":"%b"' % left.back.encode() if left.back else b"",
        b',"taken":[%b]' % b",".join(taken) if taken else b"",
        b',"freed":[%b]' % b",".join(freed) if freed else b"",
    )
