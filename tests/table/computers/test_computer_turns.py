from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from zlib import crc32

import pytest
from sqlalchemy import select, text

from kidd.dice import new_seed
from kidd.errors import IllegalAct
from kidd.table import limits
from kidd.table.computers import leases
from kidd.table.computers.computer_turns import ComputerTurns, seed_of
from kidd.table.computers.job_queue import ThinkerPool, ThinkingFailed
from kidd.table.computers.jobs import MoveQuestion, Question
from kidd.table.computers.lanes import Lane
from kidd.table.computers.leases import Leases
from kidd.table.computers.worker_pipe import Thought
from kidd.table.errors import NotYours, Stale, TooMany, Unavailable
from kidd.table.moments import now
from kidd.table.play import games
from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import jobs
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.event_log import load
from kidd.table.storage.job_rows import TURN
from tests import patience
from tests.table.sittings import ANN, BEA, computer, count, lease, person, say, sit

pytestmark = pytest.mark.once

Begin = Callable[..., ComputerTurns]


class Slate:
    """In place of workers: questions stand here until the test answers them."""

    def __init__(self, room: int = 100) -> None:
        self.size = room
        self.asked: list[Thought] = []
        self.greedy: set[str] = set()

    def room(self, lane: Lane = Lane.QUICK) -> int:
        """How many more questions are taken on."""
        return max(self.size - sum(not thought.done() for thought in self.asked), 0)

    def sated(self, lane: Lane) -> frozenset[str]:
        """The shares of which no more is taken."""
        return frozenset(self.greedy)

    def ask(
        self,
        question: Question,
        urgency: int = 0,
        *,
        owner: str = "",
        share: str = "",
        then: Callable[[Thought], None] | None = None,
    ) -> Thought:
        """Write the question down."""
        if not self.room() or share in self.greedy:
            raise TooMany("thoughts", self.size)
        thought = Thought(question)
        if then is not None:
            thought.add_done_callback(then)  # type: ignore[arg-type]
        self.asked.append(thought)
        return thought

    def wait(self, number: int) -> None:
        """Wait until so many questions were asked."""
        patience.until(lambda: len(self.asked) >= number, f"question {number}")

    def answer(self, number: int, act: str | Exception) -> None:
        """Answer a question once it is there, unless it was dropped."""
        self.wait(number + 1)
        thought = self.asked[number]
        if thought.set_running_or_notify_cancel():
            if isinstance(act, Exception):
                thought.set_exception(act)
            else:
                thought.set_result(act)


@pytest.fixture
def begin() -> Iterator[Begin]:
    """Begin to take turns, with games that failed tried again quickly."""
    begun: list[ComputerTurns] = []

    def turns(store: Store, thinkers: Slate | ThinkerPool, *, soon: float = 0.05) -> ComputerTurns:
        begun.append(ComputerTurns(store, thinkers, soon=soon))  # type: ignore[arg-type]
        begun[-1].start()
        return begun[-1]

    yield turns
    for one in begun:
        one.close()


@pytest.fixture
def slate() -> Slate:
    """Nobody has asked yet."""
    return Slate()


@pytest.fixture(params=["alone", "shared"])
def any_way(request: pytest.FixtureRequest, store: Store) -> Store:
    """A database that is known to be ours alone, or one that others may use."""
    store.is_ours_alone = request.param == "alone"
    return store


def until(store: Store, game_id: str, condition: Callable[[Table], bool]) -> Table:
    """Wait until a game is as it should be."""
    patience.until(lambda: condition(load(store, game_id)))
    return load(store, game_id)


def acts(store: Store, table: Table) -> tuple[str, ...]:
    """What was played so far."""
    return load(store, table.id).match.acts


@pytest.mark.parametrize("code", ["LC", "QM", "MG2", "MG3"])
def test_computers_play_their_part(store: Store, thinkers: ThinkerPool, begin: Begin, code: str):
    """Whatever a person does is answered until it is that person's turn again, offers included, and all are told."""
    versions: list[int] = []
    store.hub.watch(lambda _, version: versions.append(version))
    begin(store, thinkers)
    seats = (computer(), person(), computer(2)) if code == "MG3" else (computer(), person())
    table = until(store, sit(store, code, *seats).id, lambda table: table.match.actor == 1)
    for _ in range(4):
        if table.is_over:  # the die may end it soon
            break
        say(store, table, str(table.match.position.legal_moves()[0]))
        table = until(store, table.id, lambda table: table.match.actor in (1, None))
    if not table.is_over:
        say(store, table, "draw?")
        table = until(store, table.id, lambda table: not table.match.offer)
    patience.until(lambda: versions[-1] == table.version)  # which is told a moment after it is in the database
    assert versions == sorted(set(versions))


def test_pages_hear_of_it(store: Store, slate: Slate, begin: Begin):
    """A listener gets the version of the computer's move after it is in the database."""

    async def scene() -> list[int]:
        begin(store, slate)
        table = sit(store, "LC", person(), computer())
        heard: list[int] = []
        with store.hub.subscribe(table.id) as news:
            await asyncio.to_thread(say, store, table, "@c1")
            await asyncio.to_thread(slate.answer, 0, "@a7")
            async for version in news:
                if version == table.version + 2:
                    heard += [version, load(store, table.id).version]
                    break
        return heard

    first, second = asyncio.run(scene())
    assert first == second


def test_after_a_restart_games_go_on(any_way: Store, slate: Slate, begin: Begin):
    """All games that wait for a computer are taken up, and no others."""
    first = sit(any_way, "LC", computer(3), person())
    sit(any_way, "LC", person(), computer())
    second = say(any_way, sit(any_way, "MG2", person(), computer(5)), "@c1")
    begin(any_way, slate)
    slate.wait(2)
    questions = [thought.question for thought in slate.asked]
    assert [question.level for question in questions if isinstance(question, MoveQuestion)] == [3, 5]
    slate.answer(0, "@c1")
    slate.answer(1, "@a7")
    assert (acts(any_way, first), acts(any_way, second)) == (("@c1",), ("@c1", "@a7"))
    assert count(any_way, "jobs") == 0


def test_a_persons_move_is_answered_without_waiting_for_anybody(any_way: Store, slate: Slate, begin: Begin):
    """When the commit is done the question stands."""
    begin(any_way, slate)
    table = say(any_way, sit(any_way, "LC", person(), computer()), "@c1")
    assert len(slate.asked) == 1
    slate.answer(0, "@a7")
    assert acts(any_way, table) == ("@c1", "@a7")


def test_a_game_that_has_moved_on_is_not_thought_about(any_way: Store, slate: Slate, begin: Begin):
    """Its old question is dropped; an answer that comes nevertheless is not played."""
    begin(any_way, slate)
    table = say(any_way, sit(any_way, "LC", person(), computer()), "@c1", "draw?")
    assert slate.asked[0].cancelled()
    assert not slate.asked[1].cancelled()
    assert slate.asked[1].set_running_or_notify_cancel()  # a worker has it
    over = say(any_way, table, "resign")
    slate.asked[1].set_result("draw!")
    assert load(any_way, table.id).version == over.version
    assert len(slate.asked) == 2


def test_taking_back_ends_the_thinking(any_way: Store, slate: Slate, begin: Begin):
    """It is a person's turn again: nobody thinks."""
    begin(any_way, slate)
    table = say(any_way, sit(any_way, "LC", person(), computer()), "@c1")
    games.take_back(any_way, table.id, ANN, 1)
    assert slate.asked[0].cancelled()
    assert len(slate.asked) == 1


def test_taking_back_in_another_process_ends_the_thinking(any_store: Store, slate: Slate, begin: Begin):
    """Whoever thinks finds their lease ended, and thinks anew about what is played then."""
    other = open_store(any_store.engine.url.render_as_string(hide_password=False))
    try:
        begin(any_store, slate)
        table = say(any_store, sit(any_store, "LC", person(), computer()), "@c1")
        games.take_back(other, table.id, ANN, 1)
        patience.until(slate.asked[0].cancelled)
        say(other, load(other, table.id), "@a3")
        slate.answer(1, "@a7")
        assert acts(any_store, table) == ("@a3", "@a7")
    finally:
        other.close()


def test_the_same_version_is_thought_about_once(any_way: Store, slate: Slate, begin: Begin):
    """However many tell of it, and however often somebody looks."""
    turns = begin(any_way, slate)
    table = say(any_way, sit(any_way, "LC", person(), computer()), "@c1")
    for _ in range(3):
        any_way.hub.publish(table.id, table.version)
        turns._look()
    assert len(slate.asked) == 1


def test_of_two_processes_one_thinks(any_store: Store, begin: Begin, monkeypatch: pytest.MonkeyPatch):
    """As long as it renews its lease."""
    monkeypatch.setattr(leases, "LEASE", 10.0)  # so that it does not run out where the machine is busy
    other = open_store(any_store.engine.url.render_as_string(hide_password=False))
    mine, theirs = Slate(), Slate()
    try:
        begin(any_store, mine)
        table = say(any_store, sit(any_store, "LC", person(), computer()), "@c1")
        patience.until(lambda: _lease_end(any_store, table) > 0.0)
        rival = begin(other, theirs)
        for _ in range(2):
            before = _lease_end(any_store, table)
            patience.until(lambda before=before: _lease_end(any_store, table) > before)  # type: ignore[misc]
        rival._look()
        assert (len(mine.asked), len(theirs.asked)) == (1, 0)
        mine.answer(0, "@a7")
        assert acts(other, table) == ("@c1", "@a7")
        rival.close()
    finally:
        other.close()


def _lease_end(store: Store, table: Table) -> float:
    with store.reading() as connection:
        found = connection.execute(select(jobs.c.leased_until).where(jobs.c.game == table.id)).scalar_one()
    return found.timestamp() if found else 0.0


def test_what_another_has_leased_is_left_to_them(any_store: Store, slate: Slate, begin: Begin):
    """Even if somebody tells of it here: the question that was asked at once is dropped."""
    table = sit(any_store, "LC", computer(), person())
    moment = now()
    lease(any_store, "another", at=moment, seconds=1000.0, limit=1)
    begin(any_store, slate)
    any_store.hub.publish(table.id, table.version)
    slate.wait(1)
    patience.until(slate.asked[0].cancelled)
    assert len(slate.asked) == 1


def test_another_process_takes_what_there_is_no_room_for(
    any_store: Store, begin: Begin, monkeypatch: pytest.MonkeyPatch
):
    """Nobody holds more than they can think about."""
    monkeypatch.setattr(leases, "LEASE", 1000.0)
    other = open_store(any_store.engine.url.render_as_string(hide_password=False))
    mine, theirs = Slate(room=2), Slate()
    try:
        begin(any_store, mine, soon=100.0)
        for _ in range(5):
            say(any_store, sit(any_store, "LC", person(), computer()), "@c1")
        rival = begin(other, theirs)
        theirs.wait(3)
        assert (len(mine.asked), len(theirs.asked)) == (2, 3)
        rival.close()
    finally:
        other.close()


def test_whoever_stops_leaves_the_work_to_others(any_store: Store, begin: Begin, monkeypatch: pytest.MonkeyPatch):
    """At once: nobody waits for a lease to run out."""
    monkeypatch.setattr(leases, "LEASE", 1000.0)
    slate = Slate()
    turns = begin(any_store, slate)
    table = say(any_store, sit(any_store, "LC", person(), computer()), "@c1")
    others = Leases(any_store, TURN)
    assert others.take(9) == []
    turns.close()
    assert [job.game for job in others.take(9)] == [table.id]
    assert slate.asked[0].cancelled()


def test_work_that_another_has_taken_is_dropped(any_store: Store, slate: Slate, begin: Begin):
    """As after a process was asleep for longer than its lease."""
    begin(any_store, slate)
    table = say(any_store, sit(any_store, "LC", person(), computer()), "@c1")
    later = now() + timedelta(hours=1)
    taken = lease(any_store, "another", at=later, seconds=10.0, limit=1)
    assert [job.game for job in taken] == [table.id]
    patience.until(slate.asked[0].cancelled)
    assert len(slate.asked) == 1


def test_when_the_queue_is_full_games_wait_in_the_database(any_way: Store, begin: Begin):
    """They are taken up as soon as there is room."""
    slate = Slate(room=2)
    begin(any_way, slate, soon=100.0)
    for _ in range(4):
        sit(any_way, "LC", computer(), person())
    assert (len(slate.asked), count(any_way, "jobs")) == (2, 4)
    for number in range(4):
        slate.answer(number, "@c1")
    assert (len(slate.asked), count(any_way, "jobs")) == (4, 0)


def test_one_visitor_with_too_many_games_keeps_nobody_waiting(any_way: Store, slate: Slate, begin: Begin):
    """After a restart the games of others are taken up all the same, and theirs as soon as there is room for them."""
    many = sit(any_way, "LC", computer(), person())
    other = sit(any_way, "LC", computer(), person(BEA), owner=BEA)
    slate.greedy.add(ANN.person)
    begin(any_way, slate, soon=100.0)
    slate.wait(1)
    assert len(slate.asked) == 1
    slate.greedy.clear()
    slate.answer(0, "@c1")
    assert acts(any_way, other) == ("@c1",)
    slate.answer(1, "@a7")
    assert acts(any_way, many) == ("@a7",)


def test_a_computer_that_fails_stops_nobody_else(
    any_way: Store, slate: Slate, begin: Begin, caplog: pytest.LogCaptureFixture
):
    """A failure and an illegal answer are logged; the game waits, and is taken up when its time comes."""
    begin(any_way, slate)
    table = sit(any_way, "LC", computer(), person())
    slate.answer(0, ThinkingFailed("no memory"))
    slate.answer(1, "c3-c4")
    assert "no memory" in caplog.text
    assert "could not act" in caplog.text
    slate.answer(2, "@c1")
    assert acts(any_way, table) == ("@c1",)


def test_after_a_takeback_the_computer_is_asked_the_same(store: Store, slate: Slate, begin: Begin):
    """The question depends on the game alone, so that a computer cannot be made to try again."""
    begin(store, slate)
    table = sit(store, "LC", person(), computer())
    for _ in range(2):
        table = say(store, table, "@c1")
        table = games.take_back(store, table.id, ANN, 1)
    assert slate.asked[0].question == slate.asked[1].question


def test_games_are_taken_up_when_others_leave_room(any_way: Store, begin: Begin):
    """Even if no computer's move is under way that could end and remind of them."""
    slate = Slate(room=0)
    turns = begin(any_way, slate)
    table = sit(any_way, "LC", computer(), person())
    turns._look()
    assert not slate.asked
    slate.size = 1
    slate.answer(0, "@c1")
    assert acts(any_way, table) == ("@c1",)


def test_after_a_restart_all_games_go_on(any_way: Store, slate: Slate, begin: Begin):
    """However many wait; looked for again, they are not asked about again."""
    for _ in range(8):
        sit(any_way, "LC", computer(), person())
    turns = begin(any_way, slate)
    slate.wait(8)
    turns._look()
    assert len(slate.asked) == 8


def test_after_a_restart_they_go_on_as_there_is_room(any_way: Store, begin: Begin):
    """Each answer makes room for the next game."""
    for _ in range(8):
        sit(any_way, "LC", computer(), person())
    slate = Slate(room=3)
    begin(any_way, slate, soon=100.0)
    for number in range(8):
        assert len(slate.asked) <= number + 3
        slate.answer(number, "@c1")
    assert count(any_way, "jobs") == 0


def test_a_failure_is_made_good(any_way: Store, slate: Slate, begin: Begin, monkeypatch: pytest.MonkeyPatch):
    """A computer that could not think or act tries again: when its workers died, and when the database was gone."""
    begin(any_way, slate)
    table = sit(any_way, "LC", computer(), person())
    slate.answer(0, ThinkingFailed("the worker died"))
    slate.wait(2)
    looked: list[None] = []

    def gone(*_: object, **__: object) -> None:
        looked.append(None)
        raise Unavailable("the database does not answer")

    with monkeypatch.context() as broken:
        broken.setattr("kidd.table.computers.computer_turns.computer_act", gone)
        broken.setattr(Leases, "take", gone)
        broken.setattr(Leases, "give_back", gone)
        slate.answer(1, "@c1")
        patience.until(lambda: len(looked) > 4)
        assert len(slate.asked) == 2
    slate.answer(2, "@c1")
    assert acts(any_way, table) == ("@c1",)


def test_a_game_that_fails_always_is_tried_less_and_less(any_way: Store, slate: Slate, begin: Begin):
    """So that it does not keep the others waiting, nor fill the log."""
    begin(any_way, slate)
    sit(any_way, "LC", computer(), person())
    for times in range(4):
        slate.wait(times + 1)
        failed = time.monotonic()
        slate.answer(times, "c3-c4")
        slate.wait(times + 2)
        assert time.monotonic() - failed >= 0.05 * 2**times


def test_a_game_that_cannot_be_read_stops_nobody_else(
    any_way: Store, slate: Slate, begin: Begin, caplog: pytest.LogCaptureFixture
):
    """It is set back, and the next one is taken up."""
    broken, whole = sit(any_way, "LC", computer(), person()), sit(any_way, "LC", computer(), person())
    wrong = text("UPDATE events SET kind = 'riddle' WHERE game = :game")
    any_way.write(lambda connection: connection.execute(wrong, {"game": broken.id}))
    fresh = open_store(any_way.engine.url.render_as_string(hide_password=False))
    fresh.is_ours_alone = any_way.is_ours_alone
    try:
        turns = begin(fresh, slate, soon=100.0)
        slate.answer(0, "@c1")
        patience.until(lambda: load(any_way, whole.id).match.acts or acts(fresh, whole))
        assert "cannot be taken up" in caplog.text
        assert len(slate.asked) == 1
        turns.close()
    finally:
        fresh.close()


def test_a_full_game_is_left_alone(store: Store, slate: Slate, begin: Begin, monkeypatch: pytest.MonkeyPatch):
    """No computer thinks about a move that there is no room for, but it still answers when it is asked."""
    turns = begin(store, slate)
    table = sit(store, "LC", person(), computer())
    monkeypatch.setattr(limits, "EVENTS", table.version + 1)
    table = say(store, table, "@c1")
    turns._look()
    assert (slate.asked, count(store, "jobs")) == ([], 0)
    say(store, table, "draw?")
    slate.answer(0, "draw.")
    assert (load(store, table.id).match.offer, len(slate.asked)) == (None, 1)


def test_once_closed_nothing_is_played(any_way: Store, slate: Slate, begin: Begin):
    """What comes is the answer of somebody who was told to stop; after the restart the game is thought about anew."""
    turns = begin(any_way, slate)
    table = sit(any_way, "LC", computer(), person())
    assert slate.asked[0].set_running_or_notify_cancel()
    turns.close()
    slate.asked[0].set_result("@c1")
    assert acts(any_way, table) == ()
    begin(any_way, slate)
    slate.answer(1, "@c1")
    assert acts(any_way, table) == ("@c1",)


def test_a_stop_stores_no_hasty_move(any_way: Store, begin: Begin):
    """Workers that are told to stop answer at once, but nobody plays that."""
    pool = ThinkerPool(1)
    begin(any_way, pool)
    table = sit(any_way, "LC", computer(8), person())
    patience.until(lambda: pool.thinking)
    pool.close()  # even if it comes before the turns are closed
    assert acts(any_way, table) == ()


class TestComputersAmongThemselves:
    """They act only when whoever opened the game asks."""

    def test_nobody_acts_unasked(self, any_way: Store, slate: Slate, begin: Begin):
        """Neither when the game is opened nor after a move nor by looking for work; asked twice, one acts once."""
        turns = begin(any_way, slate)
        table = sit(any_way, "LC", computer(3), computer(4))
        assert (count(any_way, "jobs"), slate.asked) == (0, [])
        turns.go_on(table)
        turns.go_on(table)
        assert (count(any_way, "jobs"), len(slate.asked)) == (1, 1)
        slate.answer(0, "@c1")
        table = until(any_way, table.id, lambda now: len(now.match) == 1)
        assert (count(any_way, "jobs"), len(slate.asked)) == (0, 1)
        turns.go_on(sit(any_way, "LC", computer(3), computer(4), acts=["resign"]))
        assert len(slate.asked) == 1  # nobody is to act there

    def test_a_game_that_has_moved_on(self, any_way: Store, slate: Slate, begin: Begin):
        """What was asked of it as it stood before is not noted."""
        turns = begin(any_way, slate)
        table = sit(any_way, "LC", computer(3), computer(4))
        games.computer_act(any_way, table.id, 0, "@c1")
        turns.go_on(table)
        assert (count(any_way, "jobs"), slate.asked) == (0, [])

    def test_who_may_ask(self, store: Store):
        """Whoever opened it, at the ply that stands, and as long as it goes on."""
        table = sit(store, "LC", computer(3), computer(4))
        assert (table.is_watched, list(table.people), table.host) == (True, [ANN.person], ANN.person)
        games.check_go_on(table, ANN, 0)
        with pytest.raises(NotYours):
            games.check_go_on(table, BEA, 0)
        with pytest.raises(Stale):
            games.check_go_on(table, ANN, 1)
        with pytest.raises(NotYours):
            say(store, table, "@c1")
        with pytest.raises(IllegalAct, match="among themselves"):
            games.check_go_on(sit(store, "LC", person(), computer()), ANN, 0)
        over = games.abandon(store, table.id, ANN)
        with pytest.raises(IllegalAct, match="over"):
            games.check_go_on(over, ANN, 0)


def test_thoughts_cannot_be_foreseen(store: Store, slate: Slate, begin: Begin):
    """What they begin with follows from a secret of the game and not from its name: the same again in any process."""
    begin(store, slate)
    table = sit(store, "LC", person(), computer())
    seed = seed_of(table)
    assert seed != crc32(table.id.encode())
    assert seed_of(replace(table, seed=new_seed())) != seed
    for number in range(2):
        table = say(store, table, "@c1")
        slate.wait(number + 1)
        question = slate.asked[number].question
        assert isinstance(question, MoveQuestion)
        assert question.seed == seed
        slate.answer(number, "@a7")
        table = until(store, table.id, lambda table: table.match.actor == 0)
        table = games.take_back(store, table.id, ANN, len(table.match))
    other = open_store(store.engine.url.render_as_string(hide_password=False))
    assert seed_of(load(other, table.id)) == seed
    other.close()
