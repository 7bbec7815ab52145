"""A disk that is full for a while."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BALLAST = "ballast"
CHUNK = 1 << 16


class SmallDisk:
    """A file system of its own, which is filled by a file and emptied by removing it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self) -> None:
        """Leave no room."""
        with (self.folder / BALLAST).open("ab", buffering=0) as file:
            try:
                while file.write(bytes(CHUNK)) == CHUNK:
                    pass
            except OSError:  # it is full
                pass

    def free(self) -> None:
        """Give the room back."""
        (self.folder / BALLAST).unlink(missing_ok=True)


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk | None]:
    """A small file system in that folder, where one may be mounted; else None, and the folder as it is."""
    folder.mkdir(exist_ok=True)
    about = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(about, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    try:
        yield SmallDisk(folder) if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=False)


def can_ration() -> bool:
    """Whether a process can be forbidden to make its files larger."""
    return sys.platform == "linux"


def ration(pid: int, most: int) -> None:
    """Let a process write only so far into any file; more is an error to it, as on a full disk."""
    if sys.platform == "linux":
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


def unration(pid: int) -> None:
    """Let it write again."""
    ration(pid, resource.RLIM_INFINITY)
