"""How often something was tried: rows that all server processes share, by a hash of who tries or from where."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from hmac import digest
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple

from sqlalchemy import Connection, case, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kidd.table.errors import TooFast
from kidd.table.storage.database.schema import throttles

_COUNT = throttles.c["count"]  # `count` of a row is a method
LONGEST_ADDRESS = 64  # characters of an address
KEYS = 1 << 20  # of each kind, so that there is an end to the rows whatever anybody sends
FAR, HOME, FAR_WIDE = "@", "@~", "@:"  # before an origin, before that of this machine, and before one of IPv6
WIDE, WIDER = "/48", 8  # the networks of IPv6 that a customer may have whole, and how many times a limit holds there
NAT64 = IPv6Network("64:ff9b::/96")
NARROW = 2  # figures of an origin of IPv6 that say which part it is of a wider one


class Limit(NamedTuple):
    """So many times in so much time."""

    kind: str
    times: int
    within: timedelta
    reason: str = "too-fast"
    """Why it is refused."""


class Network(NamedTuple):
    """Where somebody comes from, and how many times of what one may come from there."""

    name: str
    times: int = 1


def network(address: str) -> str:
    """Where somebody comes from: of IPv6 what a customer has at least, as the rest is theirs to choose."""
    return networks(address)[0].name


def networks(address: str) -> tuple[Network, ...]:
    """The networks in which somebody is counted: of IPv6 also the wider one of which many a customer is given all."""
    return _networks(address[:LONGEST_ADDRESS])


@lru_cache(4096)
def _networks(address: str) -> tuple[Network, ...]:
    try:
        found = ip_address(address)
    except ValueError:
        return (Network(address),)
    if found.version == 4:
        return (Network(str(found)),)
    if found.ipv4_mapped is not None:  # of IPv4, as a socket for both writes it
        return (Network(str(found.ipv4_mapped)),)
    if found in NAT64:  # of IPv4, as a provider's translator writes it
        return (Network(str(IPv4Address(int(found) & 0xFFFF_FFFF))),)
    return Network(str(_first(found, 64))), Network(f"{_first(found, 48)}{WIDE}", WIDER)


def _first(address: IPv6Address, bits: int) -> IPv6Address:
    return IPv6Address(int(address) >> 128 - bits << 128 - bits)


def is_here(address: str) -> bool:
    """Whether somebody comes from this machine: from a proxy that does not say for whom, all would be one."""
    return _is_loopback(address[:LONGEST_ADDRESS])


@lru_cache(4096)
def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return not address


def origin(address: str, key: bytes) -> str:
    """Where somebody comes from, as a number that many networks have: it says who may share, and not who it is.

    It depends on the server's key, as anybody could find the addresses that share a number with a stranger's otherwise.
    """
    if not address:
        return ""
    narrow, *wide = (_within(digest(key, f"origin\0{one.name}".encode(), sha256)) for one in networks(address))
    if is_here(address):
        return f"{HOME}{narrow:x}"
    if wide:
        return f"{FAR_WIDE}{wide[0] >> 4 * NARROW:03x}{narrow % (1 << 4 * NARROW):02x}"
    return f"{FAR}{narrow:x}"


def wider(share: str) -> str:
    """The origins of a wider network of which one is a part; empty where there is none."""
    return share[:-NARROW] if share.startswith(FAR_WIDE) else ""


def is_home(share: str) -> bool:
    """Whether an origin is this machine."""
    return share.startswith(HOME)


def charge(connection: Connection, limit: Limit, who: str, moment: datetime, times: int = 1) -> None:
    """Count one more try, or several, or refuse it; what is past is forgotten on the way, unless others are at it."""
    past = select(throttles.c.key).where(throttles.c.until <= moment).with_for_update(skip_locked=True)
    connection.execute(delete(throttles).where(throttles.c.key.in_(past)))
    key = _key(limit, who)
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    first = dialect.insert(throttles).values(key=key, count=0, until=moment + limit.within)
    is_past = throttles.c.until <= moment
    anew = {
        "count": case((is_past, 0), else_=_COUNT),
        "until": case((is_past, first.excluded.until), else_=throttles.c.until),
    }
    kept = first.on_conflict_do_update(index_elements=["key"], set_=anew).returning(_COUNT, throttles.c.until)
    row = connection.execute(kept).one()
    if row[0] and row[0] + times > limit.times:
        raise TooFast(max(1, -(-(row.until - moment) // timedelta(seconds=1))), limit.reason)
    connection.execute(update(throttles).where(throttles.c.key == key).values(count=_COUNT + times))


def everywhere(limit: Limit, address: str, share: str) -> list[tuple[Limit, str]]:
    """A limit for each of the networks from which somebody comes, whose origin keeps others from finding their rows."""
    found = zip(networks(address), (share, wider(share)), strict=False)
    return [(limit._replace(times=limit.times * one.times), f"{part} {one.name}") for one, part in found]


def refund(connection: Connection, limit: Limit, who: str) -> None:
    """Take a try back that was no mistake."""
    change = update(throttles).where(throttles.c.key == _key(limit, who), _COUNT > 0)
    connection.execute(change.values(count=_COUNT - 1))


def _key(limit: Limit, who: str) -> str:
    number = _within(sha256(f"{limit.kind}\0{who}".encode()).digest())
    return f"{limit.kind}:{number:x}"


def _within(hashed: bytes) -> int:
    return int.from_bytes(hashed[:8]) % KEYS
