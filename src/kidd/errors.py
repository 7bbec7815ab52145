"""What can go wrong through a user's doing; everything here descends from KiddError."""

from __future__ import annotations

from collections.abc import Mapping

SHOWN = 60


def shown(value: object) -> str:
    """The value as an error message quotes it: its repr, cut short when somebody sends a novel."""
    if isinstance(value, str):
        if len(value) <= SHOWN and len(repr(value)) <= SHOWN:
            return repr(value)
        # Cut before repr(), so that a gigabyte of text costs nothing.
        return f"{repr(value[:SHOWN])[: SHOWN - 2]}…' ({len(value)} characters)"
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer of thousands of digits, a list of bottomless lists
        return f"<{type(value).__name__}>"
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}… ({len(text)} characters)"


class KiddError(ValueError):
    """Anything that a user of the package can cause; bugs raise ordinary exceptions instead."""


class Explained(KiddError):
    """An error whose reason is a key and whose details fill in the sentence, so that it can be said in any language."""

    def __init__(self, message: str, *, reason: str = "", details: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.details: dict[str, str] = dict(details or {})


class DeckError(KiddError):
    """A deck file that cannot be played on."""


class OptionError(Explained):
    """An unknown game or option, or a value that the option does not take."""


class NotationError(Explained):
    """Text that is not notation."""


class PositionError(Explained):
    """Notation of a position that cannot be."""


class IllegalMove(Explained):
    """A well-formed move that the rules refuse."""

    def __init__(
        self, message: str, *, move: str = "", reason: str = "", details: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message, reason=reason, details=details)
        self.move = move


class SearchError(KiddError):
    """A position that there is nothing to search in, or a limit that no search can keep."""


class IllegalAct(Explained):
    """An offer, claim, answer, resignation or undo that the match refuses now."""


class LogbookError(Explained):
    """A log book that cannot be read; the message names the line and the offending part."""
