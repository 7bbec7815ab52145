"""Berths by network: who comes from many of one customer's."""

from __future__ import annotations

from asyncio import Transport

from kidd.web.connections.berths import Berths


def test_many_networks_of_one_customer():
    """Of IPv6 each part of a wider network has its berths, and all together eight times as many; all are free again."""
    berths, there = Berths(1000, 2), []
    for part in range(20):
        for _ in range(3):
            transport = Transport()
            if not berths.enter(transport, f"2001:db8:1:{part:x}::1"):
                there.append(transport)
    assert len(there) == len(berths) == 16
    assert [berths.enter(Transport(), address) for address in ("2001:db8:2::1", "192.0.2.1")] == ["", ""]
    for transport in there:
        berths.leave(transport)
    assert (berths.enter(there[0], "2001:db8:1:9::1"), len(berths)) == ("", 3)
