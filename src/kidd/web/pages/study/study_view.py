"""What the page of a study shows: the deck at a node, the tree, and everything that leads on from there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from kidd.advice.move_facts import captured
from kidd.match import Match
from kidd.web.api.study.answers import LookState
from kidd.web.api.study.lines import read_line
from kidd.web.api.study.look import look_state
from kidd.web.http.visitors.viewer import Viewer
from kidd.web.pages.board_svg import position_svg
from kidd.web.pages.links import backdrop
from kidd.web.pages.study.addresses import Addresses, Origin
from kidd.web.pages.study.study_tree import Block, Forest, blocks
from kidd.web.pages.table.view_models import MoveItem
from kidd.web.state.study_models import NodeState, StudyState
from kidd.words.language import Tongue
from kidd.words.names import crew, option_words, with_crew
from kidd.words.play.moves import words_of
from kidd.words.play.results import ending
from kidd.words.play.table import captured as captured_words
from kidd.words.play.table import in_hand
from kidd.words.ranks import level_in, rank

AROUND = 6  # plies before and after what is shown that come with the page


class Subject(NamedTuple):
    """A study, where it comes from, and the match that it was made of, with its names and headers."""

    study: StudyState
    origin: Origin
    about: Match


@dataclass(frozen=True)
class CrewView:
    """A crew beside the deck."""

    colour: str
    crew: str
    name: str
    """The player's, or the crew's."""
    hand: int
    captured: str
    out: bool
    hand_words: str
    captured_words: str


@dataclass(frozen=True)
class StudyView:
    """All that the page of a study shows to one viewer at one node."""

    study: StudyState
    origin: Origin
    address: Addresses
    title: str
    rolls: bool
    """Whether there is a die in this game."""
    taken_off: bool
    """Whether captured tokens leave the deck."""
    node: NodeState
    root: NodeState
    is_main: bool
    ply: int
    last_ply: int
    acts: str
    look: LookState
    looks: tuple[LookState, ...]
    """The plies around what is shown, for the scripts."""
    path: tuple[str, ...]
    svg: Markup
    backdrop: str
    crews: tuple[CrewView, ...]
    blocks: tuple[Block, ...]
    moves: tuple[MoveItem, ...]
    option_words: tuple[str, ...]
    previous: NodeState | None
    next: NodeState | None
    last: NodeState | None
    ending: str
    headers: tuple[tuple[str, str], ...]
    setup: str
    notices: tuple[str, ...] = ()


def study_view(subject: Subject, shown: int, viewer: Viewer) -> StudyView:
    """What a viewer sees of a study at a node."""
    study, origin, about = subject
    _, forest = viewer.tongue, Forest(study.nodes)
    node = forest.nodes[shown]
    way, onward = forest.way(node), forest.onward(node)
    line = read_line(study.position, study.options, [one.act for one in (*way, *onward)])
    ply, end = len(way), len(line.match)
    looks = {at: look_state(line, at, _) for at in range(max(0, ply - AROUND), min(ply + AROUND, end) + 1)}
    look, match = looks[ply], line.match.until(ply)
    moved = next((at for at in range(ply, 0, -1) if not (way[at - 1].roll or way[at - 1].word)), 0)
    last = (looks.get(moved) or look_state(line, moved, _)).last if moved else None
    address = Addresses(study, origin, forest)
    return StudyView(
        study=study,
        origin=origin,
        address=address,
        title=study.title or _(match.game.descriptor.name),
        rolls=bool(match.game.descriptor.faces),
        taken_off=match.game.descriptor.captured_leave,
        node=node,
        root=forest.root,
        is_main=forest.is_main(node),
        ply=ply,
        last_ply=end,
        acts=" ".join(one.act for one in way),
        look=look,
        looks=tuple(looks.values()),
        path=last.path if last else (),
        svg=position_svg(line.match, look, [moved] if moved else (), viewer),
        backdrop=backdrop(match.position.deck, viewer.prefs.turned, viewer.prefs.flip),
        crews=tuple(_crew(match, colour, about.player(colour), _) for colour in match.game.colours),
        blocks=blocks(forest, shown, address.of, _),
        moves=_moves(match, _) if look.moves else (),
        option_words=option_words(match.game, _),
        previous=forest.nodes[node.parent] if node.parent is not None else None,
        next=onward[0] if onward else None,
        last=onward[-1] if onward else None,
        ending=ending(about.result, about.game.colours, (), _, sharing=about.sharing) if about.result else "",
        headers=tuple(about.headers.items()),
        setup=f"/setup?{urlencode({'position': look.position, 'options': study.options})}",
    )


def _moves(match: Match, _: Tongue) -> tuple[MoveItem, ...]:
    return tuple(MoveItem(move.text, words_of(move, _)) for move in match.position.legal_moves())


def _crew(match: Match, colour: str, player: str, _: Tongue) -> CrewView:
    hand, held, name = match.position.hands[colour], captured(match.position)[colour], crew(colour, _)
    level = level_in(player)
    player = rank(level, _.code) if level else player
    return CrewView(
        colour=colour,
        crew=name,
        name=with_crew(player, colour, _) if player else name,
        hand=hand,
        captured=held,
        out=colour not in match.in_game,
        hand_words=in_hand(hand, _),
        captured_words=captured_words(colour, len(held), _, taken_off=match.game.descriptor.captured_leave),
    )
