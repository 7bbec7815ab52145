"""The words under a deck that is drawn as text."""

from __future__ import annotations

from kidd.draw.text import Captions
from kidd.position import Position
from kidd.words.language import Tongue
from kidd.words.names import crew
from kidd.words.texts import CREWS


def captions(_: Tongue) -> Captions:
    """What crews, hands, backs, the sea and hatches are called."""
    in_hand = _("%(number)s in hand", number="%s")
    crews = {colour: crew(colour, _) for colour in CREWS}
    way = _("way of the last move")
    return Captions(crews, in_hand, _("back"), _("sea"), _("hatch"), _("captured"), way)


def note(pos: Position, _: Tongue) -> str:
    """What a drawing of the pieces does not show: the die, the count of a contest, passes."""
    if pos.choosing:
        return _("A colour has to be picked.")
    if pos.contest:
        return _("Contested by %(crew)s, turns left: %(left)s.", crew=crew(pos.contest[0], _), left=pos.contest[1])
    if pos.die:
        return _("The die shows %(die)s.", die=pos.die)
    passes = str(pos).split()[4]
    return _("Passes in a row: %(number)s.", number=passes[1:]) if passes.startswith("p") else ""
