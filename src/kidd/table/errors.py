"""What the table refuses, and why; each is a KiddError."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kidd.errors import KiddError, shown

if TYPE_CHECKING:  # for nothing but the type
    from kidd.table.snapshot import Table
    from kidd.table.study import Study


class StoreError(KiddError):
    """A database that the games cannot be kept in."""

    about = "store"


class Unavailable(StoreError):
    """The database is busy or gone for the moment: nothing was changed, and it is worth to try again."""


class Entangled(Unavailable):
    """Another transaction was in the way, which perhaps waited for this one: the database has undone this one."""


class Damaged(StoreError):
    """A game that is in the database and cannot be read: nobody's fault who asks for it."""


class Newer(Damaged):
    """A game that a newer program has gone on with, beside this one."""


class NoSuchGame(KiddError):
    """There is no game of that id."""

    about = "table"

    def __init__(self, game_id: object) -> None:
        super().__init__("no-such-game", came=shown(game_id))


class NoSuchMember(KiddError):
    """There is no member of that name."""

    about = "table"

    def __init__(self, name: object) -> None:
        super().__init__("no-such-member", came=shown(name))


class NotYours(KiddError):
    """Somebody meddles with a game or a seat that is not theirs."""

    about = "not-yours"


class MissingScope(NotYours):
    """A program asks for what its token is not good for."""


class BadToken(KiddError):
    """A token that nobody has, or no longer."""

    about = "not-yours"

    def __init__(self) -> None:
        super().__init__("bad-token")


class Stale(KiddError):
    """The game has moved on; `table` is where it stands now."""

    about = "table"

    def __init__(self, table: Table, ply: object) -> None:
        super().__init__("stale", now=len(table.match), came=shown(ply))
        self.table = table


class NoSuchMessage(KiddError):
    """Nothing of that number was said, or not to whoever asks."""

    about = "table"

    def __init__(self, number: object) -> None:
        super().__init__("no-such-message", came=shown(number))


class NoSuchStudy(KiddError):
    """There is no study of that id."""

    about = "table"

    def __init__(self, study_id: object) -> None:
        super().__init__("no-such-study", came=shown(study_id))


class NoSuchNode(KiddError):
    """There is no such move in a study."""

    about = "table"

    def __init__(self, node: object) -> None:
        super().__init__("no-such-node", came=shown(node))


class StudyStale(KiddError):
    """The study was changed; `study` is how it stands now."""

    about = "table"

    def __init__(self, study: Study) -> None:
        super().__init__("study-stale")
        self.study = study


class TooMany(KiddError):
    """More than the table has room for: the reason says of what, `limit` is the number that was exceeded."""

    about = "limit"

    def __init__(self, reason: str, limit: int) -> None:
        super().__init__(reason, limit=limit)
        self.limit = limit


class AccountError(KiddError):
    """A name, a password or a mail address that nobody can have, or something that an account cannot do."""

    about = "account"


class BadLogin(AccountError):
    """No such name with such a password; nobody is told which of the two is wrong."""

    def __init__(self) -> None:
        super().__init__("login")


class TooFast(KiddError):
    """Somebody tries something too often; after so many `seconds` they may go on."""

    about = "account"

    def __init__(self, seconds: int, reason: str = "too-fast") -> None:
        super().__init__(reason, minutes=-(-seconds // 60))
        self.seconds = seconds
