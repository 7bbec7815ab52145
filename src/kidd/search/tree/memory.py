"""How much a search may remember."""

import os
from contextlib import suppress

from kidd.errors import SearchError, shown
from kidd.search.answer import MOST_COUNTED, is_number
from kidd.search.tree.transposition_table import TranspositionTable

MEMORY = 64  # megabytes of table
BRIEF_NODES = 50_000  # up to so many a search is over before large pages are worth their wiping


def make_table(megabytes: float, *, brief: bool = False) -> TranspositionTable:
    """A table of that size, if it makes sense and there is room for it; one for a brief search costs little to make."""
    if not is_number(megabytes) or not 0 < megabytes < MOST_COUNTED:
        raise SearchError("memory", came=shown(megabytes))
    with suppress(MemoryError):
        if megabytes <= machine_memory():
            return TranspositionTable(megabytes, not brief)
    raise SearchError("no-memory", came=shown(megabytes))


def machine_memory() -> float:
    """The megabytes of this machine: a system that promises more does not keep it when they are wiped."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 20)
    except (AttributeError, ValueError, OSError):  # unknown here
        return float(1 << 14)
