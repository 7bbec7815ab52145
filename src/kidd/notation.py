"""Positions and moves read from text, before any rule is asked about them."""

import re
from collections.abc import Mapping
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


class Fields(NamedTuple):
    """The five fields of a position."""

    game: str
    pieces: tuple[Piece, ...]
    turn: str
    hands: Mapping[str, int]
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
        raise NotationError("not-text", came=shown(text))
    words = text.split()
    if len(words) != 5:
        raise NotationError("fields", number=len(words), came=shown(text))
    game, men, turn, hands, extra = words
    return Fields(game, _read_men(men), turn, _read_hands(hands), extra)


def _read_men(men: str) -> tuple[Piece, ...]:
    if men == "-":
        return ()
    pieces = []
    for word in men.split(","):
        found = _PIECE.fullmatch(word)
        if not found:
            raise NotationError("piece", came=shown(word))
        pieces.append(Piece(*found.groups()))
    return tuple(pieces)


def _read_hands(text: str) -> dict[str, int]:
    hands: dict[str, int] = {}
    at = 0
    while at < len(text):
        found = _HAND.match(text, at)
        if not found or found[1] in hands:
            raise NotationError("hands", came=shown(text))
        hands[found[1]] = int(found[2])
        at = found.end()
    return hands


def read_move(text: str, deck: Deck) -> Wish:
    """Read the notation of a move of the rules; the spaces must be on the deck."""
    if not isinstance(text, str):
        raise NotationError("move-not-text", came=shown(text))
    if text in ("pass", "red", "blue", "*1", "*2", "*3"):
        return Wish(text)
    if found := _ENTER.fullmatch(text):
        deck.index(found[1])
        return Wish(text, entry=found[1])
    found = _MOVE.fullmatch(text)
    if not found:
        raise NotationError("move", came=shown(text))
    escapes = tuple(found["escapes"].split(">")[1:])
    for space in (found["origin"], found["target"], found["via"], *escapes, found["entry"]):
        if space is not None:
            deck.index(space)
    return Wish(text, found["origin"], found["target"], found["via"], escapes, found["entry"])
