"""What is drawn and never changes while the server runs: the deck, its stylesheet, the icon."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Request
from starlette.responses import Response

from kidd.deck import Deck, shipped
from kidd.draw.badge import logo
from kidd.draw.palette import PALETTES
from kidd.draw.scene import scene
from kidd.position import parse
from kidd.web.http.assets.gzip_cache import FOR_EVER, lasting
from kidd.web.http.assets.templates import Pages
from kidd.web.http.requests import Refused
from kidd.web.http.visitors.prefs import ROTATIONS

router = APIRouter()
EXAMPLE = (  # the worked example of the rule sheets
    "LC Rc1~,Bb2a3,Bd2e3,Ra3~,Bc3d2,Rc4c3,Ba5a3,Rb5a5,Bd5e5,Bc6d5,Ra7~,Rc7d8,Bb8a7,Rc9~ R R0B0 -"
)


@router.get("/deck/{name}.svg")
def deck(request: Request, name: str, rotation: str = "0", flip: str = "0", palette: str = "light") -> Response:
    """The still part of a deck."""
    turns = {str(angle): angle for angle in ROTATIONS}
    if name not in shipped():
        raise Refused(404)
    if rotation not in turns or flip not in ("0", "1") or palette not in PALETTES:
        raise Refused(422)
    return _kept(request, _backdrop(name, turns[rotation], flip == "1", palette), "image/svg+xml")


@router.get("/example.svg")
def example(request: Request, palette: str = "light") -> Response:
    """A game in full swing, bow to the right, for the home page."""
    if palette not in PALETTES:
        raise Refused(422)
    return _kept(request, _example(palette), "image/svg+xml")


@router.get("/deck.css")
def deck_css(request: Request) -> Response:
    """The stylesheet of the deck's live part."""
    pages: Pages = request.app.state.pages
    return _kept(request, pages.deck_css, "text/css")


@router.get("/icon.svg")
@router.get("/favicon.ico", include_in_schema=False)
def icon_svg(request: Request) -> Response:
    """The site's icon."""
    return _kept(request, logo(64), "image/svg+xml")


@lru_cache(64)
def _backdrop(name: str, rotation: int, flip: bool, palette: str) -> str:
    return scene(Deck.named(name), (), rotation=rotation, flip=flip, palette=palette, layers="backdrop")


@lru_cache(16)
def _example(palette: str) -> str:
    pos = parse(EXAMPLE)
    return scene(pos.deck, pos.pieces, rotation=90, palette=palette, coordinates=False, title="Loyal Captain")


def _kept(request: Request, text: str, kind: str) -> Response:
    """An answer that browsers keep: for ever if the address names a version, else as long as it stays the same."""
    pages: Pages = request.app.state.pages
    tag = f'"{pages.deck_version}"'
    headers = {
        "etag": tag,
        "cache-control": FOR_EVER if request.query_params.get("v") == pages.deck_version else "no-cache",
    }
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return lasting(request.headers, text.encode(), kind, headers)
