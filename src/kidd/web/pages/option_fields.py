"""A game's options as fields of a form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kidd.rules.descriptor import HIGHEST_NUMBER, Option, Value
from kidd.words.language import Tongue


@dataclass(frozen=True)
class OptionField:
    """A field in which an option is chosen: a list of values, or a number."""

    name: str
    label: str
    value: Value
    """What is chosen already."""
    choices: tuple[tuple[Value, str], ...]
    """Values and what they mean; empty for a number."""
    notes: tuple[str, ...] = ()
    """What more there is to say about each choice."""
    openly: bool = False
    """Whether it stands openly where a game begins."""
    most: int = HIGHEST_NUMBER


def option_fields(options: Iterable[Option], chosen: Mapping[str, Value], _: Tongue) -> tuple[OptionField, ...]:
    """A field for each option; where nothing is chosen yet it has its default."""
    return tuple(
        OptionField(
            name=option.name,
            label=_(option.label),
            value=chosen.get(option.name, option.default),
            choices=tuple((value, _(words)) for value, words in zip(option.values or (), option.words, strict=True)),
            notes=tuple(_(note) for note in option.notes),
            openly=option.openly,
        )
        for option in options
    )
