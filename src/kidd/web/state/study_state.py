"""A study as one person may see it: its nodes in words, with what an analysis says of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from kidd.logbook import named_options, write_options
from kidd.match import Match
from kidd.match.variations import ROOT, Variations
from kidd.table.study import Study
from kidd.web.state.log_entries import entry
from kidd.web.state.study_models import NodeState, StudyState
from kidd.words.language import Tongue

Said = Mapping[int, Mapping[str, object]]  # more members of nodes, such as `mark`
NOTHING: Said = {}


def study_state(study: Study, _: Tongue, *, mine: bool, said: Said = NOTHING) -> StudyState:
    """A kept study; `mine` if the asker may change it."""
    return StudyState(
        id=study.id,
        version=study.version,
        title=study.title,
        owner=mine,
        game=study.start.game.code,
        options=options_text(study.beginning()),
        position=str(study.start),
        source=study.source,
        nodes=tuple(node_states(study.beginning(), study.tree, _, said)),
    )


def options_text(match: Match) -> str:
    """The options of a match that are not as usual or that it names, as a log book writes them."""
    return write_options(named_options(match, match.naming))


def node_states(begin: Match, tree: Variations, _: Tongue, said: Said = NOTHING) -> Iterator[NodeState]:
    """Every node in words, each before those that come after it."""
    yield node_state(begin, tree, ROOT, _, said)
    ahead = [(child, begin.copy(), 0) for child in reversed(tree.nodes[ROOT].children)]
    while ahead:
        node, line, ply = ahead.pop()
        if len(line) > ply:  # a line before this one has gone on
            line = line.until(ply)
        line.play(tree.nodes[node].act)
        yield node_state(line, tree, node, _, said)
        ahead.extend((child, line, ply + 1) for child in reversed(tree.nodes[node].children))


def some_nodes(study: Study, numbers: Collection[int], _: Tongue, said: Said = NOTHING) -> Iterator[NodeState]:
    """Some nodes in words."""
    for number in sorted(numbers):
        yield node_state(study.at_node(number), study.tree, number, _, said)


def node_state(line: Match, tree: Variations, number: int, _: Tongue, said: Said) -> NodeState:
    """A node in words, at the end of the line that leads to it."""
    node, more = tree.nodes[number], said.get(number, {})
    spoken = {"name": node.name, "comment": node.comment, "children": node.children, **more}
    if number == ROOT:
        return NodeState.model_validate({"id": number, **spoken})
    act = entry(line, len(line) - 1, _)
    told = {"act": act.act, "by": act.by, "colour": act.colour, "round": act.round, "words": act.words}
    also = {"word": act.word, "roll": act.roll, "took": "".join(f"×{piece.space}" for piece in act.taken)}
    return NodeState.model_validate({"id": number, "parent": node.parent, **told, **also, **spoken})
