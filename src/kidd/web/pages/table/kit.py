"""What the scripts of a game's page work with, the same for all games of a kind: fetched once and kept by browsers.

It holds the measures of the deck, the kinds of tokens, parts of the page to be copied, and what the page may have to
say; where an address belongs to one game, `{page}` stands for that of its page.
"""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from kidd.deck import Deck, shipped
from kidd.draw.geometry import geometry, kinds
from kidd.errors import OptionError
from kidd.game import DEFAULT_DECK, Game, descriptor, descriptors
from kidd.move import Move
from kidd.rules import codes
from kidd.web.http.assets.gzip_cache import FOR_EVER, lasting
from kidd.web.http.assets.templates import Pages
from kidd.web.http.requests import Refused
from kidd.web.http.visitors.prefs import ROTATIONS, Prefs
from kidd.web.pages.links import around
from kidd.web.state.models import Rights
from kidd.words.language import LANGUAGES, Tongue, tongue
from kidd.words.names import ranks
from kidd.words.play.moves import words_of
from kidd.words.play.offers import LABELS
from kidd.words.play.table import claim_question

router = APIRouter()
KEPT_KITS = 64  # kits: a game, a deck as it is turned, a language
SEVERAL = "{one}", "{two}"  # stands for any number of captives that go free
PLAIN = {"pass": Move("pass", code=codes.PASS), "red": Move("red"), "blue": Move("blue")}


class Kind(NamedTuple):
    """What a kit depends on."""

    code: str
    deck: str
    language: str
    rotation: int
    flip: bool


class Kit(NamedTuple):
    """A kit and a tag that changes whenever it does."""

    text: str
    tag: str


@router.get("/kit/{code}/{deck}.html")
def kit_html(request: Request, code: str, deck: str, language: str = "en") -> Response:
    """The kit of a game, to be kept for ever where the address says as what it was known."""
    asked, turns = request.query_params, {str(angle): angle for angle in ROTATIONS}
    rotation, flip = asked.get("rotation", "0"), asked.get("flip", "0")
    try:
        known = descriptor(code).code
    except OptionError:
        raise Refused(404) from None
    if deck not in shipped() or language not in LANGUAGES:
        raise Refused(404)
    if rotation not in turns or flip not in ("0", "1"):
        raise Refused(422)
    kit = _made(request.app.state.pages, Kind(known, deck, language, turns[rotation], flip == "1"))
    headers = {"etag": f'"{kit.tag}"', "cache-control": FOR_EVER if asked.get("v") == kit.tag else "no-cache"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return lasting(request.headers, kit.text.encode(), "text/html; charset=utf-8", headers)


def kit_address(pages: Pages, game: Game, prefs: Prefs, _: Tongue) -> str:
    """Where the kit of a game lies, for a viewer who has turned the deck like that."""
    kind = Kind(game.code, game.deck.name, _.code, prefs.turned, prefs.flip)
    said = f"language={kind.language}&rotation={kind.rotation}&flip={kind.flip:d}"
    return f"/kit/{kind.code}/{kind.deck}.html?{said}&v={_made(pages, kind).tag}"


def diagram_kit(pages: Pages, _: Tongue, deck: str = DEFAULT_DECK) -> str:
    """Where a kit lies with all crews and heights, for decks that are nobody's game: these are never turned."""
    largest = max(descriptors(), key=lambda one: (len(one.colours), one.tokens))
    kind = Kind(largest.code, deck, _.code, 0, False)
    return f"/kit/{kind.code}/{kind.deck}.html?language={kind.language}&v={_made(pages, kind).tag}"


@lru_cache(KEPT_KITS)
def _made(pages: Pages, kind: Kind) -> Kit:
    described, _ = descriptor(kind.code), tongue(kind.language)
    highest = described.tokens * len(described.colours)
    measured = geometry(Deck.named(kind.deck), highest, kind.rotation, kind.flip)
    text = pages.text(
        "table/kit.html",
        kind.language,
        links=around("{page}"),
        may=Rights(go_on=True, take_back=True, hint=True),
        colours=described.colours,
        taken_off=described.captured_leave,
        faces=described.faces,
        kinds=Markup(kinds(tuple(described.colours), highest)),  # the renderer escapes what it is given
        geometry=as_block(json.dumps(measured, separators=(",", ":"))),
        composed=as_block(json.dumps(_composed(_), separators=(",", ":"))),
    )
    return Kit(text, sha256(text.encode()).hexdigest()[:12])


def as_block(text: str) -> Markup:
    """JSON that may stand in a script element."""
    return Markup(text.replace("<", "\\u003c"))


def _composed(_: Tongue) -> dict[str, str]:
    """Moves with placeholders for their spaces; what may be said, and what is asked before it; the computers' ranks."""
    walks = {
        f"walk{via:d}{len(freed)}{entry:d}": _walk(via, freed, entry, _)
        for via in (False, True)
        for freed in ((), ("{escape}",), SEVERAL)
        for entry in (False, True)
    }
    others = {"enter": words_of(Move("", target="{to}"), _)} | {name: words_of(move, _) for name, move in PLAIN.items()}
    said = {f"say-{word}": _(label) for word, label in LABELS.items()}
    asked = {"stalemate?You": claim_question("", _), "stalemate?For": claim_question("{crew}", _)}
    return walks | others | said | asked | {f"rank{level}": name for level, name in ranks(_)}


def _walk(via: bool, freed: tuple[str, ...], entry: bool, _: Tongue) -> str:
    move = Move("", "{from}", "{to}", "{via}" if via else None, freed, "{entry}" if entry else None)
    return words_of(move, _).replace(", ".join(SEVERAL), "{escapes}")
