"""The lock beside an SQLite database's file: whoever holds it is the only server there; it ends with the process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from kidd.errors import shown
from kidd.files import PRIVATE
from kidd.table.errors import StoreError

TURN = 600.0  # seconds that somebody else may take to change the tables of a large database


def lock_file(file: Path, *, reason: str = "other-server") -> Callable[[], None]:
    """Lock a database, and return what unlocks it; if it is somebody else's, that is refused."""
    return _locked(file, "lock", 0, reason)


@contextmanager
def locked_in_turn(file: Path) -> Iterator[None]:
    """For those who are no servers: they wait for one another, but not for a server, which stays for long."""
    leave = _locked(file, "turn.lock", TURN, "in-use")
    try:
        unlock = lock_file(file, reason="in-use")
        try:
            yield
        finally:
            unlock()
    finally:
        leave()


def _locked(file: Path, ending: str, patience: float, reason: str) -> Callable[[], None]:
    real = file.resolve()  # one file may have several names
    lock = FileLock(f"{real}.{ending}", mode=PRIVATE, timeout=patience, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        raise StoreError(reason, file=shown(str(real))) from None
    except (OSError, NotImplementedError) as error:
        raise StoreError("lock", file=shown(str(real)), why=str(error)) from error
    return lock.release
