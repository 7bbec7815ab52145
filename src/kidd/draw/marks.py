"""What a page says about spaces: chosen, reachable, threatened, where the last move went."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kidd.draw import ink
from kidd.draw.ink import Brush, Point
from kidd.draw.trail import Trail


class Marks(NamedTuple):
    """Spaces by what is to be said about them.

    `hint` is a way: `("c4", "c6", "c7")`, or only its ends, between which the arrow takes the shortest free ropes; one
    hatch alone is an entry. Both ends wear `is-hint`; a page finds the arrow as `.hint > path.hint-arrow`, without a
    `d` while there is no hint. Spaces where somebody was `taken` have a line through them; the `trail` shows how.
    """

    last_from: tuple[str, ...] = ()
    last_to: tuple[str, ...] = ()
    threatened: tuple[str, ...] = ()
    movable: tuple[str, ...] = ()
    selected: str = ""
    targets: tuple[str, ...] = ()
    captures: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    illegal: str = ""
    hint: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    trail: Trail = Trail()

    def of(self, space: str) -> tuple[str, ...]:
        """The classes of a space, in the order of these fields."""
        said = self._replace(hint=(self.hint[0], self.hint[-1])) if self.hint else self
        return tuple(
            name
            for name, spaces in zip(STATES, said[: len(STATES)], strict=True)
            if space in ((spaces,) if isinstance(spaces, str) else spaces)
        )


UNMARKED = Marks()
STATES = (
    "is-last-from", "is-last-to", "is-threatened", "can-move", "is-selected", "is-target", "is-capture", "is-choice",
    "is-illegal", "is-hint", "is-taken",
)  # fmt: skip

# Each shape by its class: element, geometry, and the states that show it, with what they change about its look.
SHAPES: dict[str, tuple[str, dict[str, str], dict[str, str]]] = {
    "trace": ("circle", {"r": "36.5"}, {
        "is-last-from": "stroke-dasharray:4 7.47",
        "is-last-to": "stroke-width:4.4",
    }),
    "ring": ("circle", {"r": "41"}, {
        "can-move": "stroke-dasharray:12 30.94;stroke-dashoffset:6;stroke-width:4;stroke-linecap:round",
        "is-target": "stroke:$target;stroke-width:2.6",
        "is-hint": "stroke:$choice;stroke-width:5;stroke-dasharray:16 8 0 8.2;stroke-linecap:round",
        "is-capture": "stroke:$capture;stroke-width:7;stroke-dasharray:44 20.4;stroke-dashoffset:54.2",
        "is-selected": "stroke:$select;stroke-width:6",
        "is-choice": "stroke:$choice;stroke-width:5;stroke-dasharray:0 10.73;stroke-linecap:round",
    }),
    "pip": ("path", {}, {
        "is-target": "", "is-choice": "fill:$choice", "is-capture": "visibility:hidden",
    }),
    "alarm": ("path", {}, {"is-threatened": ""}),
    "cross": ("path", {"d": "M-16-9L-9-16 0-7 9-16 16-9 7 0 16 9 9 16 0 7-9 16-16 9-7 0Z"}, {"is-illegal": ""}),
    "cursor": ("circle", {"r": "45"}, {"is-cursor": ""}),
}  # fmt: skip

# A free space is aimed at by a diamond, whoever stands on one by four wedges around the face.
DIAMOND = "M0-12L12 0L0 12L-12 0Z"
WEDGES = "M24-24l14-4-10-10ZM24 24l14 4-10 10ZM-24 24l-14 4 10 10ZM-24-24l-14-4 10-10Z"
LIFT = 11.0  # from the middle of an alarm to its tip
BELL = "l12 21h-24Zm-1.5 7h3v7h-3Zm0 9h3v3h-3Z"  # a triangle with an exclamation mark in it


@lru_cache(maxsize=1024)
def shapes(states: tuple[str, ...], alarm: Point, manned: bool, brush: Brush) -> str:
    """The shapes of some states, or all of them where a stylesheet decides which are seen."""
    drawn = []
    fitted = {"pip": WEDGES if manned else DIAMOND, "alarm": f"M{ink.spot((alarm[0], alarm[1] - LIFT))}{BELL}"}
    for role, (name, fixed, looks) in SHAPES.items():
        geometry = fixed or {"d": fitted[role]}
        shown = [state for state in looks if state in states]
        if not brush.palette:
            drawn.append(brush(name, role, **geometry))
        elif shown and "hidden" not in looks[shown[-1]]:
            drawn.append(brush.touched(name, role, looks[shown[-1]], geometry))
    return "".join(drawn)
