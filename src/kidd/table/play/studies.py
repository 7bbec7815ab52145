"""What can be done with kept studies: kept, read, edited, listed, thrown away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from sqlalchemy import Connection

from kidd.logbook import read_options
from kidd.match import Match
from kidd.match.variations import ROOT, Variations
from kidd.table import limits
from kidd.table.errors import NoSuchNode, StudyStale, TooMany
from kidd.table.moments import now
from kidd.table.play.actors import Actor
from kidd.table.play.new_game import known_person, new_id
from kidd.table.play.permissions import Action, check
from kidd.table.snapshot import Table
from kidd.table.storage.database.store import Store
from kidd.table.storage.growth import Growth, place_of
from kidd.table.storage.persons import people
from kidd.table.storage.study import studies
from kidd.table.study import Study, StudySummary

Change = Callable[[Study], tuple[Study, int | None]]  # and the node that it is about


def match_of_game(table: Table) -> Match:
    """What a study is made of that is made of a game."""
    match = table.match.copy()
    match.naming = frozenset(match.game.descriptor.online)
    return match


def match_of_line(line: Match, options: str) -> Match:
    """What a study is made of that is made of a line with options as they were written."""
    match = line.copy()
    match.naming = frozenset(read_options(options.split()))
    return match


def keep(store: Store, actor: Actor, match: Match, *, title: str = "", source: str = "") -> Study:
    """Keep a study of a match, with what was tried beside it, said and named."""
    store.growth.check(actor.share)
    moment = now()
    study = Study(
        id=new_id(),
        owner=known_person(actor),
        title=clean(title, limits.TITLE, "title"),
        version=1,
        start=match.start,
        naming=match.naming,
        players=tuple(name[: limits.NAME] for name in match.players),
        headers={},
        source=source,
        tree=match.variations,
        created=moment,
        updated=moment,
    )
    _check_room(study.tree)
    put = partial(_put, study, studies.row_of(study), store.growth, actor.share)
    store.write(put, place=place_of(actor.share))
    return study


def read(store: Store, study_id: str) -> Study:
    """A study, for whoever has its address."""
    with store.reading() as connection:
        return studies.read(connection, study_id)


def studies_of(store: Store, actor: Actor, *, limit: int = limits.LEAF, skip: int = 0) -> list[StudySummary]:
    """The asker's studies, the latest first."""
    if not actor.is_known:
        return []
    with store.reading() as connection:
        return list(studies.of_person(connection, actor.person, limit, skip))


def delete(store: Store, actor: Actor, study_id: str) -> None:
    """Throw a study away."""
    check(actor, Action.EDIT_STUDY, read(store, study_id))
    store.write(partial(studies.remove, study_id=study_id))


def edit(store: Store, actor: Actor, study_id: str, version: int, change: Change) -> tuple[Study, Study, int | None]:
    """Change a study: the study before and after, and the node that it was about.

    What has been done already is no change, and whoever saw an older version is told so otherwise. All of it is thought
    out before the writer is asked, who only looks whether the study is the same still; if not, what was seen is old.
    """
    while True:
        before = read(store, study_id)
        check(actor, Action.EDIT_STUDY, before)
        after, node = _edited(before, version, change)
        if after is before:
            return before, before, node
        row = studies.row_of(after)
        more = studies.size_of(row) - before.size
        if store.write(partial(_replace, row, version, store.growth, actor.share, more)):
            return before, after, node


def _edited(before: Study, version: int, change: Change) -> tuple[Study, int | None]:
    try:
        after, node = change(before)
    except NoSuchNode:
        if version != before.version:
            raise StudyStale(before) from None
        raise
    if after is before:
        return before, node
    if version != before.version:
        raise StudyStale(before)
    _check_room(after.tree)
    return replace(after, version=version + 1, updated=now()), node


def add(parent: int, act: str) -> Change:
    """Try an act after a node; one that was tried there before is found."""

    def change(study: Study) -> tuple[Study, int | None]:
        _check_node(study, parent)
        line = study.at_node(parent)
        line.play(act)
        tree, node = study.tree.add(parent, line.act(len(line) - 1))
        return _with(study, tree), node

    return change


def comment(node: int, text: str) -> Change:
    """Say something after a node."""
    said = clean(text, limits.COMMENT, "comment")
    return _changed(node, lambda tree: tree.comment(node, said) if tree.nodes[node].comment != said else tree)


def name(node: int, text: str) -> Change:
    """Name the line that begins at a node."""
    said = clean(text, limits.LINE_NAME, "line name").replace("\n", " ")
    return _changed(node, lambda tree: tree.name(node, said) if tree.nodes[node].name != said else tree)


def promote(node: int) -> Change:
    """Put a line before its siblings."""
    return _changed(node, lambda tree: tree.promote(node))


def cut(node: int) -> Change:
    """Take a node away with all that comes after it; the root stays."""
    return _changed(node, lambda tree: tree.delete(node) if node != ROOT else tree)


def retitle(text: str) -> Change:
    """Give a study another title."""
    said = clean(text, limits.TITLE, "title").replace("\n", " ")
    return lambda study: (study if study.title == said else replace(study, title=said), None)


def match_of(study: Study) -> Match:
    """A study as a match for a log book: the first line, all others beside it, names and comments where they belong."""
    match = study.main_line()
    if study.title:
        match.headers = {"Title": study.title, **match.headers}
    return match


def clean(text: str, most: int, what: str) -> str:
    """A text without what nobody can read, if it is not too long."""
    if len(text) > most:
        raise TooMany(what, most)
    return "".join(char for char in text.replace("\r\n", "\n") if char.isprintable() or char == "\n").strip()


def _put(study: Study, row: studies.Row, growth: Growth, share: str, connection: Connection) -> None:
    people.remember(connection, study.owner, study.created)
    if studies.count(connection, study.owner) >= limits.STUDIES:
        raise TooMany("studies", limits.STUDIES)
    growth.charge(connection, share, study.created)
    growth.charge_bytes(share, studies.size_of(row))
    studies.put(connection, row)


def _replace(row: studies.Row, version: int, growth: Growth, share: str, more: int, connection: Connection) -> bool:
    same = studies.replace(connection, row, version)
    if same:
        growth.charge_bytes(share, more)
    return same


def _check_room(tree: Variations) -> None:
    if len(tree) > limits.STUDY_NODES:
        raise TooMany("study nodes", limits.STUDY_NODES)
    if sum(len(node.comment) + len(node.name) for node in tree.nodes.values()) > limits.STUDY_TEXT:
        raise TooMany("study text", limits.STUDY_TEXT)


def _check_node(study: Study, node: int) -> None:
    if node not in study.tree.nodes:
        raise NoSuchNode(node)


def _changed(node: int, change: Callable[[Variations], Variations]) -> Change:
    def changed(study: Study) -> tuple[Study, int | None]:
        _check_node(study, node)
        return _with(study, change(study.tree)), node

    return changed


def _with(study: Study, tree: Variations) -> Study:
    return study if tree is study.tree else replace(study, tree=tree)
