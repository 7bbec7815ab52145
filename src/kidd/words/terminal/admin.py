"""What `kidd admin` says."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from kidd.match import Match
from kidd.words.language import Tongue
from kidd.words.names import printable


class Member(Protocol):
    """What is told of a member."""

    @property
    def name(self) -> str | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def created(self) -> datetime: ...
    @property
    def mail(self) -> str | None: ...
    @property
    def operator(self) -> bool: ...
    @property
    def closed(self) -> datetime | None: ...


class Running(Protocol):
    """What is told of a game."""

    @property
    def id(self) -> str: ...
    @property
    def match(self) -> Match: ...
    @property
    def updated(self) -> datetime: ...
    @property
    def is_adjourned(self) -> bool: ...


class Reported(Protocol):
    """What is told of a report."""

    @property
    def id(self) -> int: ...
    @property
    def game(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def at(self) -> datetime: ...


def person_line(one: Member, _: Tongue) -> str:
    """A member on one line."""
    marks = [
        _("Bot") if one.kind == "bot" else "",
        _("Operator") if one.operator else "",
        _("Closed") if one.closed else "",
    ]
    said = [f"{one.created:%Y-%m-%d}", printable(one.name or ""), one.mail or "", ", ".join(filter(None, marks))]
    return "  ".join(filter(None, said))


def game_line(one: Running, _: Tongue) -> str:
    """A running game on one line."""
    match = one.match
    players = " – ".join(printable(name) or "?" for name in match.players)
    mark = f"  {_('Adjourned')}" if one.is_adjourned else ""
    return f"{one.id}  {one.updated:%Y-%m-%d %H:%M}  {match.game.code}  {players}  {len(match)}{mark}"


def report_line(one: Reported, reporter: str, person: str) -> str:
    """A report on one line."""
    said = printable(one.text)
    return f"{one.id}  {one.at:%Y-%m-%d}  {one.game}  {printable(reporter) or '?'} → {printable(person) or '?'}: {said}"


def ask_password(_: Tongue) -> str:
    """Before a password is typed."""
    return _("New password")


def say_tidied(number: int, _: Tongue) -> str:
    """How many games were thrown away."""
    return _.ngettext("%(number)s game was removed.", "%(number)s games were removed.", number)
