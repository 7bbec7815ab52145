"""What screens of every kind say alike: the names of crews, what somebody said, how a game ended."""

from __future__ import annotations

from kidd.words.language import marked

OVER = marked("The game is over.")
NOT_YOUR_TURN = marked("It is not your turn.")
ADJOURNED_BY_HOUSE = marked("Those who look after this site have adjourned this game: they let it go on.")
COMPUTERS_BUSY = marked("The computers are busy: please try again in a moment.")
NO_MATCH = marked("There is no match in this logbook.")
NO_SUCH_FLAG = marked("no such option: %(came)s")
CREWS = {"R": marked("Red"), "B": marked("Blue"), "G": marked("Gold")}
FORMER = marked("former player")
"""The name of all who have left, as games keep it: pages say it in the reader's language."""
# Who plays: of so many crews people play so many.
PARTIES = {
    "2-1": marked("You and a computer"),
    "2-2": marked("Two people at this device"),
    "3-1": marked("You and two computers"),
    "3-2": marked("Two people here and a computer"),
    "3-3": marked("Three people at this device"),
    "2-0": marked("Two computers, and you watch"),
    "3-0": marked("Three computers, and you watch"),
}
# The words of kidd.match.standing.
SAID = {
    "draw?": marked("%(crew)s offers a draw"),
    "draw!": marked("%(crew)s accepts the draw"),
    "draw.": marked("%(crew)s declines the draw"),
    "stalemate?": marked("%(crew)s claims stalemate"),
    "stalemate!": marked("%(crew)s accepts the stalemate"),
    "contest": marked("%(crew)s contests the stalemate"),
    "resign": marked("%(crew)s resigns"),
    "leave": marked("%(crew)s leaves, and a computer plays on"),
    "time": marked("%(crew)s has run out of time"),
}
WAS_AWAY = marked("%(crew)s was away too long")  # in place of the time, where that was not up
