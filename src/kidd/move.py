"""Moves as values, one object for each on a deck."""

from typing import NamedTuple

from kidd.deck import Deck
from kidd.rules import codes
from kidd.rules.chart import arrivals

SHORT = 1 << codes.ENTRY_SHIFT  # the codes below it name no hatch and free nobody


class Move(NamedTuple):
    """What a player does in a turn, or what the die shows; `str` gives its notation."""

    text: str
    origin: str | None = None
    target: str | None = None
    via: str | None = None
    escapes: tuple[str, ...] = ()
    entry: str | None = None
    roll: int | None = None
    code: int = 0

    @property
    def is_pass(self) -> bool:
        """Whether nothing is moved."""
        return self.code == codes.PASS

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text}>"


_SPECIAL = {
    codes.PASS: Move("pass", code=codes.PASS),
    codes.RED: Move("red", code=codes.RED),
    codes.BLUE: Move("blue", code=codes.BLUE),
    **{codes.ROLL + die: Move(f"*{die}", roll=die, code=codes.ROLL + die) for die in (1, 2, 3)},
}


class Moves:
    """All moves on a deck, each made when it is first needed."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.short: list[Move | None] = [None] * SHORT
        self.long: dict[int, Move] = dict(_SPECIAL)

    def named(self, code: int) -> Move:
        """Return the move of a code."""
        if code < SHORT:
            move = self.short[code]
            if move is None:
                move = self.short[code] = read_code(self.deck, code)
            return move
        move = self.long.get(code)
        if move is None:
            move = self.long[code] = read_code(self.deck, code)
        return move


def read_code(deck: Deck, code: int) -> Move:
    """Return what a rule book's integer says of a move on a deck."""
    port = code & codes.PORT
    origin = code >> codes.ORIGIN_SHIFT & codes.FIELD
    target = deck.spaces[port // 3]
    if origin == codes.NOWHERE:
        return Move(f"@{target}", target=target, entry=target, code=code)
    via = deck.spaces[deck.ports[port // 3][port % 3]] if code & codes.SEVERAL else None
    escapes = tuple(_escapes(deck, port, code >> codes.ESCAPE_SHIFT))
    hatch = code >> codes.ENTRY_SHIFT & codes.FIELD
    entry = deck.spaces[hatch - 1] if hatch else None
    words = [deck.spaces[origin], "-", target]
    words += ["/", via] if via else []
    words += [">" + space for space in escapes]
    words += ["@", entry] if entry else []
    return Move("".join(words), deck.spaces[origin], target, via, escapes, entry, None, code)


def _escapes(deck: Deck, port: int, choices: int) -> list[str]:
    """List where freed captives step to, each from the space that the one before has reached."""
    escapes = []
    space, behind = divmod(port, 3)
    while choices > 1:
        ways = sorted(arrivals(deck, space, deck.ports[space][behind]))
        space, behind = divmod(ways[choices & 1], 3)
        escapes.append(deck.spaces[space])
        choices >>= 1
    return escapes
