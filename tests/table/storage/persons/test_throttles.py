"""How often something may be tried, for all servers of a database."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from threading import Event

import pytest
from sqlalchemy import Connection

from kidd.table.errors import TooFast
from kidd.table.moments import now
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.persons import throttles
from kidd.table.storage.persons.throttles import (
    WIDER,
    Limit,
    charge,
    everywhere,
    network,
    networks,
    origin,
    refund,
    wider,
)
from tests.patience import PATIENCE
from tests.postgres import wipe
from tests.table.sittings import count

pytestmark = pytest.mark.once

of = partial(origin, key=b"a key")
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


def test_nobody_waits_for_what_others_forget(postgres: str):
    """What is past for one server is left to it; whoever charges that row afterwards begins to count anew."""
    stores, moment = [open_store(postgres) for _ in range(2)], now()
    wipe(stores[0])
    for _ in range(3):
        stores[0].write(partial(charge, limit=THRICE, who="ann", moment=moment))
    later, busy, go = moment + THRICE.within, Event(), Event()

    def stay(connection: Connection) -> None:
        charge(connection, THRICE, "ann", later)
        busy.set()
        assert go.wait(PATIENCE)

    staying = stores[0].submit(stay)
    assert busy.wait(PATIENCE)
    stores[1].write(partial(charge, limit=THRICE, who="bea", moment=later))
    go.set()
    staying.result(PATIENCE)
    stores[1].write(partial(charge, limit=THRICE, who="ann", moment=later, times=2))
    with pytest.raises(TooFast):
        stores[1].write(partial(charge, limit=THRICE, who="ann", moment=later))
    for store in stores:
        store.close()


def test_the_rest_of_an_address_of_ipv6_is_anybodys_choice():
    """So the part before it is counted; whatever else is sent as an address is cut short."""
    assert network("2001:db8:1:2:3:4:5:6") == network("2001:db8:1:2::1") != network("2001:db8:1:3::1")
    assert network("192.0.2.1") != network("192.0.2.2")
    assert len(network("x" * 1000)) == 64


def test_whoever_is_given_more_of_ipv6_is_counted_there_too(any_store: Store):
    """In each part so often, and eight times as often in the whole; what is translated is an address of IPv4."""

    def count_one(connection: Connection, address: str) -> None:
        for limit, where in everywhere(THRICE, address, of(address)):
            charge(connection, limit, where, now())

    def tries(part: int) -> bool:
        try:
            any_store.write(partial(count_one, address=f"2001:db8:1:{part:x}::7"))
        except TooFast:
            return False
        return True

    assert [tries(1) for _ in range(4)] == [True, True, True, False]
    assert sum(tries(part) for part in range(2, 40)) == THRICE.times * (WIDER - 1)
    assert [where.times for where in networks("2001:db8:1:2::7")] == [1, WIDER]
    for address in ("192.0.2.1", "::ffff:192.0.2.1", "64:ff9b::c000:201"):
        assert networks(address) == networks("192.0.2.1")
    assert len(networks("nowhere")) == 1


def test_an_origin_of_ipv6_says_of_which_network_it_is_a_part():
    """In no more figures than another; those of this machine and of IPv4 are part of none."""
    parts = {of(f"2001:db8:1:{part:x}::1") for part in range(20)}
    assert len(parts) > 10
    assert len({wider(one) for one in parts}) == 1
    assert wider(of("2001:db8:2::1")) not in {"", wider(of("2001:db8:1::1"))}
    assert {len(one) for one in parts} == {7}
    assert [wider(of(one)) for one in ("192.0.2.1", "127.0.0.1", "::1", "")] == [""] * 4


def test_nobody_chooses_with_whom_they_share():
    """Which networks have one number is another matter for each key: without it nobody finds those of a stranger's."""
    victim = "2001:db8:77::1"
    crowd = [f"2001:db8:{number:x}::1" for number in range(0x100, 0x8000)]
    found = [one for one in crowd if wider(of(one)) == wider(of(victim))]
    assert found  # with the key, they are soon found
    assert sum(wider(of(one, key=b"of the server")) == wider(of(victim, key=b"of the server")) for one in found) <= 1
    assert {of(address) == of(address, key=b"another") for address in ("192.0.2.1", victim, "127.0.0.1")} == {False}


def test_nobody_chooses_whose_tries_are_used_up():
    """Rows of log-ins and sign-ups have few numbers, too: which one is somebody's depends on their origin."""
    for address in ("192.0.2.1", "2001:db8:77::1"):
        tries = [everywhere(THRICE, address, of(address, key=key)) for key in (b"a key", b"another")]
        rows, others = ([throttles._key(*one) for one in each] for each in tries)
        assert len(rows) == len(networks(address))
        assert not set(rows) & set(others)
