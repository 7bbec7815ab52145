"""Moves as OpenSpiel counts them: small numbers, the same for the same move in every position."""

from __future__ import annotations

from functools import cache

from kidd.game import Game
from kidd.move import Move
from kidd.rules import codes
from kidd.rules.descriptor import Pace, Piles


class Actions:
    """The numbers of a game's moves on its deck.

    A number is written in digits of mixed size, the first of these the lowest:

    - the port arrived by: three for each space, in the order of the deck;
    - the space left, in the order of the deck, then the hand (not where pieces walk one step, which tells it);
    - Quedah Merchant: the hatch entered afterwards, 0 for none, else its place among the hatches plus one;
    - Quedah Merchant: the ways of freed captives, 0 for none, else the choices as bits with a one above the last, less
      one. Six can be freed in a turn, as seven captives end the game.

    After all of these comes `pass`, or `red` and `blue` in Loyal Captain. Whether a move took several steps is left
    out: the piece or the die says so. Rolls of the die are chance outcomes, not actions.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        deck, described = game.deck, game.descriptor
        one_step = described.pace is Pace.ONE_STEP  # the port arrived by tells the space that was left
        self._ports = 3 * len(deck.spaces)
        self._origins = 1 if one_step else len(deck.spaces) + 1
        self._entries = len(deck.hatches) + 1 if described.reinforces else 1
        chains = 2**game.tokens - 1 if described.piles is Piles.CAPTIVE else 1
        specials = (codes.RED, codes.BLUE) if described.option("opening") else (codes.PASS,)
        regular = self._ports * self._origins * self._entries * chains
        self.count = regular + len(specials)
        self._hatch_number = {hatch + 1: number for number, hatch in enumerate(deck.hatches, 1)}
        self._known = {code: regular + number for number, code in enumerate(specials)}

    def number(self, move: Move) -> int:
        """The action that a move is."""
        known = self._known.get(move.code)
        if known is None:
            known = self._known[move.code] = self._read(move.code)
        return known

    def _read(self, code: int) -> int:
        port = code & codes.PORT
        if self._origins == 1:
            return port
        origin = code >> codes.ORIGIN_SHIFT & codes.FIELD
        origin = self._origins - 1 if origin == codes.NOWHERE else origin
        entry = self._hatch_number.get(code >> codes.ENTRY_SHIFT & codes.FIELD, 0)
        chain = max(0, (code >> codes.ESCAPE_SHIFT) - 1)
        return port + self._ports * (origin + self._origins * (entry + self._entries * chain))

    def __reduce__(self) -> tuple[object, ...]:
        return actions_of, (self._game,)


@cache
def actions_of(game: Game) -> Actions:
    """The numbers of a game's moves, one object for each game."""
    return Actions(game)
