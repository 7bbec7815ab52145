"""A game in a list: against whom, whose turn it is, how much has happened."""

from __future__ import annotations

from collections.abc import Sequence

from kidd.words.club.clocks import clock_face
from kidd.words.event_sentences import list_both
from kidd.words.language import Tongue


def length(acts: int, _: Tongue) -> str:
    """How much has happened in a game."""
    return _.ngettext("%(number)s entry in the log", "%(number)s entries in the log", acts)


def against(others: Sequence[str], named: Sequence[str], _: Tongue) -> str:
    """Who else plays; without others the names of those who share a device."""
    if others:
        return _("against %(names)s", names=", ".join(others))
    return _("%(names)s at this device", names=", ".join(named)) if named else _("at this device")


def among_themselves(names: Sequence[str], _: Tongue) -> str:
    """Computers play, and whoever looks at the list has watched."""
    return _("%(players)s play by themselves.", players=list_both(names, _))


def waiting_to_be_watched(_: Tongue) -> str:
    """A game between computers goes on only while somebody watches."""
    return _("It goes on when you watch.")


def your_turn(_: Tongue) -> str:
    """The game waits for whoever looks at the list."""
    return _("Your turn.")


def asked_to_play(_: Tongue) -> str:
    """A seat is kept for whoever looks at the list."""
    return _("You are asked to play.")


def has_left(_: Tongue) -> str:
    """Whoever looks at the list has left the game to a computer."""
    return _("You have left this game: you can look on.")


def their_turn(name: str, _: Tongue, *, computer: bool) -> str:
    """The game waits for somebody else."""
    return _("%(name)s is thinking.", name=name) if computer else _("%(crew)s to move.", crew=name)


def time_left(milliseconds: int, _: Tongue) -> str:
    """How long whoever is to act may still think."""
    return _("%(time)s left", time=clock_face(milliseconds, _))
