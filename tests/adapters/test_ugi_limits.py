import pytest

from kidd.adapters.ugi_limits import Go, limits
from kidd.errors import OptionError
from kidd.search.answer import Limits

pytestmark = pytest.mark.once


def seconds(words: str, mover: int, players: int) -> float | None:
    """How long a player may think."""
    return limits(words.split(), mover, players).limits.seconds


@pytest.mark.parametrize(
    ("words", "found", "endless"),
    [
        ("movetime 1500", Limits(seconds=1.5), False),
        ("nodes 1000 depth 5", Limits(nodes=1000, depth=5), False),
        ("infinite", Limits(), True),
        ("", Limits(), True),
        ("infinite depth 3", Limits(), True),
        ("movetime 0", Limits(seconds=0.01), False),
    ],
)
def test_what_go_says(words, found, endless):
    """Milliseconds, nodes, plies, or no end before stop."""
    assert limits(words.split(), 0, 2) == (found, endless)


def test_a_share_of_the_clock():
    """Of 26 seconds one goes to a move, less the way to the arbiter; most of the bonus comes on top."""
    assert seconds("p1time 26000 p2time 1", 0, 2) == pytest.approx(0.95)
    assert seconds("ptime 26000 otime 1 pinc 1000", 0, 2) == pytest.approx(1.75)
    assert seconds("p1time 1 p2time 1 p3time 26000 p3inc 100", 2, 3) == pytest.approx(1.03)


def test_never_more_than_half_of_the_clock():
    """Even when the bonus is larger than what is left; and never nothing at all."""
    assert seconds("p1time 1000 p1inc 60000", 0, 2) == pytest.approx(0.45)
    assert seconds("p1time 0", 0, 2) == 0.01


@pytest.mark.parametrize("words", ["depth", "depth x", "depth -1", "speed 3", "p3time 100"])
def test_what_go_does_not_say(words):
    """An unknown word, a word without its number, a clock of a player who is not there."""
    with pytest.raises(OptionError, match="go"):
        limits(words.split(), 0, 2)


def test_nothing_is_as_little_as_there_is():
    """`go depth 0` looks one move ahead, and no further for as long as anybody likes."""
    assert limits(["depth", "0"], 0, 2) == Go(Limits(depth=1), endless=False)
    assert limits(["nodes", "0"], 0, 2) == Go(Limits(nodes=1), endless=False)


def test_numbers_of_thousands_of_digits_are_refused():
    """Python would not read them."""
    with pytest.raises(OptionError, match="go nodes"):
        limits(["nodes", "0" * 5001], 0, 2)
