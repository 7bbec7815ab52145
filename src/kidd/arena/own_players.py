"""Players that somebody brings along as Python objects, beside those that go by a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from kidd.errors import OptionError, shown
from kidd.match import Match

PREFIX = "own:"  # before the names of such players, so that no level is mistaken for one
LONGEST_NAME = 60


class OwnPlayer(Protocol):
    """Whatever says what the colour that is waited for does."""

    def act(self, match: Match) -> str:
        """Return a move in notation, or an offer, a claim or an answer."""
        ...


Wanted = str | int | OwnPlayer | Callable[[int], OwnPlayer]  # a name, a level, a player, or who makes one from a seed
OwnPlayers = Mapping[str, OwnPlayer | Callable[[int], OwnPlayer]]


def name_players(wanted: Iterable[Wanted]) -> tuple[tuple[str, ...], OwnPlayers]:
    """The names by which a run knows its players, and who is behind those that only this process knows."""
    names: list[str] = []
    own: dict[str, OwnPlayer | Callable[[int], OwnPlayer]] = {}
    for one in wanted:
        if isinstance(one, str):
            names.append(one)
        elif isinstance(one, bool):
            raise OptionError("own-player", came=shown(one))
        elif isinstance(one, int):
            names.append(str(one))
        elif callable(one) or callable(getattr(one, "act", None)):
            name = _name(one)
            if own.setdefault(name, one) is not one:
                raise OptionError("own-name-twice", name=shown(name.removeprefix(PREFIX)))
            names.append(name)
        else:
            raise OptionError("own-player", came=shown(one))
    return tuple(names), own


def seat_own_player(player: OwnPlayer | Callable[[int], OwnPlayer], seed: int) -> OwnPlayer:
    """Whoever plays one game: the object itself, or a new one from a class or function that is given the seed."""
    if not isinstance(player, type) and hasattr(player, "act"):
        return player
    assert callable(player)
    made = player(seed)
    if not callable(getattr(made, "act", None)):
        raise OptionError("own-player", came=shown(made))
    return made


def _name(player: object) -> str:
    said = getattr(player, "name", None) or getattr(player, "__name__", None) or type(player).__name__
    if not isinstance(said, str) or not said.isprintable() or len(said) > LONGEST_NAME:
        raise OptionError("own-name", most=LONGEST_NAME, came=shown(said))
    return PREFIX + said
