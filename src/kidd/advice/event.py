"""What can be told of a move, as keys with details; `kidd.words` has the words."""

from __future__ import annotations

from typing import NamedTuple


class Event(NamedTuple):
    """One thing that a move does or brings about, by one crew and mostly to another."""

    key: str
    by: str
    to: str = ""
    spaces: tuple[str, ...] = ()
    number: int = 0
    rolls: tuple[int, ...] = ()
    exits: tuple[str, ...] = ()
    reply: str = ""
    worth: str = ""


# What the mover does, in the order of doing.
IMMEDIATE_EFFECTS = (
    "rolls",
    "passes",
    "moves",
    "returns",
    "enters",
    "captures",
    "seizes",
    "frees",
    "tops",
    "loses",
    "reinforces",
    "eliminates",
)

# What the position after it promises the mover.
GAINS = (
    "closes-in",
    "threatens",
    "threatens-on",
    "may-free",
    "saves",
    "corners",
    "wins-on",
    "blocks",
    "blocks-all",
    "hems-in",
)

# What a quiet move is good for, which is told in hints only.
PURPOSES = ("keeps-safe", "nears", "no-better", "still-best")

# What lies in wait for the mover.
DANGERS = ("walks-in", "exposes", "exposes-on", "leaves", "leaves-on")

# How the next player is bound.
REPLIES = ("forced", "must-pass")

# How a game ends, by the reasons of a result; or will end, as nobody can capture anybody any more.
ENDS = ("immobile", "not-proven", "seven-captured", "blocked", "all-captured", "no-one-can-move", "deadlock")

KEYS = ("picks", *IMMEDIATE_EFFECTS, *GAINS, *PURPOSES, *DANGERS, *REPLIES, *ENDS)
