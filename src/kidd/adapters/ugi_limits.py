"""How long an engine may think: the words after `go`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kidd.errors import OptionError, shown
from kidd.search.answer import Limits

MOVES_LEFT = 25  # how many more moves a game is taken to last
MARGIN = 0.05  # seconds that the way to the arbiter and back may take
LEAST_SECONDS = 0.01
HIGHEST_NUMBER = 10**12


class Go(NamedTuple):
    """When to stop thinking, and whether only `stop` ends it."""

    limits: Limits
    endless: bool


def limits(words: Sequence[str], mover: int, players: int) -> Go:
    """What `go` asks for, said to the player with that number."""
    known = {"movetime", "nodes", "depth", "movestogo", "ptime", "otime", "pinc", "oinc"}
    known |= {f"p{number}{what}" for number in range(1, players + 1) for what in ("time", "inc")}
    said: dict[str, int] = {}
    rest = [word for word in words if word not in ("infinite", "ponder")]
    for name, value in zip(rest[::2], [*rest[1::2], ""], strict=False):
        if name not in known:
            raise OptionError("go", known=", ".join(sorted(known)), came=shown(name))
        if not (value.isascii() and value.isdecimal() and len(value) < 14 and int(value) <= HIGHEST_NUMBER):
            raise OptionError("go-number", name=name, came=shown(value))
        said[name] = int(value)
    if len(rest) != len(words):
        return Go(Limits(), endless=True)
    seconds = said["movetime"] / 1000 if "movetime" in said else _share(said, mover)
    # Nothing at all is as little as there is, not as much as one likes.
    nodes, depth = (max(said[name], 1) if name in said else None for name in ("nodes", "depth"))
    found = Limits(None if seconds is None else max(LEAST_SECONDS, seconds), nodes, depth)
    return Go(found, endless=found == Limits())


def _share(said: dict[str, int], mover: int) -> float | None:
    """What a move may take of the time left for all the moves to come."""
    left = said.get(f"p{mover + 1}time", said.get("ptime"))
    if left is None:
        return None
    bonus = said.get(f"p{mover + 1}inc", said.get("pinc", 0))
    share = left / (min(said.get("movestogo") or MOVES_LEFT, MOVES_LEFT) + 1) + 0.8 * bonus
    return min(share, left / 2) / 1000 - MARGIN
