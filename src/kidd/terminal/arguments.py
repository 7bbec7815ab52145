"""What words on a command line mean: options, positions, decks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import kidd
from kidd.deck import Deck
from kidd.errors import NotationError, OptionError, shown
from kidd.position import Position


def options_of(items: Sequence[str]) -> dict[str, Any]:
    """Options from `name=value`; a deck may be given as the path of its file."""
    options: dict[str, Any] = {}
    for item in items:
        name, equals, value = item.partition("=")
        if not equals or not name:
            raise OptionError(f"expected an option like entry=fresh, got {shown(item)}")
        if name in options:
            raise OptionError(f"option {shown(name)} was given twice")
        options[name] = _value(name, value)
    return options


def _value(name: str, value: str) -> object:
    if name == "deck" and (value.endswith(".toml") or len(Path(value).parts) > 1):
        return Deck.read(value)
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 7 else value


def position_of(words: Sequence[str], items: Sequence[str]) -> Position:
    """The position in notation, as one word or five, or the start of a game by its code."""
    text, options = " ".join(words), options_of(items)
    return kidd.parse(text, **options) if " " in text else kidd.start(text, **options)


def depth_of(word: str) -> int:
    """How many moves ahead to count."""
    if not (word.isascii() and word.isdecimal() and len(word) < 4):
        raise NotationError(f"expected a depth, a number from 0 to 999, got {shown(word)}")
    return int(word)


def decks_of(paths: Sequence[Path]) -> dict[str, Deck]:
    """Deck files by the names that log books call them by."""
    return {deck.name: deck for deck in map(Deck.read, paths)}
