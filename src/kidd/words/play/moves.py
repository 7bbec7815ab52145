"""Moves in words, for those who do not see the deck: as the log has them, and as one reads them out."""

from __future__ import annotations

from kidd.move import Move
from kidd.words.language import Tongue, marked

# By whether a via is named, how many captives are freed (2: several), and whether a token enters after it.
WALKS = {
    (False, 0, False): marked("From %(origin)s to %(target)s"),
    (True, 0, False): marked("From %(origin)s to %(target)s, by way of %(via)s"),
    (False, 1, False): marked("From %(origin)s to %(target)s; the captive steps to %(escape)s"),
    (True, 1, False): marked("From %(origin)s to %(target)s, by way of %(via)s; the captive steps to %(escape)s"),
    (False, 2, False): marked("From %(origin)s to %(target)s; the captives step to %(escapes)s"),
    (True, 2, False): marked("From %(origin)s to %(target)s, by way of %(via)s; the captives step to %(escapes)s"),
    (False, 0, True): marked("From %(origin)s to %(target)s; enter on %(entry)s"),
    (True, 0, True): marked("From %(origin)s to %(target)s, by way of %(via)s; enter on %(entry)s"),
    (False, 1, True): marked("From %(origin)s to %(target)s; the captive steps to %(escape)s; enter on %(entry)s"),
    (True, 1, True): marked(
        "From %(origin)s to %(target)s, by way of %(via)s; the captive steps to %(escape)s; enter on %(entry)s"
    ),
    (False, 2, True): marked("From %(origin)s to %(target)s; the captives step to %(escapes)s; enter on %(entry)s"),
    (True, 2, True): marked(
        "From %(origin)s to %(target)s, by way of %(via)s; the captives step to %(escapes)s; enter on %(entry)s"
    ),
}
DICE = "⚀⚁⚂⚃⚄⚅"


def brief_move(move: Move, _: Tongue) -> str:
    """A move of the rules as short as the log has it."""
    if move.roll is not None:
        return DICE[move.roll - 1]
    if move.is_pass:
        return _("passes")
    if move.target is None:
        return _("picks red") if move.text == "red" else _("picks blue")
    if move.origin is None:
        return _("enters on %(first)s", first=move.target)
    said = [" → ".join(filter(None, (move.origin, move.via, move.target)))]
    if move.escapes:
        said.append(_("freed: %(spaces)s", spaces=" → ".join(move.escapes)))
    if move.entry:
        said.append(_("new: %(space)s", space=move.entry))
    return ", ".join(said)


def roll_words(die: int, _: Tongue) -> str:
    """A roll of the die in words."""
    return _("The die shows %(die)s", die=die)


def words_of(move: Move, _: Tongue) -> str:
    """A move of the rules in words."""
    if move.roll is not None:
        return roll_words(move.roll, _)
    if move.is_pass:
        return _("Pass")
    if move.target is None:
        return _("Play red") if move.text == "red" else _("Play blue")
    if move.origin is None:
        return _("Enter on %(space)s", space=move.target)
    text = WALKS[move.via is not None, min(len(move.escapes), 2), move.entry is not None]
    return _(
        text,
        origin=move.origin,
        target=move.target,
        via=move.via,
        escape=move.escapes[0] if move.escapes else "",
        escapes=", ".join(move.escapes),
        entry=move.entry,
    )
