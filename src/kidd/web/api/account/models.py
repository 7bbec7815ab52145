"""What programs send about accounts, and what they are told."""

from __future__ import annotations

from datetime import datetime

from pydantic import ConfigDict, Field

from kidd.table import limits
from kidd.table.play.actors import Role
from kidd.web.api.bodies import Body
from kidd.web.state.models import Value


class Credentials(Body):
    """A name and a password."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Anne Bonny", "password": "two parrots"}]})

    name: str = Field(max_length=limits.PERSON)
    password: str = Field(max_length=1000)


class SignUp(Credentials):
    """The same, and where an invitation is needed its code."""

    invitation: str = Field(default="", max_length=limits.PERSON)


class NewPassword(Body):
    """Another password, and the one that it is now."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"old": "two parrots", "password": "a wooden leg"}]})

    old: str = Field(max_length=1000)
    password: str = Field(max_length=1000)


class AccountState(Value):
    """Who asks, as the house knows them."""

    role: Role
    name: str = ""
    created: datetime | None = None
    mail: str = ""
    mail_verified: bool = False
    language: str = ""
    zone: str = ""
