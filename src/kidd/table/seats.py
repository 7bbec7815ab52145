"""Who may sit at a table: seats, and the names of those who sit there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal
from unicodedata import category

from kidd.errors import OptionError, shown
from kidd.search.levels import HIGHEST
from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.words.ranks import plain_rank

Kind = Literal["person", "computer", "open"]
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # fillers of Hangul, and Braille without a dot


@dataclass(frozen=True)
class Seat:
    """A place at the table: a person's, a computer's, or nobody's yet; one person may have several.

    An open seat with a person is kept for them, who are asked to sit down there.
    """

    number: int
    kind: Kind
    person: str | None = None
    level: int | None = None
    name: str = ""
    bot: bool = field(default=False, compare=False)
    """Whether that person is a program and says so; it goes with the person, so two seats never differ in it alone."""
    was: str = field(default="", compare=False)
    """The name of the person who sat there before a computer."""

    def is_of(self, person: str | None) -> bool:
        """Whether that person sits here."""
        return self.kind == "person" and bool(person) and self.person == person

    def is_kept_for(self, person: str | None) -> bool:
        """Whether nobody sits here, and that person is asked to."""
        return self.kind == "open" and bool(person) and self.person == person


def checked(seats: tuple[Seat, ...], colours: str, *, watched: bool = False) -> tuple[Seat, ...]:
    """The seats in order, with clean names, or the reason why nobody can play like that.

    Only where a game may be `watched` do computers play among themselves.
    """
    if len(seats) != len(colours):
        raise OptionError("seats", wanted=len(colours), came=len(seats))
    found = tuple(checked_seat(seat, number) for number, seat in enumerate(seats))
    if not any(seat.kind == "person" for seat in found) and not (watched and is_watched(found)):
        raise OptionError("no-person")
    return found


def is_watched(seats: tuple[Seat, ...]) -> bool:
    """Whether computers play among themselves, for somebody who watches."""
    return all(seat.kind == "computer" for seat in seats)


def is_waiting(seats: Sequence[Seat]) -> bool:
    """Whether somebody is missing, so that nobody plays yet."""
    return "open" in [seat.kind for seat in seats]


def checked_seat(seat: Seat, number: int) -> Seat:
    """A seat with a clean name and in its place, or the reason why nobody can sit like that."""
    name = clean_name(seat.name)
    if seat.kind == "computer":
        if not isinstance(seat.level, int) or isinstance(seat.level, bool):
            raise OptionError("level", most=HIGHEST, came=shown(seat.level))
        return Seat(number, "computer", None, seat.level, name or f"level {seat.level}, {plain_rank(seat.level)}")
    if seat.kind == "open":
        if seat.person is None:
            return Seat(number, "open")
    elif seat.kind != "person":
        raise OptionError("kind", came=shown(seat.kind))
    if not seat.person or len(seat.person) > limits.PERSON:
        raise OptionError("person", came=shown(seat.person))
    return Seat(number, seat.kind, seat.person, None, name, seat.bot)


def clean_name(name: str) -> str:
    """A name on one line without what cannot be printed; one that is too long is refused."""
    if len(name) > limits.NAME * 10:  # before any work is done on it
        raise TooMany("name", limits.NAME)
    name = " ".join("".join(char if char.isprintable() and char not in BLANK else " " for char in name).split())
    if len(name) > limits.NAME:
        raise TooMany("name", limits.NAME)
    return name if any(map(_is_seen, name)) else ""


def _is_seen(char: str) -> bool:
    """Whether a character alone leaves ink: accents need a letter below them, and some letters are blank."""
    return category(char)[0] not in "MZC" and char not in BLANK
