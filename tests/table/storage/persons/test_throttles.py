"""How often something may be tried, for all servers of a database."""

from __future__ import annotations

from datetime import timedelta

import pytest

from kidd.table.errors import TooFast
from kidd.table.moments import now
from kidd.table.play.games import Store
from kidd.table.storage.persons.throttles import Limit, charge, network, refund
from tests.table.sittings import count

pytestmark = pytest.mark.once

THRICE = Limit("test", 3, timedelta(minutes=10))


def test_so_often_and_no_more(any_store: Store):
    """Then not until the time is over; others are not concerned, and what is past leaves no row."""
    moment = now()

    def tries(who: str, minutes: int = 0) -> None:
        any_store.write(lambda connection: charge(connection, THRICE, who, moment + timedelta(minutes=minutes)))

    for _ in range(3):
        tries("ann")
    with pytest.raises(TooFast) as refused:
        tries("ann", 4)
    assert refused.value.seconds == 360
    tries("bea", 4)
    any_store.write(lambda connection: refund(connection, THRICE, "ann"))
    tries("ann", 5)
    with pytest.raises(TooFast):
        tries("ann", 9)
    tries("ann", 10)
    assert count(any_store, "throttles") == 2
    tries("cat", 30)
    assert count(any_store, "throttles") == 1


def test_the_rest_of_an_address_of_ipv6_is_anybodys_choice():
    """So the part before it is counted; whatever else is sent as an address is cut short."""
    assert network("2001:db8:1:2:3:4:5:6") == network("2001:db8:1:2::1") != network("2001:db8:1:3::1")
    assert network("192.0.2.1") != network("192.0.2.2")
    assert len(network("x" * 1000)) == 64
