"""How often something was tried: rows that all server processes share, by a hash of who tries or from where."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kidd.table.errors import TooFast
from kidd.table.storage.database.schema import throttles

_COUNT = throttles.c["count"]  # `count` of a row is a method
LONGEST = 64  # characters of an address
KEYS = 1 << 20  # of each kind, so that there is an end to the rows whatever anybody sends
FAR, HOME = "@", "@~"  # before an origin, and before that of this machine


class Limit(NamedTuple):
    """So many times in so much time."""

    kind: str
    times: int
    within: timedelta
    reason: str = "too-fast"
    """Why it is refused."""


def network(address: str) -> str:
    """Where somebody comes from: of IPv6 the part that a customer is given, as the rest is theirs to choose."""
    return _network(address[:LONGEST])


@lru_cache(4096)
def _network(address: str) -> str:
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped is not None:  # of IPv4, as a socket for both writes it
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> 64 << 64))


def is_here(address: str) -> bool:
    """Whether somebody comes from this machine: from a proxy that does not say for whom, all would be one."""
    return _is_loopback(address[:LONGEST])


@lru_cache(4096)
def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return not address


def origin(address: str) -> str:
    """Where somebody comes from, as a number that many networks have: it says who may share, and not who it is."""
    if not address:
        return ""
    return f"{HOME if is_here(address) else FAR}{_number(network(address)):x}"


def is_home(share: str) -> bool:
    """Whether an origin is this machine."""
    return share.startswith(HOME)


def charge(connection: Connection, limit: Limit, who: str, moment: datetime, times: int = 1) -> None:
    """Count one more try, or several, or refuse it; what is past is forgotten on the way."""
    connection.execute(delete(throttles).where(throttles.c.until <= moment))
    key = _key(limit, who)
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    first = dialect.insert(throttles).values(key=key, count=0, until=moment + limit.within)
    connection.execute(first.on_conflict_do_nothing())
    query = select(_COUNT, throttles.c.until).where(throttles.c.key == key).with_for_update()
    row = connection.execute(query).one()
    if row[0] and row[0] + times > limit.times:
        raise TooFast(max(1, -(-(row.until - moment) // timedelta(seconds=1))), limit.reason)
    connection.execute(update(throttles).where(throttles.c.key == key).values(count=_COUNT + times))


def refund(connection: Connection, limit: Limit, who: str) -> None:
    """Take a try back that was no mistake."""
    change = update(throttles).where(throttles.c.key == _key(limit, who), _COUNT > 0)
    connection.execute(change.values(count=_COUNT - 1))


def _key(limit: Limit, who: str) -> str:
    number = _number(f"{limit.kind}\0{who}")
    return f"{limit.kind}:{number:x}"


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8]) % KEYS
