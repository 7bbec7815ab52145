from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import event, text

from kidd.advice.annotate import Note, acts_to_judge
from kidd.errors import IllegalAct
from kidd.table import limits
from kidd.table.computers import analysis_run
from kidd.table.computers.analysis_jobs import Analysis, AnalysisJobs
from kidd.table.computers.job_queue import ThinkerPool, ThinkingFailed
from kidd.table.computers.jobs import NoteQuestion
from kidd.table.errors import NotYours, TooMany
from kidd.table.play.actors import Actor, guest
from kidd.table.snapshot import Table
from kidd.table.storage import job_rows
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.job_rows import ANALYSIS
from kidd.table.storage.study import analyses
from kidd.words.language import tongue
from kidd.words.study.notes import annotate, note_words
from tests.patience import until
from tests.table.sittings import ANN, BEA, count, person, say, sit, wander

pytestmark = pytest.mark.once

Begin = Callable[..., AnalysisJobs]


@pytest.fixture
def jobs() -> Iterator[Begin]:
    """Analyses that are begun and ended."""
    begun: list[AnalysisJobs] = []

    def begin(store: Store, thinkers: ThinkerPool, *, seconds: float = 5.0, nodes: int | None = 300) -> AnalysisJobs:
        begun.append(AnalysisJobs(store, thinkers, seconds=seconds, nodes=nodes, soon=0.05))
        begun[-1].start()
        return begun[-1]

    yield begin
    for one in begun:
        one.close()


def given_up(store: Store) -> Table:
    """A short game that was given up."""
    table = say(store, wander(store, sit(store, "QM"), 12), "draw?", "draw.")
    return say(store, table, "resign")


@pytest.fixture
def over(store: Store) -> Table:
    """The same on SQLite."""
    return given_up(store)


def finished(jobs: AnalysisJobs, table: Table) -> Analysis:
    """Wait for the end of an analysis."""

    def is_done() -> bool:
        found = jobs.find(table)
        return found is not None and found.state == "done"

    until(is_done)
    found = jobs.find(table)
    assert found is not None
    return found


def endless(jobs: Begin, store: Store, thinkers: ThinkerPool) -> AnalysisJobs:
    """Analyses that do not get past the first move."""
    return jobs(store, thinkers, seconds=1000.0, nodes=None)


@pytest.mark.parametrize("alone", [True, False])
def test_every_move_gets_its_note(store: Store, over: Table, thinkers: ThinkerPool, jobs: Begin, alone: bool):
    """The notes come one by one, in order, on moves only; asked for again, they are there."""
    store.is_ours_alone = alone
    analysing = jobs(store, thinkers)
    assert analysing.find(over) is None
    begun = analysing.begin(ANN, over)
    assert (begun.state, begun.notes) == ("running", ())
    assert begun.total == len(acts_to_judge(over.match)) >= 5
    done = finished(analysing, over)
    assert [note.number for note in done.notes] == list(acts_to_judge(over.match))
    assert analysing.begin(ANN, over) is done is analysing.find(over)
    until(lambda: count(store, "jobs") == 0)


def test_words_in_every_language(store: Store):
    """A note can be told again in another language without thinking again, and in its own it says the same."""
    over = say(store, wander(store, sit(store, "LC"), 30), "resign")
    notes = annotate(over.match, nodes=300)
    assert any(note.words for note in notes)
    for note in notes:
        assert note_words(over.match, note, tongue("en")) == note.words
        assert bool(note_words(over.match, note, tongue("fr"))) == bool(note.words)


def test_an_analysis_can_be_cancelled(store: Store, over: Table, thinkers: ThinkerPool, jobs: Begin):
    """It ends soon, and begins anew for whoever asks again."""
    analysing = endless(jobs, store, thinkers)
    analysing.begin(ANN, over)
    until(lambda: thinkers.thinking)
    cancelled = analysing.cancel(ANN, over)
    assert cancelled is not None
    assert cancelled.state == "cancelled"
    assert analysing.find(over) is None
    assert analysing.cancel(ANN, over) is None
    until(lambda: not thinkers.thinking)
    assert analysing.begin(ANN, over).state == "running"
    until(lambda: thinkers.thinking)


def test_another_process_can_see_and_cancel_it(any_store: Store, thinkers: ThinkerPool, jobs: Begin):
    """How far it is stands in the database; whoever makes it notices that nobody wants it any more."""
    over = given_up(any_store)
    other = open_store(any_store.engine.url.render_as_string(hide_password=False))
    try:
        endless(jobs, any_store, thinkers).begin(ANN, over)
        until(lambda: thinkers.thinking)
        elsewhere = AnalysisJobs(other, thinkers)
        seen = elsewhere.find(over)
        assert seen is not None
        assert (seen.state, seen.total) == ("running", len(acts_to_judge(over.match)))
        cancelled = elsewhere.cancel(ANN, over)
        assert cancelled is not None
        assert cancelled.state == "cancelled"
        until(lambda: not thinkers.thinking)
        assert elsewhere.find(over) is None
    finally:
        other.close()


def test_only_games_that_are_over(store: Store, thinkers: ThinkerPool):
    """Nobody is told during a game what the best move was."""
    with pytest.raises(IllegalAct, match="when it is over"):
        AnalysisJobs(store, thinkers).begin(ANN, sit(store, "LC"))


def test_only_players_ask(store: Store, over: Table, thinkers: ThinkerPool):
    """Others may read an analysis, but neither begin nor end it."""
    analysing = AnalysisJobs(store, thinkers)
    for ask in (analysing.begin, analysing.cancel):
        with pytest.raises(NotYours):
            ask(BEA, over)
    assert count(store, "jobs") == 0


def test_busy_computers_refuse(store: Store, over: Table, thinkers: ThinkerPool, monkeypatch: pytest.MonkeyPatch):
    """A full queue is told to who asks, and nothing is kept of it."""
    monkeypatch.setattr(thinkers._queue, "size", 0)
    analysing = AnalysisJobs(store, thinkers)
    with pytest.raises(TooMany):
        analysing.begin(ANN, over)
    assert (analysing.find(over), count(store, "jobs")) == (None, 0)


def test_few_analyses_are_kept(store: Store, thinkers: ThinkerPool, jobs: Begin, monkeypatch: pytest.MonkeyPatch):
    """Of those that are done the oldest makes room; while one runs, there may be room for no other."""
    monkeypatch.setattr(limits, "ANALYSES", 1)
    monkeypatch.setattr(limits, "ANALYSES_ASKED", 1)
    tables = [say(store, sit(store, "LC"), "@c1", "resign") for _ in range(4)]
    quick = jobs(store, thinkers)
    for table in tables[:2]:
        quick.begin(ANN, table)
        finished(quick, table)
        until(lambda: count(store, "jobs") == 0)
    quick.close()
    analysing = endless(jobs, store, thinkers)
    analysing.begin(ANN, tables[2])
    first, second = map(analysing.find, tables[:2])
    running = analysing.find(tables[2])
    assert running is not None
    assert running.state == "running"
    assert analysing.find(tables[1]) is second
    assert analysing.find(tables[0]) is not first
    with pytest.raises(TooMany):
        analysing.begin(ANN, tables[3])


def test_everybody_has_a_share_of_analyses(any_store: Store, thinkers: ThinkerPool, monkeypatch: pytest.MonkeyPatch):
    """One person's wait for one another, and so do those of all guests who came from one place; others have room.

    Where a place has no more, one of whoever has two makes way for somebody who has none.
    """
    analysing = AnalysisJobs(any_store, thinkers)
    guests = [guest(f"guest {number}", origin="@1") for number in range(4)]
    first, second = (ask(analysing, any_store, guests[0]) for _ in range(limits.ANALYSES_EACH))
    with pytest.raises(TooMany) as refused:
        ask(analysing, any_store, guests[0])
    assert (refused.value.reason, refused.value.limit) == ("analyses", limits.ANALYSES_EACH)
    monkeypatch.setattr(limits, "ANALYSES_ASKED_SHARE", 3)
    third, alone = ask(analysing, any_store, guests[1]), ask(analysing, any_store, ANN)
    fourth = ask(analysing, any_store, guests[2])
    assert [running(analysing, one) for one in (first, second, third, alone, fourth)] == [True, False, True, True, True]
    for late in (guests[0], guests[3]):  # nobody has more than one by now
        with pytest.raises(TooMany) as refused:
            ask(analysing, any_store, late)
        assert (refused.value.reason, refused.value.limit) == ("analyses here", 3)
    assert analysing.cancel(guests[0], first) is not None
    ask(analysing, any_store, guests[3])
    assert count(any_store, "jobs") == 4


def test_many_members_do_not_deny_analyses(
    any_store: Store, thinkers: ThinkerPool, jobs: Begin, monkeypatch: pytest.MonkeyPatch
):
    """However many games they have analysed: the newest of somebody who has several makes way for who has none.

    It stops at what it has said, and goes on from there when it is asked for again.
    """
    monkeypatch.setattr(limits, "ANALYSES_ASKED", 4)
    analysing = endless(jobs, any_store, thinkers)
    crowd = [ask(analysing, any_store, guest(f"member {number}")) for number in (1, 2) for _ in range(2)]
    until(lambda: len(analysing._runs) == 4)
    mine = ask(analysing, any_store, ANN)
    states = [running(analysing, one) for one in (*crowd, mine)]
    assert (states.count(True), states[-1]) == (4, True)
    assert (states[0], states[2]) == (True, True)
    until(lambda: mine.id in analysing._runs)
    other = ask(analysing, any_store, BEA)
    assert [running(analysing, one) for one in (*crowd, mine, other)] == [True, False, True, False, True, True]
    with pytest.raises(TooMany) as refused:  # four people have one each
        ask(analysing, any_store, guest("member 5"))
    assert refused.value.reason == "thoughts"


def test_a_class_waits_its_turn(any_store: Store, thinkers: ThinkerPool, jobs: Begin, monkeypatch: pytest.MonkeyPatch):
    """Thirty who come from one place ask at once: a few are made at a time, the others are told which number they are.

    Whoever comes from elsewhere does not wait for them, and in the end all have theirs.
    """
    monkeypatch.setattr(limits, "ANALYSES_SHARE", 2)
    monkeypatch.setattr(limits, "ANALYSES", 3)
    class_of = [guest(f"pupil {number}", origin="@1") for number in range(30)]
    slow = endless(jobs, any_store, thinkers)
    asked = [ask(slow, any_store, one) for one in class_of]
    other = ask(slow, any_store, ANN)
    until(lambda: len(slow._runs) == 3)
    assert other.id in slow._runs
    assert [place(slow, one) for one in asked] == [0, 0, *range(1, 29)]
    slow.close()
    quick = jobs(any_store, thinkers, nodes=20)
    until(lambda: count(any_store, "jobs") == 0)
    assert {found and found.state for found in map(quick.find, (*asked, other))} == {"done"}


def test_the_next_to_be_made_is_the_first_of_those_that_wait(
    any_store: Store, thinkers: ThinkerPool, jobs: Begin, monkeypatch: pytest.MonkeyPatch
):
    """The numbers that are told say who is next, each time that one has been made or stopped."""
    monkeypatch.setattr(limits, "ANALYSES_SHARE", 1)
    pupils = [guest(name, origin="@1") for name in "aabbc"]
    slow = endless(jobs, any_store, thinkers)
    asked = [ask(slow, any_store, one) for one in pupils]
    until(lambda: len(slow._runs) == 1)
    numbers: dict[str, int] = {}
    while any(places := [place(slow, one) for one in asked if running(slow, one)]):
        assert sorted(places) == list(range(len(places)))
        numbers |= {one.id: place(slow, one) for one in asked if running(slow, one)}
        made = next(one for one in asked if one.id in slow._runs)
        slow.cancel(pupils[asked.index(made)], made)
        until(lambda: len(slow._runs) == 1)
        assert [numbers[game] for game in slow._runs] == [1]
    assert len(numbers) == 5


def place(analysing: AnalysisJobs, table: Table) -> int:
    """Which an analysis is of those that wait where it was asked for."""
    found = analysing.find(table)
    assert found is not None
    return found.place


def ask(analysing: AnalysisJobs, store: Store, actor: Actor) -> Table:
    """Somebody has a game analysed that they have just played."""
    table = sit(store, "LC", person(actor), person(actor), owner=actor)
    over = say(store, table, "@c1", "resign", actor=actor)
    analysing.begin(actor, over)
    return over


def running(analysing: AnalysisJobs, table: Table) -> bool:
    """Whether an analysis is being made, or waits for its turn."""
    return (found := analysing.find(table)) is not None and found.state == "running"


def test_of_a_long_game_the_last_moves_are_judged(
    store: Store, over: Table, thinkers: ThinkerPool, jobs: Begin, monkeypatch: pytest.MonkeyPatch
):
    """So many that there is an end to it; where all were judged before there was one, they still are."""
    every = acts_to_judge(over.match)
    monkeypatch.setattr(limits, "ANALYSED", 3)
    analysing = jobs(store, thinkers)
    assert analysing.begin(ANN, over).total == 3
    assert tuple(note.number for note in finished(analysing, over).notes) == every[-3:]
    other = given_up(store)
    monkeypatch.setattr(limits, "ANALYSED", 1000)
    analysing.begin(ANN, other)
    whole = finished(analysing, other)
    monkeypatch.setattr(limits, "ANALYSED", 3)
    found = AnalysisJobs(store, thinkers).find(other)
    assert found is not None
    assert (found.state, found.total, len(found.notes)) == ("done", len(every), len(whole.notes))


def test_nothing_is_read_for_games_without_analysis(store: Store, over: Table, thinkers: ThinkerPool, jobs: Begin):
    """On a database that is ours alone: it is asked at every page of a finished game."""
    store.is_ours_alone = True
    analysing = AnalysisJobs(store, thinkers, nodes=300)
    statements: list[str] = []
    assert analysing.find(over) is None
    event.listen(store.engine, "before_cursor_execute", lambda *said: statements.append(said[2]))
    assert analysing.find(over) is None
    assert statements == []
    analysing.begin(ANN, over)
    found = analysing.find(over)
    assert found is not None
    assert found.state == "running"


def test_analyses_outlive_the_server(any_store: Store, thinkers: ThinkerPool, jobs: Begin):
    """Another server finds what was found out, word by word, without asking anybody; nothing else is taken for it."""
    over = say(any_store, wander(any_store, sit(any_store, "QM"), 14), "resign")
    first = jobs(any_store, thinkers)
    first.begin(ANN, over)
    made = finished(first, over)
    later = AnalysisJobs(any_store, thinkers)
    found = later.find(over)
    assert found is not None
    assert (found.state, found.total) == ("done", made.total)
    assert later.begin(ANN, over) is found
    for before, after in zip(made.notes, found.notes, strict=True):
        assert after._replace(loss=0.0) == before._replace(loss=0.0)
        assert after.loss == pytest.approx(before.loss, abs=1e-5)
        assert note_words(over.match, after, tongue("de")) == note_words(over.match, before, tongue("de"))
    assert later.find(say(any_store, sit(any_store, "LC"), "@c1", "resign")) is None


def test_a_stopped_server_leaves_what_it_found_out(any_store: Store, thinkers: ThinkerPool, jobs: Begin):
    """The next one goes on from there at once, and asks about the rest only."""
    over = given_up(any_store)
    asked: list[int] = []

    class Some(ThinkerPool):
        """Leave the fourth question unanswered."""

        def ask(self, question, *args, **named):
            assert isinstance(question, NoteQuestion)
            asked.append(question.number)
            slow = len(asked) == 4
            return super().ask(question._replace(seconds=1000.0, nodes=None) if slow else question, *args, **named)

    pool = Some(1)
    try:
        first = jobs(any_store, pool)
        first.begin(ANN, over)
        until(lambda: len(asked) == 4)
        first.close()
        assert [note.number for note in _kept(any_store, over)] == asked[:3]
        second = jobs(any_store, pool)
        assert len(finished(second, over).notes) == len(acts_to_judge(over.match))
        assert asked == [*asked[:3], asked[3], *acts_to_judge(over.match)[3:]]
    finally:
        pool.close()


def _kept(store: Store, table: Table) -> tuple[Note, ...]:
    with store.reading() as connection:
        kept = analyses.kept(connection, table)
    assert kept is not None
    assert not kept.done
    return kept.notes


def test_progress_is_stored(any_store: Store, thinkers: ThinkerPool, jobs: Begin, monkeypatch: pytest.MonkeyPatch):
    """Now and then, so that others see it and little is lost."""
    monkeypatch.setattr(analysis_run, "KEEP", 0.0)
    over, other = given_up(any_store), open_store(any_store.engine.url.render_as_string(hide_password=False))
    elsewhere = AnalysisJobs(other, thinkers)
    seen: set[int] = set()

    def is_seen() -> bool:
        found = elsewhere.find(over)
        assert found is not None
        seen.add(len(found.notes))
        return found.state == "done"

    try:
        jobs(any_store, thinkers, nodes=3000).begin(ANN, over)
        until(is_seen)
        assert len(seen) > 2
    finally:
        other.close()


@pytest.mark.parametrize("notes", ["", "{}", "[]", '{"format":0,"notes":[]}', '{"format":1,"notes":[[0,"R"]]}'])
@pytest.mark.parametrize("done", [True, False])
def test_notes_of_another_time_are_made_again(store: Store, thinkers: ThinkerPool, jobs: Begin, notes: str, done: bool):
    """What cannot be read counts as not there."""
    over = given_up(store)
    store.write(lambda connection: analyses.keep(connection, over, (), done=done))
    store.write(lambda connection: connection.execute(text("UPDATE analyses SET notes = :notes"), {"notes": notes}))
    analysing = jobs(store, thinkers, nodes=50)
    assert analysing.find(over) is None
    analysing.begin(ANN, over)
    assert len(finished(analysing, over).notes) == len(acts_to_judge(over.match))


def test_an_analysis_that_fails_is_given_up(
    any_store: Store,
    thinkers: ThinkerPool,
    jobs: Begin,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    """After three attempts; then it can be begun anew."""
    asked: list[int] = []

    def fail(self, question, *args, then, **named):
        asked.append(question.number)
        raise ThinkingFailed("no memory")

    over = given_up(any_store)
    analysing = jobs(any_store, thinkers)
    with monkeypatch.context() as broken:
        broken.setattr(ThinkerPool, "ask", fail)
        analysing.begin(ANN, over)
        until(lambda: count(any_store, "jobs") == 0)
        assert asked == [acts_to_judge(over.match)[0]] * 3
    assert "no memory" in caplog.text
    until(lambda: analysing.find(over) is None)
    analysing.begin(ANN, over)
    finished(analysing, over)


def test_a_game_without_moves_is_judged_at_once(store: Store, thinkers: ThinkerPool):
    """There is nothing to be said."""
    over = say(store, sit(store, "LC", person(), person()), "resign")
    analysis = AnalysisJobs(store, thinkers).begin(ANN, over)
    assert (analysis.state, analysis.total) == ("done", 0)
    with store.reading() as connection:
        assert not job_rows.is_waiting(connection, ANALYSIS, over.id)
