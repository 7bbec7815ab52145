"""Whether the dice of a match were fair, in words."""

from __future__ import annotations

from kidd.dice import Report, Roll
from kidd.words.language import Tongue, marked

FAIR = marked("The dice were fair: the seed is the one that was promised, and every roll follows from it.")
PARTLY = marked("The seed is the one that was promised, and every roll that was checked follows from it.")
PROBLEMS = {
    "no-dice": marked("There are no dice in this game."),
    "no-headers": marked("This logbook does not say where its dice come from."),
    "secret": marked(
        "The seed is still secret. It is published when the game is over; until then only its hash is known."
    ),
    "bad-headers": marked("The hash and the seed in this logbook are not written as they should be."),
    "wrong-hash": marked("The seed is not the one whose hash was published. Do not trust these dice."),
    "wrong-from": marked(
        "By its seed this game was taken up after another number of entries than the logbook says. "
        "Do not trust these dice."
    ),
    "nothing": marked("There is nothing to check: no roll in this logbook follows from the seed."),
    "wrong-rolls": marked("The seed gives other rolls than those that were played. Do not trust these dice."),
}


def verdict(report: Report, _: Tongue) -> str:
    """What became of checking, in one or two sentences."""
    return _(PROBLEMS.get(report.problem, PARTLY if report.elsewhere else FAIR))


def full_verdict(report: Report, _: Tongue) -> str:
    """The verdict with how many rolls were checked, and how many were not."""
    said = [verdict(report, _)]
    if report.rolls:
        said.append(_.ngettext("%(number)s roll was checked.", "%(number)s rolls were checked.", len(report.rolls)))
    if report.salted:
        said.append(
            _.ngettext(
                "%(num)d of them holds what a player’s browser added, too: neither side could know or choose it.",
                "%(num)d of them hold what a player’s browser added, too: neither side could know or choose them.",
                report.salted,
                num=report.salted,
            )
        )
    if report.elsewhere:
        said.append(
            _.ngettext(
                "%(num)d roll was made before this game was taken up here, and is not checked.",
                "%(num)d rolls were made before this game was taken up here, and are not checked.",
                report.elsewhere,
                num=report.elsewhere,
            )
        )
        if not report.proved:
            said.append(_("The logbook alone says so: the seed does not prove it."))
    return " ".join(said)


def wrong_roll(roll: Roll, _: Tongue) -> str:
    """A roll that the seed does not give."""
    return _(
        "act %(act)s, ply %(ply)s: *%(shown)s in the book, *%(derived)s by the seed",
        act=roll.number + 1,
        ply=roll.ply,
        shown=roll.shown,
        derived=roll.derived,
    )
