"""Moves everything from one database into another, of whichever kind."""

from __future__ import annotations

from kidd.table.errors import StoreError
from kidd.table.storage.database.engines import Address, file_of, read_address
from kidd.table.storage.moving.access import filling, looking_in
from kidd.table.storage.moving.arriving import Arrival, arrive
from kidd.table.storage.moving.copying import Told, in_silence


def move(source: Address, target: Address, told: Told = in_silence, *, anyway: bool = False) -> Arrival:
    """Put all that is in one database into another, empty one; no server may be at either, and the first stays."""
    if _place(source) == _place(target):
        raise StoreError("same-database")
    with looking_in(source, empty=True) as before, filling(target) as after:
        return arrive(before, after, told, anyway=anyway)


def _place(url: Address) -> object:
    address = read_address(url)
    file = file_of(address)
    return file.resolve() if file is not None else (address.host, address.port, address.database)
