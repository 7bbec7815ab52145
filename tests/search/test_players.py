from random import Random
from threading import Event

import pytest

from kidd.errors import KiddError
from kidd.match import Match
from kidd.position import parse, start
from kidd.search.answer import Score
from kidd.search.draw_policy import answer_offer
from kidd.search.levels import LEVELS, level
from kidd.search.players import make_player

GAMES = ["LC", "QM", "MG2", "MG3"]


def sit(match: Match, names: list[str], seed: int = 1, most: int = 300) -> Match:
    """Let players play until the match is over, the die falling by chance."""
    players = [make_player(name, seed + number) for number, name in enumerate(names)]
    random = Random(seed)
    while match.result is None and len(match) < most:
        if match.to_act is None:
            match.play(f"*{random.randint(1, 3)}")
        else:
            match.play(players[match.actor or 0].act(match))
    return match


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_low_levels_play_whole_games(code: str, number: int):
    """Every act of a computer is one that the match allows, to the end."""
    match = sit(Match(start(code)), [str(number)] * (3 if code == "MG3" else 2), most=120)
    assert len(match) > 10


@pytest.mark.compiled_only
@pytest.mark.parametrize("code", GAMES)
def test_every_level_of_every_game_moves(code: str):
    """All eight are there, from a first position on; the last one thinks for a second."""
    for number in range(1, 8):
        match = Match(start(code))
        match.play(make_player(f"level{number}", 3).act(match))
    assert level(8, code).limits.seconds == 1.0


def test_loyal_captain_ends():
    """LC5: computers that get nowhere agree to a draw instead of shuffling for ever."""
    for seed in range(3):
        match = sit(Match(start("LC")), ["nodes:150", "nodes:150"], seed=seed, most=600)
        assert match.result


@pytest.mark.parametrize(
    "names", [["random", "depth:2"], ["mcts:nodes:50", "random"], ["judged-mcts:nodes:50", "random"]]
)
def test_other_players(names: list[str]):
    """Players go by names that tell how they think."""
    assert len(sit(Match(start("MG2")), names, most=60)) >= 10


def test_the_chooser_opening():
    """LC6: a computer takes either part in it."""
    match = sit(Match(start("LC", opening="chooser")), ["2", "2"], most=30)
    assert match.acts[2] in ("red", "blue")


@pytest.mark.parametrize(
    "name", ["", "0", "9", "level", "nodes:", "nodes:-1", "nodes:x", "hours:1", "mcts:", "a" * 5000, "7.5"]
)
def test_unknown_players_are_refused(name: str):
    """In one sentence that names the ones there are."""
    with pytest.raises(KiddError) as caught:
        make_player(name, 1)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_weak_answer_offers_soberly(number: int):
    """No level gives a won game away for a draw, whatever it misjudges and however often it is asked."""
    for seed in range(12):
        match = Match(parse("LC Rc1d2,Rd2e3,Re3e5,Rc4c3,Bc9~ R R2B0 -"))
        match.play("B:draw?")
        assert make_player(str(number), seed).act(match) == "draw."


def test_a_slightly_worse_game_is_played_on():
    """Early on a computer that is only a little worse off declines."""
    worse = Score((-0.3, 0.3))
    match = Match(start("LC"))
    match.play("B:draw?")
    assert answer_offer(match, worse, "R") == "draw."
    assert answer_offer(match, Score((-0.8, 0.8)), "R") == "draw!"


def test_with_a_die_the_highest_level_goes_by_chances():
    """It alone does, and a stop sign makes it answer at once with a legal move."""
    chancy = {(code, number) for code in LEVELS for number in range(1, 9) if level(number, code).monte_carlo}
    assert chancy == {("QM", 8)}
    stop = Event()
    stop.set()
    match = Match(start("QM"))
    for act in ("@c1", "@c9", "*2"):
        match.play(act)
    assert make_player("8", 1, stop).act(match) in map(str, match.position.legal_moves())
