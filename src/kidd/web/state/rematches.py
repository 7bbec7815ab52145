"""What the players of a game that is over are told of the next one."""

from __future__ import annotations

from pydantic import Field

from kidd.game import COLOURS
from kidd.table.snapshot import Table
from kidd.web.state.models import Value, as_json
from kidd.words.language import Tongue
from kidd.words.names import player
from kidd.words.play.offers import rematch_words


class RematchState(Value):
    """The same game again, as somebody has asked for it."""

    id: str = Field(default="", description="Of the next game; empty where nobody asks for one any more.")
    waiting: bool = Field(default=False, description="Whether somebody has yet to ask for it.")
    asked: bool = Field(default=False, description="Whether that is the asker.")
    words: str = Field(default="", description="Who asks them, as a sentence.")


class Rematch(Value):
    """News beside the state of a game."""

    rematch: RematchState


def rematch_state(after: Table | None, person: str, _: Tongue) -> RematchState:
    """The next game for somebody."""
    if after is None:
        return RematchState()
    asked = any(seat.is_kept_for(person) for seat in after.seats)
    names = [player(seat, COLOURS[seat.number], _) for seat in after.seats if seat.kind == "person"]
    words = rematch_words(names[0], _) if asked and names else ""
    return RematchState(id=after.id, waiting=after.is_waiting_for_people, asked=asked, words=words)


def rematch_json(after: Table | None, person: str, _: Tongue) -> str:
    """The same as a socket tells it."""
    return as_json(Rematch(rematch=rematch_state(after, person, _))).decode()
