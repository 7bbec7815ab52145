from __future__ import annotations

import asyncio
import json
import math
import re
import subprocess
import sys
from pathlib import Path
from typing import cast
from xml.etree import ElementTree

import pytest

from bench.limits import pages, sizes
from bench.limits.__main__ import write
from bench.limits.blocks import filled, names, table
from bench.limits.figures import Figures, cell, read
from bench.limits.fleets import SERVERS
from bench.limits.plots import bar_plot, line_plot
from bench.load_boardgame_io import IoGame
from bench.load_wire import Answer, Ear, Line
from tests.patience import PATIENCE

pytestmark = pytest.mark.once
ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
RUN = {
    "moves/s": 700.0,
    "told p50": 5.0,
    "told p95": 9.0,
    "told p99": 12.0,
    "server ms": 1.2,
    "database ms": 0.0,
    "client ms": 0.4,
}
IDLE = {
    "alone MiB": 100.0,
    "workers MiB": 50.0,
    "game KB": 8.0,
    "socket KB": 40.0,
    "socket ms/s": 0.02,
    "stored KB": 2.0,
}
COSTS = sizes.Costs(0.002, 0.001, 0.0, 0.0, 10.0, 50.0, 2.0, 100.0, 1.0)


def figures() -> Figures:
    """As a whole run finds them."""
    return Figures(
        about={"offered": "200 moves/s, 100 players"},
        load={cell(name, players): [RUN, RUN] for name in SERVERS for players in (1, 100)},
        offered={cell(name, 100): [RUN] for name in SERVERS},
        terms={"": [RUN], "3d": [RUN]},
        elsewhere=[RUN | {"server ms": 0.05}],
        idle=dict.fromkeys(SERVERS, IDLE),
        thinking={"LC": 0.9},
    )


def test_two_people_a_game_are_measured_and_shown():
    """The command plays with four people on the bare server and ours, and prints a row for each."""
    wishes = ["--servers", "bare,sqlite", "--players", "4", "--parts", "load", "--rounds", "1", "--seconds", "0.5"]
    command = [sys.executable, "-m", "bench.limits", *wishes]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=3 * PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    assert "Nothing: every cell was measured." in done.stdout
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in done.stdout.splitlines() if "|" in line]
    found = {row[0]: row for row in rows if row[0] in (SERVERS["bare"], SERVERS["sqlite"])}
    assert len(found) == 2
    for _, *numbers in found.values():
        assert min(float(number.replace(",", "")) for number in numbers if number != "–") > 0


def test_the_pages_are_those_of_the_figures_that_were_kept(tmp_path: Path):
    """docs/limits.md, docs/sizes.md and their plots are what `--read docs/limits.json` makes of them."""
    (tmp_path / "pictures").mkdir()
    for name in ("limits.md", "sizes.md"):
        (tmp_path / name).write_text((DOCS / name).read_text(encoding="utf-8"), encoding="utf-8")
    write(read(DOCS / "limits.json"), tmp_path)
    for made in tmp_path.rglob("*.*"):
        assert made.read_text() == (DOCS / made.relative_to(tmp_path)).read_text(), made.name


def test_every_block_of_the_pages_is_filled_in():
    """No block is left empty by a whole run, nor twice on a page."""
    known = pages.blocks(figures()) | sizes.blocks(figures())
    for name in ("limits.md", "sizes.md"):
        found = names((DOCS / name).read_text(encoding="utf-8"))
        assert len(found) == len(set(found)) > 3
        assert all(known[block] for block in found)
    assert known["goals"].count("met |") == 4
    assert "missed" in known["goals"], "as many moves as boardgame.io are not more"


def test_a_page_keeps_what_stands_around_its_blocks():
    """Only what is between the marks changes, and the same figures change nothing."""
    page = "a\n<!-- measured one -->\nold\n<!-- end -->\nb\n"
    once = filled(page, {"one": "new\n", "two": ""})
    assert once == "a\n<!-- measured one -->\nnew\n<!-- end -->\nb\n" == filled(once, {"one": "new"})
    with pytest.raises(KeyError):
        filled(page, {})
    assert table(("x", "y"), [("a", "1.5"), ("b", "–")]).splitlines()[1] == "| --- | ---: |"


def test_what_was_not_measured_is_left_out():
    """A run of one server, in which others are missing, still makes the pages."""
    some = Figures(load={cell("sqlite", 100): [RUN], cell("io", 100): []}, troubles=["io: gone"])
    assert pages.blocks(some)["load"].count("\n") == 4
    assert pages.blocks(some)["troubles"] == "- io: gone"
    assert sizes.blocks(some)["portal"] == "Not measured."
    assert all(ElementTree.fromstring(picture) is not None for picture in pages.pictures(some).values())


def test_plots_have_a_line_for_each_series_and_a_bar_for_each_part():
    """Points lie higher the more they are, on either scale, and gaps are left out."""
    for logarithmic in (False, True):
        drawn = line_plot("a < b", ["1", "10"], {"x": [1.0, 90.0], "y": [None, 7.0]}, logarithmic=logarithmic)
        heights = [float(found) for found in re.findall(r'cy="([\d.]+)" r="3.5"', drawn)]
        assert len(heights) == 3
        assert heights[0] > heights[2] > heights[1]
        assert ElementTree.fromstring(drawn)[0].text == "a < b"
    bars = bar_plot("cpu", {"one": {"server": 1.0}, "two": {"server": 1.0, "database": 1.0}})
    assert bars.count(f'height="{22}"') == 3
    assert line_plot("nothing", [], {}).startswith("<svg")


def test_a_portal_needs_more_processes_for_hearing_of_all_moves():
    """Where that would take more than half of what a process has, there is more than one database."""
    plain = sizes.need(COSTS, 10_000, 10.0)
    assert (plain.databases, plain.moves, plain.processes, plain.base) == (1, 1000, math.ceil(2 / 0.6), 1)
    assert plain.memory == pytest.approx(2 * 500 + 4 * 100 + 100)
    assert plain.thinkers == 100
    assert sizes.need(COSTS._replace(heard=0.00025), 10_000, 10.0)[:3] == (1, 1000, math.ceil(1.5 / 0.35))
    assert sizes.need(COSTS._replace(heard=0.0006), 10_000, 10.0)[:3] == (2, 1000, 2 * math.ceil(0.4 / 0.3))


class Peer:
    """A transport whose other end speaks as boardgame.io does, and knows whose turn it is."""

    def __init__(self, ear: Ear) -> None:
        self.heard: list[str] = []
        self._ear = ear
        self._state = 0

    def write(self, data: bytes) -> None:
        """Answer what a client says, each of which is one short frame."""
        if not data.startswith(b"\x81"):
            self._tell(b"HTTP/1.1 101 Switching Protocols\r\n\r\n", '0{"sid":"x"}')
            return
        said = data[8 if data[1] == 254 else 6 :].decode()
        self.heard.append(said)
        if said.startswith("40/kidd,"):
            self._tell(b"", '40/kidd,{"sid":"y"}')
        elif '["sync"' in said:
            self._tell(b"", '42/kidd,["sync","m",{"state":{"_stateID":0}}]', "2")

    def move(self) -> None:
        """Tell of the next state."""
        self._state += 1
        self._tell(b"", f'42/kidd,["update","m",{{"_stateID":{self._state}}},[]]')

    def _tell(self, head: bytes, *messages: str) -> None:
        frames = b"".join(bytes([0x81, len(text)]) + text.encode() for text in messages)
        asyncio.get_running_loop().call_soon(self._ear.data_received, head + frames)


def test_boardgame_io_is_spoken_to_as_it_expects(monkeypatch: pytest.MonkeyPatch):
    """Two sockets connect, sync as their players and answer pings; moves go out by turns with the state's number."""

    async def played() -> tuple[list[str], list[str]]:
        loop, peers = asyncio.get_running_loop(), list[Peer]()

        async def create(make, *_):
            ear = make()
            peers.append(Peer(ear))
            ear.connection_made(cast(asyncio.BaseTransport, peers[-1]))
            return None, ear

        monkeypatch.setattr(loop, "create_connection", create)
        game = IoGame("m", ["red", "blue"], 2)
        await game.follow((1,))
        for act in ("a", "b"):
            move = asyncio.create_task(game.play((), act))
            await asyncio.sleep(0)
            for peer in peers:
                peer.move()
            assert (await move).told > 0
        return peers[0].heard, peers[1].heard

    first, second = asyncio.run(played())
    assert first[:3] == ["40/kidd,", '42/kidd,["sync", "m", "0", "red", 2]', "3"]
    assert json.loads(first[3][8:])[1:] == [
        {"type": "MAKE_MOVE", "payload": {"type": "play", "args": ["a"], "playerID": "0", "credentials": "red"}},
        0,
        "m",
        "0",
    ]
    assert json.loads(second[3][8:])[2:] == [1, "m", "1"]


def test_boardgame_io_opens_a_match_for_two():
    """One is created, and both seats are taken, each with its credentials."""

    class Lobby(Line):
        """Answers what is asked."""

        async def demand(self, request: bytes) -> Answer:
            asked.append(request.split(b" ")[1].decode())
            return Answer(200, b"", b'{"matchID":"m","playerCredentials":"secret"}', 0.0)

    asked: list[str] = []
    game = asyncio.run(IoGame.open((Lobby(),), 1))
    assert asked == ["/games/kidd/create", "/games/kidd/m/join", "/games/kidd/m/join"]
    assert game.standing.moves
