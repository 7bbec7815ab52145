"""What `kidd db`, `kidd backup` and `kidd restore` say."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Protocol

from kidd.words.language import Tongue, number


class Told(Protocol):
    """What a backup says of itself."""

    @property
    def games(self) -> int: ...
    @property
    def events(self) -> int: ...
    @property
    def replays(self) -> bool: ...
    @property
    def key(self) -> str | None: ...


def say_step(before: str, after: str, _: Tongue) -> str:
    """From which version to which a database was brought."""
    if before == after:
        return _("The database is up to date: version %(version)s.", version=after)
    if not before:
        return _("The database was empty, and is of version %(version)s now.", version=after)
    return _("The database was of version %(before)s, and is of version %(after)s now.", before=before, after=after)


def say_doing(doing: str, _: Tongue) -> str:
    """What is being done, beside a bar."""
    return {"copying": _("Copying rows"), "comparing": _("Comparing rows"), "replaying": _("Replaying games")}[doing]


def say_found(games: int, events: int, otherwise: int, _: Tongue) -> str:
    """How many games were replayed, and whether all is well."""
    counted = _counted(games, events, _)
    if not otherwise:
        return _("%(counted)s: all were replayed, and every row and rating is what follows from them.", counted=counted)
    return _.ngettext(
        "%(counted)s: %(number)s thing is not what follows from them.",
        "%(counted)s: %(number)s things are not what follows from them.",
        otherwise,
        counted=counted,
    )


def say_moved(games: int, events: int, rows: int, _: Tongue) -> str:
    """What has arrived."""
    said = _counted(games, events, _)
    return _(
        "%(counted)s: all of it arrived, every row was compared (%(rows)s) and every game replayed.",
        counted=said,
        rows=number(rows, 0, _.code),
    )


def say_backup(file: Path, told: Told, _: Tongue) -> str:
    """What is in a backup, and whether the key is."""
    counted = _counted(told.games, told.events, _)
    if told.replays:
        said = _("%(file)s: %(counted)s, every game replayed.", file=file, counted=counted)
    else:
        said = _("%(file)s: %(counted)s, but not everything is what follows from them.", file=file, counted=counted)
    if told.key is not None:
        key = _("The secret key is in it: keep it safe.")
    else:
        key = _("The secret key is not in it: without that one nobody is known as the player of their games.")
    return f"{said} {key}"


def say_made(made: datetime, _: Tongue) -> str:
    """When a backup was made."""
    return _("The backup was made on %(day)s at %(time)s UTC.", day=f"{made:%Y-%m-%d}", time=f"{made:%H:%M}")


def say_key_kept(file: Path, _: Tongue) -> str:
    """Where the key of a backup is now."""
    return _("The secret key is in %(file)s.", file=file)


def say_now_serve(_: Tongue) -> str:
    """What remains to be done after a move."""
    return _("The old database is as it was. Give the servers the new one (KIDD_DATABASE_URL).")


def _counted(games: int, events: int, _: Tongue) -> str:
    many, more = number(games, 0, _.code), number(events, 0, _.code)
    said = _.ngettext("%(games)s game", "%(games)s games", games, games=many)
    besides = _.ngettext("%(events)s event", "%(events)s events", events, events=more)
    return f"{said}, {besides}"
