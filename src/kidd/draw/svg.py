"""A deck and the pieces on it as one self-contained SVG picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import atan2, dist, pi

from kidd.deck import SEA, SEA_NAME, Deck, Piece
from kidd.draw import hull as ship
from kidd.draw import ink
from kidd.draw.ink import CREWS, Point
from kidd.draw.token import Stance, token, tower

RADIUS = 34.0
MARGIN = 46.0
ROW = 58.0
NOOK = 1.55  # how far from its space a name stands, in radii
BREADTH = 460  # of the picture where nobody says otherwise


class Chart:
    """Where everything on a deck is drawn, in units of the picture."""

    def __init__(self, deck: Deck) -> None:
        closest = min(dist(a, b) for a, b in combinations(deck.places, 2))
        self.deck = deck
        scale = RADIUS / (closest * 0.4)
        self.places: list[Point] = [(x * scale, y * scale) for x, y in deck.places]
        self.hull = ship.around(self.places, RADIUS * 2.1)
        ways = (self.hull.way_out(self.places[h], v, RADIUS) for h, v in zip(deck.hatches, deck.seaward, strict=True))
        self.ends: dict[int, Point] = dict(zip(deck.hatches, ways, strict=True))
        self.names: list[Point] = []
        for space in range(len(self.places)):
            self.names.append(max(self.nooks(space), key=lambda nook: self.room(space, nook)))

    def angle(self, space: int, port: int) -> float:
        """The direction in which a port leads, SEA included."""
        (x, y), (u, v) = self.places[space], self.ends[space] if port == SEA else self.places[port]
        return atan2(v - y, u - x)

    def nooks(self, space: int) -> list[Point]:
        """The places beside a space midway between two of its ports: room for its name and for a figure."""
        angles = sorted(self.angle(space, port) for port in self.deck.ports[space])
        pairs = zip(angles, [*angles[1:], angles[0] + 2 * pi], strict=True)
        return [ink.polar(self.places[space], RADIUS * NOOK, (low + high) / 2) for low, high in pairs]

    def room(self, space: int, nook: Point) -> float:
        """How clear a nook is of everything else; little beneath a space, where its tower stands."""
        (x, y), place = nook, self.places[space]
        clear = [dist(nook, other) - RADIUS for other in self.places if other != place]
        clear += [dist(nook, name) - RADIUS * 0.6 for name in self.names]
        ropes = (ink.polar(place, RADIUS * NOOK, self.angle(space, port)) for port in self.deck.ports[space])
        clear += [dist(nook, rope) for rope in ropes]
        aground = abs(x - self.hull.middle[0]) > self.hull.half_width(y) - RADIUS * 0.6
        return min(RADIUS * 1.3, *clear) - max(0.0, y - place[1]) * 0.3 - aground * RADIUS * 3

    def figure(self, space: int) -> float:
        """The direction in which the height of a tower is written: up, as far as its name leaves that free."""
        x, y = min((nook for nook in self.nooks(space) if nook != self.names[space]), key=lambda nook: nook[1])
        return atan2(y - self.places[space][1], x - self.places[space][0])


@lru_cache(maxsize=16)
def _chart(deck: Deck) -> Chart:
    return Chart(deck)


def svg(  # noqa: PLR0913  all but two are optional, and each is something to show or not
    deck: Deck,
    pieces: Iterable[Piece],
    *,
    turn: str = "",
    hands: Mapping[str, int] | None = None,
    note: str = "",
    coordinates: bool = True,
) -> str:
    """The picture; `turn` is the colour to act, `hands` the tokens not yet entered; they and a note stand beneath."""
    chart, pieces, hands = _chart(deck), tuple(pieces), hands or {}
    xs, ys = zip(*chart.hull.outline(), *chart.ends.values(), strict=True)
    rows = [colour for colour in CREWS if colour in hands or colour == turn]
    foot, middle = max(ys) + MARGIN, chart.hull.middle[0]
    corner = min(xs) - MARGIN, min(ys) - MARGIN
    size = max(xs) + MARGIN - corner[0], foot + ROW * (len(rows) + bool(note)) - corner[1]
    layers = [
        ink.tag("title", ink.words(f"The deck {deck.name}")),
        ink.tag("desc", ink.words(f"{_description(pieces, turn, hands)} {note}".strip())),
        ship.sea(chart.hull, corner, size, foot),
        ship.draw(chart.hull),
        paths(chart),
        spaces(chart, pieces),
        *(names(chart) if coordinates else ()),
    ]
    for row, colour in enumerate(rows):
        layers.append(hand(colour, hands.get(colour), colour == turn, (middle, foot + ROW * (row + 0.4))))
    if note:
        layers.append(_writing(note, (middle, foot + ROW * (len(rows) + 0.4)), "middle"))
    return _sheet(layers, corner, size)


def _sheet(layers: Iterable[str], corner: Point, size: Point) -> str:
    return ink.tag(
        "svg",
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(ink.number, (*corner, *size))),
        width=BREADTH,
        height=BREADTH * size[1] / size[0],
        role="img",
        font_family=ink.FONT,
    )


def paths(chart: Chart) -> str:
    """Ropes between the spaces and a black path from each hatch over the rim."""
    strokes = []
    for colour, width, more in ((ink.RIM, 17, {}), (ink.ROPE, 12, {}), ("#c9ae7c", 2.5, {"stroke_dasharray": "5 6"})):
        for a, b in chart.deck.paths:
            strokes.append(ink.line([chart.places[a], chart.places[b]], colour, width, **more))
    for hatch, end in chart.ends.items():
        strokes.append(ink.line([chart.places[hatch], end], ink.TAR, 15, stroke_linecap="butt"))
    return ink.tag("g", *strokes, class_="paths")


def spaces(chart: Chart, pieces: Sequence[Piece]) -> str:
    """Every space with what stands on it, sternmost last so that towers overlap what lies behind them."""
    standing = {piece.space: piece for piece in pieces}
    drawn = []
    for space in sorted(range(len(chart.places)), key=lambda space: chart.places[space][1]):
        name = chart.deck.spaces[space]
        ground = hatch(chart, space) if space in chart.ends else plate(chart, space)
        above = man(chart, standing[name]) if name in standing else ""
        drawn.append(ink.tag("g", ground, above, class_="space", data_space=name))
    return "".join(drawn)


def plate(chart: Chart, space: int) -> str:
    """A space inside the deck: worn wood."""
    at = chart.places[space]
    return ink.circle(at, RADIUS, ink.PLATE, stroke=ink.RIM, stroke_width=3) + ink.circle(
        at, RADIUS * 0.78, "none", stroke=ink.WOOD, stroke_width=2
    )


def hatch(chart: Chart, space: int) -> str:
    """A space on the rim where tokens enter: a dark grating."""
    x, y = chart.places[space]
    bars: list[list[Point]] = []
    for across in (-0.5, 0.0, 0.5):
        reach, aside = RADIUS * 0.78 * (1 - across * across) ** 0.5, RADIUS * across
        bars += [[(x + aside, y - reach), (x + aside, y + reach)], [(x - reach, y + aside), (x + reach, y + aside)]]
    grating = (ink.line(bar, "#6d5138", 4) for bar in bars)
    return ink.circle((x, y), RADIUS, "#241a14", stroke=ink.TAR, stroke_width=4) + "".join(grating)


def names(chart: Chart) -> Iterator[str]:
    """The name of each space beside it."""
    for name, (x, y) in zip(chart.deck.spaces, chart.names, strict=True):
        yield ink.tag(
            "text", ink.words(name), x=x, y=y + 6.5, font_size=19, font_weight="600", text_anchor="middle",
            fill="#3a2210", stroke=ink.WOOD, stroke_width=5, stroke_linejoin="round", paint_order="stroke",
            pointer_events="none",
        )  # fmt: skip


def man(chart: Chart, piece: Piece) -> str:
    """A token or tower on its space, with its crew spelt out for whoever points at it."""
    deck, space = chart.deck, chart.deck.index(piece.space)
    back = SEA if piece.back == SEA_NAME else deck.index(piece.back)
    ways = tuple(chart.angle(space, port) for port in deck.ports[space] if port not in (back, SEA))
    stance = Stance(chart.places[space], RADIUS * 0.94, chart.angle(space, back), ways)
    title = ink.tag("title", ink.words(spelt(piece)))
    pile = tower(piece.crew, stance, chart.figure(space))
    return ink.tag("g", title, pile, class_="man", data_crew=piece.crew)


def spelt(piece: Piece) -> str:
    """A piece in words: red over blue on c4, back to c3."""
    crew = " over ".join(CREWS[colour].name for colour in piece.crew)
    return f"{crew} on {piece.space}, back to {'the sea' if piece.back == SEA_NAME else piece.back}"


def hand(colour: str, count: int | None, to_act: bool, at: Point) -> str:
    """What a crew still has to enter, and whether it is its turn, in a row around a point."""
    left, y, gap = at[0] - 62, at[1], 24.5
    parts = [_writing(CREWS[colour].name.capitalize() + " to act" * to_act, (left, y), "end", bold=to_act)]
    if to_act:
        parts.append(ink.tag("path", d=f"M{ink.number(left + 8)} {ink.number(y - 9)}l15 9l-15 9Z", fill="#f3ead6"))
    if count == 0:
        parts.append(_writing("none in hand", (left + 34, y), "start", bold=to_act))
    elif count:
        stances = (Stance((left + 48 + gap * place, y), 14.0, pi / 2, ()) for place in range(count))
        parts += [token(colour, stance) for stance in stances]
        parts.append(_writing(str(count), (left + 42 + gap * count, y), "start", bold=to_act))
    return ink.tag("g", *parts, class_="hand", data_crew=colour)


def _writing(text: str, at: Point, anchor: str, bold: bool = False) -> str:
    look = {"font_weight": "700" if bold else "400", "text_anchor": anchor, "fill": "#f3ead6"}
    return ink.tag("text", ink.words(text), x=at[0], y=at[1] + 7, font_size=21, **look)


def _description(pieces: Sequence[Piece], turn: str, hands: Mapping[str, int]) -> str:
    parts = [spelt(piece) for piece in pieces] or ["no token on the deck"]
    parts += [f"{CREWS[colour].name} has {count} in hand" for colour, count in hands.items()]
    parts += [f"{CREWS[turn].name} to act"] if turn else []
    return "; ".join(parts) + "."
