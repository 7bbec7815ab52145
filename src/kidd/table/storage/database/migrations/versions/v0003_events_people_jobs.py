"""Typed events from the opening on, people with sessions, and jobs that are leased."""

import hashlib
import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

AT_ONCE = 500  # games that are rewritten in one go


def upgrade() -> None:
    """Visitors become persons with one session each; every game begins with the event that opened it."""
    connection = op.get_bind()
    _people(connection)
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("weight", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(64)),
        sa.Column("leased_until", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
        sa.UniqueConstraint("kind", "game", name="uq_jobs_kind_game"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_jobs_game", ondelete="CASCADE"),
    )
    op.create_index("ix_jobs_due", "jobs", ["due"])
    _events(connection)
    _computers_to_act(connection)
    op.drop_index("ix_games_waiting", "games")
    op.create_index("ix_games_owner", "games", ["owner"])
    for column in ("options", "start", "given", "rules", "seed"):  # which the first event says
        op.drop_column("games", column)
    op.add_column("analyses", sa.Column("done", sa.Boolean, nullable=False, server_default=sa.true()))
    connection.execute(sa.text("UPDATE analyses SET version = version + 1"))


def _people(connection: sa.Connection) -> None:
    op.rename_table("visitors", "persons")
    op.add_column("persons", sa.Column("name", sa.String(64)))
    connection.execute(sa.text("ALTER TABLE seats RENAME COLUMN visitor TO person"))
    op.drop_index("ix_seats_visitor_game", "seats")
    op.create_index("ix_seats_person_game", "seats", ["person", "game"])
    sessions = op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_sessions_person", ondelete="CASCADE"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    # A cookie of before holds the person's id: it stays good, as that of a session which can be ended.
    rows = [
        {"id": hashlib.sha256(row.id.encode()).hexdigest(), "person": row.id, "created": row.created}
        for row in connection.execute(sa.text("SELECT id, created FROM persons"))
    ]
    if rows:
        connection.execute(sa.insert(sessions), rows)


def _events(connection: sa.Connection) -> None:
    op.rename_table("events", "old_events")
    events = op.create_table(
        "events",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_typed_events"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_events_game_typed", ondelete="CASCADE"),
    )
    seats: dict[str, list[dict[str, object]]] = {}
    for row in connection.execute(sa.text("SELECT * FROM seats ORDER BY game, number")).mappings():
        seat = {name: row[name] for name in ("number", "kind", "person", "level", "name")}
        seats.setdefault(row["game"], []).append(
            {name: value for name, value in seat.items() if value not in (None, "")}
        )
    ids = [row.id for row in connection.execute(sa.text("SELECT id FROM games ORDER BY id"))]
    for first in range(0, len(ids), AT_ONCE):
        rows = [
            row for game in ids[first : first + AT_ONCE] for row in _rewritten(connection, game, seats.get(game, []))
        ]
        connection.execute(sa.insert(events), rows)
    connection.execute(sa.text("UPDATE games SET version = version + 1"))
    op.drop_table("old_events")


def _rewritten(connection: sa.Connection, game: str, seats: list[dict[str, object]]) -> list[dict[str, object]]:
    """The events of one game as they are written now, the opening first."""
    row = connection.execute(sa.text("SELECT * FROM games WHERE id = :id"), {"id": game}).mappings().one()
    opening = {name: row[name] for name in ("code", "start", "given", "rules", "owner", "seed", "source")}
    opening |= {"options": json.loads(row["options"]), "seats": seats}
    found = [{"game": game, "number": 0, "kind": "opened", "at": row["created"], "data": _written(opening)}]
    query = sa.text("SELECT * FROM old_events WHERE game = :id ORDER BY number")
    found.extend(
        {
            "game": game,
            "number": event["number"] + 1,
            "kind": event["kind"],
            "at": event["at"],
            "data": _written(_typed(event)),
        }
        for event in connection.execute(query, {"id": game}).mappings()
    )
    return found


def _typed(event: sa.RowMapping) -> dict[str, object]:
    if event["kind"] == "act":
        return {"act": event["text"], "seat": event["seat"], "person": event["visitor"]}
    if event["kind"] == "takeback":
        return {"ply": int(event["text"]), "seat": event["seat"], "person": event["visitor"]}
    if event["kind"] == "abandon":
        return {"person": event["visitor"]}
    raise ValueError(f"unknown kind of event {event['kind']!r} in game {event['game']}")


def _written(said: dict[str, object]) -> str:
    kept = {name: value for name, value in said.items() if value is not None}
    return json.dumps(kept, separators=(",", ":"), ensure_ascii=False)


def _computers_to_act(connection: sa.Connection) -> None:
    """Where a computer is waited for, that is noted as work to be done."""
    connection.execute(
        sa.text(
            "INSERT INTO jobs (kind, game, version, owner, weight, due, attempts) "
            "SELECT 'turn', games.id, games.version, (SELECT host.person FROM seats AS host WHERE host.game = games.id "
            "AND host.kind = 'person' ORDER BY host.number LIMIT 1), seats.level, games.updated, 0 FROM games "
            "JOIN seats ON seats.game = games.id AND seats.number = games.waiting_seat WHERE games.waiting = 'computer'"
        )
    )
