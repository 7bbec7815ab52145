"""What asks for the password again: a session that was left open, or stolen, is not enough for it."""

from __future__ import annotations

from fastapi import Request
from pydantic import Field

from kidd.table.play.people import accounts
from kidd.web.api.bodies import Body
from kidd.web.http.visitors.sessions import place_of
from kidd.web.http.visitors.viewer import viewer_of


class Confirmed(Body):
    """What is said with the asker's password."""

    password: str = Field(max_length=1000, description="The asker's, as it is now.")


async def confirm(request: Request, password: str) -> None:
    """Refuse whoever asks for something and does not know the password of the account they are logged in to."""
    state, actor = request.app.state, viewer_of(request).actor
    await accounts.check_password_of(state.store, state.hasher, actor, place_of(request), password)
