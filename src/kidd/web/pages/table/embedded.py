"""What the page of a game holds for its scripts: the state, the measures of the deck, the kinds of tokens, texts."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from kidd.deck import Deck
from kidd.draw.geometry import geometry, kinds
from kidd.move import Move
from kidd.rules import codes
from kidd.table.snapshot import Table
from kidd.web.http.viewer import Viewer
from kidd.web.state.game_state import state_json
from kidd.words.language import Tongue
from kidd.words.moves import LABELS, words_of
from kidd.words.names import ranks

SEVERAL = "{one}", "{two}"  # stands for any number of captives that go free
PLAIN = {"pass": Move("pass", code=codes.PASS), "red": Move("red"), "blue": Move("blue")}


class Embedded(NamedTuple):
    """Blocks of data that go into a page as they are; texts stand by the names that the scripts know them by."""

    state: Markup
    geometry: Markup
    kinds: Markup
    texts: Markup


def embedded(table: Table, viewer: Viewer, ply: int | None) -> Embedded:
    """What a viewer's page of a game holds at a ply, or as it stands."""
    game, prefs = table.match.game, viewer.prefs
    highest = game.tokens * len(game.colours)
    return Embedded(
        state=_block(state_json(table, viewer, ply=ply).decode()),
        geometry=_measured(game.deck, highest, prefs.turned, prefs.flip),
        kinds=Markup(kinds(tuple(game.colours), highest)),  # the renderer escapes what it is given
        texts=_texts(viewer.tongue),
    )


def _block(text: str) -> Markup:
    """JSON that may stand in a script element."""
    return Markup(text.replace("<", "\\u003c"))


@lru_cache(maxsize=64)
def _measured(deck: Deck, highest: int, rotation: int, flip: bool) -> Markup:
    return _block(json.dumps(geometry(deck, highest, rotation, flip), separators=(",", ":")))


@lru_cache(maxsize=8)
def _texts(_: Tongue) -> Markup:
    """Moves with placeholders for their spaces; what may be said; the computers' ranks."""
    walks = {
        f"walk{via:d}{len(freed)}{entry:d}": _walk(via, freed, entry, _)
        for via in (False, True)
        for freed in ((), ("{escape}",), SEVERAL)
        for entry in (False, True)
    }
    others = {"enter": words_of(Move("", target="{to}"), _)} | {name: words_of(move, _) for name, move in PLAIN.items()}
    said = {f"say-{word}": _(label) for word, label in LABELS.items()}
    return _block(json.dumps(walks | others | said | {f"rank{level}": name for level, name in ranks(_)}))


def _walk(via: bool, freed: tuple[str, ...], entry: bool, _: Tongue) -> str:
    move = Move("", "{from}", "{to}", "{via}" if via else None, freed, "{entry}" if entry else None)
    return words_of(move, _).replace(", ".join(SEVERAL), "{escapes}")
