"""Colours of the drawings by theme, and how every kind of shape is painted with them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

CREW_NAMES = {"R": "red", "B": "blue", "G": "gold"}

# Every colour by its name, as it is in the themes.
THEMES = ("light", "dark", "contrast", "print")
COLOURS = {
    # Tokens.
    "R-face": "#d14b35 #d5533d #b00010 #ffffff",
    "R-side": "#7c1f14 #7c1f14 #b00010 #ffffff",
    "R-rim": "#ffe9cf #ffe9cf #ffffff #000000",
    "R-hem": "#ffe9cf #ffe9cf #ffffff #ffffff",
    "R-mark": "#fff1da #fff1da #ffffff #000000",
    "B-face": "#18396f #18396f #001f6b #000000",
    "B-side": "#0a1d3d #0a1d3d #001f6b #000000",
    "B-rim": "#cfe2ff #cfe2ff #ffffff #ffffff",
    "B-hem": "#cfe2ff #cfe2ff #ffffff #ffffff",
    "B-mark": "#eef5ff #eef5ff #ffffff #ffffff",
    "G-face": "#f2bf45 #f2bf45 #ffd500 #bdbdbd",
    "G-side": "#a0711a #a0711a #ffd500 #bdbdbd",
    "G-rim": "#5b3a06 #5b3a06 #000000 #000000",
    "G-hem": "#fff3cf #fff3cf #ffffff #ffffff",
    "G-mark": "#4a2e04 #4a2e04 #000000 #000000",
    "chamfer": "#e2bd86 #e2bd86 #ffffff #ffffff",
    "back": "#15100d #15100d #000000 #000000",
    "hem": "1.2 1.2 3.2 3.2",  # no colour, but how broad the seam is: all there is between black and navy
    "way": "#fffaf0 #fffaf0 #ffffff #ffffff",
    "tar": "#15100d #15100d #000000 #000000",
    "bone": "#f3ead6 #f3ead6 #ffffff #ffffff",
    "flag": "#26211f #26211f #000000 #000000",
    "flag-edge": "#080706 #080706 #000000 #000000",
    "paper": "#fffaf0 #fffaf0 #ffffff #ffffff",
    "shade": "#1c0d02 #1c0d02 #1c0d02 #1c0d02",
    "shine": "#ffffff #ffffff #ffffff #ffffff",
    "brink": "#2a1508 #2a1508 #ffffff #000000",
    # The ship.
    "sea": "#1f4d60 #0d2532 #000000 #ffffff",
    "wave": "#3b6e82 #214656 #000000 #ffffff",
    "foam": "#5c8c9d #35606f #000000 #ffffff",
    "hull": "#3d2412 #160c06 #000000 #000000",
    "rim": "#6a4122 #4a2d17 #000000 #ffffff",
    "rail": "#8f6033 #6f4724 #ffffff #000000",
    "carving": "#a9753f #8a5c30 #ffffff #ffffff",
    "inlay": "#e6c48f #d2a862 #ffffff #000000",
    "wood": "#cda36b #6a4a2c #ffffff #ffffff",
    "wood-a": "#c79a61 #634426 #ffffff #ffffff",
    "wood-b": "#d4ad78 #725233 #ffffff #ffffff",
    "wood-c": "#c39459 #5c3f23 #ffffff #ffffff",
    "seam": "#8e6334 #38230f #ffffff #ffffff",
    "grain": "#a97c48 #4d3319 #ffffff #ffffff",
    "ornament": "#7a4f26 #2c1a0a #ffffff #ffffff",
    "rope": "#f3e3c0 #e6d3a9 #000000 #ffffff",
    "rope-edge": "#6d4822 #23140a #000000 #000000",
    "twist": "#b99a66 #a3875a #000000 #000000",
    "plate": "#ecd6aa #c8a66f #ffffff #ffffff",
    "plate-edge": "#7a5128 #2a180a #000000 #000000",
    "plate-ring": "#c9a469 #a17c48 #ffffff #ffffff",
    "pit": "#1d1512 #0d0908 #000000 #000000",
    "grate": "#6d5138 #5a412c #ffffff #ffffff",
    "path-edge": "#c9a469 #a17c48 #ffffff #000000",
    # What is written and marked.
    "name": "#3a2210 #f7e8c6 #000000 #000000",
    "caption": "#f3ead6 #f3ead6 #ffffff #000000",
    "select": "#063f52 #fff3c4 #0000c8 #000000",
    "move": "#0b4a5e #f5e3b0 #0000c8 #000000",
    "target": "#0b5a70 #fff3c4 #0000c8 #000000",
    "capture": "#8a0f1f #ff9d8a #b00010 #000000",
    "last": "#fffdf2 #ffe08a #000000 #000000",
    "trail": "#fffdf2 #ffe08a #ffd500 #000000",
    "trail-edge": "#2a1508 #15100d #000000 #ffffff",
    "threat": "#ffd23f #ffd23f #ffd500 #ffffff",
    "illegal": "#b00020 #c4122e #b00010 #000000",
    "choice": "#5a1a78 #e7b6ff #7a007a #000000",
    "cursor": "#06202b #ffffff #000000 #000000",
    "halo": "#fffaf0 #15100d #ffffff #ffffff",
}

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
    ornament: bool


PALETTES = {
    name: Palette(name, {colour: row.split()[column] for colour, row in COLOURS.items()}, name in ("light", "dark"))
    for column, name in enumerate(THEMES)
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
    "back": "fill:$back;stroke:$crew-hem;stroke-width:$hem;stroke-linejoin:round",
    "way": "fill:$way;stroke:$tar;stroke-width:1.4;stroke-linejoin:round",
    "emblem": "fill:$crew-mark;fill-rule:evenodd",
    "shine": "fill:none;stroke:$shine;stroke-width:2;stroke-linecap:round;stroke-opacity:.38",
    "flag-side": "fill:$flag-edge;stroke:$brink;stroke-width:1",
    "flag-face": "fill:$flag;stroke:$bone;stroke-width:1.6",
    "bones": "fill:$bone;fill-rule:evenodd",
    "figure": "fill:$paper;stroke:$tar;stroke-width:1.8",
    "number": "fill:$tar;font-size:19px;font-weight:700;text-anchor:middle",
    "furl": "fill:$flag;stroke:$bone;stroke-width:1.8",
    "count": "fill:$bone;font-size:19px;font-weight:700;text-anchor:middle",
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
    "pip": "fill:$target;stroke:$halo;stroke-width:3;stroke-linejoin:round",
    "alarm": "fill:$threat;stroke:$tar;stroke-width:2;stroke-linejoin:round;fill-rule:evenodd",
    "cross": "fill:$illegal;stroke:$paper;stroke-width:2.4;stroke-linejoin:round",
    "cursor": "fill:none;stroke:$cursor;stroke-width:3.4",
    "way-edge": "fill:none;stroke:$trail-edge;stroke-width:9;stroke-linecap:round;stroke-linejoin:round",
    "way-walked": "fill:none;stroke:$trail;stroke-width:4.4;stroke-linecap:round;stroke-linejoin:round",
    "way-freed": "fill:none;stroke:$trail;stroke-width:4.4;stroke-linecap:round;stroke-linejoin:round",
    "struck": "fill:$capture;stroke:$halo;stroke-width:2.4;stroke-linejoin:round;paint-order:stroke",
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
