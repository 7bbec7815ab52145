"""Which commit the package is run from, where that is a checkout of its repository; read from files, without git."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from pathlib import Path

_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


@cache
def own_commit() -> str:
    """The commit of this package's checkout, empty where it is installed elsewhere."""
    package = Path(__file__).resolve().parents[1]
    return commit_of(package.parents[1]) if package.parent.name == "src" else ""


def commit_of(root: Path) -> str:
    """The commit that is checked out in a folder, empty where that cannot be told."""
    with suppress(OSError, ValueError):
        git = root / ".git"
        if git.is_file():  # one of several work trees of a repository
            git = root / git.read_text("utf-8").removeprefix("gitdir:").strip()
        head = (git / "HEAD").read_text("utf-8").strip()
        name = head.removeprefix("ref:").strip()
        found = head if name == head else _find_ref(git, name)
        return found if _HASH.fullmatch(found) else ""
    return ""


def _find_ref(git: Path, name: str) -> str:
    """What a branch stands at: in a file of its own, or in the list of those that were packed."""
    shared = git / "commondir"
    common = git / shared.read_text("utf-8").strip() if shared.exists() else git
    if (common / name).is_file():
        return (common / name).read_text("utf-8").strip()
    rows = (line.split() for line in (common / "packed-refs").read_text("utf-8").splitlines())
    return next((row[0] for row in rows if row[1:] == [name]), "")
