"""Race, a game for three from whose deck tokens leave though nobody takes them: `python -m tests.fourth_game.race`.

With KIDD_PURE=1, as boards of plain Python reach what compiled ones hide. It prints of how many standings it is told
wrongly who is still in the game.
"""

from __future__ import annotations

from random import Random

from kidd.deck import SEA, Deck
from kidd.game import register
from kidd.match import Match
from kidd.match.standing import crews_left
from kidd.rules import codes
from kidd.rules.board import Board, Ports
from kidd.rules.descriptor import Descriptor, Rules
from kidd.rules.plain_board import PlainBoard

GAMES, ACTS = 20, 60


class Race(PlainBoard):
    """Whoever has come to a hatch leaves the deck; who has no token left anywhere is out."""

    def __init__(self, ports: Ports, deck: Deck) -> None:
        super().__init__(ports)
        self.own_ports, self.deck = ports, deck

    def blank(self) -> Race:
        return Race(self.own_ports, self.deck)

    def moves_now(self) -> list[int]:
        if found := [*self.entries(), *self.steps()]:
            return found
        return [codes.PASS] if any(self.hands[crew] or self.crew[crew] for crew in range(3)) else []

    def play(self, code: int) -> None:
        if code != codes.PASS:
            hand = self.hands[self.turn]
            self.walk_or_enter(code)
            space = (code & codes.PORT) // 3
            if hand == self.hands[self.turn] and SEA in self.deck.ports[space]:
                self.crew[self.turn] &= ~self.own_ports.ports_of[space]
                self.vacant |= self.own_ports.ports_of[space]
        self.next_turn(3)

    def won_by(self) -> int:
        return 0

    def reason(self) -> str:
        return "home"


def _board(ports: Ports, rules: Rules) -> Board:
    return Race(ports, rules.deck)


RACE = Descriptor(code="RC", name="Race", board=_board, colours="RBG", tokens=1, crews_fall=True, passes=True)


def main() -> None:
    """Play some games at random."""
    register(RACE)
    fallen = wrong = 0
    for seed in range(GAMES):
        random, match = Random(seed), Match("RC")
        for _ in range(ACTS):
            if match.result or not match.position.legal_moves():
                break
            match.play(str(random.choice(match.position.legal_moves())))
            there = crews_left(match.position)
            fallen += len(there) < 3
            wrong += match.in_game != there
    print(f"{fallen > 0} {wrong}")


if __name__ == "__main__":
    main()
