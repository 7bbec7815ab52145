"""The number of the rule that speaks against a move."""

from __future__ import annotations

from kidd.errors import IllegalMove, KiddError
from kidd.match import Match
from kidd.move_lookup import find
from kidd.rules.descriptor import Descriptor
from kidd.words.rule_book import COMMON, GAMES


def rule_against(match: Match, yours: str, wish: str) -> str:
    """The rule by which somebody may not make a move in their turn; empty where it is no rule of the game."""
    if match.result or match.offer or match.mover not in yours or match.position.is_chance:
        return ""
    manned = {piece.space for piece in match.position.pieces}
    try:
        find(match.position, f"@{wish}" if wish in match.game.deck.spaces and wish not in manned else wish)
    except IllegalMove as error:
        return rule_for(match.game.descriptor, error.reason)
    except KiddError:
        pass
    return ""


def rule_for(game: Descriptor, reason: str) -> str:
    """The rule of a game by which a move is refused: its own or one common to all; empty where it has no rule book."""
    section = GAMES.get(game.group)
    return section.cited.get(reason, COMMON.cited.get(reason, "")) if section else ""
