"""What somebody asks for when they open a game, read from the home page's form."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from kidd.deck import CREWS
from kidd.errors import OptionError, shown
from kidd.game import OPTIONS, Value, game
from kidd.table.play.games import Seat
from kidd.web.http.requests import perhaps, text
from kidd.words.ranks import HIGHEST

PARTIES = {"LC": ("2-1", "2-2"), "QM": ("2-1", "2-2"), "MG": ("2-1", "2-2", "3-1", "3-2", "3-3")}
LEVEL = 2
FIELDS = {"game", "party", "colour", "level", "level2", "name1", "name2", "name3"}.union(*OPTIONS.values())


class Opening(NamedTuple):
    """A game to open, and who sits where."""

    code: str
    options: dict[str, Value]
    seats: tuple[Seat, ...]


def read_opening(said: Mapping[str, Any], visitor: str) -> Opening:
    """Check every field of the form; what it leaves out has its default, and what it does not know is refused."""
    if unknown := said.keys() - FIELDS:
        raise OptionError(
            f"unknown field {shown(min(unknown))}", reason="option", details={"came": shown(min(unknown))}
        )
    kind = text(said, "game")  # whoever does not say this much has sent something else
    party = text(said, "party", f"{kind[2]}-1" if kind in ("MG2", "MG3") else "2-1")
    if kind in ("MG2", "MG3"):
        kind = "MG" if party[:1] == kind[2] else kind
    if kind not in PARTIES or party not in PARTIES[kind]:
        raise OptionError(f"expected a game and who plays it, got {kind!r} for {party!r}")
    players, people = int(party[0]), int(party[2])
    code = f"MG{players}" if kind == "MG" else kind
    options = _options(code, said)
    return Opening(code, options, _seats(code, people, said, visitor))


def _options(code: str, said: Mapping[str, Any]) -> dict[str, Value]:
    return {name: _value(said, name) for name in OPTIONS[code] if said.get(name) not in (None, "")}


def _value(said: Mapping[str, Any], name: str) -> Value:
    value = said[name]
    return value if type(value) is int else text(said, name)


def _seats(code: str, people: int, said: Mapping[str, Any], visitor: str) -> tuple[Seat, ...]:
    """People from the first one's seat on, computers elsewhere."""
    colours = game(code).colours
    # Where only people play there is no crew to choose: the first one named begins.
    first = 0 if people == len(colours) else _first(text(said, "colour", "red"), colours)
    names = [text(said, f"name{place}", "").strip() for place in range(1, people + 1)]
    level = perhaps(said, "level", 1, HIGHEST) or LEVEL
    levels = [level, perhaps(said, "level2", 1, HIGHEST) or level]
    seats = []
    for place in range(len(colours)):
        turn = (place - first) % len(colours)
        if turn < people:
            seats.append(Seat(number=place, kind="person", visitor=visitor, level=None, name=names[turn]))
        else:
            seats.append(Seat(number=place, kind="computer", visitor=None, level=levels.pop(0), name=""))
    return tuple(seats)


def _first(colour: str, colours: str) -> int:
    known = {CREWS[letter]: place for place, letter in enumerate(colours)}
    if colour == "random":
        return secrets.randbelow(len(colours))
    if colour not in known:
        raise OptionError(f"expected {', '.join(known)} or random, got {colour[:40]!r}")
    return known[colour]
