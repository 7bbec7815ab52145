"""The options of a game as its rules page tells them: what each may be, and what is played where nobody chooses."""

from __future__ import annotations

from dataclasses import dataclass

from kidd.game import descriptors
from kidd.rules.descriptor import HIGHEST_NUMBER, Descriptor, Option, Value
from kidd.words.language import Tongue


@dataclass(frozen=True)
class Choice:
    """One value of an option."""

    words: str
    usual: bool
    """Whether it is played where nobody chooses."""


@dataclass(frozen=True)
class ToldOption:
    """An option in words."""

    label: str
    choices: tuple[Choice, ...] = ()
    remarks: tuple[str, ...] = ()


def told_options(described: Descriptor, _: Tongue, *, programs: bool = False) -> tuple[ToldOption, ...]:
    """All that a table chooses before the game, the number of players included; `programs` tells theirs, too."""
    family = [one for one in descriptors() if one.group == described.group]
    told = tuple(_told(option, _, programs) for option in described.options)
    return (_players(family, _), *told) if len(family) > 1 else told


def _players(family: list[Descriptor], _: Tongue) -> ToldOption:
    """How many play, where there is a choice."""
    choices = (
        Choice(_("%(seats)s players with %(tokens)s tokens each", seats=one.seats, tokens=one.tokens), number == 0)
        for number, one in enumerate(family)
    )
    return ToldOption(_("Players"), tuple(choices))


def _told(option: Option, _: Tongue, programs: bool) -> ToldOption:
    here = option.default if option.online is None else option.online
    if option.is_number:
        said = _(
            "Any number up to %(most)s. Where nobody chooses, it is %(here)s on this site.",
            most=HIGHEST_NUMBER,
            here=here,
        )
        also = _("In the library it is %(number)s.", number=option.default)
        return ToldOption(_(option.label), remarks=(said, also) if programs and here != option.default else (said,))
    words = dict(zip(option.values or (), option.words, strict=True))
    notes = dict(zip(option.values or (), option.notes, strict=False))
    choices = tuple(Choice(_with_note(text, notes.get(value), _), value == here) for value, text in words.items())
    return ToldOption(_(option.label), choices, _between_programs(option, words, _) if programs else ())


def _with_note(text: str, note: str | None, _: Tongue) -> str:
    return f"{_(text)}. {_(note)}" if note else _(text)


def _between_programs(option: Option, words: dict[Value, str], _: Tongue) -> tuple[str, ...]:
    if option.programs is None:
        return ()
    return (_("Where programs play each other it is: %(words)s.", words=_(words[option.programs])),)
