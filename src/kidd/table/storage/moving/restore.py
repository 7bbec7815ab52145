"""Puts a backup into a database of either kind."""

from __future__ import annotations

from pathlib import Path

from kidd.table.storage.database.engines import Address
from kidd.table.storage.moving.access import filling
from kidd.table.storage.moving.arriving import Arrival, arrive
from kidd.table.storage.moving.backup_file import opened, verify
from kidd.table.storage.moving.copying import Told, in_silence


def restore(
    file: Path, url: Address, told: Told = in_silence, *, replace: bool = False, anyway: bool = False
) -> Arrival:
    """Fill an empty database with a backup, or `replace` all that is in it; if that fails, it stays as it was."""
    with opened(file) as (source, note):
        verify(source, note, told)  # before anything is touched
        with filling(url) as target:
            return arrive(source, target, told, replace=replace, anyway=anyway)
