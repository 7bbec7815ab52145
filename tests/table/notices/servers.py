"""Servers for tests that take what is sent: a mail server, and a push service with a browser that decrypts."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from kidd.table.storage.notices.receivers import Device, device_id


def written(value: bytes) -> str:
    """As addresses and keys are written."""
    return urlsafe_b64encode(value).decode().rstrip("=")


class Mailbox:
    """What a mail server has taken; it refuses as often as it is told to before that."""

    def __init__(self, refuse: list[str]) -> None:
        self.refuse = refuse
        self.letters: list[EmailMessage] = []
        self.tries = 0

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802 - as aiosmtpd calls it
        """Take a letter, or not."""
        self.tries += 1
        if self.refuse:
            return self.refuse.pop(0)
        found = message_from_bytes(envelope.content, _class=EmailMessage, policy=default)
        assert isinstance(found, EmailMessage)
        self.letters.append(found)
        return "250 taken"


class _AnyPort(Controller):
    """A mail server on whatever port is free."""

    def _trigger_server(self) -> None:
        server: Any = self.server
        self.port = server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextmanager
def mail_server(*refuse: str) -> Iterator[tuple[Mailbox, int]]:
    """A mail server on this machine, and its port."""
    box = Mailbox(list(refuse))
    controller = _AnyPort(box, hostname="127.0.0.1", port=0)
    controller.start()
    try:
        yield box, controller.port
    finally:
        controller.stop()


@dataclass
class PushService:
    """What browsers have been sent, by the path of their address; the next answers may be given."""

    url: str = ""
    answers: list[int] = field(default_factory=list)
    asked: list[dict[str, str]] = field(default_factory=list)
    taken: list[tuple[str, bytes]] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)


@contextmanager
def push_service(*answers: int) -> Iterator[PushService]:
    """A push service on this machine."""
    service = PushService(answers=list(answers))

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            with service.lock:
                status = service.answers.pop(0) if service.answers else 201
                service.asked.append(dict(self.headers.items()))
                if status < 300:
                    service.taken.append((self.path, body))
            self.send_response(status)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Not in the output of tests."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        service.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield service
        server.shutdown()
        thread.join()


class Browser:
    """A browser that has asked for notices, and reads them."""

    def __init__(self, service: PushService, name: str = "one") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        self.service = service
        self.path = f"/push/{name}"
        self.endpoint = service.url + self.path

    @property
    def keys(self) -> dict[str, str]:
        """What it tells of its keys."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": written(point), "auth": written(self._auth)}

    def device(self, person: str, language: str = "en") -> Device:
        """As the database keeps it."""
        return Device(device_id(self.endpoint), person, self.endpoint, **self.keys, language=language)

    def read(self) -> list[dict[str, Any]]:
        """All that has come, decrypted."""
        with self.service.lock:
            bodies = [body for path, body in self.service.taken if path == self.path]
        return [
            json.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"))
            for body in bodies
        ]
