"""What a page must know to lay tokens exactly where the drawings would: a deck as seen, and the kinds of tokens."""

from __future__ import annotations

from functools import cache, lru_cache
from math import degrees, pi
from typing import Any

from kidd.deck import SEA, SEA_NAME, Deck
from kidd.draw import ink
from kidd.draw.arrow import BARB, BOW, SPREAD, TAIL, TIP
from kidd.draw.ink import Brush
from kidd.draw.marks import BELL, DIAMOND, LIFT, WEDGES
from kidd.draw.ship.berth import berths
from kidd.draw.ship.chart import Chart, chart
from kidd.draw.tokens.tally import HALF, breadth, rim, tally
from kidd.draw.tokens.token import Man, drops, flag, token
from kidd.draw.trail import ENDS, ROLES, STRIKE

_LIVE = Brush()  # by class alone, as the live part of a page is drawn


@lru_cache(maxsize=64)
def geometry(deck: Deck, highest: int, rotation: int = 0, flip: bool = False) -> dict[str, Any]:
    """Every space of a deck as it is seen, and towers up to a height; as JSON would have it, not to be changed."""
    plan = chart(deck, rotation, flip)
    return {
        "spaces": {name: _space(plan, number) for number, name in enumerate(deck.spaces)},
        "piles": [_pile(height) for height in range(1, highest + 1)],
        "pip": {"vacant": DIAMOND, "manned": WEDGES},
        "alarm": {"lift": LIFT, "bell": BELL},
        "arrow": {"tail": TAIL, "tip": TIP, "barb": BARB, "spread": SPREAD, "bow": BOW},
        "struck": {"vacant": STRIKE, "manned": ENDS},
    }


def _space(plan: Chart, space: int) -> dict[str, Any]:
    """Where a space lies, how tokens on it are turned, where its alarm and its figure are, and at a hatch the sea."""
    at, berth = plan.places[space], berths(plan)[space]
    sea = {"sea": plan.ends[space]} if space in plan.ends else {}
    return sea | {
        "at": at,
        "turns": {_named(plan.deck, back): _turns(plan, space, back) for back in plan.deck.ports[space]},
        "alarm": (berth.alarm[0] - at[0], berth.alarm[1] - at[1]),
        "rim": rim(berth.rim),
    }


def _turns(plan: Chart, space: int, back: int) -> list[str]:
    """How a face is turned whose back is there, and each of its notches within it."""
    turn = degrees(plan.angle(space, back)) - 90
    ways = [plan.angle(space, port) for port in plan.deck.ports[space] if port not in (back, SEA)]
    return [_LIVE.turned(angle)["style"] for angle in (turn, *(degrees(way) + 90 - turn for way in ways))]


def _named(deck: Deck, port: int) -> str:
    return SEA_NAME if port == SEA else deck.spaces[port]


def _pile(height: int) -> dict[str, Any]:
    """How far below the middle of a space the discs and flags of a tower lie, and which figure it bears."""
    discs, shown, flags = drops(height)
    return {
        "discs": discs[:shown],
        "foot": discs[-1],
        "flags": flags,
        "broader": breadth(height) - HALF,
        "figure": figure(height),
    }


def figure(height: int) -> int:
    """The lowest tower whose figure looks the same but for the number."""
    return next(low for low in range(1, height + 1) if breadth(low) == breadth(height))


@cache
def kinds(colours: tuple[str, ...], highest: int) -> str:
    """One token of each crew, a flag and every look that a figure may have, for a page to copy."""
    nowhere, down = (0.0, 0.0), pi / 2
    drawn = [token(Man(colour, nowhere, down, (-down,)), _LIVE) for colour in colours]
    drawn += [flag(nowhere, _LIVE), _LIVE.path("struck", STRIKE)]
    drawn += [_LIVE("path", role) for role in ROLES]
    looks = sorted({figure(height) for height in range(2, highest + 1)})
    drawn += [tally(nowhere, height, 0.0, _LIVE, {"data_figure": str(height)}) for height in looks]
    return ink.tag("svg", *drawn, xmlns="http://www.w3.org/2000/svg")
