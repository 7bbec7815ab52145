"""Who acts: a person by way of a session, in a role."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kidd.lazy import cached_property


class Role(StrEnum):
    """What somebody is to the house, whatever game they look at."""

    STRANGER = "stranger"  # without a session: they may look
    GUEST = "guest"  # a person without an account
    MEMBER = "member"  # a person with a name and a password
    BOT = "bot"  # a program that a member has made a person of
    OPERATOR = "operator"  # a member who looks after the house


@dataclass(frozen=True)
class Actor:
    """Somebody who asks for something."""

    person: str = ""
    session: str = ""
    role: Role = Role.STRANGER
    name: str = ""
    """Of whoever has an account, and of a guest who has been called something."""
    scopes: frozenset[str] | None = None
    """What a program may do that comes with a token; None for people, who may do all that is theirs."""
    origin: str = ""
    """Where a guest or a new member came from, as far as that is known (`throttles.origin`)."""

    @cached_property
    def is_member(self) -> bool:
        """Whether this is somebody with an account, be it a bot's or an operator's."""
        return self.role in (Role.MEMBER, Role.BOT, Role.OPERATOR)

    @property
    def is_bot(self) -> bool:
        """Whether this is a program with an account of its own."""
        return self.role is Role.BOT

    @property
    def share(self) -> str:
        """Whose part they take of what all share: guests and new members of one origin have one.

        Anybody can be many guests, and sign up as often; of a member who is known longer no origin is kept.
        """
        return self.origin or self.person

    @cached_property
    def keeps_house(self) -> bool:
        """Whether this is an operator who comes in person; programs never look after the house."""
        return self.role is Role.OPERATOR and self.scopes is None

    @cached_property
    def is_known(self) -> bool:
        """Whether this is somebody, and not anybody."""
        return bool(self.person)


STRANGER = Actor()


def guest(person: str, session: str = "", origin: str = "") -> Actor:
    """A person without a name."""
    return Actor(person, session, Role.GUEST, origin=origin)


def role_of(kind: str, *, operator: bool = False) -> Role:
    """The role of a person by what the database calls them."""
    if kind == "member":
        return Role.OPERATOR if operator else Role.MEMBER
    return Role.BOT if kind == "bot" else Role.GUEST
