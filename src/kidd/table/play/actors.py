"""Who acts: a person by way of a session, in a role."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What somebody is to the house, whatever game they look at."""

    STRANGER = "stranger"  # without a session: they may look
    GUEST = "guest"  # a person without a name
    MEMBER = "member"  # a person with a name


@dataclass(frozen=True)
class Actor:
    """Somebody who asks for something."""

    person: str = ""
    session: str = ""
    role: Role = Role.STRANGER

    @property
    def is_known(self) -> bool:
        """Whether this is somebody, and not anybody."""
        return bool(self.person)


STRANGER = Actor()


def guest(person: str, session: str = "") -> Actor:
    """A person without a name."""
    return Actor(person, session, Role.GUEST)
