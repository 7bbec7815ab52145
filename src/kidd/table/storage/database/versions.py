"""Which version a database's tables are of, and which ones this program can work with.

A version is `0012`, or `0012.1` for tables to which something was only added since: whoever knows 0012 can go on with
them, so that servers of two versions run side by side while one after the other is replaced.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, inspect, text

FOLDER = Path(__file__).parent / "migrations" / "versions"
NONE = ""  # of a database without tables


class Version(NamedTuple):
    """Versions of the same `major` differ by what was added."""

    major: int
    minor: int


def read_version(said: str) -> Version | None:
    """What a version says, None where that is nothing of ours."""
    found = re.fullmatch(r"(\d{4})(?:\.(\d+))?", said)
    return Version(int(found[1]), int(found[2] or 0)) if found else None


@cache
def newest() -> str:
    """The version that this program makes of a database: that of the last file in the folder of steps."""
    names = [re.match(r"v(\d{4})(?:_(\d+)(?=_))?_", path.name) for path in FOLDER.glob("v*.py")]
    major, minor = max((int(name[1]), int(name[2] or 0)) for name in names if name)
    return f"{major:04}.{minor}" if minor else f"{major:04}"


def version_of(connection: Connection) -> str:
    """The version of a database, empty where nothing is in it."""
    if not inspect(connection).has_table("alembic_version"):
        return NONE
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or NONE


def is_newer(version: str) -> bool:
    """Whether tables are of a version that this program has not heard of, or not of ours at all."""
    said, ours = read_version(version), read_version(newest())
    assert ours is not None
    return version != NONE and (said is None or said > ours)


def has_only_more(version: str) -> bool:
    """Whether newer tables have all that this program works with."""
    said, ours = read_version(version), read_version(newest())
    return said is not None and ours is not None and said.major == ours.major and is_newer(version)


def breaks(before: str, after: str) -> bool:
    """Whether programs that work with one version of tables cannot work with the other."""
    one, other = read_version(before), read_version(after)
    return one is None or other is None or one.major != other.major
