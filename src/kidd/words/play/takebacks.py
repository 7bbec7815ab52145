"""What is said while somebody waits for leave to take back."""

from __future__ import annotations

from kidd.words.language import Tongue


def wish_words(name: str, _: Tongue, *, own: bool, asked: bool) -> str:
    """A takeback that waits for an answer, to whoever asked for it, to those who are asked, and to all others."""
    if own:
        return _("You have asked to take back your last move. The answer is still to come.")
    if asked:
        return _("%(crew)s asks to take back the last move. Do you agree?", crew=name)
    return _("%(crew)s asks to take back the last move.", crew=name)
