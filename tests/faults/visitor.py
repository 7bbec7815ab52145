"""A client over HTTP that insists: whatever gets no answer is sent again, over another way if there is one."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.plain import NO_TLS

API = "/api/v1"
ANSWER = 4.0  # seconds to wait for an answer before it is asked for again
AGAIN = 0.03  # seconds until then where there was an error
LATER = {429, 502, 503}


class Stuck(Exception):
    """Nobody has answered for far too long."""


class Visitor:
    """Somebody with cookies, and ways to the servers."""

    def __init__(self, ports: Sequence[int], patience: float, told: Callable[[str], None]) -> None:
        self._ports = ports
        self._way = 0
        self._patience = patience
        self._told = told
        self.client = httpx.Client(
            timeout=ANSWER, trust_env=False, verify=NO_TLS, headers={"accept": "application/json"}
        )

    @property
    def port(self) -> int:
        """The way that was good last."""
        return self._ports[self._way % len(self._ports)]

    @property
    def cookie(self) -> str:
        """What says who this is."""
        return "; ".join(f"{one.name}={one.value}" for one in self.client.cookies.jar)

    def ask(self, method: str, path: str, said: dict[str, Any] | None = None) -> httpx.Response:
        """Ask until there is an answer."""
        end = time.monotonic() + self._patience
        while True:
            try:
                url = f"http://127.0.0.1:{self.port}{API}{path}"
                answer = self.client.request(method, url, json=said)
                if answer.status_code == 500:
                    self._told(f"{method} {path}: 500 {answer.text[:200]}")
                if answer.status_code not in LATER:
                    return answer
            except httpx.TransportError:
                pass
            if time.monotonic() > end:
                raise Stuck(f"{method} {path}")
            self._way += 1
            time.sleep(AGAIN)

    def once(self, path: str, said: dict[str, Any]) -> int:
        """Send something once on a line of its own; what becomes of it is another's business."""
        headers = {"cookie": self.cookie, "connection": "close"}
        try:
            url = f"http://127.0.0.1:{self.port}{API}{path}"
            return httpx.post(
                url, json=said, headers=headers, timeout=ANSWER, trust_env=False, verify=NO_TLS
            ).status_code
        except httpx.TransportError:
            return 0

    def raw(self, path: str, said: dict[str, Any]) -> bytes:
        """The same as bytes."""
        body = json.dumps(said).encode()
        head = (
            f"POST {API}{path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\ncookie: {self.cookie}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body

    def line(self) -> socket.socket:
        """A bare connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=ANSWER)

    def close(self) -> None:
        """Leave."""
        self.client.close()


class Listener(Thread):
    """Keeps the socket of a game open and says what it has seen, as a page does; comes again when it is lost."""

    def __init__(self, visitor: Visitor, game: str) -> None:
        super().__init__(daemon=True)
        self.heard = 0
        self._visitor = visitor
        self._game = game
        self._line: ClientConnection | None = None
        self._asked = 0
        self._answers: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._end = Event()
        self.start()

    def run(self) -> None:
        while not self._end.is_set():
            try:
                self._listen()
            except (OSError, WebSocketException, TimeoutError):
                self._visitor._way += 1
                self._end.wait(AGAIN)
            finally:
                self._line = None
                self._answers.put(None)

    def act(self, said: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to an act over the socket; None if there is none, and nobody knows what became of it."""
        self._asked += 1
        end = time.monotonic() + ANSWER
        try:
            if self._line is None:
                return None
            self._line.send(json.dumps({"ask": self._asked, **said}))
            while (answer := self._answers.get(timeout=max(0.0, end - time.monotonic()))) is not None:
                if answer["answer"] == self._asked:
                    return None if answer["status"] in LATER else answer
        except (OSError, WebSocketException, Empty):
            pass
        return None

    def _listen(self) -> None:
        url = f"ws://127.0.0.1:{self._visitor.port}{API}/games/{self._game}/socket?version={self.heard or ''}"
        about = {"additional_headers": {"cookie": self._visitor.cookie}, "proxy": None}
        with connect(url, open_timeout=ANSWER, close_timeout=1, ping_interval=2, ping_timeout=4, **about) as line:  # type: ignore[arg-type]
            self._line = line
            while not self._end.is_set():
                try:
                    said = json.loads(line.recv(timeout=0.2))
                except TimeoutError:
                    continue
                if "answer" in said:
                    self._answers.put(said)
                elif "version" in said:
                    self.heard = max(self.heard, said["version"])
                    line.send(json.dumps({"seen": said["version"]}, separators=(",", ":")))

    def close(self) -> None:
        """Listen no more."""
        self._end.set()
