"""Positions and moves as text, before any rule is asked about them."""

import re
from typing import NamedTuple

from kidd.deck import SEA_NAME, Deck, Piece
from kidd.errors import NotationError, shown

_SPACE = r"[a-z][0-9]{1,2}"
_PIECE = re.compile(rf"([RBG]+)({_SPACE})({SEA_NAME}|{_SPACE})")
_HAND = re.compile(r"([RBG])(0|[1-9][0-9]?)")
_MOVE = re.compile(
    rf"(?P<origin>{_SPACE})-(?P<target>{_SPACE})(?:/(?P<via>{_SPACE}))?(?P<escapes>(?:>{_SPACE})*)(?:@(?P<entry>{_SPACE}))?"
)
_ENTER = re.compile(rf"@({_SPACE})")

# Each fault is a key with details, so that a screen can say it in another language.
FAULTS = {
    "not-text": "a position is text, got {came}",
    "fields": "expected the five fields game men turn hands extra, got {number} in {came}",
    "piece": "men: expected a piece such as Rc1~ or RBc4c3, got {came}",
    "hands": "hands: expected each colour once with a number, such as R7B7, got {came}",
    "move-not-text": "a move is text or a Move, got {came}",
    "move": "expected a move such as @a3, c3-c4, c4-c7/c6, *2 or pass, got {came}",
}


class Fields(NamedTuple):
    """The five fields of a position."""

    game: str
    pieces: tuple[Piece, ...]
    turn: str
    hands: dict[str, int]
    extra: str


class Wish(NamedTuple):
    """What a text asks for: a move of which some parts may be left out."""

    text: str
    origin: str | None = None
    target: str | None = None
    via: str | None = None
    escapes: tuple[str, ...] = ()
    entry: str | None = None


def read_position(text: str) -> Fields:
    """Split the notation of a position into its fields."""
    if not isinstance(text, str):
        raise _fault("not-text", came=shown(text))
    words = text.split()
    if len(words) != 5:
        raise _fault("fields", number=str(len(words)), came=shown(text))
    game, men, turn, hands, extra = words
    return Fields(game, _read_men(men), turn, _read_hands(hands), extra)


def _read_men(men: str) -> tuple[Piece, ...]:
    if men == "-":
        return ()
    pieces = []
    for word in men.split(","):
        found = _PIECE.fullmatch(word)
        if not found:
            raise _fault("piece", came=shown(word))
        pieces.append(Piece(*found.groups()))
    return tuple(pieces)


def _read_hands(text: str) -> dict[str, int]:
    hands: dict[str, int] = {}
    at = 0
    while at < len(text):
        found = _HAND.match(text, at)
        if not found or found[1] in hands:
            raise _fault("hands", came=shown(text))
        hands[found[1]] = int(found[2])
        at = found.end()
    return hands


def write_position(fields: Fields) -> str:
    """Return the notation of a position."""
    men = ",".join(map(str, fields.pieces)) or "-"
    hands = "".join(f"{colour}{number}" for colour, number in fields.hands.items())
    return f"{fields.game} {men} {fields.turn} {hands} {fields.extra}"


def read_move(text: str, deck: Deck) -> Wish:
    """Read the notation of a move of the rules; the spaces must be on the deck."""
    if not isinstance(text, str):
        raise _fault("move-not-text", came=shown(text))
    if text in ("pass", "red", "blue", "*1", "*2", "*3"):
        return Wish(text)
    if found := _ENTER.fullmatch(text):
        deck.index(found[1])
        return Wish(text, entry=found[1])
    found = _MOVE.fullmatch(text)
    if not found:
        raise _fault("move", came=shown(text))
    escapes = tuple(found["escapes"].split(">")[1:])
    for space in (found["origin"], found["target"], found["via"], *escapes, found["entry"]):
        if space is not None:
            deck.index(space)
    return Wish(text, found["origin"], found["target"], found["via"], escapes, found["entry"])


def _fault(reason: str, **details: str) -> NotationError:
    return NotationError(FAULTS[reason].format(**details), reason=reason, details=details)
