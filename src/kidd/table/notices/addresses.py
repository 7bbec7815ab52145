"""Addresses that browsers give us to send to: somebody else's servers, so never one in our own house.

A name is looked up once, what it stands for is checked, and that very address is connected to: whoever owns the name
cannot have it stand for something else in between. Nothing is followed elsewhere, and little is read.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from threading import Timer
from typing import NamedTuple
from urllib.parse import urlsplit

LONGEST_ADDRESS = 1000  # characters of an address
TIMEOUT = 5.0  # seconds for each step
IN_ALL = 8.0  # seconds: push services answer within one
MOST_NUMBERS = 3  # of one name that are tried
READ = 2000  # bytes of an answer


class BadAddress(ValueError):
    """An address that nothing is sent to."""


class Unreachable(Exception):
    """No answer, this time."""


class Place(NamedTuple):
    """Where something is sent."""

    secure: bool
    host: str
    port: int
    path: str
    origin: str


def read_place(address: str, *, local: bool = False) -> Place:
    """An address as it may be; https only, unless `local` ones are allowed, as for tests."""
    if len(address) > LONGEST_ADDRESS or not address.isascii() or not address.isprintable() or " " in address:
        raise BadAddress("not an address")
    try:
        found = urlsplit(address)
        host, port = found.hostname, found.port
    except ValueError as error:
        raise BadAddress("not an address") from error
    if not host or found.username is not None or found.password is not None:
        raise BadAddress("not an address")
    if found.scheme != "https" and not (local and found.scheme == "http"):
        raise BadAddress("not https")
    if not local and (_is_inner(host) or "." not in host or port not in (None, 443)):
        raise BadAddress("not a public address")
    secure = found.scheme == "https"
    path = (found.path or "/") + (f"?{found.query}" if found.query else "")
    return Place(secure, host, port or (443 if secure else 80), path, f"{found.scheme}://{found.netloc}")


def _is_inner(host: str) -> bool:
    """Whether that is a number for a machine that the world does not see; names are looked up later."""
    try:
        return not is_public(host)
    except ValueError:
        return host.rsplit(".", 1)[-1].isdigit()  # other ways to write a number


def is_public(number: str) -> bool:
    """Whether the world sees a machine of this number."""
    found = ipaddress.ip_address(number.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if found.is_site_local or (inner is not None and not inner.is_global):
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def post(place: Place, body: bytes, headers: Mapping[str, str], *, local: bool = False) -> int:
    """Send something, and say with which status that was answered."""
    connection = _Checked(place, local=local)
    # A timeout holds for one step: whoever answers a letter at a time is cut off all the same.
    end = Timer(IN_ALL, connection.cut)
    end.daemon = True
    end.start()
    try:
        connection.request("POST", place.path, body, dict(headers))
        answer = connection.getresponse()
        answer.read(READ)
        return answer.status
    except (OSError, HTTPException, ValueError) as error:  # ValueError: cut off
        raise Unreachable(str(error)) from error
    finally:
        end.cancel()
        connection.close()


class _Checked(HTTPConnection):
    """A connection to what a name stands for now, if that is a machine which the world sees."""

    def __init__(self, place: Place, *, local: bool) -> None:
        super().__init__(place.host, place.port, timeout=TIMEOUT)
        self._place = place
        self._local = local
        self._is_over = False

    def connect(self) -> None:
        """Look the name up, check, connect; several numbers are tried in turn."""
        place = self._place
        found = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
        numbers = list(dict.fromkeys(str(where[0]) for *_, where in found))
        if not self._local and not all(map(is_public, numbers)):
            raise OSError("not a public address")
        self.sock = line = _connected(numbers[:MOST_NUMBERS], place.port)
        if place.secure:
            context = ssl.create_default_context()
            self.sock = line = context.wrap_socket(line, server_hostname=place.host, do_handshake_on_connect=False)
            line.do_handshake()  # only now, as whoever takes their time for it is to be cut off, too
        if self._is_over:
            raise OSError("too late")

    def cut(self) -> None:
        """End it from another thread."""
        self._is_over = True
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)


def _connected(numbers: Sequence[str], port: int) -> socket.socket:
    last = OSError("no such name")
    for number in numbers:
        try:
            return socket.create_connection((number, port), TIMEOUT)
        except OSError as error:
            last = error
    raise last
