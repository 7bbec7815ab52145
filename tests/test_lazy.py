"""Properties that are worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kidd.lazy import cached_property

asked: list[str] = []


@dataclass(frozen=True)
class Value:
    """Something that cannot be set."""

    name: str

    @cached_property
    def loud(self) -> str:
        """The name in capitals."""
        asked.append(self.name)
        return self.name.upper()


class Pair(NamedTuple):
    """Facts."""

    left: int
    right: int


class Sum(Pair):
    """Facts, and what follows from them."""

    @cached_property
    def total(self) -> int | None:
        """Nothing, or the sum."""
        asked.append("total")
        return self.left + self.right or None


def test_it_is_worked_out_once_for_each():
    """Also where it is None, and where nothing can be set."""
    asked.clear()
    one, two, none = Value("one"), Value("two"), Sum(0, 0)
    assert [one.loud, one.loud, two.loud, one.loud] == ["ONE", "ONE", "TWO", "ONE"]
    assert (none.total, none.total, Sum(1, 2).total) == (None, None, 3)
    assert asked == ["one", "two", "total", "total"]


def test_it_can_be_known_before():
    """What is put in its place is what it says."""
    one = Value("one")
    vars(one)["loud"] = "quiet"
    assert one.loud == "quiet"


def test_the_class_has_its_sentence():
    """The property itself is there for whoever reads about it."""
    assert isinstance(vars(Value)["loud"], cached_property)
    assert Value.loud.__doc__ == "The name in capitals."
