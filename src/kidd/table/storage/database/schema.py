"""The tables of the database.

The events of a game are the truth. The rows of games and seats repeat what follows from them (`reducer.row_of`), in the
same transaction, so that lists of games need no replay.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.types import TypeDecorator

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Moment(TypeDecorator[datetime]):
    """A point in time, kept as milliseconds since 1970 in every database alike."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Round to milliseconds."""
        return None if value is None else (value - EPOCH) // timedelta(milliseconds=1)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """Give it back in UTC."""
        return None if value is None else EPOCH + timedelta(milliseconds=value)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    }
)

# Somebody who has opened a game or taken a seat; others leave no trace. A guest is a person without a name.
persons = Table(
    "persons",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(64)),
    Column("created", Moment, nullable=False),
)

# What a cookie stands for: a person on one device, until it is ended.
sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of what the cookie holds
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False),
    Column("created", Moment, nullable=False),
    Column("ended", Moment),
    Index(None, "person"),
)

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(8), nullable=False),
    Column("owner", ForeignKey("persons.id"), nullable=False),
    Column("source", String(64), nullable=False),
    Column("created", Moment, nullable=False),
    Column("updated", Moment, nullable=False),
    Column("version", Integer, nullable=False),  # number of events
    Column("ply", Integer, nullable=False),  # number of acts that stand
    Column("outcome", String(16), nullable=False),  # `1-0` and the like, `*` while it goes on, `abandoned`
    Column("reason", String(32)),  # why it ended so, as in kidd.position.Result
    Column("winner_seat", Integer),
    Column("turn", String(1)),  # the colour that is waited for
    Column("waiting", String(8), nullable=False),  # the kind of player that is waited for: person, computer or empty
    Column("waiting_seat", Integer),
    Index(None, "source"),
    Index(None, "owner"),
)

seats = Table(
    "seats",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("person", ForeignKey("persons.id")),
    Column("level", Integer),
    Column("name", String(64), nullable=False),
    Index(None, "person", "game"),
)

events = Table(
    "events",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("at", Moment, nullable=False),
    Column("data", Text, nullable=False),  # the fields of the event as JSON
)

# Work that outlives the process: whoever does it holds a lease, and another takes over when that runs out.
jobs = Table(
    "jobs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),  # turn: a computer is to act; analysis: a finished game is judged
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("version", Integer, nullable=False),  # of the game when the work was noted
    Column("owner", String(64), nullable=False),  # for whom it is done
    Column("weight", Integer, nullable=False),  # how long it takes: the level of a computer
    Column("due", Moment, nullable=False),
    Column("attempts", Integer, nullable=False),  # that came to nothing
    Column("holder", String(64)),
    Column("leased_until", Moment),
    UniqueConstraint("kind", "game"),
    Index(None, "due"),
)

# What was found out about finished games, so that nobody has to think about them again.
analyses = Table(
    "analyses",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),  # of the game, which does not change any more
    Column("done", Boolean, nullable=False),  # whether every move is judged
    Column("notes", Text, nullable=False),  # as JSON and without words, which are made in the reader's language
    Column("at", Moment, nullable=False),
)
