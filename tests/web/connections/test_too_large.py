"""Messages that are too large for a socket."""

from __future__ import annotations

import socket
import struct
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.web.afloat import API, Visitor
from tests.web.connections.callers import OPENING, port_of
from tests.web.processes import serving

pytestmark = pytest.mark.once

LARGE = 2_000_000
FRAME = struct.pack("!BBQ4x", 0x81, 0x80 | 127, LARGE) + b"x" * LARGE  # one text, under a mask of zeros


@pytest.mark.parametrize("path", ["/games/{game}/socket", "/engine", "/lobby/socket"])
def test_whoever_sends_too_much_reads_why(tmp_path: Path, path: str):
    """Even if they listen only after all of it was sent: the socket is closed with 1009 and a sentence of theirs."""
    with serving(tmp_path, "--port", "0") as (_, url), Visitor(url) as visitor:
        address = API + path.format(game=visitor.opens().rpartition("/")[2])
        with socket.create_connection(("127.0.0.1", port_of(url)), timeout=PATIENCE) as caller:
            caller.sendall(OPENING.format(path=address).encode())
            assert b" 101 " in caller.recv(64)
            caller.sendall(FRAME)
            caller.sendall(FRAME)
            said = b""
            while more := caller.recv(1 << 16):
                said += more
    assert said.endswith(struct.pack("!H", 1009) + "Das ist zu groß.".encode()), said[-80:]
