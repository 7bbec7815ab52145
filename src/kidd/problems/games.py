"""The games of which problems are made, and what was measured for each of them."""

from __future__ import annotations

from typing import NamedTuple

from kidd.search.answer import Limits


class Measures(NamedTuple):
    """How problems of a game are told from other positions, and the hard ones from the easy ones."""

    grades: tuple[float, float, float, float]
    """From how many levels on, of eight, that fail on the average of their tries, a problem is of the next grade."""
    depths: tuple[int, ...] = ()
    """Of the two searches that agree where nothing can be proven; none where everything is proven by force.

    An even depth with a die flatters whoever moved last.
    """
    least_chance: float = 0.25
    """That the best move must leave then: nobody enjoys a lost cause."""
    highest: Limits = Limits(nodes=600_000)
    """In place of the second that the highest level has at the table."""


MADE = {
    "LC": Measures((1.0, 2.0, 3.0, 4.5)),
    "QM": Measures((1.0, 2.0, 3.0, 4.5), (3, 5), highest=Limits(nodes=20_000)),
    # In Madagascar already the low levels see most of what there is to see.
    "MG2": Measures((0.5, 1.0, 1.5, 2.5)),
    "MG3": Measures((0.75, 1.5, 2.25, 3.5), (7, 9), 0.2, Limits(depth=8)),
}
