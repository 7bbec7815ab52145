"""Whether a game is adjourned."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """No game of before was."""
    op.add_column("games", sa.Column("adjourned", sa.Boolean, nullable=False, server_default=sa.false()))
