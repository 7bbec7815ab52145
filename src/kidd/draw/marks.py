"""What a page says about spaces: chosen, reachable, threatened, where the last move went."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kidd.draw.ink import Brush


class Marks(NamedTuple):
    """Spaces by what is to be said about them."""

    last_from: str = ""
    last_to: tuple[str, ...] = ()
    threatened: tuple[str, ...] = ()
    movable: tuple[str, ...] = ()
    selected: str = ""
    targets: tuple[str, ...] = ()
    captures: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    illegal: str = ""

    def of(self, space: str) -> tuple[str, ...]:
        """The classes of a space, in the order of these fields."""
        return tuple(
            name
            for name, spaces in zip(STATES, self, strict=True)
            if space in ((spaces,) if isinstance(spaces, str) else spaces)
        )


UNMARKED = Marks()
STATES = (
    "is-last-from", "is-last-to", "is-threatened", "can-move", "is-selected", "is-target", "is-capture", "is-choice",
    "is-illegal",
)  # fmt: skip

# Each shape by its class: element, geometry, and the states that show it, with what they change about its look.
SHAPES: dict[str, tuple[str, dict[str, str], dict[str, str]]] = {
    "trace": ("circle", {"r": "36.5"}, {
        "is-last-from": "stroke-dasharray:4 7.47",
        "is-last-to": "stroke-width:4.4",
    }),
    "ring": ("circle", {"r": "41"}, {
        "can-move": "stroke-dasharray:12 30.94;stroke-dashoffset:6;stroke-width:4;stroke-linecap:round",
        "is-capture": "stroke:$capture;stroke-width:7;stroke-dasharray:44 20.4;stroke-dashoffset:54.2",
        "is-selected": "stroke:$select;stroke-width:6",
        "is-choice": "stroke:$choice;stroke-width:5;stroke-dasharray:0 10.73;stroke-linecap:round",
    }),
    "pip": ("path", {"d": "M0-12L12 0L0 12L-12 0Z"}, {
        "is-target": "", "is-choice": "fill:$choice", "is-capture": "visibility:hidden",
    }),
    "alarm": ("path", {"d": "M-27-44L-13-20H-41ZM-28.5-36h3v8h-3ZM-28.5-26h3v3h-3Z"}, {"is-threatened": ""}),
    "cross": ("path", {"d": "M-16-9L-9-16L0-7L9-16L16-9L7 0L16 9L9 16L0 7L-9 16L-16 9L-7 0Z"}, {"is-illegal": ""}),
    "cursor": ("path", {"d": "M-45-45H45V45H-45Z"}, {"is-cursor": ""}),
}  # fmt: skip


@lru_cache(maxsize=256)
def shapes(states: tuple[str, ...], brush: Brush) -> str:
    """The shapes of some states, or all of them where a stylesheet decides which are seen."""
    drawn = []
    for role, (name, geometry, looks) in SHAPES.items():
        shown = [state for state in looks if state in states]
        if not brush.palette:
            drawn.append(brush(name, role, **geometry))
        elif shown and "hidden" not in looks[shown[-1]]:
            drawn.append(brush.touched(name, role, looks[shown[-1]], geometry))
    return "".join(drawn)
