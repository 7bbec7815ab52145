from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator

import pytest

from kidd.table import limits
from kidd.table.computers.computer_turns import Rivals
from kidd.table.computers.job_queue import Thinkers, ThinkingFailed
from kidd.table.computers.jobs import Decision, Question
from kidd.table.computers.worker_pipe import Thought
from kidd.table.errors import Unavailable
from kidd.table.play import games
from kidd.table.play.games import Store, Table, TooMany
from kidd.table.storage.pubsub import Hub
from tests import patience
from tests.table.sittings import ANN, BEA, computer, person, say, sit

pytestmark = pytest.mark.once


class Slate:
    """In place of workers: questions stand here until the test answers them."""

    def __init__(self, room: int = 100) -> None:
        self.room = room
        self.asked: list[Thought] = []
        self.greedy: set[str] = set()

    @property
    def is_full(self) -> bool:
        """Whether there is no room left."""
        return sum(not thought.done() for thought in self.asked) >= self.room

    def has_enough(self, owner: str) -> bool:
        """Whether no more is taken from a visitor."""
        return owner in self.greedy

    def ask(self, question: Question, urgency: int = 0, *, owner: str = "", at_any_rate: bool = False) -> Thought:
        """Write the question down."""
        if self.is_full or self.has_enough(owner):
            raise TooMany("thoughts", self.room)
        self.asked.append(Thought(question))
        return self.asked[-1]

    def answer(self, number: int, act: str | Exception) -> None:
        """Answer a question, unless it was dropped."""
        thought = self.asked[number]
        if thought.set_running_or_notify_cancel():
            if isinstance(act, Exception):
                thought.set_exception(act)
            else:
                thought.set_result(act)


def until(store: Store, game_id: str, condition: Callable[[Table], bool]) -> Table:
    """Wait until a game is as it should be."""
    patience.until(lambda: condition(games.load(store, game_id)))
    return games.load(store, game_id)


@pytest.mark.parametrize("code", ["LC", "QM", "MG2", "MG3"])
def test_computers_play_their_part(store: Store, thinkers: Thinkers, code: str):
    """Whatever a person does is answered until it is that person's turn again, offers included, and all are told."""

    class Heard(Hub):
        def publish(self, game_id: str, version: int) -> None:
            versions.append(version)

    versions: list[int] = []
    rivals = Rivals(store, thinkers, Heard())
    seats = (computer(), person(), computer(2)) if code == "MG3" else (computer(), person())
    table = sit(store, code, *seats)
    rivals.moved(table)
    table = until(store, table.id, lambda table: table.match.actor == 1)
    for _ in range(4):
        if table.is_over:  # the die may end it soon
            break
        table = say(store, table, str(table.match.position.legal_moves()[0]))
        rivals.moved(table)
        table = until(store, table.id, lambda table: table.match.actor in (1, None))
    if not table.is_over:
        table = say(store, table, "draw?")
        rivals.moved(table)
        table = until(store, table.id, lambda table: not table.match.offer)
    patience.until(lambda: versions[-1] == table.version)  # which is told a moment after it is in the database
    assert versions == sorted(set(versions))


def test_pages_hear_of_it(store: Store):
    """A listener gets the version of the computer's move after it is in the database."""

    async def scene() -> list[int]:
        hub, slate, heard = Hub(), Slate(), []
        rivals = Rivals(store, slate, hub)  # type: ignore[arg-type]
        table = sit(store, "LC", computer(), person())
        with hub.subscribe(table.id) as news:
            rivals.attend(table)
            await asyncio.to_thread(slate.answer, 0, "@c1")
            async for version in news:
                heard += [version, games.load(store, table.id).version]
                break
        return heard

    assert asyncio.run(scene()) == [1, 1]


def test_after_a_restart_games_go_on(store: Store):
    """All games that wait for a computer are taken up, and no others."""
    slate = Slate()
    first = sit(store, "LC", computer(3), person())
    sit(store, "LC", person(), computer())
    second = say(store, sit(store, "MG2", person(), computer(5)), "@c1")
    Rivals(store, slate, Hub()).resume()  # type: ignore[arg-type]
    questions = [thought.question for thought in slate.asked]
    assert [question.level for question in questions if isinstance(question, Decision)] == [3, 5]
    slate.answer(0, "@c1")
    slate.answer(1, "@a7")
    assert [len(games.load(store, table.id).match) for table in (first, second)] == [1, 2]


def test_a_game_that_has_moved_on_is_not_thought_about(store: Store):
    """Its old question is dropped; an answer that comes nevertheless is not played."""
    slate = Slate()
    rivals = Rivals(store, slate, Hub())  # type: ignore[arg-type]
    table = say(store, sit(store, "LC", person(), computer()), "@c1")
    rivals.moved(table)
    table = say(store, table, "draw?")
    rivals.moved(table)
    assert slate.asked[0].cancelled()
    assert not slate.asked[1].cancelled()
    over = say(store, table, "resign")
    slate.answer(1, "draw!")
    assert games.load(store, table.id).version == over.version
    assert len(slate.asked) == 2


def test_taking_back_ends_the_thinking(store: Store):
    """It is a person's turn again: nobody thinks."""
    slate = Slate()
    rivals = Rivals(store, slate, Hub())  # type: ignore[arg-type]
    table = say(store, sit(store, "LC", person(), computer()), "@c1")
    rivals.moved(table)
    rivals.moved(games.take_back(store, table.id, ANN, 1))
    assert slate.asked[0].cancelled()
    assert len(slate.asked) == 1


def test_the_same_version_is_thought_about_once(store: Store):
    """However many tell of it."""
    slate = Slate()
    rivals = Rivals(store, slate, Hub())  # type: ignore[arg-type]
    table = sit(store, "LC", computer(), person())
    for _ in range(3):
        rivals.attend(table)
    assert len(slate.asked) == 1


def test_when_the_queue_is_full_games_wait_in_the_database(store: Store):
    """They are taken up as soon as there is room."""
    slate = Slate(room=2)
    rivals = Rivals(store, slate, Hub())  # type: ignore[arg-type]
    tables = [sit(store, "LC", computer(), person()) for _ in range(4)]
    for table in tables:
        rivals.moved(table)
    assert len(slate.asked) == 2
    slate.answer(0, "@c1")
    slate.answer(1, "@c1")
    assert len(slate.asked) == 4
    slate.answer(2, "@c1")
    slate.answer(3, "@c1")
    assert games.waiting(store) == []
    assert len(slate.asked) == 4


def test_one_visitor_with_too_many_games_keeps_nobody_waiting(store: Store):
    """After a restart the games of others are taken up all the same, and theirs as soon as there is room for them."""
    slate = Slate()
    many = sit(store, "LC", computer(), person())
    other = sit(store, "LC", computer(), person(BEA), owner=BEA)
    slate.greedy.add(ANN)
    rivals = Rivals(store, slate, Hub())  # type: ignore[arg-type]
    rivals.resume()
    assert len(slate.asked) == 1
    slate.greedy.clear()
    slate.answer(0, "@c1")
    assert games.load(store, other.id).match.acts == ("@c1",)
    slate.answer(1, "@a7")
    assert games.load(store, many.id).match.acts == ("@a7",)


def test_a_computer_that_fails_stops_nobody_else(store: Store, caplog: pytest.LogCaptureFixture):
    """A failure and an illegal answer are logged; the game waits, and is taken up when it is attended to again."""
    slate = Slate()
    rivals = Rivals(store, slate, Hub())  # type: ignore[arg-type]
    table = sit(store, "LC", computer(), person())
    answers: list[str | Exception] = [ThinkingFailed("no memory"), "c3-c4"]
    for number, answer in enumerate(answers):
        rivals.attend(table)
        slate.answer(number, answer)
    assert "no memory" in caplog.text
    assert "could not act" in caplog.text
    rivals.attend(table)
    slate.answer(2, "@c1")
    assert games.load(store, table.id).match.acts == ("@c1",)


def test_after_a_takeback_the_computer_is_asked_the_same(store: Store):
    """The question depends on the game alone, so that a computer cannot be made to try again."""
    slate = Slate()
    rivals = Rivals(store, slate, Hub())  # type: ignore[arg-type]
    table = sit(store, "LC", person(), computer())
    for _ in range(2):
        table = say(store, table, "@c1")
        rivals.moved(table)
        table = games.take_back(store, table.id, ANN, 1)
        rivals.moved(table)
    assert slate.asked[0].question == slate.asked[1].question


@pytest.fixture
def watched(store: Store) -> Iterator[tuple[Rivals, Slate]]:
    """Rivals whose watchman makes his rounds, quickly."""
    slate = Slate()
    rivals = Rivals(store, slate, Hub(), soon=0.05)  # type: ignore[arg-type]
    rivals.start()
    yield rivals, slate
    rivals.close()


def asked(slate: Slate, number: int) -> None:
    """Wait until so many questions were asked."""
    patience.until(lambda: len(slate.asked) >= number, f"question {number}")


def test_games_are_taken_up_when_others_leave_room(store: Store, watched: tuple[Rivals, Slate]):
    """Even if no computer's move is under way that could end and remind of them."""
    rivals, slate = watched
    slate.room = 0
    table = sit(store, "LC", computer(), person())
    rivals.moved(table)
    time.sleep(0.2)
    assert not slate.asked
    slate.room = 1
    asked(slate, 1)
    slate.answer(0, "@c1")
    assert len(games.load(store, table.id).match) == 1


def test_after_a_restart_all_games_go_on(store: Store, monkeypatch: pytest.MonkeyPatch):
    """However many wait: they are looked for page by page."""
    monkeypatch.setattr("kidd.table.limits.JOBS", 3)
    for _ in range(8):
        sit(store, "LC", computer(), person())
    slate = Slate()
    rivals = Rivals(store, slate, Hub())  # type: ignore[arg-type]
    rivals.resume()
    assert len(slate.asked) == 8
    rivals.resume()
    assert len(slate.asked) == 8


def test_after_a_restart_they_go_on_as_there_is_room(store: Store):
    """Each answer makes room for the next game."""
    for _ in range(8):
        sit(store, "LC", computer(), person())
    slate = Slate(room=3)
    Rivals(store, slate, Hub()).resume()  # type: ignore[arg-type]
    for number in range(8):
        assert number < len(slate.asked) <= number + 3
        slate.answer(number, "@c1")
    assert games.waiting(store) == []


def test_a_failure_is_made_good(store: Store, watched: tuple[Rivals, Slate], monkeypatch: pytest.MonkeyPatch):
    """A computer that could not think or act tries again: when its workers died, and when the database was gone."""
    rivals, slate = watched
    table = sit(store, "LC", computer(), person())
    rivals.moved(table)
    slate.answer(0, ThinkingFailed("the worker died"))
    asked(slate, 2)
    with monkeypatch.context() as broken:
        broken.setattr("kidd.table.computers.computer_turns.computer_act", gone)
        broken.setattr("kidd.table.computers.computer_turns.waiting", gone)
        slate.answer(1, "@c1")
        time.sleep(0.3)
        assert len(slate.asked) == 2
    asked(slate, 3)
    slate.answer(2, "@c1")
    assert games.load(store, table.id).match.acts == ("@c1",)


def gone(*_: object, **__: object) -> None:
    """In place of a use case, when there is no database."""
    raise Unavailable("the database does not answer")


def test_a_game_that_fails_always_is_tried_less_and_less(store: Store, watched: tuple[Rivals, Slate]):
    """So that it does not keep the others waiting, nor fill the log."""
    rivals, slate = watched
    rivals.moved(sit(store, "LC", computer(), person()))
    for times in range(4):
        failed = time.monotonic()
        slate.answer(times, "c3-c4")
        asked(slate, times + 2)
        assert time.monotonic() - failed >= 0.05 * 2**times


def test_a_full_game_is_left_alone(store: Store, monkeypatch: pytest.MonkeyPatch):
    """No computer thinks about a move that there is no room for, but it still answers when it is asked."""
    slate = Slate()
    rivals = Rivals(store, slate, Hub())  # type: ignore[arg-type]
    table = sit(store, "LC", person(), computer())
    monkeypatch.setattr(limits, "EVENTS", 1)
    table = say(store, table, "@c1")
    rivals.moved(table)
    rivals.resume()
    assert (slate.asked, games.waiting(store)) == ([], [])
    rivals.moved(say(store, table, "draw?"))
    slate.answer(0, "draw.")
    assert (games.load(store, table.id).match.offer, len(slate.asked)) == (None, 1)


def test_once_closed_nothing_is_played(store: Store, address: str):
    """What comes is the answer of somebody who was told to stop; after the restart the game is thought about anew."""
    slate = Slate()
    rivals = Rivals(store, slate, Hub())  # type: ignore[arg-type]
    table = sit(store, "LC", computer(), person())
    rivals.moved(table)
    rivals.close()
    slate.answer(0, "@c1")
    assert games.load(store, table.id).version == 0
    Rivals(store, slate, Hub()).resume()  # type: ignore[arg-type]
    slate.answer(1, "@c1")
    assert games.load(store, table.id).version == 1


def test_a_stop_stores_no_hasty_move(store: Store):
    """Workers that are told to stop answer at once, but nobody plays that."""
    pool = Thinkers(1)
    rivals = Rivals(store, pool, Hub())
    table = sit(store, "LC", computer(8), person())
    rivals.moved(table)
    patience.until(lambda: pool.thinking)
    pool.close()  # even if it comes before the rivals are closed
    assert games.load(store, table.id).version == 0
