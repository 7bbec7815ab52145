"""How many sockets may be open, as each takes a part of every move: of one person, from one network, on one game.

Anybody can be many guests, and sign up as often: whoever is no member, or a new one, is counted by where they are, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from starlette.requests import HTTPConnection

from kidd.table.errors import TooFast
from kidd.table.storage.persons.throttles import is_here, networks
from kidd.web.http.visitors.viewer import viewer_of

OF_PERSON, OF_PERSON_HERE = 40, 8  # sockets of one person, in all and on one game
# Of all from one network who are no members: a class with four windows each, twice.
OF_NETWORK, OF_NETWORK_HERE = 240, 60
NOTICES, NOTICES_OF_PERSON = "/notices", 20  # where pages hear of notices, and how many of one person's
CROWDED = 4429  # why a socket is closed, after HTTP's number
TRY_AGAIN_AFTER = 30  # seconds after which a page tries again

Bound = tuple[str, str]  # whose, and on which game, or for notices; empty for all games


class Portholes:
    """The sockets of one server; everything here happens in its loop."""

    def __init__(self, of_game: int) -> None:
        self._of_game = of_game  # 0: as many as they like
        self._open: Counter[Bound] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    @contextmanager
    def of(self, caller: HTTPConnection, game: str = "", *, plays: bool = False) -> Iterator[None]:
        """A socket, for as long as it is open; who `plays` finds room however many look on."""
        bounds = _bounds(caller, OF_PERSON, OF_NETWORK)
        if game:
            # Whoever plays finds room beside those who look on from where they are.
            bounds |= _bounds(caller, OF_PERSON_HERE, 0 if plays else OF_NETWORK_HERE, game)
        self._check(bounds)
        watching = ("", game) if game and not plays else None
        if watching is not None and self._of_game and self._open[watching] >= self._of_game:
            raise TooFast(TRY_AGAIN_AFTER, "watchers")
        with self._taken([*bounds, *([watching] if watching is not None else [])]):
            yield

    @contextmanager
    def of_notices(self, caller: HTTPConnection) -> Iterator[None]:
        """A socket on which somebody hears of their notices, for as long as it is open."""
        bounds = _bounds(caller, NOTICES_OF_PERSON, OF_NETWORK, NOTICES)
        self._check(bounds)
        with self._taken([*bounds]):
            yield

    def _check(self, bounds: Mapping[Bound, int]) -> None:
        if any(self._open[key] >= limit for key, limit in bounds.items()):
            raise TooFast(TRY_AGAIN_AFTER, "sockets")

    @contextmanager
    def _taken(self, taken: Sequence[Bound]) -> Iterator[None]:
        self._open.update(taken)
        try:
            yield
        finally:
            for key in taken:
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]


def _bounds(caller: HTTPConnection, of_person: int, of_network: int, where: str = "") -> dict[Bound, int]:
    """How many sockets may be open of whoever calls, and from where they are; 0: as many as they like."""
    actor, address = viewer_of(caller).actor, caller.client.host if caller.client else ""
    bounds = {(actor.person, where): of_person} if actor.is_known else {}
    counts_alone = actor.is_member and not actor.origin
    if of_network and not counts_alone and not is_here(address):  # nobody tells whom this machine's proxy speaks for
        bounds |= {(f"@{one.name}", where): of_network * one.times for one in networks(address)}
    return bounds
