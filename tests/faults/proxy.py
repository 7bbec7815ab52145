"""A way to a server, or to the first of several that is there; it can be blocked, or cut in mid-request."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from threading import Event, Thread
from typing import Literal

CHUNK = 65536
Way = Literal["asking", "answering"]


class Proxy:
    """Passes on bytes between a port of its own and a server's, as it is told to."""

    def __init__(self, *targets: int) -> None:
        self.port = 0
        self._targets = targets
        self._cuts: Counter[Way] = Counter()
        self._bytes = 0
        self._there = Event()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_until_complete, args=(self._run(),), daemon=True)
        self._thread.start()
        self._there.wait()

    def cut(self, way: Way, times: int, after: int) -> None:
        """Cut the next so many lines on which something comes this way, after so many bytes of it."""
        self._bytes = after
        self._cuts[way] += times

    @property
    def due(self) -> int:
        """Lines that are still to be cut."""
        return self._cuts.total()

    def block(self) -> None:
        """Keep all that comes; neither end is told."""
        self._loop.call_soon_threadsafe(self._open.clear)

    def unblock(self) -> None:
        """Pass on what was kept."""
        self._loop.call_soon_threadsafe(self._open.set)

    def close(self) -> None:
        """End it, and every line through it."""
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()
        self._loop.close()

    async def _run(self) -> None:
        self._open, self._end = asyncio.Event(), asyncio.Event()
        self._open.set()
        server = await asyncio.start_server(self._line, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._there.set()
        await self._end.wait()
        server.close()
        mine = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in mine:
            task.cancel()
        await asyncio.gather(*mine, return_exceptions=True)

    async def _line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends = [writer]
        try:
            theirs, out = await self._connect()
            ends.append(out)
            pumps = [
                asyncio.ensure_future(self._pump(reader, out, "asking")),
                asyncio.ensure_future(self._pump(theirs, writer, "answering")),
            ]
            try:
                await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for pump in pumps:
                    pump.cancel()
                await asyncio.gather(*pumps, return_exceptions=True)
        except OSError:  # there is no server now
            pass
        finally:
            for end in ends:
                end.transport.abort()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        for target in self._targets[:-1]:
            with suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", target)
        return await asyncio.open_connection("127.0.0.1", self._targets[-1])

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: Way) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                await self._open.wait()
                if self._cuts[way] > 0:
                    self._cuts[way] -= 1
                    writer.write(data[: self._bytes])
                    await asyncio.sleep(0)
                    return
                writer.write(data)
                await writer.drain()
