"""How many files and connections this process may have open, which systems set lower by default than they allow."""

from __future__ import annotations

import sys
from contextlib import suppress

MOST_FILES = 65_536  # more would serve nobody, and some programs that we start close them one by one
RESERVED = 200  # for the database, the workers' pipes, logs and whatever a request opens
FEWEST = 32  # connections that are allowed in any case


def raise_file_limit() -> int:
    """Ask for as many open files as the system allows, and return how many that are; 0 where nobody says."""
    if sys.platform == "win32":
        return 0
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return MOST_FILES if soft == resource.RLIM_INFINITY else soft
    with suppress(ValueError, OSError):  # a system that says one thing and allows another
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return soft


def room_for(wished: int, files: int) -> int:
    """How many connections there can be where so many files may be open: fewer than wished where that is little."""
    return min(wished, max(FEWEST, files - RESERVED)) if files else wished
