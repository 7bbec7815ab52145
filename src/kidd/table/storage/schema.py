"""The tables of the database.

The events of a game are the truth. What else a game's row says of its course (version, ply, result, who is waited
for) follows from them and is written in the same transaction, so that lists of games need no replay.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import BigInteger, Column, Dialect, ForeignKey, Index, Integer, MetaData, String, Table, Text
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
    }
)

# Somebody who has opened a game or taken a seat; others leave no trace.
visitors = Table(
    "visitors",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("created", Moment, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(8), nullable=False),
    Column("options", Text, nullable=False),  # all of them and the deck's name, as JSON: defaults may change one day
    Column("start", Text, nullable=False),  # the first position in notation
    Column("given", Integer, nullable=False),  # how many acts it was opened with: played elsewhere, not taken back
    Column("rules", Integer, nullable=False),  # the version of the rulings that it is played by
    Column("owner", ForeignKey("visitors.id"), nullable=False),
    Column("seed", String(64), nullable=False),  # secret until the game is over
    Column("source", String(64), nullable=False),
    Column("created", Moment, nullable=False),
    Column("updated", Moment, nullable=False),
    Column("version", Integer, nullable=False),  # number of events
    Column("ply", Integer, nullable=False),  # number of acts that stand
    Column("outcome", String(16), nullable=False),  # `1-0` and the like, `*` while it goes on, `abandoned`
    Column("reason", String(32)),  # why it ended so, as in kidd.position.Result; null also in games of 0001
    Column("winner_seat", Integer),
    Column("turn", String(1)),  # the colour that is waited for; null also in games of 0001 until they go on
    Column("waiting", String(8), nullable=False),  # the kind of player that is waited for: person, computer or empty
    Column("waiting_seat", Integer),
    Index(None, "waiting"),
    Index(None, "source"),
)

seats = Table(
    "seats",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("visitor", ForeignKey("visitors.id")),
    Column("level", Integer),
    Column("name", String(64), nullable=False),
    Index(None, "visitor", "game"),
)

events = Table(
    "events",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),  # act, takeback, abandon
    Column("text", String(200), nullable=False),  # an act as the match writes it, the ply that was taken back to
    Column("seat", Integer),  # whose doing it was; nobody's if the die fell
    Column("visitor", String(64)),
    Column("at", Moment, nullable=False),
)

# What was found out about finished games, so that nobody has to think about them again.
analyses = Table(
    "analyses",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),  # of the game, which does not change any more
    Column("notes", Text, nullable=False),  # as JSON and without words, which are made in the reader's language
    Column("at", Moment, nullable=False),
)
