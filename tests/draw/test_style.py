"""The stylesheet of the drawings."""

import re
from itertools import combinations
from pathlib import Path

import pytest

import kidd
from kidd.deck import Deck, Piece
from kidd.draw.marks import DIAMOND, STATES
from kidd.draw.palette import LOOKS, PALETTES
from kidd.draw.scene import scene
from kidd.draw.style import css

KIDD = Deck.named("kidd-18")
PAGE = ("light", "dark", "contrast")


def luminance(colour: str) -> float:
    """Of a colour written #rrggbb, as WCAG defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Between two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_a_hatch_that_its_token_has_left_is_free_to_choose() -> None:
    """It is aimed at like any free space, though the deck still shows who stood there."""
    assert f'.is-selected.is-choice .pip{{d:path("{DIAMOND}")}}' in css()


def test_every_class_of_the_drawings_has_a_rule() -> None:
    """What is drawn by class alone is painted by the stylesheet."""
    drawn = scene(KIDD, [Piece("RBGRBGR", "c4", "c3")], layers="live") + scene(KIDD, [], layers="backdrop", palette="")
    shapes = re.findall(r'<(?:circle|path|rect|text) class="([^"]+)"', drawn)
    assert shapes
    assert not [name for name in set(shapes) if not re.search(rf"\.{name}\b", css())]


def test_every_colour_is_known_in_every_theme() -> None:
    """Palettes name the same colours, and the stylesheet uses no other."""
    known = set(PALETTES["light"].colours)
    assert all(set(palette.colours) == known for palette in PALETTES.values())
    used = set(re.findall(r"var\(--([\w-]+)\)", css()))
    assert used <= known | {f"crew-{part}" for part in ("face", "side", "rim", "hem", "mark")}


def test_every_state_shows_something() -> None:
    """Each state makes a shape visible, and moving stops where people asked for it."""
    for state in {*STATES, "is-cursor"} - {"is-taken"}:  # whose line lies in a layer of its own
        assert re.search(rf"\.{state}[^{{]*\{{visibility:visible", css()) or f"{state},:focus-visible" in css(), state
    assert "prefers-reduced-motion" in css()
    assert css().count("{") == css().count("}")


def test_discs_on_the_deck_are_not_coloured_by_the_page() -> None:
    """The page has properties of its own for crews; they and those of the drawing share no name."""
    page = (Path(kidd.__file__).parent / "web" / "static" / "site.css").read_text(encoding="utf-8")
    theirs = set(re.findall(r"(--crew[\w-]*):", page))
    assert theirs
    assert not theirs & set(re.findall(r"(--crew[\w-]*):", css()))


def test_the_focus_is_a_ring() -> None:
    """A round shape shows where the keyboard is, instead of the browser's box."""
    assert re.search(r"\.space:is\(:focus,:focus-visible\)\{outline:none", css())
    assert '<circle class="cursor"' in scene(KIDD, [], layers="live")


def test_looks_are_plain_declarations() -> None:
    """Each look can be written as attributes as well as in a stylesheet."""
    for look in LOOKS.values():
        assert all(re.fullmatch(r"[a-z-]+:[^:;]+", part) for part in look.split(";"))


@pytest.mark.parametrize("palette", PALETTES)
def test_crews_stay_apart_in_greyscale(palette: str) -> None:
    """Faces differ in lightness, each emblem stands out from its face."""
    colours = PALETTES[palette].colours
    for one, other in combinations("RBG", 2):
        assert contrast(colours[f"{one}-face"], colours[f"{other}-face"]) > 1.7
    for crew in "RBG":
        assert contrast(colours[f"{crew}-face"], colours[f"{crew}-mark"]) > 3


@pytest.mark.parametrize("palette", PAGE)
def test_what_must_be_read_or_seen_stands_out(palette: str) -> None:
    """Text has the contrast of WCAG AA, marks that of its non-text rule, on what they lie on."""
    colours = PALETTES[palette].colours
    assert contrast(colours["wood"], colours["name"]) >= 4.5
    assert contrast(colours["sea"], colours["caption"]) >= 4.5
    for mark in ("select", "move", "target", "capture", "choice", "cursor"):
        assert contrast(colours["wood"], colours[mark]) >= 3, mark
    for mark in ("target", "choice"):  # on a plate or over a hatch, outlined
        assert contrast(colours["halo"], colours[mark]) >= 4.5
        for ground in ("plate", "pit"):
            assert max(contrast(colours[ground], colours[name]) for name in (mark, "halo")) >= 3, mark
