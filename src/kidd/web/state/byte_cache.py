"""A cache that is bounded by the bytes it holds, and costs next to nothing to ask."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class ByteCache(Generic[Value]):
    """What was asked for last, in two generations: when the young one is full the old one is forgotten.

    Threads may ask at once: the worst is that something is made twice.
    """

    def __init__(self, room: int, size: Callable[[Value], int]) -> None:
        self._half = room // 2
        self._size = size
        self._young: dict[Hashable, Value] = {}
        self._old: dict[Hashable, Value] = {}
        self._taken = 0

    def get(self, key: Hashable) -> Value | None:
        """What is kept under a key, None if nothing is."""
        known = self._young.get(key)
        if known is None and (known := self._old.get(key)) is not None:
            self.put(key, known)
        return known

    def put(self, key: Hashable, value: Value) -> None:
        """Keep something."""
        if self._taken > self._half:
            self._old, self._young, self._taken = self._young, {}, 0
        before = self._young.get(key)
        self._young[key] = value
        self._taken += self._size(value) - (0 if before is None else self._size(before))

    def clear(self) -> None:
        """Forget everything."""
        self._young, self._old, self._taken = {}, {}, 0
