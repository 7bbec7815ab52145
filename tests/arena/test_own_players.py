import json
import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

import kidd
from kidd.arena import ArenaError, Processes, Spec, run
from kidd.arena.play import play_game
from kidd.errors import OptionError
from kidd.match import Match
from kidd.search.players import make_player

pytestmark = pytest.mark.once


class First:
    """The first legal move, and yes to every offer; it counts the moves it was asked for."""

    name = ""

    def __init__(self):
        self.asked = 0

    def act(self, match: Match) -> str:
        self.asked += 1
        if match.offer:
            return "stalemate!" if match.offer.kind == "stalemate" else "draw!"
        return str(match.position.legal_moves()[0])


class Seeded(First):
    """Any legal move, by the seed it was made from."""

    def __init__(self, seed: int):
        super().__init__()
        self.random = random.Random(seed)

    def act(self, match: Match) -> str:
        said = super().act(match)
        return said if match.offer else str(self.random.choice(match.position.legal_moves()))


def test_an_object_that_acts_plays(tmp_path):
    """It sits beside a named player, in this process, and the log book and the description know it by its class."""
    mine = First()
    result = run(Spec.of("LC", mine, "random", games=4, seed=1), folder=tmp_path)
    assert (result.games, result.records[0].name) == (4, "own:First")
    assert mine.asked > 4
    assert json.loads((tmp_path / "run.json").read_text())["players"] == ["own:First", "random"]
    assert kidd.read_logbook(tmp_path / "games.kidd")[1].players == ("random", "own:First")


def test_a_name_of_its_own_is_taken():
    """Two objects of one class are told apart by it; without it they are refused."""
    one, two = First(), First()
    with pytest.raises(OptionError, match="two players are called 'First': give each a name"):
        Spec.of("LC", one, two)
    one.name = "older"
    assert Spec.of("LC", one, two).players == ("own:older", "own:First")
    assert Spec.of("MG3", one, one).players == ("own:older", "own:older")
    one.name = "two\nlines"
    with pytest.raises(OptionError, match="expected a line of at most 60 characters"):
        Spec.of("LC", one, two)


def test_a_class_gets_a_seed_for_each_game():
    """So that game number n is the same again whatever was played before it."""
    spec = Spec.of("LC", Seeded, "random", games=8, seed=2)
    alone = play_game(spec, 5).book
    assert [play_game(spec, number).book for number in (4, 5)][1] == alone
    assert spec.players == ("own:Seeded", "random")


def test_whole_numbers_are_levels():
    """5 is the level that "5" is."""
    assert Spec.of("LC", 5, 4) == Spec.of("LC", "5", "4")


@pytest.mark.parametrize("player", [None, 2.5, True, object(), b"5"])
def test_what_cannot_play_is_refused(player):
    """It is said what could."""
    with pytest.raises(OptionError, match=r"player: expected a name, a level or an object with act\(match\), got"):
        Spec.of("LC", player, "2")


def test_what_makes_no_player_is_refused():
    """A function that is given the seed has to return something that acts."""
    made: Any = int
    with pytest.raises(OptionError, match="player: expected a name"):
        run(Spec.of("LC", made, "random", games=2))


def test_own_players_stay_in_their_process():
    """Threads will do; other processes are refused before anything is played."""
    spec = Spec.of("LC", First(), "random", games=2)
    with ThreadPoolExecutor(1) as threads:
        assert run(spec, executor=threads).games == 2
    with ProcessPoolExecutor(1) as processes:
        for elsewhere in (Processes(1), processes):
            with pytest.raises(ArenaError, match="own:First play only in the process that made them"):
                run(spec, executor=elsewhere)


def test_a_name_alone_is_no_own_player():
    """Whoever takes up a run has to bring the object again."""
    with pytest.raises(ArenaError, match="'own:First' is an object of another process: give it again"):
        run(Spec.of("LC", "own:First", "random", games=2))


def test_its_faults_are_its_own():
    """What it raises comes through, and an illegal move names it."""
    wrong: Any = First()
    wrong.act = lambda match: 1 / 0
    with pytest.raises(ZeroDivisionError):
        run(Spec.of("LC", wrong, "random", games=2))
    wrong.act = lambda match: None
    with pytest.raises(ArenaError, match=r"own:First \(red\) broke the rules"):
        run(Spec.of("LC", wrong, "random", games=2))


def test_a_test_of_another_kind_is_refused():
    """A pair of numbers is no test."""
    pair: Any = (0, 30)
    with pytest.raises(OptionError, match=r"sprt: expected an Sprt, such as Sprt\(0, 30\), got \(0, 30\)"):
        run(Spec.of("LC", First(), "random"), sprt=pair)


@pytest.mark.parametrize(("name", "seed"), [(3, 0), (None, 0), ("3", "x"), ("random", None)])
def test_players_are_made_from_names_and_seeds(name, seed):
    """Anything else is refused as what it is."""
    with pytest.raises(kidd.KiddError, match="expected"):
        make_player(name, seed)
