"""What is said of an adjournment: one that is asked for, and one that lasts."""

from __future__ import annotations

from collections.abc import Sequence

from kidd.words.language import Tongue
from kidd.words.texts import ADJOURNED_BY_HOUSE


def plea_words(name: str, _: Tongue, *, own: bool, asked: bool) -> str:
    """An adjournment that waits for an answer, to whoever asked for it, to those who are asked, and to all others."""
    if own:
        return _("You have asked to adjourn the game. The answer is still to come.")
    if asked:
        return _("%(crew)s asks to adjourn the game. Do you agree?", crew=name)
    return _("%(crew)s asks to adjourn the game.", crew=name)


def rest_words(ready: Sequence[str], _: Tongue, *, house: bool, plays: bool, waits: bool) -> str:
    """Who lets an adjourned game go on, and who is ready to; two lines of a phone, beside a die."""
    if house:
        return _(ADJOURNED_BY_HOUSE)
    if waits:
        return _("You are ready. The game goes on if everybody is within five minutes.")
    if ready:
        return _("The game is adjourned. Ready to go on: %(names)s.", names=", ".join(ready))
    if plays:
        return _("The game is adjourned. It goes on when all of you are ready.")
    return _("The game is adjourned. It goes on when its players are ready.")
