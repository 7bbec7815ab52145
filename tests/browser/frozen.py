"""A way to the server that can go silent: what is sent is lost, and nobody is told that the connection is gone."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import NamedTuple


class Wire(NamedTuple):
    """The address of the near end, and whether anything goes through."""

    url: str
    frozen: Event


@contextmanager
def wire_to(port: int) -> Iterator[Wire]:
    """Carry bytes to a port of this machine, until frozen; new connections are taken then, and hear nothing."""
    frozen, done, ends = Event(), Event(), list[socket.socket]()

    def carry(source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                if frozen.is_set():
                    done.wait()  # for as long as the test lasts: no end, no reset
                    return
                sink.sendall(data)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_WR)

    def welcome(listening: socket.socket) -> None:
        with suppress(OSError):
            while not done.is_set():
                near, _ = listening.accept()
                far = socket.create_connection(("127.0.0.1", port))
                ends.extend((near, far))
                for one, other in ((near, far), (far, near)):
                    Thread(target=carry, args=(one, other), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        Thread(target=welcome, args=(listening,), daemon=True).start()
        try:
            yield Wire(f"http://127.0.0.1:{listening.getsockname()[1]}", frozen)
        finally:
            done.set()
            for end in ends:
                with suppress(OSError):
                    end.close()
