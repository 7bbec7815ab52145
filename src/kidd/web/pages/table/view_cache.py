"""Views that were drawn last: however many look at the same, it is drawn once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any

ROOM = 64  # views, some 50 kB each


class Gallery:
    """Views as JSON, by all that they depend on; not to be changed by whoever gets one."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._views: OrderedDict[Hashable, Future[dict[str, Any]]] = OrderedDict()
        self._lock = Lock()

    def view(self, key: Hashable, draw: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The view of that key: there already, being drawn by another thread, or drawn now."""
        with self._lock:
            hangs = self._views.get(key)
            if hangs is not None:
                self._views.move_to_end(key)
            else:
                drawn = self._views[key] = Future()
                while len(self._views) > self._room:
                    self._views.popitem(last=False)
        if hangs is not None:
            return hangs.result()
        try:
            drawn.set_result(draw())
        except BaseException as error:
            with self._lock:
                self._views.pop(key, None)
            drawn.set_exception(error)
            raise
        return drawn.result()
