"""Draws the two flows of docs/architecture.md: python docs/pictures/flows.py."""

from itertools import pairwise
from pathlib import Path

from kidd.draw import ink
from kidd.draw.palette import PALETTES

BOX, GAP, LANE = (150.0, 46.0), 34.0, 92.0
# Each lane: its name, and the stations from left to right as (module, what happens there).
FLOWS = (
    (
        "A move",
        (
            ("js/deck/board", "spaces pointed at"),
            ("sockets/following", "who says it, and what"),
            ("table/play/acting", "decide: may they?"),
            ("storage/reducer", "events, one fold"),
            ("database/writer", "one commit for all"),
            ("database/pubsub", "told in the commit"),
            ("state/game_state", "state for each"),
            ("js/render/render", "tokens walk"),
        ),
    ),
    (
        "A computer's turn",
        (
            ("storage/event_log", "notes the turn"),
            ("storage/job_rows", "a row, leased"),
            ("computers/computer_turns", "asks the pool"),
            ("computers/worker", "another process"),
            ("search/players", "thinks"),
            ("table/play/games", "acts, once"),
            ("database/writer", "and so on"),
        ),
    ),
)


def draw_flows(palette: str = "light") -> str:
    """Both flows as one SVG picture in the colours of the deck."""
    colours = PALETTES[palette].colours
    longest = max(len(stations) for _, stations in FLOWS)
    width, height = 20 + longest * (BOX[0] + GAP), 20 + len(FLOWS) * (LANE + 30)
    parts = [ink.tag("rect", width=width, height=height, fill="#fbf7ee")]
    for lane, (name, stations) in enumerate(FLOWS):
        top = 44 + lane * (LANE + 30)
        parts.append(_words(name, (20, top - 14), 15, bold=True))
        places = [20 + number * (BOX[0] + GAP) for number in range(len(stations))]
        for left, right in pairwise(places):
            start, end = left + BOX[0], right - 3
            d = f"M{ink.number(start)} {ink.number(top + BOX[1] / 2)}H{ink.number(end)}l-7-5m7 5l-7 5"
            parts.append(ink.tag("path", d=d, fill="none", stroke="#5b4a36", stroke_width=2))
        for left, (module, what) in zip(places, stations, strict=True):
            about = {"rx": 8, "fill": "#fff", "stroke": colours.get("rope-edge", "#5b4a36"), "stroke_width": 1.5}
            parts.append(ink.tag("rect", x=left, y=top, width=BOX[0], height=BOX[1], **about))
            parts.append(_words(module, (left + 10, top + 19), 12.5, bold=True))
            parts.append(_words(what, (left + 10, top + 36), 12))
    title = ink.tag("title", "How a move travels, and how a computer's turn does")
    box = f"0 0 {ink.number(width)} {ink.number(height)}"
    about = {"role": "img", "font_family": ink.FONT}
    return ink.tag("svg", title, *parts, xmlns="http://www.w3.org/2000/svg", viewBox=box, width=width, **about)


def _words(text: str, at: ink.Point, size: float, *, bold: bool = False) -> str:
    weight = "700" if bold else "400"
    return ink.tag("text", ink.words(text), x=at[0], y=at[1], font_size=size, font_weight=weight, fill="#2b2118")


if __name__ == "__main__":
    Path(__file__).with_name("flows.svg").write_text(draw_flows() + "\n", encoding="utf-8")
