"""What people are told, and how."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from kidd.table.storage.database.schema.columns import Moment, metadata

# What a person is told of, once for each kind and game: what is settled is struck out, what was seen is not sent.
notices = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("version", Integer, nullable=False),  # of the game
    Column("at", Moment, nullable=False),
    Column("data", Text, nullable=False),  # what fills in the words, as JSON
    Column("seen", Moment),  # by a page that somebody looks at
    Column("due", Moment),  # when it is handed on unless it was seen; empty once that is decided
    Column("mailed", Moment),
    UniqueConstraint("person", "kind", "game"),
    Index(None, "due"),
    Index(None, "game"),
)

# Browsers that take notices while no page is open.
devices = Table(
    "devices",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of its address
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(32), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created", Moment, nullable=False),
    Index(None, "person", "created"),
)

# What is to be sent, each row once, to one place, in words that are made then; work that is leased like that of `jobs`.
outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("mark", String(160), nullable=False, unique=True),  # what it is, so that it is not put there twice
    Column("channel", String(8), nullable=False),  # push, mail
    Column("kind", String(16), nullable=False),  # notice, digest, or a letter about an account
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False),
    Column("notice", ForeignKey("notices.id", ondelete="CASCADE")),
    Column("device", ForeignKey("devices.id", ondelete="CASCADE")),
    Column("address", String(254), nullable=False),  # of a letter about an account
    Column("language", String(8), nullable=False),
    Column("data", Text, nullable=False),
    Column("created", Moment, nullable=False),
    Column("due", Moment, nullable=False),
    Column("attempts", Integer, nullable=False),  # that came to nothing
    Column("holder", String(64)),
    Column("leased_until", Moment),
    Index(None, "channel", "due"),
    Index(None, "person"),
    Index(None, "notice"),
)

# How somebody wants to be told; who has no row is told in every way that reaches them.
notice_settings = Table(
    "notice_settings",
    metadata,
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True),
    Column("push", Boolean, nullable=False),
    Column("digest", Boolean, nullable=False),
    Column("warnings", Boolean, nullable=False),
)
