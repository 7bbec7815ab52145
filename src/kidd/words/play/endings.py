"""How a game ended, for whoever looks: a verdict in a word or two, and why."""

from __future__ import annotations

from dataclasses import dataclass

from kidd.position import Result
from kidd.words.event_sentences import list_both
from kidd.words.language import Tongue, marked
from kidd.words.names import NAMELESS, Names, crew

# The reasons of kidd.position.Result and of tables: as one is told of others, of one's own victory and one's defeat.
OF_OTHERS = {
    "immobile": marked("%(loser)s can neither move nor enter."),
    "not-proven": marked("%(loser)s contested the stalemate and has not won in time."),
    "seven-captured": marked("Seven tokens are captives, and %(winner)s holds more of them."),
    "blocked": marked("%(loser)s cannot use the roll."),
    "blocked-die": marked("%(loser)s has rolled a %(die)s and cannot use it."),
    "all-captured": marked("Everything else is captured."),
    "all-captured-left": marked("%(winner)s has captured everything, but its player has left the game."),
    "resigned": marked("%(loser)s has resigned."),
    "time": marked("%(loser)s has run out of time."),
    "away": marked("%(loser)s was away too long."),
    "stalemate-accepted": marked("The claim of stalemate was accepted."),
    "no-one-can-move": marked("Nobody can move."),
    "repetition": marked("The position has come up three times."),
    "agreed": marked("All have agreed on it."),
}
OF_YOUR_VICTORY = {
    "immobile": marked("Your opponent can neither move nor enter."),
    "not-proven": marked("Your opponent contested the stalemate and has not won in time."),
    "seven-captured": marked("Seven tokens are captives, and you hold more of them."),
    "blocked": marked("Your opponent cannot use the roll."),
    "blocked-die": marked("Your opponent has rolled a %(die)s and cannot use it."),
    "all-captured": marked("You have captured everything."),
    "resigned": marked("Your opponent has resigned."),
    "time": marked("Your opponent has run out of time."),
    "away": marked("Your opponent was away too long."),
}
OF_YOUR_DEFEAT = {
    "immobile": marked("You can neither move nor enter."),
    "not-proven": marked("You contested the stalemate and have not won in time."),
    "blocked": marked("You cannot use the roll."),
    "blocked-die": marked("You have rolled a %(die)s and cannot use it."),
    "all-captured": marked("%(winner)s has captured everything."),
    "resigned": marked("You have resigned."),
    "time": marked("You have run out of time."),
    "away": marked("You were away too long."),
}


@dataclass(frozen=True)
class Ended:
    """The end of a game as a fact."""

    result: Result
    colours: str
    sharing: str = ""
    """Who shares the point, where it is not the winner or, after a draw, everybody."""
    die: int | None = None
    """What it shows."""

    @property
    def shares(self) -> str:
        """Everybody who has a part of the point."""
        return self.sharing or self.result.winner or self.colours


@dataclass(frozen=True)
class Ending:
    """The end of a game in words."""

    verdict: str
    """Without a full stop: You won."""
    why: str
    """A sentence or two, empty where there is nothing to say."""

    @property
    def whole(self) -> str:
        """Both, as one reads them in a line."""
        return f"{self.verdict}. {self.why}".rstrip()


def tell_end(end: Ended, yours: tuple[str, ...], _: Tongue, names: Names = NAMELESS) -> Ending:
    """How a game ended, for whoever plays `yours`; `names` are what crews are called, if not by their colour."""
    called = {colour: names.get(colour) or crew(colour, _) for colour in end.colours}
    you = yours[0] if len(yours) == 1 else ""
    return Ending(_verdict(end, called, you, _), _why(end, called, you, _))


def abandoned(_: Tongue, late: str = "", *, own: bool = False) -> Ending:
    """The end of a game that was closed without a result; `late` is who did not begin in time, `own` if one oneself."""
    said = [_("This game was closed without a result.")]
    if own:
        said.insert(0, _("You did not make your first move in time."))
    elif late:
        said.insert(0, _("%(crew)s did not make the first move in time.", crew=late))
    return Ending(_("Abandoned"), " ".join(said))


def _verdict(end: Ended, called: Names, you: str, _: Tongue) -> str:
    if you and you not in end.shares:
        return _("You lost")
    if len(end.shares) > 1:
        return _("Draw")
    return _("You won") if you else _("%(winner)s wins", winner=called[end.shares])


def _why(end: Ended, called: Names, you: str, _: Tongue) -> str:
    said, winner = [], end.result.winner
    if text := _reason(end, you):
        losers = [name for colour, name in called.items() if colour != winner]
        said.append(_(text, winner=called.get(winner or "", ""), loser=losers[0], die=end.die))
    if end.shares != (winner or end.colours):
        crews = list_both([called[colour] for colour in end.shares], _)
        if len(end.shares) > 1:
            said.append(_("The point is shared by %(crews)s.", crews=crews))
        else:
            said.append(_("The point goes to %(crew)s.", crew=crews))
    return " ".join(said)


def _reason(end: Ended, you: str) -> str:
    """The text that says why; empty where it would have to say which of several has lost, or of a game's own."""
    reason, two = end.result.reason, len(end.colours) == 2
    if reason == "blocked" and end.die:
        reason = "blocked-die"
    if reason == "all-captured" and (end.result.winner or "") not in end.shares:  # MG8
        reason = "all-captured-left"
    if you and end.result.winner:
        yours = OF_YOUR_VICTORY if you == end.result.winner else OF_YOUR_DEFEAT
        if reason in yours and (two or reason == "all-captured"):
            return yours[reason]
    text = OF_OTHERS.get(reason, "")
    return text if two or "%(loser)s" not in text else ""
