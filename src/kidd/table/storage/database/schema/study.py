"""What somebody studies: kept studies, what was found out about games, and problems."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, String, Table, Text

from kidd.table.storage.database.schema.columns import Moment, metadata

# Studies that somebody keeps.
studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False),
    Column("title", String(100), nullable=False),
    Column("code", String(8), nullable=False),
    Column("version", Integer, nullable=False),  # counts its edits
    Column("nodes", Integer, nullable=False),
    Column("source", String(32), nullable=False),  # the id of the game that it was made of
    Column("created", Moment, nullable=False),
    Column("updated", Moment, nullable=False),
    Column("data", Text, nullable=False),  # where it begins, and the tree, as JSON
    Index(None, "owner", "updated"),
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

# How somebody fared with the problems that come with the package: one row for each that was solved or failed.
attempts = Table(
    "attempts",
    metadata,
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True),
    Column("problem", String(32), primary_key=True),
    Column("game", String(8), nullable=False),
    Column("grade", Integer, nullable=False),
    Column("at_once", Boolean, nullable=False),  # whether it was solved without a wrong move
    Column("solved", Boolean, nullable=False),  # in the end
    Column("at", Moment, nullable=False),  # when the first of the two was decided
)
