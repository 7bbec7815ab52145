"""What bad neighbours cost an honest player: `.venv/bin/python -m bench.neighbours [ATTACK ...] [--seconds 30]`.

While each attack of bench/attacks.py runs, somebody plays Loyal Captain against level 1 and asks for a hint now and
then. Printed are, in milliseconds, from sending a move to its own answer and to the computer's answer on the socket,
and how long a hint took; then the moves that were answered, what was refused or never came, and the megabytes of the
server afterwards. The honest player's address is this machine's own, and so is that of attacks that are to share it;
the others come from elsewhere by the word of a proxy, which the benchmark claims to be. `--before PATH` measures an
older checkout with its own .venv, too; `--workers` is the server's setting. The server and the attacker are processes
of their own on this machine.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Thread
from typing import TYPE_CHECKING, Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from bench.attacks import ATTACKS, TROUBLE
from bench.load_servers import ROOT, Running, running_in

if TYPE_CHECKING:
    from collections.abc import Iterator

WARM = 3.0  # seconds of an attack before the honest player comes
PAUSE = 0.3  # seconds that they think about a move
GRACE = WARM  # seconds in which the last answer may still come; the attack goes on as long
HINT_EVERY = 4  # moves
LIMIT = 500.0  # milliseconds that a move may take


@dataclass
class Tally:
    """What an honest player has been through."""

    own: list[float] = field(default_factory=list)
    computer: list[float] = field(default_factory=list)
    hints: list[float] = field(default_factory=list)
    hints_refused: int = 0
    missing: int = 0
    """Answers that did not come; they count as long as was waited."""
    reasons: list[str] = field(default_factory=list)
    """Why not, one for each."""
    memory: float = 0.0
    """Megabytes that the server has in the end."""


class Honest:
    """Plays against level 1 as long as there is time."""

    def __init__(self, port: int, seconds: float) -> None:
        self.tally = Tally()
        self._port = port
        self._random = Random(1)
        self._until = time.monotonic() + seconds

    def play(self) -> Tally:
        """One game after the other; a hint is asked for beside the game, on a line of its own."""
        url = f"http://127.0.0.1:{self._port}"
        with httpx.Client(base_url=url, timeout=self._patience, trust_env=False) as visitor:
            while self._left > PAUSE:
                with suppress(*TROUBLE, WebSocketException, TimeoutError):
                    self._game(visitor)
        return self.tally

    @property
    def _left(self) -> float:
        """Seconds in which something may still be begun."""
        return self._until - time.monotonic()

    @property
    def _patience(self) -> float:
        """Seconds in which what was begun may still be answered."""
        return max(self._left + GRACE, 0.1)

    def _game(self, visitor: httpx.Client) -> None:
        seats = [{"kind": "person"}, {"kind": "computer", "level": 1}]
        opened = visitor.post("/api/v1/games", json={"game": "LC", "seats": seats}, timeout=self._patience)
        opened.raise_for_status()
        state, game = opened.json(), opened.headers["location"]
        cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        url = f"ws://127.0.0.1:{self._port}{game}/socket?version={state['version']}"
        asking: Thread | None = None
        with connect(url, additional_headers={"cookie": cookies}, proxy=None, open_timeout=self._patience) as socket:
            for number in range(200):
                if self._left <= PAUSE or not state.get("moves"):
                    break
                if number % HINT_EVERY == 1 and (asking is None or not asking.is_alive()):
                    asking = Thread(target=self._hint, args=(game, state["ply"], cookies), daemon=True)
                    asking.start()
                time.sleep(PAUSE)
                state = self._move(visitor, game, socket, state)
        if asking is not None:
            asking.join(self._patience)

    def _move(
        self, visitor: httpx.Client, game: str, socket: ClientConnection, state: dict[str, Any]
    ) -> dict[str, Any]:
        act = self._random.choice(state["moves"])["act"]
        said = {"act": act, "ply": state["ply"], "version": state["version"]}
        sent = time.monotonic()
        own = answered = False
        try:
            answer = visitor.post(f"{game}/acts", json=said, timeout=self._patience)
            self.tally.own.append(1000 * (time.monotonic() - sent))
            own = True
            answer.raise_for_status()
            state = self._heard(socket, state["ply"] + 2)
            self.tally.computer.append(1000 * (time.monotonic() - sent))
            answered = True
        except (*TROUBLE, WebSocketException, TimeoutError) as error:
            self.tally.reasons.append(f"{'the computer' if own else 'the own move'}: {error!r}")
            raise
        finally:
            waited = 1000 * (time.monotonic() - sent)
            if not own:
                self.tally.own.append(waited)
            if not answered:
                self.tally.computer.append(waited)
                self.tally.missing += 1
        return state

    def _heard(self, socket: ClientConnection, ply: int) -> dict[str, Any]:
        """Wait until the computer has acted, or the game is over."""
        while True:
            said: dict[str, Any] = json.loads(socket.recv(timeout=self._patience))
            if said.get("ply", 0) >= ply or said.get("result"):
                return said

    def _hint(self, game: str, ply: int, cookies: str) -> None:
        began = time.monotonic()
        headers = {"cookie": cookies}
        with httpx.Client(base_url=f"http://127.0.0.1:{self._port}", trust_env=False, headers=headers) as line:
            try:
                answer = line.post(f"{game}/hint", json={"ply": ply}, timeout=self._patience)
            except TROUBLE:
                self.tally.hints_refused += 1
                return
        if answer.status_code == 200:
            self.tally.hints.append(1000 * (time.monotonic() - began))
        elif answer.status_code != 409:  # the game has moved on
            self.tally.hints_refused += 1


def quantile(times: list[float], part: float) -> float:
    """The time within which so large a part has come."""
    return sorted(times)[min(int(part * len(times)), len(times) - 1)] if times else float("nan")


@contextmanager
def besieged(name: str, server: Running, seconds: float) -> Iterator[None]:
    """Let an attack run meanwhile."""
    command = [sys.executable, "-m", "bench.attacks", name, str(server.port), str(seconds)]
    attacker = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL)
    try:
        yield
    finally:
        attacker.terminate()
        attacker.wait()


def measure(name: str, checkout: Path, seconds: float, settings: dict[str, str]) -> Tally:
    """An honest player under an attack, or after it and a restart; `none` is no attack."""
    with tempfile.TemporaryDirectory(prefix="kidd-neighbours-") as folder:
        with running_in(folder, "kidd", checkout, settings=settings) as server:
            Honest(server.port, WARM).play()  # until all that is started when needed has been
            if name == "none":
                return observed(server, seconds)
            with besieged(name, server, seconds + 2 * WARM):
                if not ATTACKS[name].restarts:
                    time.sleep(WARM)
                    return observed(server, seconds)
                time.sleep(seconds)
        with running_in(folder, "kidd", checkout, settings=settings) as server:
            return observed(server, seconds)


def observed(server: Running, seconds: float) -> Tally:
    """What an honest player goes through, and what the server holds afterwards."""
    tally = Honest(server.port, seconds).play()
    tally.memory = memory_of(server.process.pid)
    return tally


def memory_of(pid: int) -> float:
    """Megabytes that a process holds, without those that it has started."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))


def row(name: str, tally: Tally) -> str:
    """A row of the table."""
    title = ATTACKS[name].title if name in ATTACKS else "no attack"
    cells = [f"{quantile(times, part):.0f}" for times in (tally.own, tally.computer) for part in (0.5, 0.95)]
    late = sum(one > LIMIT for one in tally.computer)
    hints = f"{statistics.median(tally.hints):.0f}" if tally.hints else "–"
    asked = len(tally.hints) + tally.hints_refused
    counts = f"{len(tally.computer) - tally.missing} | {late} | {tally.missing}"
    return (
        f"| {title} | {' | '.join(cells)} | {counts} | {hints} | {len(tally.hints)} of {asked} | {tally.memory:.0f} |"
    )


HEAD = (
    "| attack | own move p50 | p95 | computer's answer p50 | p95 | answers | late | never | hint p50 | hints | MB |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)


def main() -> None:
    """Read the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attack", nargs="*", metavar="ATTACK", help=f"of none, {', '.join(ATTACKS)}; all if none")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--workers", default="1")
    parser.add_argument("--before", type=Path, help="an older checkout with its own .venv")
    given = parser.parse_args()
    if unknown := [one for one in given.attack if one not in ("none", *ATTACKS)]:
        parser.error(f"expected attacks among none, {', '.join(ATTACKS)}; came {', '.join(unknown)}")
    checkouts = {"before": given.before, "now": ROOT} if given.before else {"now": ROOT}
    settings = {"KIDD_WORKERS": given.workers, "KIDD_BASE_URL": "http://127.0.0.1", "KIDD_PACE": "100"}
    for when, checkout in checkouts.items():
        print(f"\n{when}\n\n{HEAD}", flush=True)
        for name in given.attack or ("none", *ATTACKS):
            tally = measure(name, checkout, given.seconds, settings)
            print(row(name, tally), flush=True)
            for reason in tally.reasons:
                print(f"never came, under {name}: {reason}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
