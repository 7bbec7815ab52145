"""Drift, a game that is in no box: cross the deck from hatch to hatch.

DR1. Red begins. In a turn one token enters, or one walks one step to a vacant space.
DR2. Who has tokens on so many hatches that they walked to, one or two by option, has won.
DR3. Who can do neither has lost.
"""

from __future__ import annotations

from kidd.deck import SEA, Deck
from kidd.rules.board import Board, Ports
from kidd.rules.descriptor import Descriptor, Option, Rules, marked
from kidd.rules.plain_board import PlainBoard


class Drift(PlainBoard):
    """A board of Drift."""

    def __init__(self, ports: Ports, deck: Deck, wanted: int) -> None:
        super().__init__(ports)
        self.own_ports = ports
        self.deck = deck
        self.wanted = wanted

    def blank(self) -> Drift:
        return Drift(self.own_ports, self.deck, self.wanted)

    def moves_now(self) -> list[int]:
        return [] if self._lander() >= 0 else [*self.entries(), *self.steps()]

    def play(self, code: int) -> None:
        self.walk_or_enter(code)
        self.next_turn(2)

    def won_by(self) -> int:
        lander = self._lander()
        return lander if lander >= 0 else 1 - self.turn

    def reason(self) -> str:
        return "landed" if self._lander() >= 0 else "immobile"

    def _lander(self) -> int:
        """DR2: who has come to enough hatches, -1 for nobody."""
        there = [0, 0]
        for port in self.backs():
            space, behind = divmod(port, 3)
            ways = self.deck.ports[space]
            there[self.pile(port)[0]] += SEA in ways and ways[behind] != SEA
        return next((colour for colour in (0, 1) if there[colour] >= self.wanted), -1)


def _board(ports: Ports, rules: Rules) -> Board:
    return Drift(ports, rules.deck, int(rules.options["landings"]))


DRIFT = Descriptor(
    code="DR",
    name=marked("Drift"),
    board=_board,
    tokens=2,
    motto=marked("Cross the deck, and be quick about it."),
    aim=marked("You win by walking from hatch to hatch."),
    options=(
        Option(
            "landings",
            (1, 2),
            marked("Hatches to reach"),
            (marked("One is enough"), marked("Two, with both tokens")),
            (marked("Both tokens must cross"),),
        ),
    ),
)
