"""Kept studies: what they are made of, who may change them, and what comes of it."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import text

import kidd
from bench.long_game import long_game
from kidd.errors import IllegalMove, LogbookError
from kidd.match.variations import ROOT
from kidd.table import limits
from kidd.table.errors import Damaged, NoSuchNode, NoSuchStudy, NotYours, StudyStale, TooMany
from kidd.table.play import studies
from kidd.table.play.actors import STRANGER, guest
from kidd.table.play.imports import read_match
from kidd.table.play.permissions import check_study
from kidd.table.storage.database.store import Store
from kidd.table.study import Study
from tests.table.sittings import ANN, BEA, computer, person, say, sit

pytestmark = pytest.mark.once

LONG = long_game(40)

BOOK = """[Game "LC"]
[Options "claim_after=0"]
[Red "Anne"]

{first} 1. @c1 {solid} (1. @a3 {[%name Sideways] there} @a7 (1... @e7)) 1... @a7 {[%name Main]} *
"""


@pytest.fixture
def study(store: Store) -> Study:
    """Ann's study of two acts: nodes 1 and 2."""
    match = kidd.Match("LC")
    match.play("@c1")
    match.play("@a7")
    return studies.keep(store, ANN, match, title="Beginnings")


def edit(store: Store, study: Study, change: studies.Change, actor=ANN) -> tuple[Study, int | None]:
    """Change a study as it stands."""
    _, after, node = studies.edit(store, actor, study.id, study.version, change)
    return after, node


def test_what_is_kept_comes_back(any_store: Store):
    """Position, options, players, every line, every name and comment: read again, they are what they were."""
    kept = studies.keep(any_store, ANN, read_match(BOOK, 0), title="  Ways to begin\x00 ", source="")
    found = studies.read(any_store, kept.id)
    assert (found.title, found.version, found.owner) == ("Ways to begin", 1, ANN.person)
    assert found.tree.same(kept.tree)
    assert dict(found.tree.nodes) == dict(kept.tree.nodes)
    assert (found.start, found.players, found.naming) == (kept.start, ("Anne", ""), frozenset({"claim_after"}))
    names = {node.act: (node.name, node.comment) for node in found.tree.nodes.values()}
    assert names[""] == ("", "first")
    assert (names["@c1"], names["@a3"]) == (("", "solid"), ("Sideways", "there"))
    again = kidd.write_logbook(studies.match_of(found), naming=found.naming)
    assert '[Title "Ways to begin"]' in again
    body = again.split("\n\n", 1)[1]
    assert body == BOOK.split("\n\n", 1)[1]
    assert studies.keep(any_store, ANN, read_match(again, 0)).tree.same(found.tree)


def test_edits(any_store: Store):
    """Each makes another version: lines are tried, named, commented, promoted and cut, and numbers stay."""
    match = kidd.Match("QM")
    for act in ("@c1", "@a7", "*2"):
        match.play(act)
    study = studies.keep(any_store, ANN, match)
    study, one = edit(any_store, study, studies.add(2, "*3"))
    assert one == 4
    study, two = edit(any_store, study, studies.add(4, "c1-a5/a3@c1"))
    study, _ = edit(any_store, study, studies.name(4, "A three\n instead"))
    study, _ = edit(any_store, study, studies.comment(5, "far\r\noff"))
    study, _ = edit(any_store, study, studies.promote(5))
    study, _ = edit(any_store, study, studies.retitle("Rolls"))
    found = studies.read(any_store, study.id)
    assert (found.version, found.title, two) == (7, "Rolls", 5)
    assert found.tree.main_line() == (1, 2, 4, 5)
    assert (found.tree.nodes[4].name, found.tree.nodes[5].comment) == ("A three  instead", "far\noff")
    found, _ = edit(any_store, found, studies.cut(4))
    assert sorted(studies.read(any_store, study.id).tree.nodes) == [0, 1, 2, 3]
    _, again = edit(any_store, found, studies.add(2, "*1"))
    assert again == 6


def test_what_was_done_is_no_change(store: Store, study: Study):
    """Sent again it is answered as before, whatever version was seen; the root is never cut."""
    after, node = edit(store, study, studies.add(1, "@e7"))
    again, same = edit(store, study, studies.add(1, "@e7"))
    assert (again.version, same) == (after.version, node)
    for change in (studies.comment(1, ""), studies.name(1, ""), studies.cut(ROOT), studies.promote(1)):
        assert edit(store, after, change)[0].version == after.version
    assert edit(store, after, studies.retitle("Beginnings"))[0].version == after.version


def test_who_saw_an_older_version_is_told(store: Store, study: Study):
    """With the study as it stands, and nothing is changed."""
    newer, _ = edit(store, study, studies.comment(1, "newer"))
    for change in (studies.comment(1, "older"), studies.add(2, "c1-b2"), studies.cut(2), studies.comment(99, "x")):
        with pytest.raises(StudyStale) as stale:
            edit(store, study, change)
        assert stale.value.study.version == newer.version
    assert studies.read(store, study.id).version == newer.version
    with pytest.raises(NoSuchNode):
        edit(store, newer, studies.comment(99, "x"))


def test_two_at_once(any_store: Store):
    """Of two edits of the same version one is made."""
    match = kidd.Match("LC")
    match.play("@c1")
    study = studies.keep(any_store, ANN, match)

    def say_it(text: str) -> str:
        try:
            edit(any_store, study, studies.comment(1, text))
        except StudyStale:
            return ""
        return text

    with ThreadPoolExecutor(4) as pool:
        said = [text for text in pool.map(say_it, ["a", "b", "c", "d"]) if text]
    found = studies.read(any_store, study.id)
    assert ([found.tree.nodes[1].comment], found.version) == (said, 2)


def test_edits_are_thought_out_before_the_writer_is_asked(any_store: Store, replays: Counter[str]):
    """An act at the end of a long line is tried where nobody waits for it; one that comes too late is told so."""
    match = kidd.Match("LC")
    for act in LONG:
        match.play(act)
    study = studies.keep(any_store, ANN, match)
    replays.clear()
    act = str(match.position.legal_moves()[0])

    def overtaken(seen: Study) -> tuple[Study, int | None]:
        after = studies.add(len(LONG), act)(seen)
        if seen.version == 1:
            studies.edit(any_store, ANN, study.id, 1, studies.retitle("quicker"))
        return after

    with pytest.raises(StudyStale) as stale:
        edit(any_store, study, overtaken)
    assert stale.value.study.title == "quicker"
    assert edit(any_store, stale.value.study, studies.add(len(LONG), act))[0].version == 3
    assert replays.total() > len(LONG)
    assert "kidd-writer" not in replays


def test_only_the_owner_changes_it(store: Store, study: Study):
    """Everybody with the address reads it."""
    for actor in (BEA, STRANGER, guest("visitor-cat")):
        with pytest.raises(NotYours) as refused:
            edit(store, study, studies.comment(1, "mine"), actor)
        assert refused.value.reason == "study"
        with pytest.raises(NotYours):
            studies.delete(store, actor, study.id)
        assert studies.studies_of(store, actor) == []
    assert studies.read(store, study.id).version == 1
    assert [one.id for one in studies.studies_of(store, ANN)] == [study.id]
    studies.delete(store, ANN, study.id)
    for work in (studies.read, lambda *_: studies.delete(store, ANN, study.id)):
        with pytest.raises(NoSuchStudy):
            work(store, study.id)


def test_illegal_acts_are_refused(store: Store, study: Study):
    """As in a game."""
    with pytest.raises(IllegalMove):
        edit(store, study, studies.add(2, "c1-c9"))
    with pytest.raises(kidd.IllegalAct):
        edit(store, studies.keep(store, ANN, resigned()), studies.add(3, "c1-b2"))
    assert studies.read(store, study.id).version == 1


def resigned() -> kidd.Match:
    """A match that is over."""
    match = kidd.Match("LC")
    for act in ("@c1", "@a7", "resign"):
        match.play(act)
    return match


def test_games_that_go_on(store: Store):
    """Are studied by who plays alone or looks on; by those who play against each other when they are over."""
    alone, two = sit(store, "LC", person(), computer()), sit(store, "LC", person(), person(BEA, "Bea"))
    check_study(ANN, alone)
    check_study(STRANGER, two)  # who looks on
    for actor in (ANN, BEA):
        with pytest.raises(NotYours) as refused:
            check_study(actor, two)
        assert refused.value.reason == "study-running"
    counted = replace(two, rated=True)  # where a second browser would be a stranger's
    with pytest.raises(NotYours):
        check_study(STRANGER, counted)
    over = say(store, two, "@c1")
    over = say(store, over, "B:resign", actor=BEA)
    check_study(STRANGER, over)
    kept = studies.keep(store, BEA, studies.match_of_game(over), source=over.id)
    assert (kept.players, kept.source, len(kept.tree)) == (("Ann", "Bea"), over.id, 2)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda: studies.comment(1, "x" * (limits.COMMENT + 1)), "comment"),
        (lambda: studies.name(1, "x" * (limits.LINE_NAME + 1)), "line name"),
        (lambda: studies.retitle("x" * (limits.TITLE + 1)), "title"),
    ],
)
def test_texts_have_an_end(change, reason):
    """Which is said."""
    with pytest.raises(TooMany) as refused:
        change()
    assert refused.value.reason == reason


def test_studies_have_an_end(store: Store, study: Study, monkeypatch: pytest.MonkeyPatch):
    """Nodes, words in all, and how many one person keeps."""
    monkeypatch.setattr(limits, "STUDIES", 1)
    with pytest.raises(TooMany, match="1 studies"):
        studies.keep(store, ANN, kidd.Match("LC"))
    studies.keep(store, BEA, kidd.Match("LC"))
    monkeypatch.setattr(limits, "STUDY_NODES", 2)
    with pytest.raises(TooMany, match="at most 2 moves"):
        edit(store, study, studies.add(2, "c1-b2"))
    monkeypatch.setattr(limits, "STUDY_TEXT", 5)
    with pytest.raises(TooMany, match="at most 5 characters"):
        edit(store, study, studies.comment(1, "longer"))


def test_a_book_has_so_many_matches():
    """And no more."""
    with pytest.raises(LogbookError, match="the last one is number 0"):
        read_match(BOOK, 1)


def test_a_damaged_study(store: Store, study: Study):
    """Is no fault of who asks for it."""
    store.write(lambda connection: connection.execute(text("UPDATE studies SET data = '{\"format\": 9}'")))
    with pytest.raises(Damaged):
        studies.read(store, study.id)
