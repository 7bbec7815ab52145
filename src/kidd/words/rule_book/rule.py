"""What a rule by number is made of; texts may hold `code`, numbers of rules, and `%(turns)s` and the like."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from kidd.rules.games.loyal_captain import LOYAL_CAPTAIN
from kidd.rules.games.madagascar import MADAGASCAR_FOR_THREE
from kidd.rules.numbers import CAPTIVES_TO_END, TURNS_TO_WIN

# The numbers that texts about the rules name, so that none is written twice.
NUMBERS = {
    "tokens": LOYAL_CAPTAIN.tokens,
    "tokens_of_three": MADAGASCAR_FOR_THREE.tokens,
    "turns": TURNS_TO_WIN,
    "captives": CAPTIVES_TO_END,
    "claim_after": LOYAL_CAPTAIN.online["claim_after"],
}


class Rule(NamedTuple):
    """One rule, which code, tests and pages cite by its number."""

    number: str
    """`LC2`."""
    title: str
    text: tuple[str, ...]
    points: tuple[str, ...] = ()
    """A list under the text."""
    more: tuple[str, ...] = ()
    """What is said after the list."""
    ruling: bool = False
    """Whether the printed rules say nothing of it, so that the answer is ours."""
    rulings: tuple[str, ...] = ()
    """Where they leave a question open or disagree: our answers."""


class Section(NamedTuple):
    """The rules of the deck, of all games, or of one game."""

    key: str
    """The letters that its numbers begin with."""
    title: str
    rules: tuple[Rule, ...]
    slug: str = ""
    """Where the same is taught, below /rules."""
    cited: Mapping[str, str] = MappingProxyType({})
    """By the reason for which a move is refused, the number of the rule that speaks against it."""
