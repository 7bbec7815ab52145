"""What can go wrong through a user's doing; everything here descends from KiddError."""

from __future__ import annotations

from typing import Any, ClassVar

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
    """Anything that a user of the package can cause; bugs raise ordinary exceptions instead.

    An error carries a reason, which is a key, and the details that fill in its text. The text itself stands in
    `kidd.words.error_texts`, once, so that it can be said in any language.
    """

    about: ClassVar[str] = ""  # which texts its reasons belong to

    def __init__(self, reason: str = "", /, **details: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details = details

    def __str__(self) -> str:
        from kidd.words.error_texts import english  # late: who never prints an error need not load the texts

        return english(self.about, self.reason, self.details)


class DeckError(KiddError):
    """A deck file that cannot be played on."""

    about = "deck"


class OptionError(KiddError):
    """An unknown game or option, or a value that the option does not take."""

    about = "option"


class NotationError(KiddError):
    """Text that is not notation."""

    about = "notation"


class PositionError(KiddError):
    """Notation of a position that cannot be."""

    about = "position"


class IllegalMove(KiddError):
    """A well-formed move that the rules refuse."""

    about = "move"

    def __init__(self, reason: str = "", /, **details: Any) -> None:
        super().__init__(reason, **details)
        self.move = str(details.get("move", ""))


class SearchError(KiddError):
    """A position that there is nothing to search in, or a limit that no search can keep."""

    about = "search"


class ProblemError(KiddError):
    """A file of problems that cannot be read, or a problem that there is not."""

    about = "problem"


class IllegalAct(KiddError):
    """An offer, claim, answer, resignation or undo that the match refuses now."""

    about = "act"


class LogbookError(KiddError):
    """A log book that cannot be read; the message names the line and the offending part."""

    about = "logbook"
