"""A game as one person may see it: what all see, what is theirs and the log, each made once and joined for each."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock

from cachetools import LRUCache

from kidd.match import Match
from kidd.table.snapshot import Table
from kidd.web.http.viewer import Viewer
from kidd.web.state.log_entries import first_changed, log_of
from kidd.web.state.models import GameState, LogEntry, Value
from kidd.web.state.personal_state import personal_state
from kidd.web.state.shared_state import shared_state

ROOM = 24_000_000  # bytes of parts that were sent last

_parts: LRUCache[Hashable, bytes] = LRUCache(ROOM, len)
_lock = Lock()


def game_state(table: Table, viewer: Viewer, *, ply: int | None = None, since: int | None = None) -> GameState:
    """A game for a viewer, now or after so many acts; `since` a version, the log has only what is new since then."""
    return GameState.model_validate_json(state_json(table, viewer, ply=ply, since=since))


def state_json(table: Table, viewer: Viewer, *, ply: int | None = None, since: int | None = None) -> bytes:
    """The same as it is sent: however many look on, for each of them only the parts are joined."""
    last = len(table.match)
    shown = last if ply is None else ply
    live = shown == last
    mine = tuple(seat.number for seat in table.seats if seat.is_of(viewer.person))
    log = log_of(table, viewer.tongue, _uncoloured(table, mine))

    def at() -> Match:
        return table.match if live else table.at(shown)

    def shared() -> Value:
        return shared_state(table, at(), live=live)

    def personal() -> Value:
        told = LogEntry.model_validate_json(log[shown - 1]).said if shown else ""
        return personal_state(table, at(), viewer.actor, viewer.tongue, told, live=live)

    moment = table.id, table.version, table.updated, shown
    first = 0 if since is None else first_changed(table, since)
    return b"".join(
        (
            b"{",
            _part(moment, shared),
            b",",
            _part((*moment, mine, viewer.tongue.code), personal),
            b',"log_from":%d' % first if first else b"",
            b',"log":[%b]}' % b",".join(log[first:]) if first < last else b"}",
        )
    )


def _part(key: Hashable, made: Callable[[], Value]) -> bytes:
    """The members of a part's JSON object, without its braces."""
    with _lock:
        known = _parts.get(key)
    if known is not None:
        return known
    part = made().model_dump_json(exclude_defaults=True).encode()[1:-1]
    with _lock:
        _parts[key] = part
    return part


def _uncoloured(table: Table, mine: tuple[int, ...]) -> int | None:
    """The viewer's seat where it has no colour before one is picked; None if they have several or none (LC6)."""
    chosen = table.match.game.options.get("opening") == "chooser"
    return mine[0] if chosen and len(mine) == 1 else None
