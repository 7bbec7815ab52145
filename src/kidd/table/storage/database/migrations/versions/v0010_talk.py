"""What is said beside a game, reported and noted, and conditional moves."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

GAME, PERSON = "games.id", "persons.id"


def upgrade() -> None:
    """Tables of their own; nothing that was there changes."""
    _messages()
    _reports()
    for name, more in (
        ("notes", [sa.Column("text", sa.Text, nullable=False)]),
        ("conditions", [sa.Column("ply", sa.Integer, nullable=False), sa.Column("data", sa.Text, nullable=False)]),
    ):
        op.create_table(
            name,
            sa.Column("game", sa.String(32), nullable=False),
            sa.Column("person", sa.String(64), nullable=False),
            *more,
            sa.Column("updated", sa.BigInteger, nullable=False),
            sa.PrimaryKeyConstraint("game", "person", name=f"pk_{name}"),
            sa.ForeignKeyConstraint(["game"], [GAME], name=f"fk_{name}_game", ondelete="CASCADE"),
            sa.ForeignKeyConstraint(["person"], [PERSON], name=f"fk_{name}_person", ondelete="CASCADE"),
        )
    op.create_index("ix_notes_person", "notes", ["person"])


def _messages() -> None:
    op.create_table(
        "messages",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("phrase", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_messages"),
        sa.ForeignKeyConstraint(["game"], [GAME], name="fk_messages_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], [PERSON], name="fk_messages_person", ondelete="CASCADE"),
    )
    op.create_index("ix_messages_person_at", "messages", ["person", "at"])


def _reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("reporter", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("settled", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.UniqueConstraint("game", "number", "reporter", name="uq_reports_game_number_reporter"),
        sa.ForeignKeyConstraint(["game"], [GAME], name="fk_reports_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["reporter"], [PERSON], name="fk_reports_reporter", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], [PERSON], name="fk_reports_person", ondelete="CASCADE"),
    )
    op.create_index("ix_reports_settled_at", "reports", ["settled", "at"])
    op.create_index("ix_reports_reporter", "reports", ["reporter"])
