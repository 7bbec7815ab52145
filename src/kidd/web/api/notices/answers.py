"""Notices as the API sends and takes them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from kidd.table.notices.addresses import LONGEST_ADDRESS
from kidd.table.storage.notices.notice_rows import LISTED, Notice
from kidd.web.api.bodies import Body
from kidd.web.http.visitors.viewer import Viewer
from kidd.web.state.models import Value
from kidd.words.club.notices import told

Kind = Literal[
    "turn", "draw", "claim", "takeback", "invited", "begun", "over", "deadline", "adjourned", "ready", "resumed"
]
Key = Annotated[str, Field(max_length=80)]


class NoticeState(Value):
    """Something that the asker is told of."""

    key: str = Field(description="What it is called; another one for every time that it arises.")
    kind: Kind
    game: str
    title: str = Field(description="In the asker's language.")
    text: str
    at: datetime
    seen: bool = False


class NoticeList(Value):
    """What stands open for the asker, and what they have not seen yet, the latest first."""

    count: int
    notices: tuple[NoticeState, ...]


class Seen(Body):
    """Notices that a page has shown to somebody who looks at it."""

    keys: list[Key] = Field(max_length=LISTED, description="As the list says them (`key`).")


class WishBody(Body):
    """How somebody wants to be told beside the pages."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"push": True, "digest": False, "warnings": True}]})

    push: bool = Field(description="By the browsers that they have allowed to.")
    digest: bool = Field(description="By a letter a day at the most.")
    warnings: bool = Field(description="By a letter before a deadline.")


class WishState(Value):
    """How the asker is told beside the pages."""

    push: bool
    digest: bool
    warnings: bool


class DeviceKeys(Body):
    """A browser's keys, as base64 for addresses."""

    p256dh: str = Field(max_length=100)
    auth: str = Field(max_length=32)


class NewDevice(Body):
    """A browser that wants to be told, as its `PushSubscription` says it."""

    model_config = ConfigDict(extra="ignore")

    endpoint: str = Field(max_length=LONGEST_ADDRESS)
    keys: DeviceKeys


class DeviceState(Value):
    """A browser that is told."""

    id: str


class PushKey(Value):
    """The server's public key, for `applicationServerKey`."""

    key: str


def notice_list(found: tuple[Notice, ...], viewer: Viewer) -> NoticeList:
    """Notices in the language of whoever asks."""
    lines = [(one, told(one.kind, one.data, viewer.tongue)) for one in found]
    return NoticeList(
        count=len(found),
        notices=tuple(
            NoticeState(
                key=one.key,
                kind=one.kind,  # type: ignore[arg-type]
                game=one.game,
                title=line.title,
                text=line.text,
                at=one.at,
                seen=one.seen,
            )
            for one, line in lines
        ),
    )
