"""Files that are written at once or not at all."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PRIVATE = 0o600  # readable by its owner only


def replace_contents(path: Path, data: bytes) -> None:
    """Put data in the place of a file's contents, so that a full disk or a pulled plug leaves it as it was."""
    path = path.resolve()  # what a link leads to is replaced, not the link
    mode = path.stat().st_mode & 0o777 if path.exists() else None
    with _draft(path, data, mode) as draft:
        draft.replace(path)
    _sync_folder(path.parent)


def create_private(path: Path, data: bytes) -> bool:
    """Make a file that only its owner may read, and tell whether it was not there before: then it stays as it was."""
    with _draft(path, data, PRIVATE) as draft, suppress(FileExistsError):
        os.link(draft, path)
        return True
    return False


@contextmanager
def private_draft(path: Path) -> Iterator[Path]:
    """An empty file beside another, for its owner only: what somebody makes of it takes the other's place at the end.

    If that fails half-way, the other one stays as it was.
    """
    path = path.resolve()
    with _draft(path, b"", PRIVATE) as draft:
        yield draft
        with open(draft, "rb+") as file:
            os.fsync(file.fileno())
        draft.replace(path)
        _sync_folder(path.parent)


@contextmanager
def _draft(path: Path, data: bytes, mode: int | None) -> Iterator[Path]:
    """A neighbouring file with the data safe on the disk, gone afterwards under this name."""
    draft = path.with_name(f"{path.name}.{os.urandom(4).hex()}.new")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode or 0o666)
    try:
        with open(handle, "wb") as file:
            if mode is not None:
                draft.chmod(mode)  # whatever the umask says
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Make the new name itself last, where the system can."""
    if hasattr(os, "O_DIRECTORY"):
        with suppress(OSError):  # a folder that may not be read, or a disk that knows no such thing
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
