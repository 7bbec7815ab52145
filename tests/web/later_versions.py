"""Later versions of the package, for servers side by side: a copy with one more step for the tables."""

from __future__ import annotations

import shutil
from pathlib import Path

import kidd
from kidd.table.storage.database.versions import FOLDER, newest, read_version

PACKAGE = Path(kidd.__file__).parent

STEP = '''
"""One step more."""

import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{before}"


def upgrade() -> None:
    """Something is added, or taken away."""
    {change}
'''
ADDED = """op.create_table("flags", sa.Column("game", sa.String(32), primary_key=True))
    op.add_column("games", sa.Column("weather", sa.String(16)))
    op.add_column("events", sa.Column("wind", sa.Integer, nullable=False, server_default="3"))
    op.create_index("ix_games_weather", "games", ["weather"])"""
TAKEN = """op.drop_table("attempts")"""


def with_addition(folder: Path) -> tuple[Path, str]:
    """Where a later version lies that has only added something, and what it calls its tables."""
    ours = read_version(newest())
    assert ours is not None
    return _copy(folder, f"{ours.major:04}.{ours.minor + 1}", ADDED)


def with_break(folder: Path) -> tuple[Path, str]:
    """The same of one that programs of today could not go on with."""
    ours = read_version(newest())
    assert ours is not None
    return _copy(folder, f"{ours.major + 1:04}", TAKEN)


def _copy(folder: Path, revision: str, change: str) -> tuple[Path, str]:
    shutil.copytree(PACKAGE, folder / "kidd", ignore=shutil.ignore_patterns("__pycache__"))
    steps = folder / "kidd" / FOLDER.relative_to(PACKAGE)
    said = STEP.lstrip().format(revision=revision, before=newest(), change=change)
    (steps / f"v{revision.replace('.', '_')}_later.py").write_text(said)
    return folder, revision
