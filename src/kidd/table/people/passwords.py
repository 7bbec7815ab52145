"""Passwords: which may be, and hashing them without slowing anybody else.

One thread of this process hashes, at a lower priority than those that answer; a few may wait for it, and who comes when
too many wait is told to come again. So a flood of log-ins costs the players nothing but a part of one processor.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import get_native_id
from typing import TYPE_CHECKING, TypeVar

from kidd.table import limits
from kidd.table.errors import AccountError, TooFast
from kidd.table.people.names import keys_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Result = TypeVar("Result")

TIME, MEMORY, LANES = 2, 19 * 1024, 1  # passes, KiB, threads: some 30 ms
WAITING = 16  # who may wait in all
WAITING_EACH = 6  # and from one address
TRY_AGAIN_AFTER = 5  # seconds after which one who found no room may come again
NICE = 10  # how much other work comes first
DUMMY = "$argon2id$v=19$m=19456,t=2,p=1$KCiR106y8f7YNcq9shBzXg$FGsd9H4IsKS9T1+WQI1htf/p8YJF5/e/dCALn8P5mH8"
"""The hash of no password: who is not there is checked as long as who is."""
COMMON = (
    "password passwort password1 password123 12345678 123456789 1234567890 87654321 11111111 00000000 qwertyui "
    "qwertyuiop qwertz123 qwerty123 azertyuiop asdfghjk asdfghjkl iloveyou ichliebedich motdepasse sunshine princess "
    "football baseball superman trustno1 letmein1 welcome1 abcdefgh abcd1234 abc12345 1q2w3e4r computer whatever "
    "starwars captain1 captainkidd pirates1 piratepirate schalke04 passw0rd hallo123 hallohallo bonjour1"
)


def check_password(password: str, name: str = "") -> None:
    """Refuse a password that is too short, too long, everybody's, or the name itself."""
    if len(password) > limits.PASSWORD:
        raise AccountError("password-long", limit=limits.PASSWORD)
    if len(password) < limits.SHORTEST_PASSWORD:
        raise AccountError("password-short", least=limits.SHORTEST_PASSWORD)
    plain = password.casefold().strip()
    if plain in COMMON.split() or len(set(plain)) < 4 or (name and keys_of(password).small == keys_of(name).small):
        raise AccountError("password-common")


class Hasher:
    """Hashes and compares passwords, one at a time."""

    def __init__(self) -> None:
        from argon2 import PasswordHasher

        self._hasher = PasswordHasher(time_cost=TIME, memory_cost=MEMORY, parallelism=LANES)
        self._thread = ThreadPoolExecutor(1, "kidd-passwords", initializer=_give_way)
        self._waiting: Counter[str] = Counter()

    async def hash(self, password: str) -> str:
        """What the database keeps of a password."""
        return await self._run(lambda: self._hasher.hash(password))

    async def fits(self, hashed: str | None, password: str) -> bool:
        """Whether that is the password; None is a hash that nothing fits, and takes as long."""
        found = await self._run(lambda: self._fits(hashed or DUMMY, password))
        return found and hashed is not None

    def is_outdated(self, hashed: str) -> bool:
        """Whether it should be made anew, as it was made when machines were slower."""
        return self._hasher.check_needs_rehash(hashed)

    def hash_now(self, password: str) -> str:
        """The same at once, for a terminal where nobody else waits."""
        return self._hasher.hash(password)

    def close(self) -> None:
        """Finish what was begun."""
        self._thread.shutdown(cancel_futures=True)

    def _fits(self, hashed: str, password: str) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            return self._hasher.verify(hashed, password[: limits.PASSWORD + 1])
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    @contextmanager
    def place(self, address: str) -> Iterator[None]:
        """A place in the queue, for all that a try does; only the thread of the event loop comes here."""
        if self._waiting.total() >= WAITING or self._waiting[address] >= WAITING_EACH:
            raise TooFast(TRY_AGAIN_AFTER, "crowded")
        self._waiting[address] += 1
        try:
            yield
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]


def _give_way() -> None:
    """Let other threads come first; where a system has no such thing for a thread, nothing changes."""
    with suppress(AttributeError, OSError):
        if os.uname().sysname == "Linux":  # elsewhere it would be the whole process
            os.setpriority(os.PRIO_PROCESS, get_native_id(), NICE)
