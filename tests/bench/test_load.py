from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
import uvloop

from bench.load_client import percentiles
from bench.load_game import connect
from bench.load_wire import Answer, Ear, Line
from bench.long_game import long_game
from kidd import Match
from tests.patience import PATIENCE

pytestmark = pytest.mark.once
ROOT = Path(__file__).parents[2]
ANSWER = b"HTTP/1.1 200 OK\r\nset-cookie: who=me; path=/\r\nContent-Length: 5\r\nset-cookie: a=b\r\n\r\nhello"
UPGRADED = b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n"


class Wire:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written = b""

    def write(self, data: bytes) -> None:
        self.written += data


def test_a_run_prints_a_row_for_each_server_and_compares_a_long_game():
    """The command plays on both servers, tells of both, and of long games and modules of the one that knows games."""
    wishes = ["--games", "2", "--seconds", "0.5", "--long", "110", "--trace", "--seen", "90"]
    command = [sys.executable, "-m", "bench.load", *wishes]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=3 * PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in done.stdout.splitlines() if "|" in line]
    loads = {row[1]: dict(zip(rows[0], row, strict=True)) for row in rows if row[0] == "2"}
    assert set(loads) == {"bare", "now"}
    for load in loads.values():
        assert min(float(load[name]) for name in ("moves/s", "told p50", "answer p50", "server ms", "mover B")) > 0
    assert [row[:2] for row in rows if row[0] == "now"] == [["now", what] for what in ("server", "told", "answer")]
    traced = {row[0]: int(row[1]) for row in rows if row[0] in {"LC", "QM", "MG2", "MG3"}}
    assert len(traced) == 4
    assert min(traced.values()) > 3
    assert "kidd.rules.loyal_captain" in done.stdout


@pytest.mark.parametrize("step", [1, 7, 1000])
def test_an_answer_is_read_in_whatever_pieces_it_comes(step: int):
    """Bytes that come one by one make the same answers as all at once, one for each request."""

    async def ask() -> list[Answer]:
        line, answers = Line(), []
        line.connection_made(cast(asyncio.BaseTransport, Wire()))
        for _ in range(2):
            due = line.ask(b"")
            _feed(line.data_received, ANSWER, step)
            answers.append(await due)
        return answers

    for answer in asyncio.run(ask()):
        assert (answer.status, answer.body, answer.cookies) == (200, b"hello", "who=me; a=b")


def test_a_connection_that_was_closed_is_opened_again():
    """A server that hangs up after each answer is asked over a new connection each time."""

    async def ask() -> list[bytes]:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readexactly(1)
            writer.write(ANSWER)
            writer.close()

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            line = await connect(server.sockets[0].getsockname()[1])
            return [(await line.demand(b"?")).body for _ in range(3)]

    assert uvloop.run(ask()) == [b"hello"] * 3


@pytest.mark.parametrize("step", [1, 7, 100_000])
def test_messages_of_every_length_are_heard_and_pings_answered(step: int):
    """Frames with short, middle and long lengths, and messages in several frames, are heard; a ping gets its pong."""
    small, middle, large = b"s", b"m" * 300, b"l" * 70_000
    frames = [
        b"\x81\x01" + small,
        b"\x89\x02hi",
        b"\x81\x7e" + (300).to_bytes(2) + middle,
        b"\x01\x01a" + b"\x80\x01b",
        b"\x81\x7f" + (70_000).to_bytes(8) + large,
    ]

    async def hear() -> tuple[list[bytes], bytes]:
        wire, heard = Wire(), []
        ear = Ear(b"please", lambda message, at: heard.append(message), lambda: None)
        ear.connection_made(cast(asyncio.BaseTransport, wire))
        _feed(ear.data_received, UPGRADED + b"".join(frames), step)
        await ear.opened
        return heard, wire.written

    heard, written = asyncio.run(hear())
    assert heard == [small, middle, b"ab", large]
    assert written == b"please\x8a\x82\0\0\0\0hi"


def test_a_socket_that_is_refused_says_so():
    """An answer other than 101 is an error, and so is none."""

    async def refuse(came: bytes) -> None:
        ear = Ear(b"", lambda message, at: None, lambda: None)
        ear.connection_made(cast(asyncio.BaseTransport, Wire()))
        ear.data_received(came)
        ear.connection_lost(None)
        await ear.opened

    for came in (b"HTTP/1.1 403 Forbidden\r\n\r\n", b"HTTP/1.1"):
        with pytest.raises(ConnectionError, match=r"expected a socket|not opened"):
            asyncio.run(refuse(came))


def test_a_long_game_can_be_played():
    """Its acts are those of a match that is not over."""
    match = Match("LC")
    for act in long_game(300):
        match.play(act)
    assert len(match) == 300
    assert match.result is None


def test_percentiles_are_those_of_the_times_in_milliseconds():
    """Of a hundred times the 51st, 96th and 100th are shown, of none zeros."""
    shown = percentiles("told", [number / 1000 for number in reversed(range(1, 101))])
    assert shown == pytest.approx({"told p50": 51, "told p95": 96, "told p99": 100})
    assert set(percentiles("told", []).values()) == {0.0}


def _feed(receive: Callable[[bytes], None], data: bytes, step: int) -> None:
    for start in range(0, len(data), step):
        receive(data[start : start + step])
