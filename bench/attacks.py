"""Bad neighbours: `python -m bench.attacks NAME PORT SECONDS` keeps a server of this machine busy for a while.

Each attack is a coroutine that is given a `Siege` and ends with it; a new one is a row of `ATTACKS`. All of them are
bounded in rate or in number, and call at nobody but 127.0.0.1.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import kidd
from bench.long_game import long_game
from kidd.web.connections.file_limit import raise_file_limit

ACTS = 1660  # of the longest book: what a log book holds
LONGEST = 2900  # of a game that is brought along
FAR = "203.0.113.9"  # where those come from who do not share the honest player's address, as a proxy would say
TROUBLE = (httpx.HTTPError, OSError, WebSocketException)  # refused, cut off, too slow: an attacker comes again


@dataclass
class Siege:
    """Where the server is, and how long it is kept busy."""

    port: int
    seconds: float
    address: str = ""
    until: float = field(init=False)

    def __post_init__(self) -> None:
        self.until = time.monotonic() + self.seconds

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self.until

    def visitor(self) -> httpx.AsyncClient:
        """Somebody new, without a cookie."""
        url = f"http://127.0.0.1:{self.port}"
        return httpx.AsyncClient(base_url=url, timeout=self.seconds, trust_env=False, headers=self.headers)

    @property
    def headers(self) -> dict[str, str]:
        """What a proxy would add."""
        return {"x-forwarded-for": self.address} if self.address else {}

    async def often(self, rate: float, deed: Callable[[], Awaitable[None]], most: int = 200) -> None:
        """Do something so many times a second, whether or not it is answered, and have an end to what is open."""
        under_way: set[asyncio.Task[None]] = set()
        due = time.monotonic()
        while self.goes_on:
            if len(under_way) < most:
                under_way.add(task := asyncio.create_task(self._calmly(deed)))
                task.add_done_callback(under_way.discard)
            due += 1 / rate
            await asyncio.sleep(max(due - time.monotonic(), 0))
        for task in under_way:
            task.cancel()

    async def over_and_over(self, deed: Callable[[], Awaitable[None]]) -> None:
        """Do something again as soon as it is answered."""
        while self.goes_on:
            await self._calmly(deed)
            await asyncio.sleep(0.01)

    async def all_at_once(self, number: int, life: Callable[[int], Awaitable[None]]) -> None:
        """So many visitors, each with a life of their own, until it is over."""
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*(life(one) for one in range(number))), self.seconds)

    async def _calmly(self, deed: Callable[[], Awaitable[None]]) -> None:
        with suppress(*TROUBLE):
            await deed()


async def open_game(visitor: httpx.AsyncClient, level: int, *, first: bool, **more: Any) -> str:
    """Open a Loyal Captain against a computer, which moves `first` or not; its address."""
    seats = [{"kind": "computer", "level": level}, {"kind": "person"}]
    said = {"game": "LC", "seats": seats if first else seats[::-1], **more}
    answer = await visitor.post("/api/v1/games", json=said)
    answer.raise_for_status()
    return str(answer.headers["location"])


async def fresh_identities(siege: Siege, rate: float = 1.5) -> None:
    """New games against level 8, each by somebody new, as `rate` says in a second."""

    async def come() -> None:
        async with siege.visitor() as visitor:
            await open_game(visitor, 8, first=True)

    await siege.often(rate, come)


async def quick_identities(siege: Siege) -> None:
    """The same against level 1, twenty in a second."""

    async def come() -> None:
        async with siege.visitor() as visitor:
            await open_game(visitor, 1, first=True)

    await siege.often(20, come)


async def hints(siege: Siege) -> None:
    """Sixty visitors, each of whom asks for a hint on two lines at a time, over and over."""

    async def live(_: int) -> None:
        async with siege.visitor() as visitor:
            game = await open_game(visitor, 1, first=False)

            async def ask() -> None:
                await visitor.post(f"{game}/hint", json={"ply": 0})

            await asyncio.gather(siege.over_and_over(ask), siege.over_and_over(ask))

    await siege.all_at_once(60, live)


async def analyses(siege: Siege) -> None:
    """Two visitors, each with books of 1,660 acts that are given up and analysed: four for each."""
    acts = long_game(ACTS)

    async def live(_: int) -> None:
        async with siege.visitor() as visitor:
            for _book in range(4):
                seats = [{"kind": "person"}, {"kind": "person"}]
                said = {"game": "LC", "seats": seats, "acts": acts[:-1]}
                answer = await visitor.post("/api/v1/games", json=said)
                game, ply = answer.headers["location"], answer.json()["last_ply"]
                await visitor.post(f"{game}/acts", json={"act": "resign", "ply": ply})
                await visitor.post(f"{game}/analysis", json={})
            while siege.goes_on:
                await asyncio.sleep(1)

    await siege.all_at_once(2, live)


async def silence(siege: Siege) -> None:
    """1,500 connections that say nothing, half a head, half a body or half a handshake, and come again and again."""
    raise_file_limit()
    beginnings = (
        b"",
        b"GET / HTTP/1.1\r\nHost: local",
        b"POST /load HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 1\r\n\r\n1",
    )

    async def live(number: int) -> None:
        while siege.goes_on:
            with suppress(*TROUBLE):
                reader, writer = await asyncio.open_connection("127.0.0.1", siege.port)
                writer.write(beginnings[number % len(beginnings)])
                await reader.read()
                writer.close()
            await asyncio.sleep(1)

    await siege.all_at_once(1500, live)


async def watchers(siege: Siege) -> None:
    """200 sockets with differing preferences on one long game, which one of them plays on as quickly as it can."""
    async with siege.visitor() as player:
        game, state = await _long_game(player)
        cookies = "; ".join(f"{name}={value}" for name, value in player.cookies.items())

        async def look_on(number: int) -> None:
            prefs = {"language": ("en", "de", "fr")[number % 3], "rotation": 90 * (number % 4), "flip": number % 8 > 3}
            whose = f"{cookies}; " if number % 2 else ""
            headers = {**siege.headers, "cookie": f"{whose}kidd_prefs={quote(json.dumps(prefs))}"}
            url = f"ws://127.0.0.1:{siege.port}{game}/socket?talk=0"
            while siege.goes_on:
                with suppress(*TROUBLE):
                    async with connect(url, additional_headers=headers, proxy=None, open_timeout=None) as socket:
                        async for _ in socket:
                            pass
                await asyncio.sleep(1)

        async def play(state: dict[str, Any]) -> None:
            random = Random(1)
            while siege.goes_on and state.get("moves"):
                said = {"act": random.choice(state["moves"])["act"], "ply": state["ply"], "version": state["version"]}
                state = (await player.post(f"{game}/acts", json=said)).json()

        await siege.all_at_once(201, lambda number: look_on(number) if number else play(state))


async def _long_game(player: httpx.AsyncClient, acts: int = 1200) -> tuple[str, dict[str, Any]]:
    """A game of so many acts between people at one device, that goes on."""
    seats = [{"kind": "person"}, {"kind": "person"}]
    said = {"game": "LC", "seats": seats, "acts": long_game(acts)}
    answer = await player.post("/api/v1/games", json=said)
    answer.raise_for_status()
    return answer.headers["location"], answer.json()


async def books(siege: Siege) -> None:
    """40 log books of some 190 KB at a time, no two of them alike."""
    acts = long_game(ACTS)
    match = kidd.Match("LC")
    for act in acts:
        match.play(act)
    book = kidd.logbook.write_logbook(match)
    whole = "\n".join([book] * (195_000 // len(book)))

    async def live(number: int) -> None:
        async with siege.visitor() as visitor:
            count = 0

            async def bring() -> None:
                nonlocal count
                count += 1
                await visitor.post("/load", data={"text": f"{whole}\n{' ' * (number * 100 + count)}\n"})

            await siege.over_and_over(bring)

    await siege.all_at_once(40, live)


def pages(*paths: str, number: int = 20, most: int = 1) -> Callable[[Siege], Awaitable[None]]:
    """So many visitors who ask for one page after the other; `{ply}` is any of a long game's."""

    async def run(siege: Siege) -> None:
        async with siege.visitor() as player:
            game = (await _long_game(player))[0].removeprefix("/api/v1") if most > 1 else ""

        async def live(one: int) -> None:
            random = Random(one)
            async with siege.visitor() as visitor:

                async def ask() -> None:
                    await visitor.get(random.choice(paths).format(game=game, ply=random.randrange(most)))

                await siege.over_and_over(ask)

        await siege.all_at_once(number, live)

    return run


async def growth(siege: Siege) -> None:
    """123 new games a second for two at one device, each by somebody new."""

    async def come() -> None:
        async with siege.visitor() as visitor:
            seats = [{"kind": "person"}, {"kind": "person"}]
            await visitor.post("/api/v1/games", json={"game": "LC", "seats": seats})

    await siege.often(123, come)


async def frames(siege: Siege) -> None:
    """Eight sockets of one guest, half of them full of empty texts, half of pings whose answers are never taken."""
    floods = (b"\x81\x80\0\0\0\0" * 4000, (b"\x89\xfd\0\0\0\0" + b"p" * 125) * 400)
    async with siege.visitor() as player:
        game = await open_game(player, 1, first=False)
        cookies = "; ".join(f"{name}={value}" for name, value in player.cookies.items())
        head = (
            f"GET {game}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
        ) + "".join(f"{name}: {value}\r\n" for name, value in siege.headers.items())

        async def live(number: int) -> None:
            while siege.goes_on:
                with suppress(*TROUBLE):
                    _, writer = await asyncio.open_connection("127.0.0.1", siege.port)
                    writer.write(f"{head}\r\n".encode())
                    while siege.goes_on and not writer.is_closing():
                        writer.write(floods[number % 2])
                        await asyncio.wait_for(writer.drain(), siege.seconds)
                        await asyncio.sleep(0.1)
                await asyncio.sleep(0.1)

        await siege.all_at_once(8, live)


async def stale_edits(siege: Siege) -> None:
    """40 lines of one guest, all of which edit an older version of one long study."""
    async with siege.visitor() as owner:
        kept = await owner.post("/api/v1/studies", json={"position": "LC", "acts": long_game(ACTS)})
        kept.raise_for_status()
        edits = f"{kept.headers['location']}/edits"
        await owner.post(edits, json={"kind": "title", "version": 1, "text": "newer"})

        async def live(number: int) -> None:
            said = {"kind": "title", "version": 1, "text": f"older {number}"}

            async def edit() -> None:
                await owner.post(edits, json=said)

            await siege.over_and_over(edit)

        await siege.all_at_once(40, live)


async def rematches(siege: Siege) -> None:
    """40 lines of one guest, all of which ask for a rematch of one game of 2,900 acts, over and over."""
    async with siege.visitor() as player:
        game, state = await _long_game(player, LONGEST)
        await player.post(f"{game}/acts", json={"act": "resign", "ply": state["ply"]})

        async def live(_: int) -> None:
            async def ask() -> None:
                await player.post(f"{game}/rematch")

            await siege.over_and_over(ask)

        await siege.all_at_once(40, live)


def _named(number: int) -> str:
    return ",".join(f'"{one:x}":[]' for one in range(number))


async def members(siege: Siege) -> None:
    """Bodies of 58,000 options, and of as many members that nobody knows, by 4 visitors at a time."""
    bodies = {
        "/api/v1/games": f'{{"game":"LC","options":{{{_named(58_000)}}}}}',
        "/api/v1/login": f"{{{_named(58_000)}}}",
        "/games": f"[{','.join(['[]'] * 190_000)}]",
    }

    async def live(number: int) -> None:
        path = list(bodies)[number % len(bodies)]
        async with siege.visitor() as visitor:
            kind = {"content-type": "application/json"}
            await siege.over_and_over(lambda: _posted(visitor, path, bodies[path], kind))

    await siege.all_at_once(4, live)


async def _posted(visitor: httpx.AsyncClient, path: str, body: str, headers: dict[str, str]) -> None:
    await visitor.post(path, content=body, headers=headers)


class Attack(NamedTuple):
    """Something that a bad neighbour does."""

    title: str
    run: Callable[[Siege], Awaitable[None]]
    restarts: bool = False
    """Whether the server is started anew after it, and the honest player comes then."""
    address: str = ""
    """Where it comes from, if not from where the honest player does."""


ATTACKS: dict[str, Attack] = {
    "fresh": Attack("1.5 new games a second against level 8, each without a cookie", fresh_identities),
    "backlog": Attack(
        "what 5 such games a second have left behind, after a restart", lambda siege: fresh_identities(siege, 5), True
    ),
    "quick": Attack("20 new games a second against level 1", quick_identities),
    "hints": Attack("60 visitors ask for hints, two at a time", hints),
    "analyses": Attack("2 visitors have 4 books of 1,660 acts each analysed", analyses),
    "silence": Attack("1,500 connections that say nothing, half a head, a body or a handshake", silence),
    "watchers": Attack("200 sockets with differing preferences on one long game", watchers, address=FAR),
    "books": Attack("40 log books of 190 KB at a time", books, address=FAR),
    "plies": Attack("20 visitors on pages at any ply of a long game", pages("{game}/{ply}", most=1200), address=FAR),
    "pictures": Attack("20 visitors on pictures of any ply of it", pages("{game}/{ply}.svg", most=1200), address=FAR),
    "rules": Attack(
        "20 visitors on the pages of the rules",
        pages("/rules", "/rules/loyal-captain", "/rules/quedah-merchant", "/rules/madagascar", "/rules/numbers"),
        address=FAR,
    ),
    "members": Attack("4 visitors send bodies of 58,000 members", members, address=FAR),
    "frames": Attack("8 sockets of one guest full of empty texts and of pings", frames, address=FAR),
    "stale": Attack("40 edits at a time of an older version of one long study", stale_edits, address=FAR),
    "rematch": Attack("40 ask at a time for a rematch of one game of 2,900 acts", rematches, address=FAR),
    "growth": Attack("123 new games a second, each without a cookie", growth, address=FAR),
}


def main() -> None:
    """Read the command."""
    name, port, seconds = sys.argv[1:]
    asyncio.run(_run(ATTACKS[name], Siege(int(port), float(seconds), ATTACKS[name].address)))


async def _run(attack: Attack, siege: Siege) -> None:
    await attack.run(siege)


if __name__ == "__main__":
    main()
