"""Log books for tests."""

from __future__ import annotations

from pathlib import Path

import kidd
from kidd.arena.ledger import BOOK
from kidd.match import Match


def same(one: Match, other: Match) -> bool:
    """Whether two matches cannot be told apart by what a log book holds."""
    return _all_of(one) == _all_of(other)


def _all_of(match: Match) -> tuple[object, ...]:
    played = match.start, match.game, match.acts, match.positions, match.result
    return *played, match.players, list(match.headers.items()), match.comments


def deck_text() -> str:
    """The file of the standard deck, to be changed."""
    return (Path(kidd.deck.__file__).parent / "decks" / "kidd-18.toml").read_text()


def by_round(folder: Path) -> dict[str, str]:
    """Every game of an arena's folder by its round, as its acts; a round that is there twice fails."""
    found: dict[str, str] = {}
    for match in kidd.read_logbook(folder / BOOK):
        assert match.headers["Round"] not in found
        found[match.headers["Round"]] = " ".join(match.acts)
    return found
