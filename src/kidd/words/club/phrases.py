"""Quick phrases of the chat: said by their names, and read by each in their own language."""

from __future__ import annotations

from kidd.words.language import Tongue, marked

PHRASES = {
    "ahoy": marked("Ahoy!"),
    "luck": marked("Good luck, and fair winds!"),
    "fine-move": marked("A fine move!"),
    "oops": marked("Oops!"),
    "lucky": marked("That was luck."),
    "moment": marked("One moment, please."),
    "back": marked("I am back."),
    "sorry": marked("Sorry!"),
    "thanks": marked("Thank you!"),
    "well-played": marked("Well played!"),
    "again": marked("Another game?"),
    "bye": marked("I have to go. Goodbye!"),
}


def phrase(name: str, _: Tongue) -> str:
    """A phrase in the reader's language; one that is no longer known is three dots."""
    return _(PHRASES[name]) if name in PHRASES else "…"


def phrases(_: Tongue) -> tuple[tuple[str, str], ...]:
    """All of them by name, in the order in which a game needs them."""
    return tuple((name, _(words)) for name, words in PHRASES.items())
