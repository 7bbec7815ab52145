"""Whether the world may come in, and what has to be set before it does."""

from __future__ import annotations

import socket
from ipaddress import ip_address

from kidd.errors import OptionError
from kidd.table.notices.addresses import is_public
from kidd.web.http.settings import PREFIX, Settings

EVERYWHERE = "0.0.0.0"  # what no address at all means, too


def check_public(settings: Settings) -> None:
    """Refuse to serve the world by a key that nobody has chosen, or under a name that nobody has said."""
    needed = ("secret_key", "base_url")
    missing = [PREFIX + name.upper() for name in needed if not getattr(settings, name)]
    if missing and lets_the_world_in(settings.host):
        raise OptionError("public-address", host=settings.host, missing=", ".join(missing))


def lets_the_world_in(host: str) -> bool:
    """Whether others than this machine and its own network can reach what listens there."""
    return any(_is_unspecified(number) or is_public(number) for number in _numbers(host))


def _numbers(host: str) -> list[str]:
    try:
        found = socket.getaddrinfo(host or EVERYWHERE, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):  # then nothing can listen there either, which is told by who tries
        return []
    return [str(one[4][0]) for one in found]


def _is_unspecified(number: str) -> bool:
    return ip_address(number.partition("%")[0]).is_unspecified
