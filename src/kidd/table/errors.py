"""What the table refuses, and why; each is a KiddError."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kidd.errors import Explained, KiddError, shown

if TYPE_CHECKING:  # for nothing but the type
    from kidd.table.seats import Table


class StoreError(KiddError):
    """A database that the games cannot be kept in."""


class Unavailable(StoreError):
    """The database is busy or gone for the moment: nothing was changed, and it is worth to try again."""


class Damaged(StoreError):
    """A game that is in the database and cannot be read: nobody's fault who asks for it."""


class NoSuchGame(KiddError):
    """There is no game of that id."""

    def __init__(self, game_id: object) -> None:
        super().__init__(f"there is no game {shown(game_id)}")


class NotYours(Explained):
    """Somebody meddles with a game or a seat that is not theirs."""


class Stale(KiddError):
    """The game has moved on; `table` is where it stands now."""

    def __init__(self, table: Table, ply: object) -> None:
        super().__init__(f"the game has moved on: it is at ply {len(table.match)}, not at {shown(ply)}")
        self.table = table


class TooMany(KiddError):
    """More than the table has room for: `what` is a key, `limit` the number that was exceeded."""

    def __init__(self, what: str, limit: int) -> None:
        super().__init__(f"too many {what}: at most {limit}")
        self.what = what
        self.limit = limit
