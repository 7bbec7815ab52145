import os
import signal
from collections.abc import Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from multiprocessing import active_children

import pytest

from kidd.arena import ArenaError, Entry, Processes, Spec, Sprt, report, report_on, report_to_json, run
from kidd.arena.play import PlayedGame, play_game
from kidd.errors import KiddError
from tests.books import by_round

pytestmark = pytest.mark.once

SPEC = Spec.of("LC", "nodes:200", "random", games=24, seed=5)


class Here(Executor):
    """Plays each game at once, in this process."""

    def submit(self, fn, /, *args, **kwargs):
        """Play it."""
        future: Future[object] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except KiddError as error:
            future.set_exception(error)
        return future


@pytest.fixture(scope="module")
def calm(tmp_path_factory):
    """What a run gives that nothing disturbs."""
    folder = tmp_path_factory.mktemp("calm")
    run(SPEC, folder=folder, executor=Here())
    found = by_round(folder)
    assert len(found) == 24
    return found


def test_any_executor_plays_the_same_games(tmp_path, calm):
    """Threads, processes or nothing of the kind: the games depend on their numbers only."""
    with ThreadPoolExecutor(2) as threads:
        run(SPEC, folder=tmp_path, executor=threads)
    assert by_round(tmp_path) == calm


def test_processes_play_the_same_games(tmp_path, calm):
    """The processes are gone afterwards."""
    run(SPEC, folder=tmp_path, executor=Processes(2))
    assert by_round(tmp_path) == calm
    assert not active_children()


def test_a_killed_process_loses_no_game(tmp_path, calm):
    """Twice a process dies in the middle of a game; others play it again, and none is counted twice."""
    killed = []

    def kill(entry: Entry, entries: Mapping[int, Entry]) -> None:
        if len(entries) in (5, 12):
            worker = active_children()[0]
            assert worker.pid
            os.kill(worker.pid, signal.SIGKILL)
            killed.append(worker.pid)

    run(SPEC, folder=tmp_path, executor=Processes(2), on_game=kill)
    assert len(set(killed)) == 2
    assert by_round(tmp_path) == calm


def test_a_run_goes_on_where_it_was_stopped(tmp_path, calm):
    """Interrupted after every few games, it plays each one once, and those before the stop are there."""

    def stop(entry: Entry, entries: Mapping[int, Entry]) -> None:
        if len(entries) % 5 == 0:
            raise KeyboardInterrupt

    stops = 0
    while True:
        try:
            result = run(SPEC, folder=tmp_path, executor=Here(), on_game=stop)
            break
        except KeyboardInterrupt:
            stops += 1
            assert report_on(SPEC, tmp_path).games == 5 * stops
    assert (stops, result.games) == (4, 24)
    assert by_round(tmp_path) == calm


def test_on_game_hears_of_new_games_only(tmp_path):
    """A finished run is not played again; a longer one plays what is missing."""
    heard: list[int] = []
    short = Spec.of("QM", "random", "random", games=4)
    run(short, folder=tmp_path, executor=Here())
    run(short, folder=tmp_path, executor=Here(), on_game=lambda entry, _: heard.append(entry.number))
    assert heard == []
    longer = Spec.of("QM", "random", "random", games=8)
    run(longer, folder=tmp_path, executor=Here(), on_game=lambda entry, _: heard.append(entry.number))
    assert heard == [4, 5, 6, 7]


def test_a_game_that_kills_whoever_plays_it_ends_the_run(monkeypatch):
    """Five deaths in a row are no accident, and the error names the game."""

    class Deadly(Processes):
        """Its processes die before they play."""

        def executor(self):
            pool = super().executor()
            pool.submit(os._exit, 1)
            return pool

    with pytest.raises(ArenaError, match="workers die again and again, last over game 1"):
        run(SPEC, executor=Deadly(1))
    assert not active_children()


def test_a_player_who_breaks_the_rules_ends_the_run(monkeypatch):
    """What goes wrong in a game comes out of the run."""
    monkeypatch.setattr(
        "kidd.arena.coordinator.play_game", lambda spec, number: play_game(Spec.of("LC", "?", "?"), number)
    )
    with pytest.raises(KiddError, match="player"):
        run(SPEC, executor=Here())


def test_unknown_players_are_refused_before_anything_is_written(tmp_path):
    """There is no folder yet."""
    with pytest.raises(KiddError, match="'admiral'"):
        run(Spec.of("LC", "admiral", "random"), folder=tmp_path / "new", executor=Here())
    assert not (tmp_path / "new").exists()


def test_the_sequential_test_stops_a_run_early():
    """One player wins all: the test is decided long before the last game, after complete pairs."""
    spec = Spec.of("LC", "nodes:300", "random", games=2000, seed=1)
    result = run(spec, executor=Here(), sprt=Sprt(0, 300))
    assert result.verdict == "high"
    assert result.games < 200


def entry(number: int, *points: float, plies: int = 10) -> Entry:
    """A game as the ledger remembers it."""
    return Entry(number, points, plies, "immobile", tuple((2.0, 4) for _ in points))


def test_the_report_counts_by_player_and_seat():
    """Game 1 won as red, game 2 lost as blue, game 3 drawn as red: 1-1-1, 50 %."""
    spec = Spec.of("LC", "a", "b", games=4)
    entries = {0: entry(0, 1, 0), 1: entry(1, 1, 0), 2: entry(2, 0.5, 0.5, plies=40)}
    result = report(spec, entries)
    (record,) = result.records
    assert (record.name, record.wins, record.draws, record.losses) == ("a", 1, 1, 1)
    assert record.by_seat == {"red": (1, 1, 0), "blue": (0, 0, 1)}
    assert (record.score.value, record.elo.value) == (0.5, 0.0)
    assert (result.plies, result.reasons, result.seconds) == (20.0, {"immobile": 3}, (0.5, 0.5))


def test_the_report_of_one_against_two():
    """MG3: two wins of three are Elo 400 log10(2 x 2 / 1) above two equal opponents."""
    spec = Spec.of("MG3", "a", "b", games=3)
    result = report(spec, {0: entry(0, 1, 0, 0), 1: entry(1, 0, 1, 0), 2: entry(2, 0, 1, 0)})
    (record,) = result.records
    assert record.by_seat == {"red": (1, 0, 0), "blue": (1, 0, 0), "gold": (0, 0, 1)}
    assert record.score.value == pytest.approx(2 / 3)
    assert record.elo.value == pytest.approx(240.82, abs=0.01)


def test_the_report_of_three():
    """MG3: every one of three names has a record."""
    result = report(Spec.of("MG3", "a", "b", "c", games=6), {0: entry(0, 0, 1, 0)})
    assert [(record.name, record.wins) for record in result.records] == [("a", 0), ("b", 1), ("c", 0)]


def test_the_sequential_test_waits_for_the_first_missing_round():
    """Rounds that overtook a slow game do not count before it does."""
    spec, test = Spec.of("LC", "a", "b", games=100), Sprt(0, 100)
    entries = {number: entry(number, *((1, 0) if number % 2 == 0 else (0, 1))) for number in range(40)}
    whole = report(spec, entries, test).log_ratio
    del entries[1]
    assert report(spec, entries, test).log_ratio == 0.0
    assert whole > 0


def test_json_has_no_infinities():
    """Nobody lost: the upper end of Elo is null."""
    found = report_to_json(report(Spec.of("LC", "a", "b"), {0: entry(0, 1, 0)}, Sprt(0, 30)))
    assert found["records"][0]["elo"]["high"] is None
    assert found["sprt"]["verdict"] == "undecided"


def test_what_a_dead_worker_had_finished_counts():
    """A game whose result is there when another one's worker dies is not played again."""
    asked: list[int] = []

    class Dying:
        """An executor whose second game is lost once, with a third one finished at that moment."""

        lost = (RuntimeError,)
        ahead = 3

        def executor(self):
            return self

        def submit(self, _, spec: Spec, number: int) -> Future[PlayedGame]:
            future: Future[PlayedGame] = Future()
            asked.append(number)
            if number == 1 and asked.count(1) == 1:
                future.set_exception(RuntimeError("lost"))
            elif number != 0 or asked.count(0) > 1:
                future.set_result(play_game(spec, number))
            return future

        def renew(self) -> bool:
            return True

        def close(self) -> None:
            pass

    result = run(Spec.of("QM", "random", "random", games=4), executor=Dying())
    assert result.games == 4
    assert sorted(asked) == [0, 0, 1, 1, 2, 3]
