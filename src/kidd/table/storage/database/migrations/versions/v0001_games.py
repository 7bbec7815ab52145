"""Games, their seats and their events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "visitors",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_visitors"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("given", sa.Integer, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("source", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("waiting", sa.String(8), nullable=False),
        sa.Column("waiting_seat", sa.Integer),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.ForeignKeyConstraint(["owner"], ["visitors.id"], name="fk_games_owner"),
    )
    op.create_index("ix_games_waiting", "games", ["waiting"])
    op.create_index("ix_games_source", "games", ["source"])
    op.create_table(
        "seats",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("visitor", sa.String(64)),
        sa.Column("level", sa.Integer),
        sa.Column("name", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_seats"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"], name="fk_seats_visitor"),
    )
    op.create_index("ix_seats_visitor_game", "seats", ["visitor", "game"])
    op.create_table(
        "events",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("visitor", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_events"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_events_game", ondelete="CASCADE"),
    )
