"""What somebody asks for who invites others, read from the form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kidd.deck import CREWS
from kidd.errors import OptionError, shown
from kidd.game import descriptors
from kidd.rules.descriptor import Descriptor
from kidd.search.levels import HIGHEST
from kidd.table.play.club.invitations import CHANCE, Invitation
from kidd.table.terms import HIGHEST_RATING, Terms
from kidd.web.http.requests import perhaps, text
from kidd.web.pages.home.new_game_form import families, read_options

FIELDS = frozenset(
    {"game", "players", "level", "colour", "name", "friend", "whom", "rated", "lowest", "highest", "salt"}
    | {"time", "minutes", "seconds"}
)
OWN = "own"  # a time that is none of those in the list
WHOM = ("link", "lobby", "friend")


def read_invitation(said: Mapping[str, Any]) -> Invitation:
    """Check every field of the form; what it leaves out has its default, and what it does not know is refused."""
    known = FIELDS.union(option.name for one in descriptors() for option in one.options)
    if unknown := said.keys() - known:
        raise OptionError("field", came=shown(min(unknown)))
    kind, players = text(said, "game"), text(said, "players", "2")
    family = families().get(kind, ())
    described = next((one for one in family if players.startswith(str(one.seats))), family[0] if family else None)
    whom = text(said, "whom", "link")
    if described is None or whom not in WHOM or players not in ("2", "3", "3-computer"):
        raise OptionError("party", game=shown(kind), came=shown(players))
    level = perhaps(said, "level", 1, HIGHEST)
    with_computer = players == "3-computer" and described.seats == 3
    listed = whom == "lobby"
    return Invitation(
        code=described.code,
        options=read_options(described, said),
        terms=Terms(
            _time(said),
            "rated" in said,
            listed,
            perhaps(said, "lowest", 0, HIGHEST_RATING) if listed else None,
            perhaps(said, "highest", 0, HIGHEST_RATING) if listed else None,
            text(said, "salt", ""),
        ),
        colour=_colour(text(said, "colour", CHANCE), described),
        name=text(said, "name", ""),
        friend=text(said, "friend", "").strip() if whom == "friend" else "",
        computers=(level or 2,) if with_computer else (),
    )


def _time(said: Mapping[str, Any]) -> str:
    """As chosen from the list, or as minutes for the game and seconds for each move."""
    chosen = text(said, "time", "")
    if chosen != OWN:
        return chosen
    return f"{60 * (perhaps(said, 'minutes') or 0)}+{perhaps(said, 'seconds') or 0}"


def _colour(colour: str, described: Descriptor) -> str:
    """Gold plays only with three."""
    if colour in CREWS.values() and colour not in {CREWS[letter] for letter in described.colours}:
        raise OptionError("no-crew", came=shown(colour))
    return colour
