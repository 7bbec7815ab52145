from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from threading import Thread

import pytest

from kidd.table.snapshot import LISTED
from kidd.table.storage.database.pubsub import Hub
from tests.patience import PATIENCE

pytestmark = pytest.mark.once


async def until_true(condition: Callable[[], bool]) -> None:
    """Let the others in the loop go on until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0)


def latest_is(heard: list[list[int]], version: int) -> bool:
    """Whether that is what everybody has heard last."""
    return all(one[-1:] == [version] for one in heard)


def test_those_who_listen_to_a_game_hear_of_it():
    """A version published on another thread comes to every listener of that game, and to no other."""

    async def scene() -> list[list[int]]:
        hub = Hub()
        heard: list[list[int]] = [[], [], []]

        async def listen(number: int, game: str) -> None:
            with hub.subscribe(game) as news:
                async for version in news:
                    heard[number].append(version)
                    if version == 2:
                        return

        tasks = [asyncio.create_task(listen(number, game)) for number, game in enumerate(["a", "a", "b"])]
        await until_true(lambda: hub.listeners == 3)
        for version in (1, 2):
            thread = Thread(target=hub.publish, args=("a", version))
            thread.start()
            thread.join()
            await until_true(partial(latest_is, heard[:2], version))
        await asyncio.gather(*tasks[:2])
        assert hub.listeners == 1
        hub.close()
        await tasks[2]
        assert hub.listeners == 0
        return heard

    assert asyncio.run(scene()) == [[1, 2], [1, 2], []]


def test_a_slow_listener_hears_the_latest():
    """Versions that came in the meantime are one piece of news, and an old one never comes after a new one."""

    async def scene() -> list[int]:
        hub, heard = Hub(), []
        with hub.subscribe("a") as news:
            for version in (3, 5, 4):
                hub.publish("a", version)
            await asyncio.sleep(0)
            hub.publish("b", 9)
            async for version in news:
                heard.append(version)
                break
        return heard

    assert asyncio.run(scene()) == [5]


def test_nobody_needs_to_listen():
    """Publishing to an empty room is fine, also when the loop of a listener is gone."""
    hub = Hub()
    hub.publish("a", 1)

    async def leave() -> object:
        return hub.subscribe("a").__enter__()

    asyncio.run(leave())
    hub.publish("a", 2)


def test_what_was_said_may_have_been_missed():
    """Whoever listens looks again, and no message that was heard of counts as the last one any more."""

    async def scene() -> tuple[int, int, int]:
        hub = Hub()
        with hub.subscribe("a") as news:
            hub.publish_talk("a", 7)
            await until_true(lambda: news.talked == 1)
            before = hub.last_talk("a")
            hub.miss()
            await until_true(lambda: news.talked == 2)
            return before, hub.last_talk("a"), news.talked

    assert asyncio.run(scene()) == (7, -1, 2)


def test_whom_a_change_concerns():
    """A watcher says what concerns it, which may change; of what nothing is known, everybody hears."""
    hub, heard = Hub(), list[tuple[str, str]]()
    ann: dict[str, int] = {}
    hub.watch(lambda game, _: heard.append(("all", game)))
    hub.watch(lambda game, _: heard.append(("lobby", game)), frozenset((LISTED,)))
    hub.watch(lambda game, _: heard.append(("ann", game)), ann.keys())
    hub.watch_work(lambda game, _: heard.append(("work", game)))
    hub.publish("a", 1, work=False, about=frozenset(("ann", "bea")))
    assert heard == [("all", "a")]
    ann["ann"] = 1
    hub.publish("b", 1, work=False, about=frozenset(("ann", "bea")))
    hub.publish("c", 1, work=False, about=frozenset(("bea", LISTED)))
    assert heard[1:] == [("all", "b"), ("ann", "b"), ("all", "c"), ("lobby", "c")]
    heard.clear()
    hub.publish("d", 1)
    assert sorted(heard) == [("all", "d"), ("ann", "d"), ("lobby", "d"), ("work", "d")]
