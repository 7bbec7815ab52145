"""What operators send and are told."""

from __future__ import annotations

from datetime import datetime

from pydantic import ConfigDict, Field

from kidd.table.play.actors import Role, role_of
from kidd.table.play.people.operators import Reported
from kidd.table.snapshot import Table
from kidd.table.storage.persons.accounts import Account
from kidd.web.api.bodies import Body
from kidd.web.state.models import Value


class PersonState(Value):
    """A member or a bot, as operators see them."""

    id: str
    name: str
    role: Role
    mail: str = ""
    created: datetime | None = None
    closed: datetime | None = Field(default=None, description="Since when they are kept out.")


class PersonList(Value):
    """A leaf of the people who were looked for."""

    people: tuple[PersonState, ...]
    more: bool = False


class Keeping(Body):
    """Whether somebody is kept out."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"closed": True}]})

    closed: bool


class RunningGame(Value):
    """A game that is not over."""

    id: str
    game: str
    ply: int
    updated: datetime
    waiting: bool = Field(default=False, description="Whether it waits for players.")
    players: tuple[str, ...] = Field(description="Their names by seat, empty where nobody has given one.")


class RunningGames(Value):
    """A leaf of them, the latest first."""

    games: tuple[RunningGame, ...]
    more: bool = False


class ReportState(Value):
    """A message that somebody has reported."""

    id: int
    game: str
    at: datetime
    text: str
    reporter: str = Field(default="", description="Their name; guests have none.")
    person: str = Field(default="", description="Who has said it.")


class ReportList(Value):
    """What was reported and not laid aside yet, the oldest first."""

    reports: tuple[ReportState, ...]


class MadeInvitation(Value):
    """The code of an invitation to sign up, and the link that has it."""

    code: str
    link: str


def person_state(account: Account) -> PersonState:
    """A member or a bot."""
    return PersonState(
        id=account.id,
        name=account.name or "",
        role=role_of(account.kind, operator=account.operator),
        mail=account.mail or "",
        created=account.created,
        closed=account.closed,
    )


def running_game(table: Table) -> RunningGame:
    """A game."""
    return RunningGame(
        id=table.id,
        game=table.match.game.code,
        ply=len(table.match),
        updated=table.updated,
        waiting=table.is_waiting_for_people,
        players=tuple(seat.name for seat in table.seats),
    )


def report_state(one: Reported) -> ReportState:
    """A report."""
    report = one.report
    return ReportState(
        id=report.id, game=report.game, at=report.at, text=report.text, reporter=one.reporter, person=one.person
    )
