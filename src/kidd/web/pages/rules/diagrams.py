"""Diagrams that can be tried out: a position and what was played from it since, kept by the page and not by us."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from kidd.advice import move_marks
from kidd.advice.move_marks import last_facts
from kidd.draw.marks import Marks
from kidd.draw.scene import scene
from kidd.logbook import write_options
from kidd.match import Match
from kidd.match.token_ids import follow
from kidd.table.errors import TooMany
from kidd.web.api.positions import position_of
from kidd.web.pages.links import backdrop
from kidd.web.pages.table.view_models import MoveItem
from kidd.web.state.log_entries import act_words
from kidd.words.language import Tongue
from kidd.words.play.moves import words_of
from kidd.words.play.results import state
from kidd.words.play.spaces import space_labels
from kidd.words.play.table import deck_title

MOST_ACTS = 400


@dataclass(frozen=True)
class DiagramView:
    """A deck on a page that is nobody's game."""

    key: str
    start: str
    options: str
    acts: str
    position: str
    turn: str
    die: int | None
    result: str
    sentence: str
    said: str
    """What was played last, in words."""
    svg: Markup
    backdrop: str
    moves: tuple[MoveItem, ...]
    path: tuple[str, ...]
    still: bool = False
    """Whether there is only something to look at."""


def opened(position: str, options: str, acts: str = "") -> Match:
    """The match that a position, its options and the acts since then are; they come from strangers."""
    match = Match(position_of(position, options))  # as to a match `players` are names and not an option
    words = acts.split(maxsplit=MOST_ACTS + 1)
    if len(words) > MOST_ACTS:
        raise TooMany("diagram acts", MOST_ACTS)
    for act in words:
        match.play(act)
    return match


def diagram(key: str, match: Match, _: Tongue) -> DiagramView:
    """What a page shows of a diagram."""
    pos, over = match.position, match.result is not None
    ply = len(match)
    return DiagramView(
        key=key,
        start=str(match.start),
        options=write_options(match.game.changed),
        acts=" ".join(match.acts),
        position=str(pos),
        turn="" if over else match.to_act or pos.turn,
        die=pos.die,
        result=match.outcome if over else "",
        sentence=state(match, (), "", _),
        said=act_words(match, ply - 1, _) if ply else "",
        svg=drawn(match, key, _),
        backdrop=backdrop(pos.deck),
        moves=() if over else tuple(MoveItem(move.text, words_of(move, _)) for move in pos.legal_moves()),
        path=last.path if (last := next(iter(last_facts(match, ply)), None)) and not match.word(ply - 1) else (),
    )


def still(key: str, match: Match, captured: tuple[str, ...], _: Tongue) -> DiagramView:
    """A diagram to look at, in which some tokens are marked as captured."""
    shown = diagram(key, match, _)
    return replace(shown, svg=drawn(match, key, _, Marks(captures=captured)), moves=(), still=True)


def drawn(match: Match, key: str, _: Tongue, marks: Marks | None = None) -> Markup:
    """The live layers of the deck; tokens are named after the diagram too, as a page may hold several."""
    pos = match.position
    left = marks or move_marks.marks(last_facts(match, len(match)), pos.pieces)
    ids = {space: tuple(f"{key}-{name}" for name in names) for space, names in follow(match)[-1].items()}
    labels = space_labels(pos.deck, pos.pieces, _)
    turn = "" if match.result else pos.turn
    return Markup(  # the renderer escapes what it is given
        scene(pos.deck, pos.pieces, ids=ids, turn=turn, marks=left, labels=labels, title=deck_title(_), layers="live")
    )
