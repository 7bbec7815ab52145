"""What is said beside moves, such as offers and answers: on buttons, in the log, and in sentences."""

from __future__ import annotations

from kidd.words.language import Tongue, marked
from kidd.words.texts import SAID

# Buttons for the words of kidd.match.standing.
LABELS = {
    "draw?": marked("Offer a draw"),
    "draw!": marked("Accept the draw"),
    "draw.": marked("Decline the draw"),
    "stalemate?": marked("Claim stalemate"),
    "stalemate!": marked("Accept: a draw"),
    "contest": marked("Contest it"),
    "resign": marked("Resign"),
    "leave": marked("Leave the game"),
    "time": marked("Time is up"),
}

# The words of kidd.match.standing as the log has them, beside the colour of whoever said them.
IN_THE_LOG = {
    "draw?": marked("offers a draw"),
    "draw!": marked("accepts the draw"),
    "draw.": marked("declines the draw"),
    "stalemate?": marked("claims stalemate"),
    "stalemate!": marked("accepts: a draw"),
    "contest": marked("contests it"),
    "resign": marked("resigns"),
    "leave": marked("leaves"),
    "time": marked("out of time"),
}
AWAY_IN_THE_LOG = marked("away too long")


def word_said(act: str, name: str, _: Tongue) -> str:
    """An offer, claim, answer or resignation of a crew or somebody else in words."""
    return _(SAID[act], crew=name)


def rematch_words(name: str, _: Tongue) -> str:
    """Who asks for the same game again, to those who are asked."""
    return _("%(name)s would like to play again.", name=name)
