"""What games, crews and players are called on the site."""

from __future__ import annotations

from collections.abc import Mapping

from kidd.table.seats import Seat
from kidd.words.language import Tongue
from kidd.words.ranks import HIGHEST, rank
from kidd.words.texts import CREWS

RULES = {"LC": "loyal-captain", "QM": "quedah-merchant", "MG2": "madagascar", "MG3": "madagascar"}
Names = Mapping[str, str]  # what crews are called, where it is not by their colour
NAMELESS: Names = {}


def crew(colour: str, _: Tongue) -> str:
    """A colour's crew by name."""
    return _(CREWS[colour])


def ranks(_: Tongue) -> list[tuple[int, str]]:
    """Every level with its rank, for those who choose one."""
    return [(level, rank(level, _.code)) for level in range(1, HIGHEST + 1)]


def player(seat: Seat, colour: str, _: Tongue) -> str:
    """Who sits there: a computer's rank, a person's name, or the crew's."""
    if seat.kind == "computer":
        return rank(seat.level or 1, _.code)
    return seat.name or crew(colour, _)


def full_name(seat: Seat, colour: str, _: Tongue) -> str:
    """A person by name and crew, any other by the crew alone."""
    if seat.kind == "computer" or not seat.name:
        return crew(colour, _)
    return _("%(name)s (%(crew)s)", name=seat.name, crew=crew(colour, _))


def option_words(options: dict[str, str | int], _: Tongue) -> tuple[str, ...]:
    """Options that are not the default, each as a short sentence."""
    said = []
    for name, value in options.items():
        if name == "opening":
            said.append(_("Opening: one player enters, the other chooses a colour"))
        elif name == "claim_after":
            said.append(
                _.ngettext(
                    "Stalemate may be claimed after %(number)s turn without a capture",
                    "Stalemate may be claimed after %(number)s turns without a capture",
                    int(value),
                )
            )
        elif name == "repetition":
            said.append(_("The third occurrence of a position is a draw"))
        elif name == "entry":
            said.append(_("Only a token that has just entered brings in a new one"))
        elif name == "blocked":
            said.append(_("Who cannot use a roll passes"))
        elif name == "deck":
            said.append(_("Deck: %(deck)s", deck=value))
    return tuple(said)
