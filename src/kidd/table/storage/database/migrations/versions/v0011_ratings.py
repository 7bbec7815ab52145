"""Ratings: what is known of each player in each pool, and what every rated game has changed."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Tables of their own; no game of before was rated."""
    op.create_table(
        "rating_pools",
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("speed", sa.String(8), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("code", "speed", name="pk_rating_pools"),
    )
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("speed", sa.String(8), nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "code", "speed", name="pk_ratings"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_ratings_person", ondelete="CASCADE"),
    )
    op.create_index("ix_ratings_code_speed_mu", "ratings", ["code", "speed", "mu"])
    op.create_table(
        "rating_changes",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("speed", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("mu_before", sa.Double, nullable=False),
        sa.Column("sigma_before", sa.Double, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_rating_changes"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_rating_changes_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_rating_changes_person", ondelete="CASCADE"),
        sa.UniqueConstraint("code", "speed", "number", "seat", name="uq_rating_changes_code_speed_number_seat"),
    )
    op.create_index(
        "ix_rating_changes_person_code_speed_number", "rating_changes", ["person", "code", "speed", "number"]
    )
