"""Colours of the drawings by theme, and how every kind of shape is painted with them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

CREW_NAMES = {"R": "red", "B": "blue", "G": "gold"}

_TOKENS = {
    "R-face": "#d14b35", "R-side": "#7c1f14", "R-rim": "#ffe9cf", "R-hem": "#ffe9cf", "R-mark": "#fff1da",
    "B-face": "#18396f", "B-side": "#0a1d3d", "B-rim": "#cfe2ff", "B-hem": "#cfe2ff", "B-mark": "#eef5ff",
    "G-face": "#f2bf45", "G-side": "#a0711a", "G-rim": "#5b3a06", "G-hem": "#fff3cf", "G-mark": "#4a2e04",
    "chamfer": "#e2bd86", "back": "#15100d", "way": "#fffaf0", "tar": "#15100d", "bone": "#f3ead6",
    "flag": "#26211f", "flag-edge": "#080706", "paper": "#fffaf0",
    "shade": "#1c0d02", "shine": "#ffffff", "brink": "#2a1508",
}  # fmt: skip

_LIGHT = {
    **_TOKENS,
    "sea": "#1f4d60", "wave": "#3b6e82", "foam": "#5c8c9d",
    "hull": "#3d2412", "rim": "#6a4122", "rail": "#8f6033", "carving": "#a9753f", "inlay": "#e6c48f",
    "wood": "#cda36b", "wood-a": "#c79a61", "wood-b": "#d4ad78", "wood-c": "#c39459",
    "seam": "#8e6334", "grain": "#a97c48", "ornament": "#7a4f26",
    "rope": "#f3e3c0", "rope-edge": "#6d4822", "twist": "#b99a66",
    "plate": "#ecd6aa", "plate-edge": "#7a5128", "plate-ring": "#c9a469",
    "pit": "#1d1512", "grate": "#6d5138", "path-edge": "#c9a469",
    "name": "#3a2210", "caption": "#f3ead6",
    "select": "#063f52", "move": "#0b4a5e", "target": "#0b5a70", "capture": "#8a0f1f", "last": "#fffdf2",
    "threat": "#ffd23f", "illegal": "#b00020", "choice": "#5a1a78", "cursor": "#06202b", "halo": "#fffaf0",
    "page": "#f6efe2", "panel": "#fffaf0", "text": "#2a1d12", "muted": "#6b5640", "line": "#d9c6a5",
    "accent": "#1f4d60", "accent-text": "#ffffff", "danger": "#9c1f18",
}  # fmt: skip

_DARK = {
    **_TOKENS,
    "R-face": "#d5533d",
    "sea": "#0b1d28", "wave": "#18323f", "foam": "#27495a",
    "hull": "#1c110a", "rim": "#3f2716", "rail": "#5c3b20", "carving": "#704a29", "inlay": "#b08a55",
    "wood": "#7d5c39", "wood-a": "#775634", "wood-b": "#846341", "wood-c": "#714f2e",
    "seam": "#4c331b", "grain": "#5f4224", "ornament": "#3f2812",
    "rope": "#d6c29a", "rope-edge": "#2c1a0c", "twist": "#957a4d",
    "plate": "#a98659", "plate-edge": "#3a2412", "plate-ring": "#866439",
    "pit": "#0d0908", "grate": "#4a3524", "path-edge": "#866439",
    "name": "#f7e8c6", "caption": "#f3ead6",
    "select": "#fff3c4", "move": "#f5e3b0", "target": "#fff3c4", "capture": "#ff9d8a", "last": "#ffe08a",
    "threat": "#ffd23f", "illegal": "#c4122e", "choice": "#e7b6ff", "cursor": "#ffffff", "halo": "#15100d",
    "page": "#0f1a20", "panel": "#18262e", "text": "#f0e6d2", "muted": "#b3a68d", "line": "#31454f",
    "accent": "#e0b860", "accent-text": "#1c1206", "danger": "#ff9a8a",
}  # fmt: skip

_CONTRAST = {
    **_TOKENS,
    "R-hem": "#ffffff", "B-hem": "#ffffff", "G-hem": "#ffffff",
    "R-face": "#b00010", "R-side": "#b00010", "R-rim": "#ffffff", "R-mark": "#ffffff",
    "B-face": "#001f6b", "B-side": "#001f6b", "B-rim": "#ffffff", "B-mark": "#ffffff",
    "G-face": "#ffd500", "G-side": "#ffd500", "G-rim": "#000000", "G-mark": "#000000",
    "chamfer": "#ffffff", "back": "#000000", "way": "#ffffff", "tar": "#000000", "bone": "#ffffff",
    "flag": "#000000", "flag-edge": "#000000", "brink": "#ffffff", "paper": "#ffffff",
    "sea": "#000000", "wave": "#000000", "foam": "#000000",
    "hull": "#000000", "rim": "#000000", "rail": "#ffffff", "carving": "#ffffff", "inlay": "#ffffff",
    "wood": "#ffffff", "wood-a": "#ffffff", "wood-b": "#ffffff", "wood-c": "#ffffff",
    "seam": "#ffffff", "grain": "#ffffff", "ornament": "#ffffff",
    "rope": "#000000", "rope-edge": "#000000", "twist": "#000000",
    "plate": "#ffffff", "plate-edge": "#000000", "plate-ring": "#ffffff",
    "pit": "#000000", "grate": "#ffffff", "path-edge": "#ffffff",
    "name": "#000000", "caption": "#ffffff",
    "select": "#0000c8", "move": "#0000c8", "target": "#0000c8", "capture": "#b00010", "last": "#000000",
    "threat": "#ffd500", "illegal": "#b00010", "choice": "#7a007a", "cursor": "#000000",
    "halo": "#ffffff",
    "page": "#ffffff", "panel": "#ffffff", "text": "#000000", "muted": "#000000", "line": "#000000",
    "accent": "#0000c8", "accent-text": "#ffffff", "danger": "#b00010",
}  # fmt: skip

_PRINT = {
    **_CONTRAST,
    "R-face": "#ffffff", "R-rim": "#000000", "R-mark": "#000000",
    "B-face": "#000000", "G-face": "#bdbdbd", "chamfer": "#ffffff",
    "R-side": "#ffffff", "B-side": "#000000", "G-side": "#bdbdbd",
    "sea": "#ffffff", "wave": "#ffffff", "foam": "#ffffff", "hull": "#000000", "rim": "#ffffff", "rail": "#000000",
    "inlay": "#000000", "rope": "#ffffff", "path-edge": "#000000", "caption": "#000000", "brink": "#000000",
    "select": "#000000", "move": "#000000", "target": "#000000", "capture": "#000000", "threat": "#ffffff",
    "illegal": "#000000", "choice": "#000000", "accent": "#000000", "danger": "#000000",
}  # fmt: skip


# What high contrast and print leave out.
ORNAMENT = (
    "waves", "foam", "plank-a", "plank-b", "plank-c", "seams", "grain", "knots", "pegs", "lee", "lee-b", "rail",
    "studs", "carving", "rose", "rose-b", "spar", "spar-b", "lashing", "ornament", "ornament-b", "twist", "plate-ring",
    "shade", "shine",
)  # fmt: skip


class Palette(NamedTuple):
    """The colours of a theme by their names, and whether it has room for ornament."""

    name: str
    colours: Mapping[str, str]
    ornament: bool = True


PALETTES = {
    palette.name: palette
    for palette in (
        Palette("light", _LIGHT),
        Palette("dark", _DARK),
        Palette("contrast", _CONTRAST, ornament=False),
        Palette("print", _PRINT, ornament=False),
    )
}

# How each kind of shape is painted; $name is a colour of the theme, $crew-name one of the crew's.
LOOKS = {
    # The ship.
    "sea": "fill:$sea",
    "waves": "fill:none;stroke:$wave;stroke-width:2.2;stroke-linecap:round",
    "foam": "fill:none;stroke:$foam;stroke-width:40;stroke-opacity:.16;stroke-linejoin:round",
    "wale": "fill:$hull;stroke:$hull;stroke-width:30;stroke-linejoin:round",
    "planks": "fill:$wood",
    "plank-a": "fill:$wood-a",
    "plank-b": "fill:$wood-b",
    "plank-c": "fill:$wood-c",
    "seams": "fill:none;stroke:$seam;stroke-width:1.3;stroke-opacity:.75",
    "grain": "fill:none;stroke:$grain;stroke-width:.9;stroke-opacity:.5",
    "pegs": "fill:none;stroke:$seam;stroke-width:2.6;stroke-linecap:round;stroke-opacity:.7",
    "lee": "fill:none;stroke:$hull;stroke-width:44;stroke-opacity:.14;stroke-linejoin:round",
    "lee-b": "fill:none;stroke:$hull;stroke-width:34;stroke-opacity:.2;stroke-linejoin:round",
    "rim": "fill:none;stroke:$rim;stroke-width:20;stroke-linejoin:round",
    "rail": "fill:none;stroke:$rail;stroke-width:11;stroke-linejoin:round",
    "inlay": "fill:none;stroke:$inlay;stroke-width:1.6;stroke-linejoin:round",
    "studs": "fill:none;stroke:$inlay;stroke-width:4.6;stroke-linecap:round;stroke-dasharray:0 21",
    "carving": "fill:none;stroke:$carving;stroke-width:5;stroke-dasharray:9 12;stroke-dashoffset:-6",
    "rose": "fill:none;stroke:$wave;stroke-width:1.6;stroke-linejoin:round",
    "rose-b": "fill:$wave;fill-opacity:.6",
    "knots": "fill:none;stroke:$grain;stroke-width:1.2;stroke-opacity:.7",
    "spar": "fill:none;stroke:$hull;stroke-width:14;stroke-linecap:round;stroke-linejoin:round",
    "spar-b": "fill:none;stroke:$rail;stroke-width:7.5;stroke-linecap:round;stroke-linejoin:round",
    "lashing": "fill:none;stroke:$inlay;stroke-width:2.4;stroke-linecap:round",
    "ornament": "fill:none;stroke:$ornament;stroke-width:2.4;stroke-opacity:.5;stroke-linecap:round",
    "ornament-b": "fill:$ornament;fill-opacity:.2",
    "rope-edge": "fill:none;stroke:$rope-edge;stroke-width:14;stroke-linecap:round",
    "rope": "fill:none;stroke:$rope;stroke-width:10.5;stroke-linecap:round",
    "twist": "fill:none;stroke:$twist;stroke-width:1.7;stroke-linecap:round",
    "gangway-edge": "fill:none;stroke:$path-edge;stroke-width:21",
    "gangway": "fill:none;stroke:$tar;stroke-width:17",
    "plate": "fill:$plate;stroke:$plate-edge;stroke-width:3",
    "plate-ring": "fill:none;stroke:$plate-ring;stroke-width:2",
    "coaming": "fill:$pit;stroke:$rail;stroke-width:6",
    "coaming-edge": "fill:$plate-edge",
    "grating": "fill:none;stroke:$grate;stroke-width:4.4;stroke-linecap:round",
    # The crews.
    "shade": "fill:$shade;fill-opacity:.34",
    "side": "fill:$crew-side;stroke:$brink;stroke-width:1",
    "face": "fill:$crew-face;stroke:$chamfer;stroke-width:2",
    "rim-R": "fill:none;stroke:$crew-rim;stroke-width:2.2",
    "rim-B": "fill:none;stroke:$crew-rim;stroke-width:3.4;stroke-dasharray:9.6 6.8",
    "rim-G": "fill:none;stroke:$crew-rim;stroke-width:4;stroke-dasharray:0 6.82;stroke-linecap:round",
    "back": "fill:$back;stroke:$crew-hem;stroke-width:1.2;stroke-linejoin:round",
    "way": "fill:$way;stroke:$tar;stroke-width:1.4;stroke-linejoin:round",
    "emblem": "fill:$crew-mark;fill-rule:evenodd",
    "shine": "fill:none;stroke:$shine;stroke-width:2;stroke-linecap:round;stroke-opacity:.38",
    "flag-side": "fill:$flag-edge;stroke:$brink;stroke-width:1",
    "flag-face": "fill:$flag;stroke:$bone;stroke-width:1.6",
    "staff": "fill:none;stroke:$tar;stroke-width:2.2;stroke-linecap:round",
    "pennant": "fill:$flag;stroke:$bone;stroke-width:1.4;stroke-linejoin:round",
    "bones": "fill:$bone;fill-rule:evenodd",
    "figure": "fill:$paper;stroke:$tar;stroke-width:1.8",
    "number": "fill:$tar;font-size:16px;font-weight:700;text-anchor:middle",
    "die-side": "fill:$chamfer;stroke:$brink;stroke-width:1",
    "die-face": "fill:$paper;stroke:$plate-edge;stroke-width:2",
    "die-pip": "fill:$tar",
    # What the page says about spaces.
    "name": "fill:$name;font-size:17px;font-weight:650;text-anchor:middle;"
    "stroke:$wood;stroke-width:4;stroke-linejoin:round;paint-order:stroke",
    "caption": "fill:$caption;font-size:21px",
    "hit": "fill:#000;fill-opacity:0",
    "trace": "fill:none;stroke:$last;stroke-width:3.6",
    "ring": "fill:none;stroke:$move;stroke-width:3",
    "pip": "fill:$target;stroke:$paper;stroke-width:2.4;stroke-linejoin:round",
    "alarm": "fill:$threat;stroke:$tar;stroke-width:2;stroke-linejoin:round;fill-rule:evenodd",
    "cross": "fill:$illegal;stroke:$paper;stroke-width:2.4;stroke-linejoin:round",
    "cursor": "fill:none;stroke:$cursor;stroke-width:3.4",
    "hint-edge": "fill:none;stroke:$halo;stroke-width:11;stroke-linecap:round;stroke-linejoin:round",
    "hint-arrow": "fill:none;stroke:$choice;stroke-width:6;stroke-linecap:round;stroke-linejoin:round",
}  # fmt: skip


@cache
def paint(role: str, palette: str, crew: str = "") -> dict[str, str]:
    """The presentation attributes of a kind of shape in a theme."""
    return read(LOOKS[role], palette, crew)


def read(look: str, palette: str, crew: str = "") -> dict[str, str]:
    """A look as presentation attributes, with the colours of a theme and a crew filled in."""
    colours, found = PALETTES[palette].colours, {}
    for part in look.split(";"):
        key, value = part.split(":")
        name = value[1:].replace("crew", crew, 1) if value.startswith("$crew-") else value[1:]
        found[key] = colours[name] if value.startswith("$") else value.removesuffix("px")
    return found
