"""Clocks beside what their players have written down, while the server is killed again and again.

`python -m tests.table.timekeeper.killed_clocks --kills 40 --seed 7 [--postgres]` goes on for as long as one likes.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any, NamedTuple

import httpx
from sqlalchemy import select

from kidd.table.clocks import RETURN
from kidd.table.storage.database.schema import heartbeats
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.recompute import differences
from kidd.table.timekeeper.timekeeper import AT_START
from tests.patience import PATIENCE, until
from tests.plain import NO_TLS
from tests.postgres import running_postgres
from tests.web.afloat import API
from tests.web.fleet import Fleet

BASE, INCREMENT = 900.0, 2.0  # seconds
GAMES = ("LC", "MG2", "LC")
THINKING = 0.25  # seconds at the most before a move
ROUNDED = 0.003  # seconds: the server counts in whole milliseconds
BACK = RETURN / 1000
AGAIN = 0.4  # how often a server is killed while it starts


class Span(NamedTuple):
    """A time from a moment to another, in seconds since 1970."""

    since: float
    until: float


class Outage(NamedTuple):
    """A time without a server: from its last sign of life, killed between two moments, to when time goes by again."""

    since: float
    killed: Span
    until: float


def counted(since: float, ended: Span, outages: Sequence[Outage], *, most: bool) -> float:
    """The least or the most of a turn that was with a server; it began at a moment, and ended between two.

    An act that was made before the kill is a sign of life itself, so that only what came after it is not counted.
    """
    left, at, until = 0.0, since, ended.until if most else ended.since
    for one in sorted(outages):
        if ended.until <= one.killed.since:
            continue
        unsure = most and ended.since < one.killed.until  # it may have been written before
        left += max(0.0, min(one.killed.until if unsure else one.since, until) - at)
        at = max(at, one.until)
    return left + max(0.0, until - at)


@dataclass
class Record:
    """A game as its players have written it down: between which moments each act was made."""

    id: str
    begun: Span
    acts: list[Span] = field(default_factory=list)

    def used(self, seat: int, outages: Sequence[Outage]) -> Span:
        """The least and the most that a seat has used; the first act of each was free."""
        turns = [(self.acts[ply - 1], self.acts[ply]) for ply in self._turns(seat)]
        perhaps, surely = ([one for one in outages if at <= one.until - BACK] for at in self.begun)  # it was under way
        least = sum(counted(before.until, act, perhaps, most=False) for before, act in turns)
        most = sum(counted(before.since, act, surely, most=True) for before, act in turns)
        return Span(least - ROUNDED * len(turns), most + ROUNDED * len(turns))

    def has(self, seat: int, outages: Sequence[Outage]) -> Span:
        """The least and the most that a seat can have left."""
        used, whole = self.used(seat, outages), BASE + INCREMENT * len(self._turns(seat))
        return Span(whole - used.until, whole - used.since)

    def _turns(self, seat: int) -> list[int]:
        return [ply for ply in range(2, len(self.acts)) if ply % 2 == seat]


class Pair(Thread):
    """Two people who play one game after the other at random, and send again whatever got no answer."""

    def __init__(self, url: str, code: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.code, self.random, self.stop = code, Random(seed), Event()
        self.people = [httpx.Client(base_url=url, timeout=PATIENCE, trust_env=False, verify=NO_TLS) for _ in range(2)]
        self.games: list[Record] = []
        self.sure = 0
        self.fault = ""

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                self._game()
        except Exception as error:  # noqa: BLE001 - told by the test
            self.fault = repr(error)

    def _game(self) -> None:
        red, blue = self.people
        wish = {"game": self.code, "time": f"{BASE:.0f}+{INCREMENT:.0f}", "colour": "red"}
        game = self._insist(red, "POST", "/invitations", wish)["id"]
        since = time.time()
        self._insist(blue, "POST", f"/games/{game}/seat", {})
        record = Record(game, Span(since, time.time()))
        while not self.stop.wait(self.random.uniform(0, THINKING)):
            ply = len(record.acts)
            mover = self.people[ply % 2]
            state = self._insist(mover, "GET", f"/games/{game}")
            if state.get("over") or not state.get("moves"):
                break
            said = {"act": self.random.choice(state["moves"])["act"], "ply": ply}
            since = time.time()
            self._insist(mover, "POST", f"/games/{game}/acts", said)
            record.acts.append(Span(since, time.time()))
            self.sure += 1
        self.games.append(record)

    def _insist(self, who: httpx.Client, method: str, path: str, said: Any = None) -> dict[str, Any]:
        while True:
            try:
                answer = who.request(method, f"{API}{path}", json=said)
            except httpx.TransportError:
                time.sleep(0.01)  # the next server is on its way
                continue
            if answer.status_code < 300:
                return dict(answer.json())
            assert answer.status_code == 503, answer.text
            time.sleep(0.01)

    def left(self, record: Record) -> dict[str, float]:
        """What the server says that each has left, in seconds."""
        clock = self._insist(self.people[0], "GET", f"/games/{record.id}")["clock"]
        return {colour: left / 1000 for colour, left in clock["left"].items()}


@dataclass
class Log:
    """What was seen of the servers' signs of life, and of times without one."""

    store: Store
    spans: list[Span] = field(default_factory=list)
    kills: list[Span] = field(default_factory=list)
    silences: list[float] = field(default_factory=list)
    """Seconds from the last sign of life of each server that was killed to its end."""
    starts: int = 0
    """That were killed themselves."""
    took: float = 1.0
    """Seconds that a start took."""

    def last(self) -> tuple[float, float]:
        """The last sign of life, and when the next one was promised; notes a time without a server that was seen."""
        with self.store.reading() as connection:
            row = connection.execute(select(heartbeats)).one()
        if row.since is not None:
            found = Span(row.since.timestamp(), row.until.timestamp())
            if found not in self.spans:
                self.spans.append(found)
        return row.at.timestamp(), row.next.timestamp()

    def sink(self, fleet: Fleet) -> None:
        """Kill a server."""
        since = time.time()
        fleet.sink()
        self.kills.append(Span(since, time.time()))

    @property
    def outages(self) -> list[Outage]:
        """The times without a server, each with its kill; one that only held its breath was as good as killed later."""
        found = []
        for span in self.spans:
            again = Span(span.until - BACK, span.until - BACK)
            killed = min((one for one in self.kills if span.since <= one.until), default=again)
            found.append(Outage(span.since, min(killed, again), span.until))
        return found


def kill(fleet: Fleet, log: Log, random: Random, *, alone: bool) -> None:
    """Kill the server, perhaps once more while it starts, and check what it says that was not counted."""
    log.sink(fleet)
    last, promised = log.last()
    log.silences.append(log.kills[-1].since - last)
    known = len(log.spans)
    time.sleep(random.choice((0, 0, random.uniform(0, 3))))
    launched, again = time.time(), random.random() < AGAIN
    fleet.set_sail()
    if again:
        time.sleep(random.uniform(0, 1.2 * log.took))
        log.sink(fleet)
        log.starts += 1
        log.last()
        fleet.set_sail()
    until(fleet.is_ready, "the server")
    ready = time.time()
    log.took = log.took if again else ready - launched
    log.last()
    _check(log.spans[known:], last, Span(launched, ready), alone=alone, again=again)
    if not alone and not again and ready - promised < AT_START.total_seconds():
        assert len(log.spans) == known, "nobody can know of it"
    if alone or launched - promised > AT_START.total_seconds():
        assert len(log.spans) > known, "a time without a server was not noticed"


def _check(new: list[Span], last: float, start: Span, *, alone: bool, again: bool) -> None:
    """Whether times without a server are as the rule says: from the last sign of life to a little after the start."""
    if new:
        assert min(new).since == last or (again and not alone and min(new).since > last)
        assert start.since + BACK - ROUNDED <= max(one.until for one in new) <= start.until + BACK


@dataclass(frozen=True)
class Finding:
    """A clock, what it says, and what it may say."""

    game: str
    colour: str
    left: float
    may: Span
    used: float

    @property
    def is_right(self) -> bool:
        """Whether nothing was lost or gained."""
        return self.may.since <= self.left <= self.may.until


def voyage(
    database: str, folder: Path, kills: int, random: Random, pauses: Sequence[float] = ()
) -> tuple[list[Finding], Log, int]:
    """Play, kill, start again; then every clock beside what its players know of it."""
    fleet = Fleet(folder, database)
    pairs = [Pair(fleet.url, code, random.randrange(10**6)) for code in GAMES]
    store = open_store(fleet.database)
    log = Log(store)
    try:
        for pair in pairs:
            pair.start()
        for number in range(kills):
            _await_acts(pairs, random.randint(1, 12))
            long = random.choice((0.0, random.uniform(0, 0.05), random.uniform(0, 7)))  # until time is counted again
            time.sleep(pauses[number] if pauses else long)
            kill(fleet, log, random, alone=not database)
        for pair in pairs:
            pair.stop.set()
            pair.join(PATIENCE)
        assert not _faults(pairs), _faults(pairs)
        log.last()
        assert differences(store) == []
        return _findings(pairs, log.outages), log, _sure(pairs)
    finally:
        for pair in pairs:
            pair.stop.set()
        fleet.sink()
        store.close()
        for client in (fleet.client, *(client for pair in pairs for client in pair.people)):
            client.close()


def _findings(pairs: Sequence[Pair], outages: Sequence[Outage]) -> list[Finding]:
    return [
        Finding(record.id, colour, left, record.has(seat, outages), sum(record.used(seat, outages)) / 2)
        for pair in pairs
        for record in pair.games
        if len(record.acts) > 1
        for seat, (colour, left) in enumerate(pair.left(record).items())
    ]


def _sure(pairs: Sequence[Pair]) -> int:
    return sum(pair.sure for pair in pairs)


def _faults(pairs: Sequence[Pair]) -> list[str]:
    return [pair.fault for pair in pairs if pair.fault]


def _await_acts(pairs: Sequence[Pair], acts: int) -> None:
    """Wait until so many more acts were acknowledged, or somebody gave up."""
    wanted = _sure(pairs) + acts
    until(lambda: _sure(pairs) >= wanted or _faults(pairs), "acts")


def told(findings: Sequence[Finding], log: Log, acts: int) -> str:
    """Figures of a voyage."""
    used = sum(one.used for one in findings)
    widths = [one.may.until - one.may.since for one in findings]
    wrong = [one for one in findings if not one.is_right]
    without = sum(one.until - one.since - BACK for one in log.spans)
    lines = (
        f"{len(log.silences)} kills, {log.starts} more while it started; {acts} acts, {len(findings)} clocks",
        f"without a server {without:.1f} s in {len(log.spans)} times; started within {log.took:.2f} s",
        f"silent before the end: {max(log.silences):.2f} s at the most",
        f"wrong clocks: {len(wrong)}; all together have used {used:.1f} s",
        f"what one may say is known to {sum(widths) / len(widths):.3f} s, {max(widths):.3f} s at the most",
        *map(str, wrong),
    )
    return "\n".join(lines)


def main() -> None:
    """Sail as far as asked."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--kills", type=int, default=40)
    asked.add_argument("--seed", type=int, default=int(time.time()))
    asked.add_argument("--postgres", action="store_true", help="in place of SQLite")
    wish = asked.parse_args()
    print(f"seed {wish.seed}", flush=True)
    with ExitStack() as stack:
        database = stack.enter_context(running_postgres()) if wish.postgres else ""
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        print(told(*voyage(database, folder, wish.kills, Random(wish.seed))))


if __name__ == "__main__":
    main()
