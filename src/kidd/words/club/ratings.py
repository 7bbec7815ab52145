"""Ratings in words and figures."""

from __future__ import annotations

from kidd.words.language import Tongue, marked, marked_in

SPEEDS = {
    "blitz": marked("Blitz"),
    "rapid": marked("Rapid"),
    "days": marked("Days per move"),
    "calm": marked("Without a clock"),
}
ONE_GAME = "one game"
RESULTS = {
    "won": marked_in("one game", "Won"),
    "drawn": marked_in("one game", "Drawn"),
    "lost": marked_in("one game", "Lost"),
}
MINUS = "\N{MINUS SIGN}"


def result_name(result: str, _: Tongue) -> str:
    """How one game ended for somebody."""
    return _.pgettext(ONE_GAME, RESULTS[result])


def speed_name(speed: str, _: Tongue) -> str:
    """How fast games are."""
    return _(SPEEDS[speed])


def range_words(lowest: int | None, highest: int | None, _: Tongue) -> str:
    """Which ratings somebody is looking for, empty where any will do."""
    if lowest is None and highest is None:
        return ""
    if highest is None:
        return _("rating from %(lowest)s", lowest=lowest)
    if lowest is None:
        return _("rating up to %(highest)s", highest=highest)
    return _("rating %(lowest)s to %(highest)s", lowest=lowest, highest=highest)


def figure(points: int, *, provisional: bool) -> str:
    """A rating, with a mark if it is little more than a guess."""
    return f"{points}?" if provisional else str(points)


def signed(change: int) -> str:
    """By how much a rating has changed."""
    return f"{MINUS}{-change}" if change < 0 else f"+{change}"


def with_spread(points: int, spread: int, *, provisional: bool, _: Tongue) -> str:
    """A rating and how uncertain it is."""
    return _("%(rating)s ± %(spread)s", rating=figure(points, provisional=provisional), spread=spread)


def at_the_table(points: int, *, provisional: bool, change: int | None, _: Tongue) -> str:
    """The rating of a player beside the deck, and what the game has made of it."""
    said = figure(points, provisional=provisional)
    return _("Rating %(rating)s", rating=said if change is None else f"{said} {signed(change)}")


def curve_title(name: str, pool: str, _: Tongue) -> str:
    """What the drawing shows."""
    return _("The rating of %(name)s: %(pool)s. The table below says the same in numbers.", name=name, pool=pool)
