"""What people are told of, and how it reaches them."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def _person(table: str, *, key: bool = False) -> list[sa.schema.SchemaItem]:
    """The column of a person, and that rows go with theirs."""
    return [
        sa.Column("person", sa.String(64), nullable=False),
        *([sa.PrimaryKeyConstraint("person", name=f"pk_{table}")] if key else []),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name=f"fk_{table}_person", ondelete="CASCADE"),
    ]


def upgrade() -> None:
    """Tables of their own; nothing that was there changes."""
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, nullable=False),
        *_person("notices"),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("seen", sa.BigInteger),
        sa.Column("due", sa.BigInteger),
        sa.Column("mailed", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_notices"),
        sa.UniqueConstraint("person", "kind", "game", name="uq_notices_person_kind_game"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_notices_game", ondelete="CASCADE"),
    )
    op.create_index("ix_notices_due", "notices", ["due"])
    op.create_index("ix_notices_game", "notices", ["game"])
    op.create_table(
        "devices",
        sa.Column("id", sa.String(64), nullable=False),
        *_person("devices"),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
    )
    op.create_index("ix_devices_person_created", "devices", ["person", "created"])
    _outbox()
    op.create_table(
        "notice_settings",
        *_person("notice_settings", key=True),
        sa.Column("push", sa.Boolean, nullable=False),
        sa.Column("digest", sa.Boolean, nullable=False),
        sa.Column("warnings", sa.Boolean, nullable=False),
    )


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("mark", sa.String(160), nullable=False),
        sa.Column("channel", sa.String(8), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        *_person("outbox"),
        sa.Column("notice", sa.Integer),
        sa.Column("device", sa.String(64)),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(64)),
        sa.Column("leased_until", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint("mark", name="uq_outbox_mark"),
        sa.ForeignKeyConstraint(["notice"], ["notices.id"], name="fk_outbox_notice", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["device"], ["devices.id"], name="fk_outbox_device", ondelete="CASCADE"),
    )
    op.create_index("ix_outbox_channel_due", "outbox", ["channel", "due"])
    op.create_index("ix_outbox_person", "outbox", ["person"])
    op.create_index("ix_outbox_notice", "outbox", ["notice"])
