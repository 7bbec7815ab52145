"""How many connections there are, in all and from one network, and who makes way where there are too many."""

from __future__ import annotations

from asyncio import Transport
from collections.abc import Callable
from itertools import islice

from kidd.table.storage.persons.throttles import Network, networks

TRIED = 16  # connections that are looked at for one that may make way

Held = dict[Transport, tuple[Network, ...]]  # the oldest first, with the networks it comes from


class Berths:
    """Room for so many connections; `spared` says which addresses speak for many, and `idle` who may be let go."""

    def __init__(
        self,
        most: int,
        most_each: int,
        *,
        spared: Callable[[str], bool] = lambda address: False,
        idle: Callable[[Transport], bool] = lambda transport: False,
    ) -> None:
        self.most = most
        self.most_each = most_each
        self._spared = spared
        self._idle = idle
        self._held: Held = {}
        self._networks: dict[str, Held] = {}

    def __len__(self) -> int:
        return len(self._held)

    def enter(self, transport: Transport, address: str) -> str:
        """Let a connection in, and say why not: `each` or `all`, empty where it is in.

        Whoever only waits makes way for it, the oldest first: it costs nobody anything to dial again.
        """
        where = networks(address)
        if self.most_each and not self._spared(address):
            for one in where:
                there = self._networks.get(one.name, {})
                if len(there) >= self.most_each * one.times and not self._clear(there):
                    return "each"
            for one in where:
                self._networks.setdefault(one.name, {})[transport] = where
        if len(self._held) >= self.most and not self._clear(self._held):
            self._forget(transport, where)
            return "all"
        self._held[transport] = where
        return ""

    def leave(self, transport: Transport) -> None:
        """A connection is over."""
        where = self._held.pop(transport, None)
        if where is not None:
            self._forget(transport, where)

    def _forget(self, transport: Transport, where: tuple[Network, ...]) -> None:
        for one in where:
            there = self._networks.get(one.name)
            if there is not None:
                there.pop(transport, None)
                if not there:
                    del self._networks[one.name]

    def _clear(self, held: Held) -> bool:
        """Let go of one that only waits; those that do not are looked at later the next time."""
        for transport in list(islice(held, TRIED)):
            if self._idle(transport):
                self.leave(transport)
                transport.abort()
                return True
            held[transport] = held.pop(transport)
        return False
