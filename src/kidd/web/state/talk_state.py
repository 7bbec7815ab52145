"""What is said beside a game, as one person hears it and in their language."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from kidd.table.play.club.talk import may_talk
from kidd.table.play.permissions import rooms_of
from kidd.table.snapshot import Table
from kidd.table.storage.club.messages import Message
from kidd.web.http.visitors.viewer import Viewer
from kidd.web.state.models import MessageState, TalkState, colour_of
from kidd.words.club.phrases import phrase
from kidd.words.club.ship_names import ship_name
from kidd.words.names import names_at


def talk_state(
    table: Table, viewer: Viewer, said: Sequence[Message], there: tuple[int, Collection[int]], last: int = 0
) -> TalkState:
    """What somebody hears of the messages that are theirs to hear; `there` are watchers, and seats of players."""
    watchers, seated = there
    return TalkState.model_validate(
        {
            "rooms": rooms_of(viewer.actor, table),
            "may_talk": may_talk(table, viewer.actor),
            "watchers": watchers,
            "here": tuple(_here(table, seated)),
            "last": said[-1].number if said else last,
            "messages": tuple(_message(table, viewer, one) for one in said),
        }
    )


def _here(table: Table, seated: Collection[int]) -> Iterator[str]:
    """The crews of those who have the game open, where several people play."""
    for colour in table.match.game.colours if len(table.people) > 1 else "":
        if table.seat_of(colour).kind == "person" and table.match.seat(colour) in seated:
            yield colour_of(colour)


def _message(table: Table, viewer: Viewer, said: Message) -> MessageState:
    _ = viewer.tongue
    _full, called = names_at(table.seats, table.match.seating, _)
    colours = table.colours_of(said.person)
    name = called[colours[0]] if colours else said.name or ship_name(said.person, _)
    return MessageState.model_validate(
        {
            "number": said.number,
            "room": said.room,
            "by": colour_of(colours[0]) if len(colours) == 1 else None,
            "name": name,
            "you": said.person == viewer.person,
            "phrase": said.phrase,
            "text": phrase(said.phrase, _) if said.phrase else said.text,
            "at": said.at,
        }
    )
