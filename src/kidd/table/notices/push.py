"""Notices to browsers (RFC 8030): only the browser can read them (RFC 8291), and the server has signed (RFC 8292)."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from time import time
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from kidd.table.notices.addresses import BadAddress, post, read_place
from kidd.table.storage.notices.receivers import Device, device_id

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve's points
HALF_A_DAY = 12 * 3600  # for which a signature holds
KEPT_FOR = 2 * 24 * 3600  # seconds for which a push service keeps what a browser cannot take yet
POINT, SECRET = 65, 16  # bytes of a browser's keys


class Gone(Exception):
    """There is no such browser any more."""


class Refused(Exception):
    """The push service does not take it, this time."""


class Pusher:
    """Sends to browsers; its key follows from the server's secret, so all servers that share that have the same."""

    def __init__(self, secret: bytes, contact: str, *, local: bool = False) -> None:
        # Its own check of the contact refuses https with a port; settings are checked before.
        self._vapid = Vapid02(private_key=_key(secret), conf={"no-strict": True})
        self._contact = contact
        self.local = local
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key = _written(point)
        """What browsers are told, so that nobody else can send to them."""

    def send(self, device: Device, message: Mapping[str, Any], *, topic: str) -> None:
        """Send a message; one of the same topic that still waits is replaced by it."""
        try:
            place = read_place(device.endpoint, local=self.local)
            body = sealed(json.dumps(message, ensure_ascii=False).encode(), device)
        except (BadAddress, ValueError) as error:
            raise Gone(str(error)) from error
        claims = {"aud": place.origin, "exp": int(time()) + HALF_A_DAY, "sub": self._contact}
        headers = {
            **self._vapid.sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR),
            "Urgency": "normal",
            "Topic": _written(sha256(topic.encode()).digest())[:32],
        }
        status = post(place, body, headers, local=self.local)
        if status in (404, 410):
            raise Gone(str(status))
        if not 200 <= status < 300:
            raise Refused(str(status))


def checked_device(person: str, said: Mapping[str, Any], language: str, *, local: bool) -> Device:
    """What a browser says of itself, or a BadAddress."""
    endpoint, keys = said.get("endpoint"), said.get("keys")
    if not isinstance(endpoint, str) or not isinstance(keys, dict):
        raise BadAddress("not an address")
    read_place(endpoint, local=local)
    point, secret = _read(keys.get("p256dh"), POINT), _read(keys.get("auth"), SECRET)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError as error:
        raise BadAddress("not a key") from error
    return Device(device_id(endpoint), person, endpoint, _written(point), _written(secret), language)


def sealed(text: bytes, device: Device) -> bytes:
    """A text that only that browser can read."""
    once = ec.generate_private_key(CURVE)
    theirs, secret = _read(device.p256dh, POINT), _read(device.auth, SECRET)
    body: bytes = http_ece.encrypt(
        text, salt=os.urandom(16), private_key=once, dh=theirs, auth_secret=secret, version="aes128gcm"
    )
    return body


def _key(secret: bytes) -> ec.EllipticCurvePrivateKey:
    material = HKDF(SHA256(), 48, None, b"kidd push").derive(secret)
    return ec.derive_private_key(int.from_bytes(material) % (ORDER - 1) + 1, CURVE)


def _written(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def _read(text: object, length: int) -> bytes:
    """A key of so many bytes."""
    if not isinstance(text, str) or len(text) > 100 or not text.isascii():
        raise BadAddress("not a key")
    try:
        value = urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except ValueError as error:
        raise BadAddress("not a key") from error
    if len(value) != length:
        raise BadAddress("not a key")
    return value
