"""What the analysis of a game says of the nodes of a study that was made of it."""

from __future__ import annotations

from starlette.requests import Request

from kidd.advice.luck import judge_rolls, points_lost
from kidd.match.variations import Variations
from kidd.table.errors import NoSuchGame
from kidd.table.play import games
from kidd.table.snapshot import Table
from kidd.table.study import Study
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.state.loose_study import marks
from kidd.web.state.study_state import NOTHING, Said


def said_of(request: Request, study: Study) -> Said:
    """Marks, luck and losses by node; nothing where no game was analysed, or where the study has left its line."""
    if not study.source:
        return NOTHING
    state = request.app.state
    try:
        table = games.load(state.store, study.source)
    except NoSuchGame:
        return NOTHING
    return said_of_game(request, table, study.tree)


def said_of_game(request: Request, table: Table, tree: Variations) -> Said:
    """The same for a tree of a game, kept or not."""
    found = request.app.state.computers.analyses.find(table)
    if found is None:
        return NOTHING
    match, _ = table.match, viewer_of(request).tongue
    nodes = list(tree.follow(match.acts))
    marked = marks(match, found.notes, _)
    said: dict[int, dict[str, object]] = {
        nodes[ply - 1]: {"mark": mark} for ply, mark in marked.items() if ply <= len(nodes)
    }
    for note in found.notes:
        if note.number < len(nodes):
            said[nodes[note.number]]["lost"] = round(points_lost(match, note), 1)
    for roll in judge_rolls(match, found.notes):
        if roll.number < len(nodes):
            said.setdefault(nodes[roll.number], {})["luck"] = round(roll.luck, 1)
    return said
