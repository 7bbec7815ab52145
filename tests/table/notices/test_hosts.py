"""Push services: one delivery at a time to each house, a rest from names that do not answer."""

from __future__ import annotations

from datetime import timedelta

import pytest

from kidd.table.moments import now
from kidd.table.notices import addresses
from kidd.table.notices.hosts import FIRST_REST, LONGEST_REST, RESTING, Hosts, house_of

pytestmark = pytest.mark.once
GOOGLE = "https://fcm.googleapis.com/fcm/send/abc"


def is_shut(hosts: Hosts, endpoint: str, later: timedelta = timedelta()) -> bool:
    """Whether nothing is sent there, as the database looks for it."""
    return any(part in endpoint for part in hosts.shut(now() + later))


@pytest.mark.parametrize(
    ("endpoint", "house"),
    [
        (GOOGLE, "googleapis.com"),
        ("https://a.b.evil.example:443/x", "evil.example"),
        ("https://EVIL.example/x", "evil.example"),
        ("http://127.0.0.1:80/x", "127.0.0.1"),
        ("http://[::1]:80/x", "::1"),
        ("http://[::1", ""),
        ("", ""),
    ],
)
def test_houses(endpoint: str, house: str):
    """By the last two parts of a name, or by a number."""
    assert house_of(endpoint) == house


def test_one_at_a_time():
    """However many names a house has, and nobody else waits for it."""
    hosts = Hosts()
    hosts.enter("https://one.evil.example/x")
    for other in ("https://two.evil.example/x", "https://evil.example:443/x"):
        assert is_shut(hosts, other)
    for honest in (GOOGLE, "https://devil.example/x", "https://evil.example.org/x"):
        assert not is_shut(hosts, honest)
    hosts.leave("https://one.evil.example/x")
    assert not is_shut(hosts, "https://two.evil.example/x")


def test_who_does_not_answer_is_left_alone():
    """For longer each time, until they do; other names of the same house are not."""
    hosts, silent, moment = Hosts(), "https://silent.googleapis.com/x", now()
    pause = FIRST_REST
    for _ in range(12):
        hosts.settle(silent, moment, well=False)
        assert any(part in silent for part in hosts.shut(moment + pause - timedelta(seconds=1)))
        assert not any(part in silent for part in hosts.shut(moment + pause))
        pause = min(2 * pause, LONGEST_REST)
    assert not is_shut(hosts, GOOGLE)
    hosts.settle(silent, moment, well=True)
    assert not is_shut(hosts, silent)


def test_what_is_remembered_has_an_end():
    """Of many that do not answer the oldest are tried again."""
    hosts = Hosts()
    for number in range(2 * RESTING):
        hosts.settle(f"https://n{number}.example/x", now(), well=False)
    assert (is_shut(hosts, "https://n0.example/x"), len(hosts.shut(now()))) == (False, 2 * RESTING)


def test_nobody_waits_for_long():
    """A service that answers a letter at a time keeps a thread for so many seconds in all."""
    assert addresses.TIMEOUT < addresses.IN_ALL <= 8


def test_addresses_of_ones_own_site():
    """Are not the world's, though nobody gives them out any more."""
    assert not addresses.is_public("fec0::1")
    assert addresses.is_public("2600::1")
