import signal
import threading

import pytest

import kidd
from kidd.errors import SearchError
from kidd.match import Match
from kidd.search.answer import Limits
from kidd.search.engine import Engine
from kidd.search.mcts.montecarlo import MonteCarlo
from kidd.search.players import make_player


def test_what_cannot_be_searched():
    """A game that is over, a die that is to be rolled and senseless limits are refused with a reason."""
    over = kidd.parse("LC Rc1b2,Rb2c3,Bd2c3,Ba3a5,Rc3c4,Be3e5,Rb5a5,Rc7c6 B R0B0 -")
    with pytest.raises(SearchError, match="the game is over"):
        kidd.analyse(over)
    with pytest.raises(SearchError, match="roll the die first"):
        kidd.analyse(kidd.start("QM").play("@c1").play("@c9"))
    senseless = {"seconds": -1}, {"nodes": 0}, {"depth": -3}, {"lines": 0}, {"memory": 0}, {"seconds": float("nan")}
    for limits in senseless:
        with pytest.raises(SearchError):
            kidd.analyse(kidd.start("LC"), **limits)


@pytest.mark.parametrize("seed", [-1, 2**64, -(10**30)])
def test_any_whole_number_is_a_seed(seed):
    """Negative and huge ones too."""
    for code in ("LC", "QM", "MG2", "MG3"):
        pos = kidd.start(code)
        assert kidd.analyse(pos, nodes=100, seed=seed, memory=1).lines
        assert MonteCarlo(pos.game, 1).analyse(pos, Limits(nodes=100), seed=seed).lines
        assert make_player("1", seed).act(Match(pos))


@pytest.mark.parametrize(
    "asked",
    [
        {"memory": float("inf")},
        {"memory": float("nan")},
        {"memory": 1e12},
        {"memory": "64"},
        {"lines": 2.5},
        {"depth": 2.5},
        {"nodes": 10**40},
        {"nodes": "9"},
        {"seconds": float("inf")},
        {"seconds": float("nan")},
        {"seed": 1.5},
        {"threads": 10**9},
        {"depth": True},
    ],
)
def test_odd_values_are_refused(asked):
    """What no search can keep is refused by name, in one line."""
    with pytest.raises(SearchError, match=next(iter(asked))) as caught:
        kidd.analyse(kidd.start("LC"), **{"nodes": 100, **asked})
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"history": [1]}, "history: expected positions, got 1"),
        ({"history": 3}, "history: expected a list of positions, got 3"),
        ({"history": [kidd.start("MG2")]}, "history: expected positions of the same game"),
        ({"stop": 3}, "stop: expected a threading.Event, got 3"),
    ],
)
def test_odd_company_is_refused(asked, said):
    """What was expected is said, and what came."""
    with pytest.raises(SearchError, match=said):
        kidd.analyse(kidd.start("LC"), nodes=10, **asked)


def test_no_limit_at_all_is_refused():
    """A search that nobody could stop does not begin."""
    with pytest.raises(SearchError, match="never end"):
        Engine(kidd.start("LC").game, 1).analyse(kidd.start("LC"), Limits())
    with pytest.raises(SearchError, match="never end"):
        kidd.annotate(kidd.Match("LC"), seconds=None)


@pytest.mark.parametrize("what", ["LC", None, 5])
def test_only_positions_are_analysed_and_explained(what):
    """Anything else is refused, and so is no line at all."""
    with pytest.raises(kidd.KiddError):
        kidd.analyse(what, nodes=10)
    with pytest.raises(kidd.KiddError):
        kidd.explain(what, ["@c1"])
    with pytest.raises(kidd.KiddError):
        kidd.explain(kidd.start("LC"), what)


@pytest.mark.compiled_only
def test_ctrl_c_is_heard():
    """KeyboardInterrupt reaches a search that was to take long, and ends it."""

    def interrupted() -> None:
        threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
        kidd.analyse(kidd.start("LC"), seconds=1000, memory=1)

    with pytest.raises(KeyboardInterrupt):
        interrupted()
