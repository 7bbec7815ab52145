"""That a server is there, and who is on vacation."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Games of before have no clock."""
    op.create_table(
        "heartbeats",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("next", sa.BigInteger, nullable=False),
        sa.Column("since", sa.BigInteger),
        sa.Column("until", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeats"),
    )
    op.create_table(
        "vacations",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_vacations"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_vacations_person", ondelete="CASCADE"),
    )
    op.create_index("ix_vacations_person_since", "vacations", ["person", "since"])
