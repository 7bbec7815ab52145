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
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
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
    Column("origin", String(8)),  # where a guest came from, as a number that many networks have (`throttles.origin`)
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
    Column("kind", String(8), nullable=False),  # mail, reset, invite
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
