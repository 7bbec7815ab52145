"""The tables of the database.

The events of a game are the truth. The rows of games and seats repeat what follows from them (`reducer.row_of`), in the
same transaction, so that lists of games need no replay.
"""

from kidd.table.storage.database.schema.club import (
    conditions,
    messages,
    notes,
    rating_changes,
    rating_pools,
    ratings,
    reports,
    vacations,
)
from kidd.table.storage.database.schema.columns import EPOCH, Moment, metadata
from kidd.table.storage.database.schema.games import events, games, heartbeats, jobs, seats
from kidd.table.storage.database.schema.notices import devices, notice_settings, notices, outbox
from kidd.table.storage.database.schema.people import blocks, persons, presences, proofs, sessions, throttles, tokens
from kidd.table.storage.database.schema.study import analyses, attempts, studies

__all__ = [
    "EPOCH",
    "Moment",
    "analyses",
    "attempts",
    "blocks",
    "conditions",
    "devices",
    "events",
    "games",
    "heartbeats",
    "jobs",
    "messages",
    "metadata",
    "notes",
    "notice_settings",
    "notices",
    "outbox",
    "persons",
    "presences",
    "proofs",
    "rating_changes",
    "rating_pools",
    "ratings",
    "reports",
    "seats",
    "sessions",
    "studies",
    "throttles",
    "tokens",
    "vacations",
]
