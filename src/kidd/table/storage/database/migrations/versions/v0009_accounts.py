"""Accounts: names, passwords and mail of persons, their tokens and blocks, and what was tried how often."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

PERSON = "persons.id"


def upgrade() -> None:
    """New columns and tables; everybody who is there is a guest."""
    _persons()
    for column in (
        sa.Column("agent", sa.String(64), nullable=False, server_default=""),
        sa.Column("seen", sa.BigInteger),
        sa.Column("before", sa.String(64)),
    ):
        op.add_column("sessions", column)
    _table(
        "tokens",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("scopes", sa.String(100), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        indexes=[["person"]],
    )
    _table(
        "proofs",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("about", sa.String(254), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        indexes=[["person", "kind"], ["until"]],
    )
    _blocks()
    op.create_table(
        "throttles",
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_throttles"),
    )
    op.create_index("ix_throttles_until", "throttles", ["until"])


def _persons() -> None:
    with op.batch_alter_table("persons", recreate="never") as persons:
        persons.add_column(sa.Column("kind", sa.String(8), nullable=False, server_default="guest"))
        persons.add_column(sa.Column("name_key", sa.String(256)))
        persons.add_column(sa.Column("name_caps", sa.String(256)))
        persons.add_column(sa.Column("password", sa.String(200)))
        persons.add_column(sa.Column("mail", sa.String(254)))
        persons.add_column(sa.Column("mail_verified", sa.BigInteger))
        persons.add_column(sa.Column("language", sa.String(8), nullable=False, server_default=""))
        persons.add_column(sa.Column("zone", sa.String(64), nullable=False, server_default=""))
        persons.add_column(sa.Column("operator", sa.Boolean, nullable=False, server_default=sa.false()))
        persons.add_column(sa.Column("closed", sa.BigInteger))
        persons.add_column(sa.Column("maker", sa.String(64)))
    op.create_index("ix_persons_name_key", "persons", ["name_key"], unique=True)
    op.create_index("ix_persons_name_caps", "persons", ["name_caps"], unique=True)
    op.create_index("ix_persons_mail", "persons", ["mail"])
    op.create_index("ix_persons_maker", "persons", ["maker"])


def _blocks() -> None:
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("blocked", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "blocked", name="pk_blocks"),
        sa.ForeignKeyConstraint(["person"], [PERSON], name="fk_blocks_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["blocked"], [PERSON], name="fk_blocks_blocked", ondelete="CASCADE"),
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])


def _table(name: str, *columns: sa.Column[object], indexes: list[list[str]]) -> None:
    """A table of rows that belong to a person."""
    op.create_table(
        name,
        *columns,
        sa.PrimaryKeyConstraint("id", name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["person"], [PERSON], name=f"fk_{name}_person", ondelete="CASCADE"),
    )
    for index in indexes:
        op.create_index(f"ix_{name}_{'_'.join(index)}", name, index)
