"""Small pictures beside the deck: a crew's disc, the sign of the house, a card for each game."""

from __future__ import annotations

from math import pi

from kidd.draw import ink
from kidd.draw.ink import Brush, Point
from kidd.draw.tokens.tally import tally
from kidd.draw.tokens.token import SIZE, THICK, Man, disc, face, men, token

_DOWN = pi / 2


def badge(colour: str, size: float = 28, *, label: str = "", palette: str = "") -> str:
    """A crew's disc; without a palette it is painted by the stylesheet."""
    brush = Brush(palette)
    whole = ink.tag("g", disc(colour, brush), face(colour, _DOWN, (), brush), class_=f"token crew-{colour}")
    box = -SIZE - 2, -SIZE - 2, SIZE * 2 + 5, SIZE * 2 + THICK + 6
    return _picture(whole, box, size, "badge", label, palette)


def logo(size: float = 64, label: str = "", palette: str = "light") -> str:
    """The sign of the house, fit for a browser's tab: the captain before the sea."""
    brush = Brush(palette)
    ground = brush("rect", "sea", x=-34, y=-34, width=68, height=68, rx=15)
    return _picture(ground + face("R", _DOWN, (), brush), (-34, -34, 68, 68), size, "logo", label, palette)


def card(emblem: str, size: float = 96, *, label: str = "", palette: str = "") -> str:
    """A small picture for a game: a `threat` from behind, a `captor` with a die, a `tower`; any other a lone token."""
    brush = Brush(palette)
    scenes = {"threat": _threat, "captor": _captor, "tower": _tower}
    # Small enough that nobody is cut where a page shows less than all of the planks.
    inside = _planking(brush) + ink.tag("g", scenes.get(emblem, _lone)(brush), transform="scale(.82)")
    return _picture(inside, (-80, -50, 160, 100), size, "vignette", label, palette)


def _planking(brush: Brush) -> str:
    """A stretch of deck for a card."""
    boards = brush("rect", "planks", x=-80, y=-50, width=160, height=100)
    tones = (("plank-a", -56, 28), ("plank-b", 0, 30), ("plank-c", 52, 22))
    strips = "".join(brush("rect", role, x=x, y=-50, width=width, height=100) for role, x, width in tones)
    return boards + strips + brush.path("seams", "M-56-50V50M-28-50V50M0-50V50M30-50V50M52-50V50M74-50V50")


def _rope(start: Point, end: Point, brush: Brush) -> str:
    d = f"M{ink.spot(start)}L{ink.spot(end)}"
    return brush.path("rope-edge", d) + brush.path("rope", d)


def _lone(brush: Brush) -> str:
    return _rope((-110, -2), (110, -2), brush) + token(Man("R", (0, -2), pi, (0.0,)), brush)


def _threat(brush: Brush) -> str:
    left, right = Man("R", (-39, -2), pi, (0.0,)), Man("B", (39, -2), pi, (0.0,))
    return _rope((-110, -2), (110, -2), brush) + token(left, brush) + token(right, brush)


def _captor(brush: Brush) -> str:
    pair = men("BR", ("", ""), Man("", (-36, 0), _DOWN, (-2.6, -0.5)))
    cube = ink.tag("g", _cube(brush), transform="translate(42 0) rotate(9)")
    pile = "".join(token(man, brush) for man in pair)
    return _rope((-110, -30), (-36, 0), brush) + pile + cube


def _tower(brush: Brush) -> str:
    crew, at = "GRBR", (-36.0, -2.0)
    tall = "".join(token(man, brush) for man in men(crew, ("",) * 4, Man("", at, _DOWN, (-2.6, -0.5))))
    other = token(Man("B", (44, 2), 0.0, (-2.6, 2.6)), brush)
    return _rope((-36, 2), (44, 2), brush) + other + tall + tally(at, len(crew), pi / 4, brush)


def _cube(brush: Brush) -> str:
    """A die that shows three."""
    side = brush("rect", "die-side", x=-25, y=-19, width=50, height=47, rx=11)
    top = brush("rect", "die-face", x=-25, y=-25, width=50, height=47, rx=11)
    return side + top + "".join(brush.disc("die-pip", 5, (place, place - 1.5)) for place in (-11, 0, 11))


def _picture(  # noqa: PLR0913, PLR0917  what every small picture is made of
    inside: str, box: tuple[float, float, float, float], height: float, name: str, label: str, palette: str
) -> str:
    """The SVG element around a small picture, hidden from screen readers where it says nothing."""
    about: dict[str, str] = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return ink.tag(
        "svg",
        inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(ink.number, box)),
        width=height * box[2] / box[3],
        height=height,
        class_=name if palette else f"live {name}",
        **about,
        font_family=ink.FONT,
    )
