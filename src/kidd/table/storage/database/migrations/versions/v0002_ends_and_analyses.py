"""How games ended and whose turn it is, for the lists of games; and analyses."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns, empty in games that there are, and the table."""
    op.add_column("games", sa.Column("reason", sa.String(32)))
    op.add_column("games", sa.Column("winner_seat", sa.Integer))
    op.add_column("games", sa.Column("turn", sa.String(1)))
    op.create_table(
        "analyses",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("notes", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_analyses"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_analyses_game", ondelete="CASCADE"),
    )
