"""What the table refuses, and why; each is a KiddError."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kidd.errors import KiddError, shown

if TYPE_CHECKING:  # for nothing but the type
    from kidd.table.snapshot import Table


class StoreError(KiddError):
    """A database that the games cannot be kept in."""

    about = "store"


class Unavailable(StoreError):
    """The database is busy or gone for the moment: nothing was changed, and it is worth to try again."""


class Entangled(Unavailable):
    """Two transactions have waited for one another, and the database has undone this one."""


class Damaged(StoreError):
    """A game that is in the database and cannot be read: nobody's fault who asks for it."""


class NoSuchGame(KiddError):
    """There is no game of that id."""

    about = "table"

    def __init__(self, game_id: object) -> None:
        super().__init__("no-such-game", came=shown(game_id))


class NotYours(KiddError):
    """Somebody meddles with a game or a seat that is not theirs."""

    about = "not-yours"


class Stale(KiddError):
    """The game has moved on; `table` is where it stands now."""

    about = "table"

    def __init__(self, table: Table, ply: object) -> None:
        super().__init__("stale", now=len(table.match), came=shown(ply))
        self.table = table


class TooMany(KiddError):
    """More than the table has room for: the reason says of what, `limit` is the number that was exceeded."""

    about = "limit"

    def __init__(self, reason: str, limit: int) -> None:
        super().__init__(reason, limit=limit)
        self.limit = limit
