"""What is said of games that are not kept for ever."""

from __future__ import annotations

from kidd.words.language import Tongue


def kept_for(days: int, _: Tongue) -> str:
    """How long an unfinished game of guests stays."""
    return _.ngettext(
        "Nobody here has an account: without a move for %(number)s day this game is removed.",
        "Nobody here has an account: without a move for %(number)s days this game is removed.",
        days,
    )
