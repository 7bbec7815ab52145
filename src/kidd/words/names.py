"""What games, crews and players are called on the site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Protocol

from kidd.game import Game
from kidd.search.levels import HIGHEST
from kidd.words.language import Tongue
from kidd.words.ranks import rank
from kidd.words.texts import CREWS, FORMER

SITE = "Capt’n W. Kidd"  # as people read it
Names = Mapping[str, str]  # what crews are called, where it is not by their colour
NAMELESS: Names = {}
KEPT_TABLES = 1024  # tables whose players were named last


class Seat(Protocol):
    """What is read of a seat at the table to name who sits there."""

    @property
    def number(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def level(self) -> int | None: ...
    @property
    def name(self) -> str: ...
    @property
    def was(self) -> str: ...


def crew(colour: str, _: Tongue) -> str:
    """A colour's crew by name."""
    return _(CREWS[colour])


def printable(text: str) -> str:
    """A stranger's text without what a terminal would obey."""
    return "".join(char if char.isprintable() else "?" for char in text)


def ranks(_: Tongue) -> list[tuple[int, str]]:
    """Every level with its rank, for those who choose one."""
    return [(level, rank(level, _.code)) for level in range(1, HIGHEST + 1)]


def player(seat: Seat, colour: str, _: Tongue) -> str:
    """Who sits there: a computer's rank, a person's name, or the crew's."""
    if seat.kind == "computer":
        return rank(seat.level or 1, _.code)
    return person_name(seat.name, _) or crew(colour, _)


def called(seat: Seat, colour: str, seats: Sequence[Seat], _: Tongue) -> str:
    """Who sits there, with the crew where somebody else at the table is called the same."""
    name = player(seat, colour, _)
    return with_crew(name, colour, _) if is_ambiguous(seat, seats) else name


def is_ambiguous(seat: Seat, seats: Sequence[Seat]) -> bool:
    """Whether somebody else at the table is called the same: a computer of the same level, or another of that name."""
    return any(_name_of(one) == _name_of(seat) != "" for one in seats if one.number != seat.number)


def _name_of(seat: Seat) -> str | int:
    return seat.level or 1 if seat.kind == "computer" else seat.name


def full_name(seat: Seat, colour: str, _: Tongue) -> str:
    """A person by name and crew, any other by the crew alone."""
    if seat.kind == "computer" or not seat.name:
        return crew(colour, _)
    return with_crew(person_name(seat.name, _), colour, _)


def with_crew(name: str, colour: str, _: Tongue) -> str:
    """Somebody by name and crew."""
    return _("%(name)s (%(crew)s)", name=name, crew=crew(colour, _))


def person_name(name: str, _: Tongue) -> str:
    """A person's name as it is, but that of those who have left in the reader's language."""
    return _(FORMER) if name == FORMER else name


@lru_cache(KEPT_TABLES)
def names_at(seats: tuple[Seat, ...], seating: str, _: Tongue) -> tuple[Names, Names]:
    """What the crews of a table are called, in full and in short; `seating` has the colours in the order of seats."""
    sitting = tuple(zip(seating, seats, strict=True))
    full = {colour: full_name(seat, colour, _) for colour, seat in sitting}
    return full, {colour: called(seat, colour, seats, _) for colour, seat in sitting}


def option_words(game: Game, _: Tongue, *, openly: bool = False) -> tuple[str, ...]:
    """The options of a game that are not the default, each as a short sentence.

    With `openly`, those that make another game of it are told where they are the default, too.
    """
    said = [_("Deck: %(deck)s", deck=value) for name, value in game.changed.items() if name == "deck"]
    for option in game.descriptor.options:
        value = game.options[option.name]
        if openly and option.openly and value == option.default:
            said.append(_(option.words[0]))
        if value == option.default or not option.said:
            continue
        one, many = option.said[0], option.said[-1]
        said.append(_.ngettext(one, many, int(value)) if option.is_number else _(one))
    return tuple(said)
