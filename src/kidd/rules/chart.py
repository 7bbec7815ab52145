"""A deck worked out into the tables of ports that the rule books read."""

from collections.abc import Iterable, Sequence

from kidd.deck import SEA, Deck
from kidd.decks.reader import MOST_SPACES
from kidd.rules.codes import NOWHERE, ORIGIN_SHIFT

PORTS = 3 * MOST_SPACES
CHUNK = 6  # when a whole set of ports takes a step, two spaces' ports are looked up at once


class Chart:
    """Tables indexed by port or by space, padded to the largest deck.

    Port `3 * space + i` is the i-th port of a space. A token is known by the port that its back is turned to,
    and a step by the port through which it arrives: a token that took a step stands as that port.
    """

    def __init__(self, deck: Deck) -> None:
        flat = [other for ports in deck.ports for other in ports]
        beyond = [NOWHERE if other == SEA else other for other in flat]
        self.bit = [1 << port for port in range(PORTS)]
        self.hatches = len(deck.hatches)
        self.beyond = beyond + [NOWHERE] * (PORTS - len(beyond))
        self.sea = _set_of(port for port, other in enumerate(beyond) if other == NOWHERE)
        self.deck = _set_of(range(len(beyond)))
        self.first = _set_of(range(0, len(beyond), 3))
        self.ports_of = [7 << 3 * space for space in range(MOST_SPACES)]
        self.land = [ports & self.deck & ~self.sea for ports in self.ports_of]
        # The ports that a token may arrive by when it leaves a space, and when its back forbids one of them.
        self.leaving = [_set_of(arrivals(deck, space, SEA)) for space in range(len(deck.spaces))]
        self.leaving += [0] * (MOST_SPACES - len(deck.spaces))
        self.onward = [_set_of(arrivals(deck, port // 3, other)) for port, other in enumerate(flat)]
        self.onward += [0] * (PORTS - len(beyond))
        self.step = [port | other << ORIGIN_SHIFT for port, other in enumerate(self.beyond)]
        self.spread = [
            _union(self.onward, bits << chunk) for chunk in range(0, PORTS, CHUNK) for bits in range(1 << CHUNK)
        ]


def arrivals(deck: Deck, space: int, behind: int) -> list[int]:
    """List the ports by which a token on a space arrives next door when its back is turned to `behind`."""
    return [3 * other + deck.ports[other].index(space) for other in deck.ports[space] if other not in (SEA, behind)]


def _set_of(ports: Iterable[int]) -> int:
    return sum(1 << port for port in ports)


def _union(sets: Sequence[int], ports: int) -> int:
    union = 0
    for port in range(PORTS):
        if ports >> port & 1:
            union |= sets[port]
    return union
