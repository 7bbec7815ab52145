"""What a table says beside the game itself: who sits there, what they hold, what they are asked before they give up."""

from __future__ import annotations

from collections.abc import Sequence

from kidd.rules.numbers import TURNS_TO_WIN
from kidd.words.language import TAKEN_OFF, Tongue, marked_plural
from kidd.words.names import Seat, called, crew, full_name

CAPTURED = marked_plural("%(crew)s has captured %(number)s token", "%(crew)s has captured %(number)s tokens")


def seat_name(seat: Seat, colour: str, seats: Sequence[Seat], _: Tongue, *, you: bool = False) -> str:
    """A player as their card has it: by the name they are called at the table; `you` for whoever looks alone."""
    return _("You") if you and seat.kind != "computer" and not seat.name else called(seat, colour, seats, _)


def in_hand(number: int, _: Tongue) -> str:
    """So many tokens are still to be entered."""
    return _.ngettext("%(number)s token in hand", "%(number)s tokens in hand", number)


def captured(colour: str, number: int, _: Tongue, *, taken_off: bool) -> str:
    """So many tokens a crew has captured; `taken_off` where they have left the deck."""
    one, many = CAPTURED
    if taken_off:
        return _.npgettext(TAKEN_OFF, one, many, number, crew=crew(colour, _))
    return _.ngettext(one, many, number, crew=crew(colour, _))


def resigning(seat: Seat, colour: str, _: Tongue, *, alone: bool) -> str:
    """What is asked before somebody resigns; at one device for several it says who does."""
    if alone:
        return _("Do you want to give up this game?")
    return _("Do you want to give up this game for %(crew)s?", crew=full_name(seat, colour, _))


def leaving(seat: Seat, colour: str, _: Tongue, *, alone: bool) -> str:
    """What is asked before somebody leaves a game of three (MG8)."""
    if alone:
        return _("Do you want to leave? A computer plays on for you, and you are ranked last.")
    crew = full_name(seat, colour, _)
    return _("Do you want to leave for %(crew)s? A computer plays on, and %(crew)s is ranked last.", crew=crew)


def claiming(seat: Seat, colour: str, _: Tongue, *, alone: bool) -> str:
    """What is asked before somebody claims stalemate (LC5)."""
    return claim_question("" if alone else full_name(seat, colour, _), _)


def claim_question(crew: str, _: Tongue) -> str:
    """What is asked before stalemate is claimed for a crew; empty for one's own."""
    if not crew:
        return _(
            "Do you want to claim stalemate? Your opponent may accept, and the game is a draw, or contest it and then "
            "has to win within %(turns)s turns or loses.",
            turns=TURNS_TO_WIN,
        )
    return _(
        "Do you want to claim stalemate for %(crew)s? The opponent may accept, and the game is a draw, or contest it "
        "and then has to win within %(turns)s turns or loses.",
        crew=crew,
        turns=TURNS_TO_WIN,
    )


def deck_title(_: Tongue) -> str:
    """What the drawing of the deck is called."""
    return _("The deck")
