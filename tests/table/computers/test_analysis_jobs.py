from __future__ import annotations

import pytest
from sqlalchemy import text

from kidd.advice.annotate import annotate, judged, retold
from kidd.errors import IllegalAct
from kidd.table import limits
from kidd.table.computers.analysis_jobs import Studies, Study
from kidd.table.computers.job_queue import Thinkers
from kidd.table.play.games import Store, Table, TooMany
from kidd.table.storage import analyses
from tests.patience import until
from tests.table.sittings import say, sit, wander

pytestmark = pytest.mark.once


@pytest.fixture
def over(store: Store) -> Table:
    """A short game that was given up."""
    table = say(store, wander(store, sit(store, "QM"), 12), "draw?", "draw.")
    return say(store, table, "resign")


def finished(study: Study) -> Study:
    """Wait for the end of an analysis."""
    until(lambda: study.state != "running")
    return study


def test_every_move_gets_its_note(store: Store, over: Table, thinkers: Thinkers):
    """The notes come one by one, in order, on moves only; asked for again, they are there."""
    studies = Studies(thinkers, store, seconds=0.02)
    assert studies.find(over) is None
    study = studies.begin(over)
    assert study.total == len(judged(over.match)) >= 5
    assert finished(study).state == "done"
    assert [note.number for note in study.notes] == list(judged(over.match))
    assert studies.begin(over) is study is studies.find(over)


def test_words_in_every_language(store: Store):
    """A note can be told again in another language without thinking again, and in its own it says the same."""
    over = say(store, wander(store, sit(store, "LC"), 30), "resign")
    notes = annotate(over.match, nodes=300)
    assert any(note.words for note in notes)
    for note in notes:
        assert retold(over.match, note, "en") == note.words
        assert bool(retold(over.match, note, "fr")) == bool(note.words)


def test_an_analysis_can_be_cancelled(store: Store, over: Table, thinkers: Thinkers):
    """It ends soon, and begins anew for whoever asks again."""
    studies = Studies(thinkers, store, seconds=1000.0, nodes=None)
    study = studies.begin(over)
    until(lambda: thinkers.thinking)
    study.cancel()
    assert study.state == "cancelled"
    assert studies.find(over) is None
    until(lambda: not thinkers.thinking)
    again = studies.begin(over)
    assert again is not study
    again.cancel()


def test_only_games_that_are_over(store: Store, thinkers: Thinkers):
    """Nobody is told during a game what the best move was."""
    with pytest.raises(IllegalAct, match="when it is over"):
        Studies(thinkers, store).begin(sit(store, "LC"))


def test_busy_computers_refuse(store: Store, over: Table, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch):
    """A full queue is told to who asks, and nothing is kept of it."""
    monkeypatch.setattr(thinkers, "_limit", 0)
    studies = Studies(thinkers, store)
    with pytest.raises(TooMany):
        studies.begin(over)
    assert studies.find(over) is None


def test_few_analyses_are_kept(store: Store, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch):
    """Of those that are done the oldest makes room; one that runs does not, and then there is room for no other."""
    monkeypatch.setattr(limits, "STUDIES", 1)
    tables = [say(store, sit(store, "LC"), "@c1", "resign") for _ in range(4)]
    for table in tables[:2]:
        finished(Studies(thinkers, store, nodes=50).begin(table))
        until(lambda table=table: analyses.kept(store, table) is not None)  # type: ignore[misc]
    studies = Studies(thinkers, store, seconds=1000.0, nodes=None)
    running = studies.begin(tables[2])
    first, second = map(studies.find, tables[:2])
    assert (running.state, studies.find(tables[2])) == ("running", running)
    assert studies.find(tables[1]) is second
    assert studies.find(tables[0]) is not first
    with pytest.raises(TooMany):
        studies.begin(tables[3])
    running.cancel()


def test_analyses_outlive_the_server(any_store: Store, thinkers: Thinkers):
    """Another server finds what was found out, word by word, without asking anybody; nothing else is taken for it."""
    over = say(any_store, wander(any_store, sit(any_store, "QM"), 14), "resign")
    made = finished(Studies(thinkers, any_store, seconds=5.0, nodes=300).begin(over))
    until(lambda: analyses.kept(any_store, over) is not None)
    later = Studies(thinkers, any_store)
    found = later.find(over)
    assert found is not None
    assert (found.state, found.total) == ("done", made.total)
    assert later.begin(over) is found
    for before, after in zip(made.notes, found.notes, strict=True):
        assert after._replace(words="", loss=0.0) == before._replace(words="", loss=0.0)
        assert after.loss == pytest.approx(before.loss, abs=1e-5)
        assert retold(over.match, after, "de") == retold(over.match, before, "de")
    assert later.find(say(any_store, sit(any_store, "LC"), "@c1", "resign")) is None


@pytest.mark.parametrize("notes", ["", "{}", "[]", '{"format":0,"notes":[]}', '{"format":1,"notes":[[0,"R"]]}'])
def test_notes_of_another_time_are_made_again(store: Store, over: Table, thinkers: Thinkers, notes: str):
    """What cannot be read counts as not there."""
    analyses.keep(store, over, ())
    with store.writing() as connection:
        connection.execute(text("UPDATE analyses SET notes = :notes"), {"notes": notes})
    assert Studies(thinkers, store).find(over) is None
    study = Studies(thinkers, store, nodes=50).begin(over)
    assert finished(study).state == "done"
