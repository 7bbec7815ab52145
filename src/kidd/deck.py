"""The deck: spaces, their three ports, the hatches, and where to draw it all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import NamedTuple

from kidd.errors import DeckError, NotationError, shown
from kidd.lazy import cached_property

SEA = -1
SEA_NAME = "~"
CREWS = {"R": "red", "B": "blue", "G": "gold"}
COLOURS = "".join(CREWS)

_reading = Lock()

Point = tuple[float, float]
Ports = tuple[int, int, int]


class Piece(NamedTuple):
    """A token or tower where it stands: colours from the top down, its space, what its back is turned to."""

    crew: str
    space: str
    back: str

    def __str__(self) -> str:
        return self.crew + self.space + self.back


@dataclass(frozen=True)
class Deck:
    """Made by `named`, `read` or `from_toml`, which check it; the constructor trusts its caller."""

    name: str
    spaces: tuple[str, ...]
    places: tuple[Point, ...]
    ports: tuple[Ports, ...]
    hatches: tuple[int, ...]
    seaward: tuple[Point, ...]

    @staticmethod
    def named(name: str) -> Deck:
        """One of the decks that come with the package, read once."""
        if not isinstance(name, str):
            raise DeckError("unnamed", came=shown(name))
        return _shipped(name)

    @staticmethod
    def read(path: str | os.PathLike[str]) -> Deck:
        """The deck in a file; an error names the file."""
        from pathlib import Path

        if not isinstance(path, str | os.PathLike):
            raise DeckError("path", came=shown(path))
        name = os.fspath(path)
        where = repr(name if len(name) <= 200 else f"…{name[-199:]}")
        try:
            return Deck.from_toml(Path(name).read_text(encoding="utf-8"))
        except DeckError as error:
            raise DeckError("in-file", file=where, problem=error) from None
        except UnicodeDecodeError as error:
            raise DeckError("not-utf8", file=where, byte=error.start) from error
        except (OSError, ValueError) as error:  # ValueError: a name with a null byte
            raise DeckError("unreadable", file=where, why=str(getattr(error, "strerror", error))) from error

    @staticmethod
    def from_toml(text: str) -> Deck:
        """The deck that the text of a deck file describes, checked so that it can be played and drawn."""
        if not isinstance(text, str):
            raise DeckError("not-text", came=shown(text))
        from kidd.decks import reader  # which a program that never reads a deck need not load

        plan = reader.read(text.removeprefix("\ufeff"))  # which editors of some systems begin a file with
        return Deck(
            plan.name,
            plan.spaces,
            plan.places,
            tuple(_ports_of(space, plan.paths, space in plan.hatches) for space in range(len(plan.spaces))),
            plan.hatches,
            plan.seaward,
        )

    def index(self, name: str) -> int:
        """The number of a space, by which all tables of the deck are ordered."""
        try:
            return self.numbers[name]
        except (KeyError, TypeError):
            raise NotationError("space", came=shown(name), known=", ".join(self.spaces)) from None

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers of all spaces by their names, for those who know that there is such a space."""
        return {name: number for number, name in enumerate(self.spaces)}

    @cached_property
    def paths(self) -> tuple[tuple[int, int], ...]:
        """Every path between two spaces once, the lower number first."""
        return tuple((a, b) for a, ports in enumerate(self.ports) for b in ports if a < b)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Every renumbering of the spaces that keeps paths and hatches, the one that changes nothing first."""
        return tuple(sorted(_symmetries(self.ports)))

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.spaces, self.places, self.ports, self.hatches, self.seaward))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        if self.name in shipped() and _shipped(self.name) is self:
            return _shipped, (self.name,)  # in another process that deck, too, which is compared in no time
        # Without what is cached: hashes of text differ from one process to the next.
        return Deck, (self.name, self.spaces, self.places, self.ports, self.hatches, self.seaward)


@cache
def shipped() -> dict[str, str]:
    """The files of the decks that come with the package, by name."""
    from pathlib import Path

    return {file.stem: str(file) for file in sorted((Path(__file__).parent / "decks").glob("*.toml"))}


def _shipped(name: str) -> Deck:
    with _reading:  # else threads that ask at once have one each, and all that is kept by deck compares them for ever
        return _read_once(name)


@cache
def _read_once(name: str) -> Deck:
    if name not in shipped():
        raise DeckError("unknown", came=shown(name), known=", ".join(shipped()))
    return Deck.read(shipped()[name])


def _ports_of(space: int, paths: tuple[tuple[int, int], ...], hatch: bool) -> Ports:
    neighbours = sorted([b for a, b in paths if a == space] + [a for a, b in paths if b == space])
    first, second, third = neighbours + [SEA] * hatch
    return first, second, third


def _symmetries(ports: tuple[Ports, ...]) -> Iterator[tuple[int, ...]]:
    """Backtracking along a walk in which every space but the first has a neighbour that was placed before it."""
    walk, parent = _walk(ports)
    image: dict[int, int] = {}
    taken: set[int] = set()

    def fits(space: int, target: int) -> bool:
        if target in taken or (SEA in ports[space]) != (SEA in ports[target]):
            return False
        return all(image[port] in ports[target] for port in ports[space] if port in image)

    def extend(depth: int) -> Iterator[tuple[int, ...]]:
        if depth == len(walk):
            yield tuple(image[space] for space in range(len(ports)))
            return
        space = walk[depth]
        for target in ports[image[parent[space]]] if depth else range(len(ports)):
            if target != SEA and fits(space, target):
                image[space] = target
                taken.add(target)
                yield from extend(depth + 1)
                taken.remove(target)
                del image[space]

    return extend(0)


def _walk(ports: tuple[Ports, ...]) -> tuple[list[int], dict[int, int]]:
    walk, parent = [0], {0: SEA}
    for space in walk:
        for port in ports[space]:
            if port != SEA and port not in parent:
                parent[port] = space
                walk.append(port)
    return walk, parent
