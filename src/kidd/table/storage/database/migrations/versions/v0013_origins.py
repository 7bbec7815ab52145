"""Where guests came from, by whom they share the computers' time."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Nobody knows it of those who are here already: each of them has a share of their own."""
    op.add_column("persons", sa.Column("origin", sa.String(8)))
