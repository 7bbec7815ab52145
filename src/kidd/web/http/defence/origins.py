"""Which names the server answers to, and whether a request comes from one of its own pages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import Scope

from kidd.web.http.settings import Settings, listed

FOR_PROBES = ("/healthz", "/readyz")  # asked by a number, by machines that know no name
METRICS = "/metrics"  # as well, where a token says who asks
PORTS = {"http": 80, "https": 443}
REMEMBERED = 256  # spellings of names

Origin = tuple[str, str, int]  # scheme, name and port


class OwnNames:
    """The names of one server: that of its base URL, or those of this machine where there is none, and others."""

    def __init__(self, settings: Settings) -> None:
        base = urlsplit(settings.base_url).hostname
        self._names = {name for one in listed(settings.hosts) if (name := _name(one))}
        self._names.add(base or settings.host.lower())
        self._is_at_home = not base
        self._for_probes = (*FOR_PROBES, METRICS) if settings.metrics_token else FOR_PROBES
        self.by_https = settings.secure
        self._known = lru_cache(REMEMBERED)(self._knows)

    def knows(self, scope: Scope) -> bool:
        """Whether a request or a socket names this server; one that names none, or two, does not."""
        named = [value for name, value in scope["headers"] if name == b"host"]
        return (len(named) == 1 and self._known(named[0])) or scope["path"] in self._for_probes

    def _knows(self, host: bytes) -> bool:
        name = _name(host.decode("latin-1"))
        return bool(name) and (name in self._names or (self._is_at_home and _is_this_machine(name)))


def _name(host: str) -> str:
    """A host without its port, empty where it is none."""
    try:
        found = urlsplit(f"//{host}")
        port_is_fine = found.port is None or found.port > 0
    except ValueError:
        return ""
    is_plain = port_is_fine and found.netloc == host and found.username is None
    return (found.hostname or "").removesuffix(".") if is_plain else ""


def _is_this_machine(name: str) -> bool:
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def from_elsewhere(caller: HTTPConnection, base_url: str) -> bool:
    """Whether another site's page sends this: cookies alone do not tell, and http is another site than https."""
    said = caller.headers.get("origin")
    if said is None:
        return caller.headers.get("sec-fetch-site", "none") not in ("same-origin", "none")
    origin = _origin(said)
    return origin is None or origin not in _own(caller, base_url)


def _own(caller: HTTPConnection, base_url: str) -> Iterable[Origin | None]:
    """Where our pages are: at the base URL, and where this request is sent to if that is another name of ours."""
    base = _origin(base_url)
    scheme = "https" if caller.scope.get("scheme") in ("https", "wss") else "http"
    here = _origin(f"{scheme}://{caller.headers.get('host', '')}")
    return (base,) if base and here and here[1] == base[1] else (base, here)


@lru_cache(REMEMBERED)
def _origin(said: str) -> Origin | None:
    try:
        found = urlsplit(said)
        port = found.port or PORTS.get(found.scheme, 0)
    except ValueError:
        return None
    return (found.scheme, found.hostname, port) if found.hostname and port else None
