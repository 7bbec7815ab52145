"""Who may sit at a table: seats, and the names of those who sit there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from unicodedata import category

from kidd.errors import OptionError, shown
from kidd.search.levels import HIGHEST
from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.words.ranks import rank

Kind = Literal["person", "computer", "open"]
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # fillers of Hangul, and Braille without a dot


@dataclass(frozen=True)
class Seat:
    """A place at the table: a person's, a computer's, or nobody's yet; one person may have several."""

    number: int
    kind: Kind
    person: str | None = None
    level: int | None = None
    name: str = ""

    def is_of(self, person: str | None) -> bool:
        """Whether that person sits here."""
        return self.kind == "person" and bool(person) and self.person == person


def checked(seats: tuple[Seat, ...], colours: str) -> tuple[Seat, ...]:
    """The seats in order, with clean names, or the reason why nobody can play like that."""
    if len(seats) != len(colours):
        raise OptionError("seats", wanted=len(colours), came=len(seats))
    found = tuple(checked_seat(seat, number) for number, seat in enumerate(seats))
    if not any(seat.kind == "person" for seat in found):
        raise OptionError("no-person")
    return found


def checked_seat(seat: Seat, number: int) -> Seat:
    """A seat with a clean name and in its place, or the reason why nobody can sit like that."""
    name = clean_name(seat.name)
    if seat.kind == "computer":
        if not isinstance(seat.level, int) or isinstance(seat.level, bool):
            raise OptionError("level", most=HIGHEST, came=shown(seat.level))
        return Seat(number, "computer", None, seat.level, name or f"level {seat.level}, {rank(seat.level)}")
    if seat.kind == "open":
        return Seat(number, "open", None, None, "")
    if seat.kind != "person":
        raise OptionError("kind", came=shown(seat.kind))
    if not seat.person or len(seat.person) > limits.PERSON:
        raise OptionError("person", came=shown(seat.person))
    return Seat(number, "person", seat.person, None, name)


def clean_name(name: str) -> str:
    """A name on one line without what cannot be printed; one that is too long is refused."""
    if len(name) > limits.NAME * 10:  # before any work is done on it
        raise TooMany("name", limits.NAME)
    name = " ".join("".join(char if char.isprintable() else " " for char in name).split())
    if len(name) > limits.NAME:
        raise TooMany("name", limits.NAME)
    return name if any(map(_is_seen, name)) else ""


def _is_seen(char: str) -> bool:
    """Whether a character alone leaves ink: accents need a letter below them, and some letters are blank."""
    return category(char)[0] not in "MZC" and char not in BLANK
