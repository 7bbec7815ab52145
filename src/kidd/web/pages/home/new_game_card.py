"""A game to be opened, as its form shows it: on the home page as usual, after a game as it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from kidd.deck import CREWS
from kidd.draw.badge import card as emblem
from kidd.game import Value
from kidd.rules.descriptor import Descriptor
from kidd.table.snapshot import Table
from kidd.web.pages.home.new_game_form import LEVEL, families, parties
from kidd.web.pages.option_fields import OptionField, option_fields
from kidd.words.language import Tongue
from kidd.words.texts import PARTIES

MOST_PLAYERS = 3  # players


@dataclass(frozen=True)
class Card:
    """A game, or several of one family, with the fields of its form."""

    key: str
    title: str
    words: str
    rules: str
    emblem: Markup
    parties: tuple[tuple[str, str], ...]
    seats: int
    """How many can play at the most."""
    fields: tuple[OptionField, ...]


@dataclass(frozen=True)
class Chosen:
    """What stands in the form already, besides the options."""

    party: str = ""
    """Empty for the first there is."""
    levels: tuple[int, ...] = (LEVEL,) * MOST_PLAYERS
    colour: str = "red"
    names: tuple[str, ...] = ("",) * MOST_PLAYERS


USUAL = Chosen()
NOTHING: Mapping[str, str] = {}


def cards(_: Tongue, said: Mapping[str, str] = NOTHING) -> tuple[Card, ...]:
    """Every game, those of a family on one card; the game that a form has named with the options that it says."""
    return tuple(
        _card(family, {**family[0].online, **(_options(family[0], said) if said.get("game") == key else {})}, _)
        for key, family in families().items()
    )


def chosen_before(said: Mapping[str, str]) -> Chosen:
    """What stands in a form that comes back, as far as it makes sense."""
    levels = (said.get(name, "") for name in ("level", "level2", "level3"))
    return Chosen(
        party=said.get("party", ""),
        levels=tuple(int(level) if level.isdecimal() else LEVEL for level in levels),
        colour=said.get("colour", USUAL.colour),
        names=tuple(said.get(f"name{place}", "") for place in range(1, MOST_PLAYERS + 1)),
    )


def card_again(table: Table, _: Tongue) -> Card:
    """The card of a game that was played, with its options."""
    game = table.match.game
    return _card(families()[game.descriptor.group], game.options, _)


def chosen_again(table: Table, person: str) -> Chosen:
    """Who has played, everybody one seat further, as after a rematch."""
    seats = (*table.seats[1:], table.seats[0])
    people = [place for place, seat in enumerate(seats) if seat.kind == "person"]
    first = next((place for place in people if seats[place].is_of(person)), people[0] if people else 0)
    in_turn = [seats[(first + turn) % len(seats)] for turn in range(len(seats))]
    levels = [seat.level or LEVEL for seat in seats if seat.kind == "computer"]
    names = [seat.name for seat in in_turn if seat.kind == "person" and person in table.people]
    return Chosen(
        party=f"{len(seats)}-{len(people)}",
        levels=tuple([*levels, *[LEVEL] * MOST_PLAYERS][:MOST_PLAYERS]),
        colour=CREWS[table.match.game.colours[first]],
        names=tuple([*names, *[""] * MOST_PLAYERS][:MOST_PLAYERS]),
    )


def _options(described: Descriptor, said: Mapping[str, str]) -> dict[str, Value]:
    """Each value as its option has it: a form says all of them as text."""
    return {
        option.name: next(
            (value for value in option.values or () if str(value) == said[option.name]), said[option.name]
        )
        for option in described.options
        if option.name in said
    }


def _card(family: tuple[Descriptor, ...], options: Mapping[str, Value], _: Tongue) -> Card:
    first = family[0]
    return Card(
        key=first.group,
        title=_(first.group_name),
        words=_(first.motto) if first.motto else "",
        rules=f"/rules/{first.slug}" if first.slug else "",
        emblem=Markup(emblem(first.emblem)),
        parties=tuple((party, _(PARTIES[party])) for party in parties(family)),
        seats=max(one.seats for one in family),
        fields=option_fields(first.options, options, _),
    )
