"""Who is there: people, their sessions and programs, whom they block, and how often something was tried."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, String, Table, false

from kidd.table.storage.database.schema.columns import Moment, metadata

# Somebody who has opened a game or taken a seat; others leave no trace. Whoever signs up stays the person they were.
persons = Table(
    "persons",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(64)),  # as it is shown
    Column("created", Moment, nullable=False),
    Column("kind", String(8), nullable=False, server_default="guest"),  # guest, member, bot, or former
    Column("name_key", String(256)),  # what the name looks like, in small and in capital letters (`people.names`)
    Column("name_caps", String(256)),
    Column("password", String(200)),  # its hash
    Column("mail", String(254)),
    Column("mail_verified", Moment),
    Column("language", String(8), nullable=False, server_default=""),
    Column("zone", String(64), nullable=False, server_default=""),  # of time, such as Europe/Berlin
    Column("operator", Boolean, nullable=False, server_default=false()),
    Column("closed", Moment),  # by an operator: they cannot log in
    Column("maker", String(64)),  # of a bot: a person
    Column(
        "origin", String(8)
    ),  # where a guest or a new member came from, as a number that many networks have (`throttles.origin`)
    Index(None, "name_key", unique=True),
    Index(None, "name_caps", unique=True),
    Index(None, "mail"),
    Index(None, "maker"),
)

# What a cookie stands for: a person on one device, until it is ended.
sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of what the cookie holds
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False),
    Column("created", Moment, nullable=False),
    Column("ended", Moment),
    Column("agent", String(64), nullable=False, server_default=""),  # browser and system
    Column("seen", Moment),  # within the hour
    Column("before", String(64)),  # the guest who was here before, and is again after logging out
    Index(None, "person"),
)

# What programs send in place of a cookie: they may do less, by the scopes that were chosen.
tokens = Table(
    "tokens",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of what is sent
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(64), nullable=False),
    Column("scopes", String(100), nullable=False),  # with spaces between them
    Column("created", Moment, nullable=False),
    Column("used", Moment),  # within the hour
    Index(None, "person"),
)

# What is proven by whoever knows a code: that mail reaches them, that they may choose another password, may sign up.
proofs = Table(
    "proofs",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of the code
    Column("kind", String(8), nullable=False),  # mail, reset, invite, undo
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False),  # whose, or who invites
    Column("about", String(254), nullable=False),  # the address that it was sent to
    Column("until", Moment, nullable=False),
    Index(None, "person", "kind"),
    Index(None, "until"),
)

# Who does not want to hear of whom.
blocks = Table(
    "blocks",
    metadata,
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True),
    Column("at", Moment, nullable=False),
    Index(None, "blocked"),
)

# How often something was tried, by a hash of who or where; the number of keys is bounded, and what is past is removed.
throttles = Table(
    "throttles",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("until", Moment, nullable=False),
    Index(None, "until"),
)

# Who was here last, and when: written by every process for those who are connected to it, and thrown away soon.
presences = Table(
    "presences",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("seen", Moment, nullable=False),
    Index(None, "seen"),
)
