"""Any game at any ply as one person may see it, from models: what all see, what is theirs and the log.

Each part is made once and joined for each. What nearly all are sent, a calm game as it stands, is made by `game_state`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from kidd.match import Match
from kidd.table.moments import now
from kidd.table.snapshot import Table
from kidd.web.http.visitors.viewer import Viewer
from kidd.web.state.byte_cache import ByteCache
from kidd.web.state.log_entries import first_changed, log_of, said_of, takes_long
from kidd.web.state.models import as_members
from kidd.web.state.personal_state import moves_json, personal_json, seats_json, sentences_json, spoken_to
from kidd.web.state.shared_state import pieces_json, shared_state

ROOM = 24_000_000  # bytes of parts that were sent last
KEY = 350  # of them that are taken by what each is found by, and by its place

_parts: ByteCache[bytes] = ByteCache(ROOM, lambda part: KEY + len(part))


def whole_json(table: Table, viewer: Viewer, *, ply: int | None = None, since: int | None = None) -> bytes:
    """A game as it is sent, now or after so many acts: however many look on, for each only the parts are joined."""
    last = len(table.match)
    shown = last if ply is None else ply
    live = shown == last
    mine = table.seats_of(viewer.person)
    you = _uncoloured(table, mine)
    first = 0 if since is None else first_changed(table, since)
    from_there = min(first, max(shown - 1, 0))
    log = log_of(table, viewer.tongue, you, from_there)

    def at() -> Match:
        return table.match if live else table.at(shown)

    def shared() -> bytes:
        match = at()
        return b'%b,"pieces":[%b]' % (as_members(shared_state(table, match, live=live)), pieces_json(table, match))

    def personal() -> bytes:
        match, person = at(), viewer.person
        heard = spoken_to(table, match, tuple(table.colours_of(person)) if live else ())

        def said() -> bytes:
            told = said_of(log[shown - 1 - from_there]) if shown else b""
            return sentences_json(table, match, heard, viewer.tongue, told, live=live)

        theirs = personal_json(table, match, viewer.actor, live=live)
        moves = moves_json(table, match, person) if live else b""
        return b'"seats":[%b],"sentences":%b%b%b' % (
            seats_json(table, match, person, live=live),
            _part((*moment, "said", heard, you, viewer.tongue.code), said),
            theirs,
            b',"moves":[%b]' % moves if moves else b"",
        )

    moment = table.id, table.version, table.updated, shown
    return b"".join(
        (
            b"{",
            _part(moment, shared),
            b"," if table.clock is None else b',"now":"%b",' % now().isoformat().encode(),
            _part((*moment, mine, _standing(table, viewer), viewer.tongue.code), personal),
            b',"log_from":%d' % first if first else b"",
            b',"log":[%b]}' % b",".join(log[first - from_there :]) if first < last else b"}",
        )
    )


def is_long(table: Table, viewer: Viewer, since: int | None) -> bool:
    """Whether so much is to be told that nobody has told yet that nobody else is to wait for it."""
    first = 0 if since is None else first_changed(table, since)
    return takes_long(table, viewer.tongue, _uncoloured(table, table.seats_of(viewer.person)), first)


def _part(key: Hashable, made: Callable[[], bytes]) -> bytes:
    """Some members of the JSON object, as they were made once."""
    known = _parts.get(key)
    if known is None:
        known = made()
        _parts.put(key, known)
    return known


def _standing(table: Table, viewer: Viewer) -> tuple[bool, ...]:
    """What somebody is to a game besides their seats, as far as it decides what they may do."""
    actor = viewer.actor
    return leads(table, viewer), actor.person == table.owner, actor.is_known, actor.keeps_house


def leads(table: Table, viewer: Viewer) -> bool:
    """Whether a game between computers goes on when this viewer says so, though no seat of it is theirs."""
    return table.is_watched and viewer.person in table.people


def _uncoloured(table: Table, mine: tuple[int, ...]) -> int | None:
    """The viewer's seat where it has no colour before one is picked; None if they have several or none (LC6)."""
    return mine[0] if table.match.game.picks_colours and len(mine) == 1 else None
