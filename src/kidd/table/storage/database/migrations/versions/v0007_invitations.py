"""Games with open seats: their time, whether they are rated and listed, and who is here."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Games of before were private, without a clock and for nothing; where a seat is open, nobody is waited for."""
    op.add_column("games", sa.Column("open_seats", sa.Integer, nullable=False, server_default=sa.text("0")))
    op.add_column("games", sa.Column("time", sa.String(16), nullable=False, server_default=sa.text("''")))
    op.add_column("games", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("lowest", sa.Integer))
    op.add_column("games", sa.Column("highest", sa.Integer))
    op.create_index("ix_games_listed_outcome_updated", "games", ["listed", "outcome", "updated"])
    op.create_table(
        "presences",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_presences"),
    )
    op.create_index("ix_presences_seen", "presences", ["seen"])
    op.execute(
        "UPDATE games SET open_seats = (SELECT count(*) FROM seats WHERE seats.game = games.id AND seats.kind = 'open')"
    )
    op.execute("UPDATE games SET waiting = '', waiting_seat = NULL, turn = NULL WHERE open_seats > 0 AND outcome = '*'")
    op.execute("DELETE FROM jobs WHERE kind = 'turn' AND game IN (SELECT id FROM games WHERE open_seats > 0)")
