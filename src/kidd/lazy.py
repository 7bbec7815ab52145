"""Properties that are worked out when they are first asked for, and then kept.

Before Python 3.12 `functools.cached_property` takes a lock to work something out, which costs more than most of ours: a
move makes values that are asked once or twice. Two threads may work it out at once here, so it has to be good twice.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:

    class cached_property:  # noqa: N801 - stands in for the one of functools
        """The same, without a lock."""

        def __init__(self, work_out):
            self._work_out = work_out
            self.__doc__ = work_out.__doc__

        def __set_name__(self, owner, name):
            self._name = name

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            found = vars(instance)[self._name] = self._work_out(instance)
            return found


__all__ = ["cached_property"]
