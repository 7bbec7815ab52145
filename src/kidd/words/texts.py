"""What screens of every kind say alike: the names of crews, what somebody said, how a game ended."""

from __future__ import annotations

from kidd.words.language import marked

CREWS = {"R": marked("Red"), "B": marked("Blue"), "G": marked("Gold")}
# Who plays: of so many crews people play so many.
PARTIES = {
    "2-1": marked("You and a computer"),
    "2-2": marked("Two people at this device"),
    "3-1": marked("You and two computers"),
    "3-2": marked("Two people here and a computer"),
    "3-3": marked("Three people at this device"),
}
# The words of kidd.standing.
SAID = {
    "draw?": marked("%(crew)s offers a draw"),
    "draw!": marked("%(crew)s accepts the draw"),
    "draw.": marked("%(crew)s declines the draw"),
    "stalemate?": marked("%(crew)s claims stalemate"),
    "stalemate!": marked("%(crew)s accepts the stalemate"),
    "contest": marked("%(crew)s contests the stalemate"),
    "resign": marked("%(crew)s resigns"),
}
# The reasons of kidd.position.Result, for those who win and for draws.
WON = {
    "immobile": marked("%(winner)s wins: %(loser)s can neither move nor enter."),
    "not-proven": marked("%(winner)s wins: the contest ran out of turns."),
    "seven-captured": marked("%(winner)s wins: seven tokens are captives, and %(winner)s holds more of them."),
    "blocked": marked("%(winner)s wins: %(loser)s cannot use the roll."),
    "all-captured": marked("%(winner)s wins: everything else is captured."),
    "resigned": marked("%(winner)s wins: %(loser)s resigns."),
}
DRAWN = {
    "stalemate-accepted": marked("A draw: the claim of stalemate was accepted."),
    "no-one-can-move": marked("A draw: nobody can move."),
    "repetition": marked("A draw: the position has come up three times."),
    "agreed": marked("A draw, as agreed."),
}


def ending_text(reason: str, winner: str, losers: list[str]) -> tuple[str, dict[str, str]]:
    """How a game ended, as a text for the catalogs and what fills it in; `winner` is empty for a draw."""
    if not winner:
        return DRAWN.get(reason, marked("A draw.")), {}
    if len(losers) > 1 and "%(loser)s" in WON.get(reason, ""):  # only one of them: who, is not told here
        reason = ""
    return WON.get(reason, marked("%(winner)s wins.")), {"winner": winner, "loser": losers[0]}
