"""Calls into an event loop from other threads."""

from __future__ import annotations

import asyncio
from threading import Thread
from typing import Any

from kidd.table.storage.database.loop_calls import LoopCalls


def told_from_elsewhere(call) -> None:
    """Do something in another thread, and wait until it is done; the loop does nothing meanwhile."""
    thread = Thread(target=call)
    thread.start()
    thread.join()


def call_each(calls: LoopCalls, heard: list[int], numbers: range) -> None:
    """Have all of some numbers heard."""
    for number in numbers:
        calls.call(heard.append, number)


def run(main) -> int:
    """Run something in a loop; how often it was woken from outside."""
    woken: list[object] = []
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        loop: Any = runner.get_loop()
        wake = loop.call_soon_threadsafe

        def counted(*given: Any, **more: Any) -> Any:
            woken.append(given)
            return wake(*given, **more)

        loop.call_soon_threadsafe = counted
        runner.run(main())
    return len(woken)


def test_many_calls_need_one_wake_up():
    """They are made in order; whoever calls after that wakes the loop again."""
    heard: list[int] = []

    async def main() -> None:
        calls = LoopCalls(asyncio.get_running_loop())
        told_from_elsewhere(lambda: call_each(calls, heard, range(100)))
        assert heard == []
        await asyncio.sleep(0)
        assert heard == list(range(100))
        told_from_elsewhere(lambda: calls.call(heard.append, 100))
        await asyncio.sleep(0)
        assert heard[-1] == 100

    assert run(main) == 2


def test_calls_from_several_threads_are_all_made():
    """None is forgotten between the last that was looked at and the next that wakes the loop."""
    heard: list[int] = []

    async def main() -> None:
        calls = LoopCalls(asyncio.get_running_loop())
        threads = [Thread(target=call_each, args=(calls, heard, range(2000))) for _ in range(4)]
        for thread in threads:
            thread.start()
        async with asyncio.timeout(30):
            while len(heard) < 8000:
                await asyncio.sleep(0)
        for thread in threads:
            thread.join()

    run(main)
    assert sorted(heard) == sorted([*range(2000)] * 4)


def test_one_that_fails_keeps_no_other_from_being_made():
    """The loop is told of it as of any callback that fails."""
    heard: list[str] = []

    def fail() -> None:
        raise ValueError("for once")

    async def main() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, what: heard.append(str(what["exception"])))
        calls = LoopCalls(loop)
        calls.call(fail)
        calls.call(heard.append, "and on")
        await asyncio.sleep(0)

    run(main)
    assert heard == ["for once", "and on"]


def test_a_loop_that_is_closed():
    """Nobody is there any more, and nothing is raised."""
    loop = asyncio.new_event_loop()
    calls = LoopCalls(loop)
    loop.close()
    calls.call(print)
