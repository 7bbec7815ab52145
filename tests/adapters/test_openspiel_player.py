import random
import time

import pytest

import kidd
from kidd.errors import OptionError
from kidd.match import Match

pytest.importorskip("pyspiel")
openspiel_player = pytest.importorskip("kidd.adapters.openspiel_player")
make_player = openspiel_player.make_player

pytestmark = pytest.mark.once


@pytest.mark.parametrize("code", ["LC", "QM", "MG2", "MG3"])
def test_it_plays_every_game(code):
    """Its acts are legal from the start to the end or for forty moves."""
    match = Match(code)
    players = [make_player("openspiel:nodes:10", seat) for seat in range(len(match.players))]
    for number in range(40):
        if match.result:
            break
        if match.to_act is None:
            match.roll(number % 3 + 1)
        else:
            match.play(players[match.actor or 0].act(match))


def test_the_same_seed_plays_the_same_moves():
    """With a limit of simulations the clock decides nothing."""
    moves = []
    for _ in range(2):
        match, player = Match("LC"), make_player("openspiel:nodes:50", 3)
        for _ in range(6):
            match.play(player.act(match))
        moves.append(match.acts)
    assert moves[0] == moves[1]


def test_it_thinks_as_long_as_it_is_told():
    """Half a second is no less than that; a forced move takes none, however long it may take."""
    match, player = Match("LC"), make_player("openspiel:seconds:0.5", 3)
    began = time.perf_counter()
    player.act(match)
    assert time.perf_counter() - began >= 0.5
    forced = Match("LC Rb2c1,Bb8c9 R R0B0 -", repetition=3)
    while len(forced.position.legal_moves()) > 1:
        forced.play(forced.position.legal_moves()[0])
    assert make_player("openspiel:seconds:1000", 3).act(forced) in forced.legal_acts()


def test_it_finds_a_win_in_one():
    """LC4: blue's last token has one way out, and red can stop it up."""
    pos = next(
        pos
        for pos in _wandering()
        if len(pos.legal_moves()) > 3 and any(pos.play(move).result for move in pos.legal_moves())
    )
    match = Match(pos)
    match.play(make_player("openspiel:nodes:2000", 1).act(match))
    assert match.result is not None


def _wandering():
    for seed in range(1000):
        pos, rnd = kidd.start("LC"), random.Random(seed)
        while pos.legal_moves():
            yield pos
            pos = pos.play(rnd.choice(pos.legal_moves()))


def test_it_answers_offers_and_claims():
    """C6, LC5: in an even position it declines a draw or takes it, and does not contest a stalemate."""
    player = make_player("openspiel:nodes:50", 1)
    match = Match("LC")
    match.play("draw?")
    assert player.act(match) in ("draw!", "draw.")
    match = Match("LC")
    match.play("@c1")
    match.play("stalemate?")
    assert player.act(match) == "stalemate!"


@pytest.mark.parametrize(
    "name",
    [
        "openspiel:seconds:0",
        "openspiel:seconds:nan",
        "openspiel:seconds:soon",
        "openspiel:nodes:1",
        "openspiel:nodes:-5",
        "openspiel:nodes:99999999999999999999",
        "openspiel",
        "openspiel:1",
    ],
)
def test_other_names_are_refused(name):
    """The error says which names there are."""
    with pytest.raises(OptionError, match="expected openspiel:seconds:S"):
        make_player(name, 0)
