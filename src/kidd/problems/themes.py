"""What a problem is about, read off what the moves of its solution do."""

from __future__ import annotations

from kidd.advice.effects import find_effects
from kidd.advice.event import Event
from kidd.advice.events import events
from kidd.move import Move
from kidd.position import Position

THEMES = ("surround", "rescue", "safety", "block", "save", "tower", "capture", "chain", "sacrifice", "entry", "quiet")
TAKES = ("captures", "seizes", "tops")
BLOCKS = ("wins-on", "blocks", "blocks-all")
STUCK = ("immobile", "blocked")
TALL = 3  # tokens of a tower that is worth the name


def find_themes(pos: Position, line: tuple[Move, ...], kind: str) -> tuple[str, ...]:
    """The themes of a solution, in the order in which they are listed."""
    solver, first, done, suffered = pos.turn, events(pos, line[0], pos.play(line[0])), [], []
    chain = False
    for move in line:
        after = pos.play(move)
        told = find_effects(pos, move, after)
        if pos.turn == solver:
            done += told
            chain = chain or len(move.escapes) > 1
        else:
            suffered += told
        pos = after
    found = {
        "surround": _has(done, "captures"),
        "rescue": _has(done, "frees"),
        "safety": _has(first, "saves"),
        "block": _has(first, *BLOCKS) or _ends_stuck(pos, solver),
        "save": kind in ("save", "keep"),
        "tower": any(event.key == "tops" and event.number >= TALL for event in done),
        "capture": _has(done, "seizes") or any(event.key == "tops" and event.number < TALL for event in done),
        "chain": chain,
        "sacrifice": any(event.key in TAKES and event.to == solver for event in suffered) or _has(done, "loses"),
        "entry": line[0].origin is None,
    }
    found["quiet"] = not _has(first, *TAKES) and (len(line) > 1 or not any(found.values()))
    return tuple(theme for theme in THEMES if found[theme])


def _has(told: list[Event] | tuple[Event, ...], *keys: str) -> bool:
    return any(event.key in keys for event in told)


def _ends_stuck(end: Position, solver: str) -> bool:
    """Whether the line ends with somebody who still has tokens but cannot move them."""
    if end.result is None or end.result.reason not in STUCK:
        return False
    return any(piece.crew[0] != solver for piece in end.pieces)
