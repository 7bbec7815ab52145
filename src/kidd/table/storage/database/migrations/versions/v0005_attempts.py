"""How people fare with problems."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0003"


def upgrade() -> None:
    """A table of its own; nothing that was there changes."""
    op.create_table(
        "attempts",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("problem", sa.String(32), nullable=False),
        sa.Column("game", sa.String(8), nullable=False),
        sa.Column("grade", sa.Integer, nullable=False),
        sa.Column("at_once", sa.Boolean, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "problem", name="pk_attempts"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_attempts_person", ondelete="CASCADE"),
    )
