"""The number of the rule that speaks against a move."""

from __future__ import annotations

from kidd.errors import IllegalMove, KiddError
from kidd.match import Match
from kidd.move_lookup import find

# By the reason of a refusal; where games differ, by the code of the family.
CITED: dict[str, str | dict[str, str]] = {
    "back": "C3",
    "no-path": "C3",
    "not-a-hatch": "C2",
    "roll-first": "QM2",
    "pips": "QM2",
    "too-far": "QM2",
    "enter-first": "QM1",
    "enter-after-move": "QM5",
    "enter-where": "QM5",
    "no-entry": "QM5",
    "cannot-enter": "QM5",
    "captive": "QM3",
    "holds-captive": "QM3",
    "no-escape": "QM4",
    "escape-where": "QM4",
    "no-such-escape": "QM4",
    "nobody-freed": "QM4",
    "hatches-first": "MG1",
    "height": "MG4",
    "one-step": "LC1",
    "choose-first": "LC6",
    "no-passing": {"LC": "LC1", "MG": "MG2"},
    "occupied": {"LC": "LC1", "QM": "QM2", "MG": "MG4"},
    "own": {"LC": "LC1", "QM": "QM3", "MG": "MG3"},
    "from-behind": {"QM": "QM3", "MG": "MG3"},
    "no-walk": {"LC": "LC1", "QM": "QM2", "MG": "MG4"},
}


def rule_against(match: Match, yours: str, wish: str) -> str:
    """The rule by which somebody may not make a move in their turn; empty where it is no rule of the game."""
    if match.result or match.offer or match.mover not in yours or match.position.is_chance:
        return ""
    manned = {piece.space for piece in match.position.pieces}
    try:
        find(match.position, f"@{wish}" if wish in match.game.deck.spaces and wish not in manned else wish)
    except IllegalMove as error:
        found = CITED.get(error.reason, "")
        return found if isinstance(found, str) else found.get(match.game.descriptor.group, "")
    except KiddError:
        pass
    return ""
