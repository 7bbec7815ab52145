"""The deck of a game as a page shows it, drawn with everything that is marked on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from markupsafe import Markup

from kidd.advice.move_facts import facts_at
from kidd.advice.move_marks import marks
from kidd.draw.scene import scene
from kidd.match import Match
from kidd.web.http.visitors.viewer import Viewer
from kidd.web.state.models import GameState, LogEntry, PieceState
from kidd.words.play.spaces import space_labels
from kidd.words.play.table import deck_title


class Standing(Protocol):
    """What is asked of a state, be it of a game or of a line."""

    @property
    def ply(self) -> int: ...

    @property
    def pieces(self) -> tuple[PieceState, ...]: ...

    @property
    def threatened(self) -> tuple[str, ...]: ...


def deck_svg(match: Match, state: GameState, viewer: Viewer) -> Markup:
    """The deck of a game at the ply of the state."""
    return position_svg(match, state, state.fresh, viewer)


def position_svg(match: Match, state: Standing, fresh: Iterable[int], viewer: Viewer) -> Markup:
    """The live layers of the deck as the viewer has set them up; `fresh` are the plies of moves that are marked."""
    prefs, _, pos = viewer.prefs, viewer.tongue, match.position_at(state.ply)
    return Markup(  # the renderer escapes what it is given
        scene(
            pos.deck,
            pos.pieces,
            ids={piece.space: piece.ids for piece in state.pieces},
            turn="" if pos.result else pos.turn,
            marks=marks(
                [facts_at(match, ply - 1) for ply in fresh], pos.pieces, state.threatened if prefs.threats else ()
            ),
            coordinates=prefs.coordinates,
            rotation=prefs.turned,
            flip=prefs.flip,
            labels=space_labels(pos.deck, pos.pieces, _),
            title=deck_title(_),
            layers="live",
        )
    )


def last_move(state: GameState) -> LogEntry | None:
    """The last move up to what is shown, past rolls and words."""
    moves = (entry for entry in reversed(state.log[: state.ply]) if not entry.word and entry.roll is None)
    return next(moves, None)
