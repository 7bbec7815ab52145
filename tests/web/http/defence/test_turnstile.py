"""Who comes next where a few are let in at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from kidd.table.errors import TooFast
from kidd.web.http.defence import turnstile
from kidd.web.http.defence.turnstile import Turnstile


class Work:
    """What goes on inside: who came in, and who may go out."""

    def __init__(self, stile: Turnstile) -> None:
        self.stile, self.came = stile, list[str]()
        self.done = asyncio.Event()

    async def visit(self, share: str, name: str) -> None:
        """Come in, and leave at once after somebody who stays has."""
        async with self.stile.turn(share):
            self.came.append(name)
            await self.done.wait()

    def send(self, *names: str) -> list[asyncio.Task[None]]:
        """So many visits, each of the share that its name begins with."""
        return [asyncio.create_task(self.visit(name[0], name)) for name in names]


def run(story: Callable[[], Awaitable[None]]) -> None:
    """A story in a loop of its own."""
    asyncio.run(asyncio.wait_for(story(), 30))


async def settle() -> None:
    """Let everybody go as far as they can."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_shares_come_in_turns():
    """Whoever has ten waiting comes no sooner than who has one, and of each the first comes first."""

    async def story() -> None:
        work = Work(Turnstile(at_once=1))
        visits = work.send("x1", "a1", "a2", "a3", "a4")
        await settle()
        visits += work.send("b1", "c1", "b2")
        await settle()
        assert (work.came, len(work.stile)) == (["x1"], 7)
        work.done.set()
        await asyncio.gather(*visits)
        assert work.came == ["x1", "a1", "b1", "c1", "a2", "b2", "a3", "a4"]
        assert len(work.stile) == 0

    run(story)


def test_nobody_has_all_the_places():
    """The next place goes to a share that has none, though others have waited longer."""

    async def story() -> None:
        stile = Turnstile(at_once=2)
        first, second = Work(stile), Work(stile)
        visits = first.send("a1") + second.send("b1", "a2", "a3")
        await settle()
        visits += second.send("c1")
        await settle()
        second.done.set()
        await settle()
        assert second.came[:2] == ["b1", "c1"]
        first.done.set()
        await asyncio.gather(*visits)

    run(story)


def test_whoever_waits_too_long_is_told(monkeypatch: pytest.MonkeyPatch):
    """Too many of one share, too many in all, and too long: each with a reason, and the others are let in."""
    monkeypatch.setattr(turnstile, "WAITING_EACH", 2)
    monkeypatch.setattr(turnstile, "WAITING", 3)

    async def story() -> None:
        work = Work(Turnstile(at_once=1, patience=0.05))
        (inside, *waiting) = work.send("a1", "a2", "a3", "a4", "b1", "c1")
        refused = await asyncio.gather(*waiting, return_exceptions=True)
        reasons = [error.reason for error in refused if isinstance(error, TooFast)]
        assert reasons == ["busy", "busy", "busy-yours", "busy", "busy"]
        assert len(work.stile) == 0
        work.done.set()
        await inside
        async with work.stile.turn("a"):
            pass

    run(story)


def test_whoever_gives_up_leaves_no_gap():
    """A visit that is cancelled while it waits, or just as it is let in, frees its place."""

    async def story() -> None:
        work = Work(Turnstile(at_once=1))
        inside, gone, late, last = work.send("a1", "b1", "c1", "d1")
        await settle()
        gone.cancel()
        await settle()
        work.done.set()
        inside.add_done_callback(lambda _: late.cancel())
        await asyncio.gather(inside, gone, late, last, return_exceptions=True)
        assert "d1" in work.came
        assert "b1" not in work.came
        async with work.stile.turn("e"):
            assert len(work.stile) == 0

    run(story)
