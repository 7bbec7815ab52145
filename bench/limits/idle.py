"""What games and sockets cost while nobody moves: memory of the server, of the disk, and seconds computed for pings."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

from bench.limits.figures import Run
from bench.limits.fleets import Fleet
from bench.load_boardgame_io import IoGame
from bench.load_client import begin
from bench.load_game import LoadGame, connect
from bench.load_servers import cpu_of

KINDS = ("LC", "QM", "MG2")
WARM = 100  # games with sockets before anything counts, so that nothing is loaded for the first time
AT_ONCE = 10  # that are opened at a time
SETTLED = 1.5  # seconds until what was done for the opening is done with
HANDED_ON = 14.0  # seconds after which our server has seen to what nobody looked at
LISTENED = 8.0  # seconds in which pings are counted: two rounds of ours


async def weigh(fleet: Fleet, games: int, sockets: int) -> Run:
    """Open games of two people each, then sockets on them, two a game, and see what has become more."""
    alone, workers = _memory(fleet.pids), _memory([child for pid in fleet.pids for child in _children(pid)])
    first = await _open(fleet, WARM)
    await _follow(fleet, first)  # and they stay: what they gave back, others would take
    before, stored = await _settled(fleet), fleet.stored()
    opened = await _open(fleet, games)
    with_games, stored = await _settled(fleet), fleet.stored() - stored
    await asyncio.sleep(HANDED_ON if fleet.dialect == "now" else 0.0)
    calm = await _spent(fleet)
    followed = opened[: sockets // 2]
    await _follow(fleet, followed)
    with_sockets = await _settled(fleet)
    spent = await _spent(fleet) - calm
    for game in (*first, *followed):
        game.close()
    return {
        "alone MiB": alone / 2**20,
        "workers MiB": workers / 2**20,
        "game KB": (with_games - before) / games / 1000,
        "socket KB": (with_sockets - with_games) / sockets / 1000,
        "socket ms/s": max(0.0, 1000 * spent / sockets),
        "stored KB": stored / games / 1000,
    }


async def _spent(fleet: Fleet) -> float:
    """Seconds that are computed in a second in which nobody does anything."""
    before = sum(map(cpu_of, fleet.pids))
    await asyncio.sleep(LISTENED)
    return (sum(map(cpu_of, fleet.pids)) - before) / LISTENED


async def _settled(fleet: Fleet) -> int:
    await asyncio.sleep(SETTLED)
    return _memory(fleet.pids)


async def _open(fleet: Fleet, games: int) -> list[LoadGame | IoGame]:
    """So many games that nobody follows yet."""
    opened: list[LoadGame | IoGame] = []
    numbers = iter(range(games))

    async def some() -> None:
        lines = [await connect(fleet.ports[place % len(fleet.ports)]) for place in range(2)]
        opened.extend([await begin(fleet.dialect, lines, KINDS[number % len(KINDS)]) for number in numbers])
        for line in lines:
            line.transport.close()

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))
    return opened


async def _follow(fleet: Fleet, games: list[LoadGame | IoGame]) -> None:
    rest = iter(games)

    async def some() -> None:
        for game in rest:
            await game.follow(fleet.ports)

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))


def _memory(pids: list[int] | tuple[int, ...]) -> int:
    """Bytes of processes that are in memory."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE")


def _children(pid: int) -> Iterator[int]:
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, listed.read_text().split()):
            yield child
            yield from _children(child)
