import pickle

import pytest

from kidd.arena import Spec
from kidd.errors import OptionError

pytestmark = pytest.mark.once


def test_two_players_change_seats_on_each_opening():
    """Games 1 and 2 are a pair, with the same opening and the seats the other way round."""
    spec = Spec.of("LC", "a", "b", games=6)
    assert [spec.seating(number) for number in range(4)] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    openings = [spec.open_match(number).acts for number in range(4)]
    assert openings[0] == openings[1] != openings[2] == openings[3]


def test_one_against_two_sits_on_every_seat():
    """In Madagascar for three, two names make three games of each opening."""
    assert Spec.of("MG3", "a", "b").seatings == ((0, 1, 1), (1, 0, 1), (1, 1, 0))


def test_three_names_sit_in_every_order():
    """Who follows whom matters among three, so that all six orders are played."""
    assert len(set(Spec.of("MG3", "a", "b", "c").seatings)) == 6


@pytest.mark.parametrize(("code", "games", "total"), [("LC", 7, 8), ("QM", 8, 8), ("MG3", 7, 9)])
def test_the_last_round_is_played_to_its_end(code, games, total):
    """A round that is begun is finished, so that nobody had the better seat once more."""
    assert Spec.of(code, "a", "b", games=games).total == total


@pytest.mark.parametrize("code", ["LC", "QM", "MG2", "MG3"])
def test_openings_are_not_decided(code):
    """An opening has its number of moves, rolls not counted, and somebody can still play."""
    for seed in range(20):
        spec = Spec.of(code, "a", "b", seed=seed, random_moves=12)
        match = spec.open_match(0)
        assert match.result is None
        assert match.position.legal_moves()
        assert sum(not act.startswith("*") for act in match.acts) == 12


def test_openings_depend_on_the_seed():
    """Another seed, other openings; the same seed, the same."""
    first, again, other = (Spec.of("QM", "a", "b", seed=seed).open_match(4).acts for seed in (1, 1, 2))
    assert first == again != other


def test_loyal_captain_ends_by_repetition_unless_told_otherwise():
    """LC7: computers would go round for ever; the option can still be switched off."""
    assert Spec.of("LC", "a", "b").game.options["repetition"] == 3
    assert Spec.of("LC", "a", "b", repetition=0).game.options["repetition"] == 0


def test_a_spec_travels():
    """It is sent to other processes and is the same there."""
    spec = Spec.of("QM", "a", "b", entry="fresh", seed=3)
    assert pickle.loads(pickle.dumps(spec)) == spec


@pytest.mark.parametrize(
    ("code", "names", "settings", "message"),
    [
        ("LC", ["a"], {}, "expected two players' names"),
        ("LC", ["a", "b", "c"], {}, "expected two players' names"),
        ("MG3", ["a"], {}, r"two \(one against two of the other\) or three"),
        ("LC", ["a", "b"], {"games": 0}, "games: expected a whole number from 1 to"),
        ("LC", ["a", "b"], {"cap": 0}, "cap: expected a whole number from 1 to"),
        ("LC", ["a", "b"], {"random_moves": -1}, "random_moves: expected a whole number from 0 to 100"),
        ("LC", ["a", "b"], {"seed": -1}, "seed: expected a whole number from 0 to"),
        ("LC", ["a", "b"], {"games": 2.5}, "games: expected a whole number from 1 to .*, got 2.5"),
        ("LC", ["a", "b"], {"games": "10"}, "games: expected a whole number"),
        ("LC", ["a", "b"], {"games": True}, "games: expected a whole number"),
        ("LC", ["a", "b"], {"seed": None}, "seed: expected a whole number"),
        ("LC", ["a", "b"], {"entry": "any"}, "no option 'entry'"),
        ("XX", ["a", "b"], {}, "There is no game 'XX'"),
    ],
)
def test_what_cannot_be_played_is_refused(code, names, settings, message):
    """A wrong number of players, a number out of range, an option of another game."""
    with pytest.raises(OptionError, match=message):
        Spec.of(code, *names, **settings)


def test_a_game_must_not_be_over_before_it_begins():
    """A cap within the random first moves is refused."""
    with pytest.raises(OptionError, match="cap: expected more than the 6 random moves"):
        Spec.of("LC", "random", "random", cap=3, random_moves=6)
