"""What somebody asks for when they open a game, read from the home page's form."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from kidd.deck import CREWS
from kidd.errors import OptionError, shown
from kidd.game import Value, descriptors
from kidd.rules.descriptor import Descriptor
from kidd.search.levels import HIGHEST
from kidd.table.play.games import Seat
from kidd.web.http.requests import perhaps, text

LEVEL = 2
FIELDS = frozenset({"game", "party", "colour", "level", "level2", "level3", "name1", "name2", "name3"})


class Opening(NamedTuple):
    """A game to open, and who sits where."""

    code: str
    options: dict[str, Value]
    seats: tuple[Seat, ...]


def families() -> dict[str, tuple[Descriptor, ...]]:
    """All games by family: one that is described for two and for three players is one game to people."""
    found: dict[str, tuple[Descriptor, ...]] = {}
    for one in descriptors():
        found[one.group] = (*found.get(one.group, ()), one)
    return found


def parties(family: Iterable[Descriptor]) -> tuple[str, ...]:
    """Who can play: `3-1` stands for three crews of which people play one, `2-0` for a game that is only watched."""
    return tuple(f"{one.seats}-{people}" for one in family for people in (*range(1, one.seats + 1), 0))


def read_opening(said: Mapping[str, Any], person: str) -> Opening:
    """Check every field of the form; what it leaves out has its default, and what it does not know is refused."""
    known = FIELDS.union(option.name for one in descriptors() for option in one.options)
    if unknown := said.keys() - known:
        raise OptionError("field", came=shown(min(unknown)))
    kind = text(said, "game")  # whoever does not say this much has sent something else
    family = families().get(kind) or tuple(one for one in descriptors() if one.code == kind)
    party = text(said, "party", parties(family)[0] if family else "")
    if party not in parties(family):
        raise OptionError("party", game=shown(kind), came=shown(party))
    described = next(one for one in family if party.startswith(f"{one.seats}-"))
    options = read_options(described, said)
    return Opening(described.code, options, _seats(described.colours, int(party[2:]), said, person))


def read_options(described: Descriptor, said: Mapping[str, Any]) -> dict[str, Value]:
    """The options of a game that a form says."""
    return {
        option.name: _value(said, option.name)
        for option in described.options
        if said.get(option.name) not in (None, "")
    }


def _value(said: Mapping[str, Any], name: str) -> Value:
    value = said[name]
    return value if type(value) is int else text(said, name)


def _seats(colours: str, people: int, said: Mapping[str, Any], person: str) -> tuple[Seat, ...]:
    """People from the first one's seat on, computers elsewhere."""
    # Where only people play there is no crew to choose: the first one named begins.
    first = 0 if people in (0, len(colours)) else _first(text(said, "colour", "red"), colours)
    names = [text(said, f"name{place}", "").strip() for place in range(1, people + 1)]
    level = perhaps(said, "level", 1, HIGHEST) or LEVEL
    levels = [level, *(perhaps(said, f"level{place}", 1, HIGHEST) or level for place in (2, 3))]
    seats = []
    for place in range(len(colours)):
        turn = (place - first) % len(colours)
        if turn < people:
            seats.append(Seat(number=place, kind="person", person=person, level=None, name=names[turn]))
        else:
            seats.append(Seat(number=place, kind="computer", person=None, level=levels.pop(0), name=""))
    return tuple(seats)


def _first(colour: str, colours: str) -> int:
    known = {CREWS[letter]: place for place, letter in enumerate(colours)}
    if colour == "random":
        return secrets.randbelow(len(colours))
    if colour in CREWS.values() and colour not in known:
        raise OptionError("no-crew", came=shown(colour))
    if colour not in known:
        raise OptionError("colour", came=shown(colour))
    return known[colour]
