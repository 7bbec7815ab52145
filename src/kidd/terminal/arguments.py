"""What words on a command line mean: options, positions, decks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import kidd
from kidd.deck import Deck
from kidd.errors import DeckError, NotationError, OptionError, shown
from kidd.logbook import read_options
from kidd.position import DEEPEST, Position


def options_of(items: Sequence[str]) -> dict[str, Any]:
    """Options from `name=value`; a deck may be given as the path of its file."""
    options: dict[str, Any] = dict(read_options(items))
    deck = options.get("deck", "")
    if deck.endswith(".toml") or len(Path(deck).parts) > 1:
        options["deck"] = Deck.read(deck)
    elif deck:
        try:
            options["deck"] = Deck.named(deck)
        except DeckError as error:
            raise OptionError("deck-path", problem=error) from None
    return options


def position_of(words: Sequence[str], items: Sequence[str]) -> Position:
    """The position in notation, as one word or five, or the start of a game by its code."""
    text, options = " ".join(words), options_of(items)
    return kidd.parse(text, **options) if " " in text else kidd.start(text, **options)


def depth_of(word: str) -> int:
    """How many moves ahead to count."""
    if not (word.isascii() and word.isdecimal() and len(word) < 4 and int(word) <= DEEPEST):
        raise NotationError("depth", most=DEEPEST, came=shown(word))
    return int(word)


def check_no_options(words: Sequence[str]) -> None:
    """Refuse what looks like an option where unknown ones are let through."""
    for word in words:
        if re.match("--|-[a-zA-Z]", word):
            raise OptionError("no-such-option", came=shown(word))


def decks_of(paths: Sequence[Path]) -> dict[str, Deck]:
    """Deck files by the names that log books call them by."""
    return {deck.name: deck for deck in map(Deck.read, paths)}
