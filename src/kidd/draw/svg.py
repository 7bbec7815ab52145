"""A position as one self-contained picture, with what the crews hold beneath the deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import pi

from kidd.deck import Deck, Piece
from kidd.draw import ink
from kidd.draw.ink import Brush, Point
from kidd.draw.marks import UNMARKED
from kidd.draw.palette import CREW_NAMES
from kidd.draw.scene import backdrop, crews, description, heights, names, sheet, spaces
from kidd.draw.ship.chart import chart
from kidd.draw.tokens.token import disc, face

ROW = 52.0


def svg(  # noqa: PLR0913  all but two are optional, and each is something to show or not
    deck: Deck,
    pieces: Iterable[Piece],
    *,
    turn: str = "",
    hands: Mapping[str, int] | None = None,
    note: str = "",
    coordinates: bool = True,
    palette: str = "light",
) -> str:
    """The picture; `turn` is the colour to act, `hands` the tokens not yet entered; they and a note stand beneath."""
    plan, pieces, hands, brush = chart(deck), tuple(pieces), hands or {}, Brush(palette)
    rows = [colour for colour in CREW_NAMES if colour in hands or colour == turn]
    (left, top), (width, height) = plan.frame
    middle, foot = left + width / 2, ROW * (len(rows) + bool(note))
    below = [
        hand(colour, hands.get(colour), colour == turn, (middle, top + height + ROW * (row + 0.42)), brush)
        for row, colour in enumerate(rows)
    ]
    if note:
        below.append(_writing(note, (middle, top + height + ROW * (len(rows) + 0.42)), "middle", brush))
    layers = [
        ink.tag("title", ink.words(f"The deck {deck.name}")),
        ink.tag("desc", ink.words(f"{description(pieces, turn, hands)} {note}".strip())),
        backdrop(plan, palette, foot),
        names(plan, brush) if coordinates else "",
        crews(plan, pieces, None, brush),
        *spaces(plan, pieces, UNMARKED, None, brush),
        heights(plan, pieces, None, brush),
        *below,
    ]
    return sheet(plan, layers, {"class": "deck", "role": "img"}, foot)


def hand(colour: str, count: int | None, to_act: bool, at: Point, brush: Brush) -> str:
    """What a crew still has to enter, and whether it is its turn, in a row around a point."""
    left, y, gap = at[0] - 62, at[1], 24.5
    name = CREW_NAMES[colour].capitalize()
    parts = [_writing(name + " to act" * to_act, (left, y), "end", brush, bold=to_act)]
    if to_act:
        d = f"M{ink.number(left + 8)} {ink.number(y - 9)}l15 9l-15 9Z"
        parts.append(ink.tag("path", d=d, fill=brush.look("caption")["fill"]))
    if count == 0:
        parts.append(_writing("none in hand", (left + 34, y), "start", brush, bold=to_act))
    elif count:
        for place in range(count):
            seat = f"translate({ink.spot((left + 48 + gap * place, y))}) scale(.46)"
            body = disc(colour, brush) + face(colour, pi / 2, (), brush)
            parts.append(ink.tag("g", body, class_=f"token crew-{colour}", transform=seat))
        parts.append(_writing(str(count), (left + 42 + gap * count, y), "start", brush, bold=to_act))
    return ink.tag("g", *parts, class_="hand", data_crew=colour)


def _writing(text: str, at: Point, anchor: str, brush: Brush, bold: bool = False) -> str:
    look = {"font_weight": "700" if bold else "400", "text_anchor": anchor}
    return brush("text", "caption", ink.words(text), x=at[0], y=at[1] + 7, **look)
