"""What takes long is done a few at a time, so that whoever moves does not wait for it; those who wait take turns.

The threads of one process share one interpreter: twenty long pages at once would make a move wait for all of them, one
after the other makes it wait for none. Shares (a member, or all guests of one network) come in turns, whoever has the
longer queue, so that nobody waits for more than one page of each of the others.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kidd.table.errors import TooFast

AT_ONCE = 2
WAITING, WAITING_EACH = 256, 128  # in all, and of one share: a class may come from one address, all at once
PATIENCE = 8.0  # seconds that somebody waits
TRY_AGAIN_AFTER = 3  # seconds after which they may try again

Queue = deque[asyncio.Future[None]]


class Turnstile:
    """Lets a few in at a time; everything here happens in the server's loop."""

    def __init__(self, at_once: int = AT_ONCE, patience: float = PATIENCE) -> None:
        self._free = at_once
        self._patience = patience
        self._queues: OrderedDict[str, Queue] = OrderedDict()
        self._inside: Counter[str] = Counter()
        self._waiting = 0

    def __len__(self) -> int:
        return self._waiting

    @asynccontextmanager
    async def turn(self, share: str) -> AsyncIterator[None]:
        """Wait until it is somebody's turn, and leave in the end; a refusal says which of the two is at fault."""
        await self._enter(share)
        try:
            yield
        finally:
            self._leave(share)

    async def _enter(self, share: str) -> None:
        if self._free and not self._waiting:
            self._admit(share)
            return
        queue = self._queues.get(share)
        if queue is not None and len(queue) >= WAITING_EACH:
            raise TooFast(TRY_AGAIN_AFTER, "busy-yours")
        if self._waiting >= WAITING:
            raise TooFast(TRY_AGAIN_AFTER, "busy")
        turn = asyncio.get_running_loop().create_future()
        self._queues.setdefault(share, deque()).append(turn)
        self._waiting += 1
        try:
            async with asyncio.timeout(self._patience):
                await asyncio.shield(turn)
        except BaseException as error:
            if turn.done():  # it came at the last moment
                self._leave(share)
            else:
                self._forget(share, turn)
            if isinstance(error, TimeoutError):
                raise TooFast(TRY_AGAIN_AFTER, "busy") from None
            raise

    def _admit(self, share: str) -> None:
        self._free -= 1
        self._inside[share] += 1

    def _leave(self, share: str) -> None:
        self._free += 1
        self._inside[share] -= 1
        if not self._inside[share]:
            del self._inside[share]
        while self._free and self._waiting:
            self._next()

    def _next(self) -> None:
        """Let in whoever came first of the share whose turn it is: those who have somebody inside come later."""
        fewest = min(self._inside[share] for share in self._queues)
        share = next(share for share in self._queues if self._inside[share] == fewest)
        turn = self._queues[share].popleft()
        self._waiting -= 1
        if self._queues[share]:
            self._queues.move_to_end(share)
        else:
            del self._queues[share]
        self._admit(share)
        turn.set_result(None)

    def _forget(self, share: str, turn: asyncio.Future[None]) -> None:
        queue = self._queues[share]
        queue.remove(turn)
        self._waiting -= 1
        if not queue:
            del self._queues[share]
