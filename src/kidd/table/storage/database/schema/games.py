"""Games as events, and the rows that repeat what follows from them; work that outlives a process."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from kidd.table.storage.database.schema.columns import Moment, metadata

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
    Column("open_seats", Integer, nullable=False),  # in which nobody sits yet: until then nobody plays
    Column("adjourned", Boolean, nullable=False),  # until then, too
    Column("time", String(16), nullable=False),  # `300+5`, `3d`, empty for none
    Column("rated", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),  # in the lobby
    Column("lowest", Integer),  # of the ratings that are wished for
    Column("highest", Integer),
    Index(None, "source"),
    Index(None, "listed", "outcome", "updated"),
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
    Column("player", ForeignKey("persons.id")),  # who has played there: also whoever has left it to a computer
    Index(None, "person", "game"),
    Index(None, "player", "game"),
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
    Column(
        "kind", String(16), nullable=False
    ),  # turn: a computer is to act; analysis: a finished game is judged; deadline, reminder: of a clock
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

# That a server is there, whichever it is: one row.
heartbeats = Table(
    "heartbeats",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
    Column("next", Moment, nullable=False),  # when it is renewed at the latest
    Column("since", Moment),  # the last time without a server
    Column("until", Moment),
)
