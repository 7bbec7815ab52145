"""How much a search may remember."""

import os
from contextlib import suppress

from kidd.errors import SearchError, shown
from kidd.search.answer import MOST_COUNTED, is_number
from kidd.search.tree.transposition_table import TranspositionTable

MEMORY = 64  # megabytes of table


def make_table(megabytes: float) -> TranspositionTable:
    """A table of that size, if it makes sense and there is room for it."""
    if not is_number(megabytes) or not 0 < megabytes < MOST_COUNTED:
        raise SearchError("memory", came=shown(megabytes))
    with suppress(MemoryError):
        if megabytes <= machine_memory():
            return TranspositionTable(megabytes)
    raise SearchError("no-memory", came=shown(megabytes))


def machine_memory() -> float:
    """The megabytes of this machine: a system that promises more does not keep it when they are wiped."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 20)
    except (AttributeError, ValueError, OSError):  # unknown here
        return float(1 << 14)
