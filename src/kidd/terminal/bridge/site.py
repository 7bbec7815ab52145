"""A club's server as a program with a token sees it: requests that are patient, and its stream of events."""

from __future__ import annotations

import json
import ssl
from collections.abc import Iterator
from http.client import HTTPException, HTTPMessage, HTTPResponse
from ipaddress import ip_address
from threading import Event
from typing import IO, Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from kidd.errors import OptionError, shown

API = "/api/v1"
ANSWER = 60.0  # seconds for an answer
QUIET = 45.0  # seconds without a word after which a stream is lost: a server says something every 15
TRIES = 5  # of a request that the server has no time for
LONGEST_ANSWER = 4 << 20  # bytes of an answer
LONGEST_PAUSE = 120.0  # seconds that a server may ask for
LATER = (429, 502, 503, 504)

State = dict[str, Any]


class Refused(Exception):
    """The server says no, and why."""

    def __init__(self, status: int, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.kind, self.detail = status, kind, detail


class SiteGone(Exception):
    """The server cannot be reached, or has no time."""


class Told(NamedTuple):
    """An event of the stream."""

    kind: str
    data: State


class _NoRedirect(HTTPRedirectHandler):
    """Follows nobody: a token is for one server."""

    def redirect_request(  # noqa: PLR0913, PLR0917 - as it is called
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        return None


class Site:
    """One server, by its address, and a token."""

    def __init__(self, address: str, token: str, language: str, stop: Event) -> None:
        self.base = checked_address(address)
        self.last_id = ""
        self._stop = stop
        self._headers = {
            "Authorization": f"Bearer {token}",
            "Accept": "application/json",
            "Accept-Language": language,
            "User-Agent": "kidd-bridge",
        }
        around = [ProxyHandler({})] if is_here(self.base) else []  # nobody stands between a machine and itself
        self._open = build_opener(_NoRedirect(), *around).open

    def ask(self, method: str, path: str, said: State | None = None) -> State:
        """The answer to a request, tried again while the server has no time for it."""
        for _ in range(TRIES):
            try:
                with self._request(method, path, said, ANSWER) as answer:
                    body = answer.read(LONGEST_ANSWER)
                return dict(json.loads(body)) if body else {}
            except HTTPError as error:
                if error.code not in LATER:
                    raise _refusal(error) from error
                self._stop.wait(_pause(error))
            except ValueError as error:
                raise SiteGone(str(error)) from error
        raise SiteGone("busy")

    def listen(self) -> Iterator[Told]:
        """What the server tells, from where it was heard last, until the line is lost."""
        try:
            with self._request("GET", "/stream", None, QUIET) as answer:
                yield from self._events(answer)
        except HTTPError as error:
            if error.code not in LATER:
                raise _refusal(error) from error
            self._stop.wait(_pause(error))
        except (OSError, HTTPException) as error:
            raise SiteGone(_why(error)) from error

    def _events(self, answer: HTTPResponse) -> Iterator[Told]:
        kind, mark = "", ""
        while line := answer.readline(LONGEST_ANSWER):
            name, _, value = line.decode("utf-8", "replace").rstrip("\r\n").partition(": ")
            if name == "event":
                kind = value
            elif name == "id":
                mark = value
            elif name == "data":
                try:
                    data = dict(json.loads(value))
                except ValueError as error:
                    raise SiteGone(str(error)) from error
                self.last_id = mark or self.last_id
                yield Told(kind, data)

    def _request(self, method: str, path: str, said: State | None, patience: float) -> HTTPResponse:
        headers, body = dict(self._headers), None
        if said is not None:
            body, headers["Content-Type"] = json.dumps(said).encode(), "application/json"
        if path == "/stream" and self.last_id:
            headers["Last-Event-ID"] = self.last_id
        request = Request(f"{self.base}{API}{path}", body, headers, method=method)
        try:
            found: HTTPResponse = self._open(request, timeout=patience)
        except HTTPError:
            raise
        except ssl.SSLCertVerificationError as error:
            raise OptionError("bridge-certificate", why=error.verify_message) from error
        except (OSError, HTTPException) as error:
            raise SiteGone(_why(error)) from error
        return found


def checked_address(address: str) -> str:
    """The address of a server without a path, or the reason why nothing can be there."""
    text = address if "://" in address else f"https://{address}"
    try:
        found = urlsplit(text.rstrip("/"))
        fits = found.scheme in ("http", "https") and found.hostname and (found.port or True)
    except ValueError:
        fits = False
    if not fits or found.username is not None or found.path or found.query or found.fragment:
        raise OptionError("bridge-address", came=shown(address))
    return f"{found.scheme}://{found.netloc}"


def is_here(base: str) -> bool:
    """Whether that is this machine."""
    host = urlsplit(base).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _refusal(error: HTTPError) -> Refused:
    try:
        said = dict(json.loads(error.read(LONGEST_ANSWER)))
    except (ValueError, OSError, HTTPException):
        said = {}
    kind = str(said.get("type", "")).removeprefix("/problems/")
    return Refused(error.code, kind, str(said.get("detail") or error.reason))


def _pause(error: HTTPError) -> float:
    wished = error.headers.get("retry-after", "") if error.headers else ""
    seconds = float(wished) if wished.isascii() and wished.isdigit() and len(wished) < 6 else 2.0
    return min(max(seconds, 1.0), LONGEST_PAUSE)


def _why(error: BaseException) -> str:
    reason = error.reason if isinstance(error, URLError) else error
    return str(getattr(reason, "strerror", None) or reason or type(error).__name__)
