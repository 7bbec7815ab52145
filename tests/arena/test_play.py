import random

import pytest

import kidd
from kidd.arena import ArenaError, Spec
from kidd.arena.play import make_named_player, play_game
from kidd.errors import KiddError
from kidd.match import Match
from kidd.search import players

pytestmark = pytest.mark.once


class Scripted:
    """A player that does what a test wants."""

    name = "scripted"

    def __init__(self, act):
        self.act = act


def any_move(match: Match) -> str:
    """The first legal move, and no to every offer."""
    if match.offer:
        return "contest" if match.offer.kind == "stalemate" else "draw."
    return str(match.position.legal_moves()[0])


@pytest.fixture
def everyone_plays(monkeypatch):
    """Let every name stand for a player with the given way to act."""

    def seat(act):
        monkeypatch.setattr(players, "make_player", lambda name, seed: Scripted(act))

    return seat


@pytest.mark.parametrize("code", ["LC", "QM", "MG2", "MG3"])
def test_a_game_is_a_function_of_spec_and_number(code):
    """The same game number gives the same log book, which replays; another number gives another one."""
    spec = Spec.of(code, "random", "random", seed=7)
    once, again, other = play_game(spec, 2), play_game(spec, 2), play_game(spec, 8)
    assert once.book == again.book != other.book
    (match,) = kidd.read_logbook(once.book)
    assert match.result is not None or match.headers["Adjudicated"]
    assert match.acts[: len(spec.open_match(2).acts)] == spec.open_match(2).acts


def test_the_log_book_says_which_game_it_is():
    """Round, seed, length of the opening and points stand in its headers."""
    played = play_game(Spec.of("LC", "random", "random", seed=7), 5)
    (match,) = kidd.read_logbook(played.book)
    assert match.players == ("random", "random")
    assert {name: match.headers[name] for name in ("Round", "Seed", "RandomMoves")} == {
        "Round": "3.2",
        "Seed": "7",
        "RandomMoves": "6",
    }
    assert match.headers["Points"].replace(" ", "-") == match.outcome


def test_both_games_of_a_pair_get_the_same_dice(everyone_plays):
    """QM2: the n-th roll of either game is the same, as far as both go."""
    everyone_plays(any_move)
    spec = Spec.of("QM", "a", "b", seed=3)
    first, second = (kidd.read_logbook(play_game(spec, number).book)[0] for number in (0, 1))
    rolls = [[act for act in match.acts if act.startswith("*")] for match in (first, second)]
    shorter = min(map(len, rolls))
    assert shorter > 2
    assert rolls[0][:shorter] == rolls[1][:shorter]


def test_a_game_without_end_is_called_a_draw_at_the_cap():
    """LC7: without the option nothing repeats; the header says that the arena ended it."""
    played = play_game(Spec.of("LC", "random", "random", cap=10, repetition=0), 0)
    (match,) = kidd.read_logbook(played.book)
    assert (match.outcome, match.headers["Points"]) == ("*", "1/2 1/2")
    assert match.headers["Adjudicated"] == "a draw after 10 plies"
    assert len(match) == 10


def test_who_is_out_at_the_cap_has_lost(everyone_plays):
    """MG7: the points of a game that is cut off go to those who are still in it, and so do those of a draw."""
    rnd = random.Random(1)
    everyone_plays(lambda match: str(rnd.choice(match.position.legal_moves())))
    shared = set()
    for number in range(60):
        (match,) = kidd.read_logbook(play_game(Spec.of("MG3", "a", "b", cap=60), number).book)
        points = match.headers["Points"].split()
        if match.result:
            assert "-".join(points) == match.outcome
        else:
            shared.add(len(match.in_game))
            share = f"1/{len(match.in_game)}"
            assert points == [share if colour in match.in_game else "0" for colour in "RBG"]
    assert shared == {2, 3}


def test_talk_without_end_is_cut_off_as_well(everyone_plays):
    """Offers are no plies, so that a player who offers a draw on every turn would never reach the cap."""
    everyone_plays(lambda match: "draw." if match.offer else "draw?")
    (match,) = kidd.read_logbook(play_game(Spec.of("LC", "a", "b", cap=10), 0).book)
    assert match.headers["Adjudicated"]
    assert len(match) == 40


def test_claims_and_contests_are_played_out(everyone_plays):
    """LC5: a claim is answered by the other player, and whoever contests it has twenty turns to win."""

    def act(match: Match) -> str:
        wants = not match.offer and not match.position.contest and len(match) > 12
        return "stalemate?" if wants else any_move(match)

    everyone_plays(act)
    (match,) = kidd.read_logbook(play_game(Spec.of("LC", "a", "b"), 0).book)
    assert "contest" in match.acts
    assert match.result is not None


def test_the_chooser_opening_goes_by_players(everyone_plays):
    """LC6: whoever picks red is player two all the same, and points go to players."""
    rnd = random.Random(3)
    everyone_plays(lambda match: str(rnd.choice(match.position.legal_moves())))
    for number in range(8):
        (match,) = kidd.read_logbook(play_game(Spec.of("LC", "a", "b", opening="chooser", games=2), number).book)
        if match.result and match.result.winner:
            points = match.headers["Points"].split()
            assert points[match.seat(match.result.winner)] == "1"


def test_who_breaks_the_rules_is_named(everyone_plays):
    """An illegal move ends the run with the game, the player and the position."""
    everyone_plays(lambda match: "c3-c3")
    with pytest.raises(ArenaError, match=r"game 5: a \(red\) broke the rules at 'LC .* R "):
        play_game(Spec.of("LC", "a", "b"), 4)


def test_players_of_other_programs_have_a_prefix():
    """Other names are for the players of this package to know."""
    assert make_named_player("openspiel:nodes:10", 1).name == "openspiel:nodes:10"
    assert make_named_player("random", 1).name == "random"
    with pytest.raises(KiddError, match="expected"):
        make_named_player("grandmaster", 1)
