"""How many sockets may be open, as each takes a part of every move: of one person, from one network, on one game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.requests import HTTPConnection

from kidd.table.errors import TooFast
from kidd.table.storage.persons.throttles import is_here, network
from kidd.web.http.visitors.viewer import viewer_of

OF_PERSON, OF_PERSON_HERE = 40, 8  # sockets of one person, in all and on one game
OF_NETWORK, OF_NETWORK_HERE = 120, 60  # of those without a session from one network
CROWDED = 4429  # why a socket is closed, after HTTP's number
AGAIN = 30  # seconds after which a page tries again

Bound = tuple[str, str]  # whose, and on which game; empty for all


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
        person, where = viewer_of(caller).person, caller.client.host if caller.client else ""
        whose = person or ("" if is_here(where) else f"@{network(where)}")
        most = (OF_PERSON, OF_PERSON_HERE) if person else (OF_NETWORK, OF_NETWORK_HERE)
        bounds = _bounds(whose, game, *most)
        if any(self._open[key] >= limit for key, limit in bounds.items()):
            raise TooFast(AGAIN, "sockets")
        watching = ("", game) if game and not plays else None
        if watching is not None and self._of_game and self._open[watching] >= self._of_game:
            raise TooFast(AGAIN, "watchers")
        taken = [*bounds, *([watching] if watching is not None else [])]
        self._open.update(taken)
        try:
            yield
        finally:
            for key in taken:
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]


def _bounds(whose: str, game: str, in_all: int, here: int) -> dict[Bound, int]:
    if not whose:  # nobody tells us whom the proxy of this machine speaks for
        return {}
    return {(whose, ""): in_all, **({(whose, game): here} if game else {})}
