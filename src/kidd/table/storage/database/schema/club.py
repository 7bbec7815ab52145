"""What goes on around games: vacations, ratings, talk, notes and plans."""

from __future__ import annotations

from sqlalchemy import Column, Double, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from kidd.table.storage.database.schema.columns import Moment, metadata

# When somebody is on vacation from their games of days.
vacations = Table(
    "vacations",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False),
    Column("since", Moment, nullable=False),
    Column("until", Moment, nullable=False),
    Index(None, "person", "since"),
)

# Games that are rated together: how many there were, so that each has its number among them.
rating_pools = Table(
    "rating_pools",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("speed", String(8), primary_key=True),
    Column("games", Integer, nullable=False),
)

# What is known of a player in a pool; all of it follows from the changes, and these from the events.
ratings = Table(
    "ratings",
    metadata,
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True),
    Column("code", String(8), primary_key=True),
    Column("speed", String(8), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("updated", Moment, nullable=False),
    Index(None, "code", "speed", "mu"),
)

# What a rated game has made of each of its players' ratings.
rating_changes = Table(
    "rating_changes",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False),
    Column("code", String(8), nullable=False),
    Column("speed", String(8), nullable=False),
    Column("number", Integer, nullable=False),  # of the game in its pool
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, nullable=False),  # 1 for the best
    Column("games", Integer, nullable=False),  # of the player in this pool, with this one
    Column("mu_before", Double, nullable=False),
    Column("sigma_before", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("at", Moment, nullable=False),
    UniqueConstraint("code", "speed", "number", "seat"),
    Index(None, "person", "code", "speed", "number"),
)

# What is said beside a game, in the room of its players or of those who watch.
messages = Table(
    "messages",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("room", String(8), nullable=False),
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False),
    Column("phrase", String(16), nullable=False),  # the name of a quick phrase, or empty
    Column("text", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Index(None, "person", "at"),
)

# What was said and reported, for whoever runs the server.
reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),  # of the message
    Column("reporter", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False),
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False),  # who said it
    Column("text", Text, nullable=False),  # as it was said
    Column("at", Moment, nullable=False),
    Column("settled", Moment),
    UniqueConstraint("game", "number", "reporter"),
    Index(None, "settled", "at"),
    Index(None, "reporter"),
)

# What somebody notes for themselves beside a game.
notes = Table(
    "notes",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),
    Column("updated", Moment, nullable=False),
    Index(None, "person"),
)

# What somebody wants to be played for them, if the others play this or that.
conditions = Table(
    "conditions",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, nullable=False),  # where the tree begins
    Column("data", Text, nullable=False),  # the tree as JSON
    Column("updated", Moment, nullable=False),
)
