from pathlib import Path

import kidd
from kidd.deck import Deck
from kidd.game import game
from kidd.search.tree.mirrors import find_port_classes, find_port_maps
from kidd.search.tree.weights import weights_of
from kidd.search.tune import fit, play

DECKS = Path(__file__).parents[1] / "decks"


def test_the_same_seed_makes_the_same_games():
    """What the weights are tuned on can be made again."""
    assert play("LC", 7, 60, 400) == play("LC", 7, 60, 400) != play("LC", 8, 60, 400)


def test_tuning_finds_that_tokens_are_good():
    """Even a handful of games teaches that one's own hand is worth having and the others' is not."""
    rows = [sample for seed in range(12) for sample in play("LC", seed, 40, 400)]
    fitted, loss = fit("LC", rows, 20.0)
    assert fitted["own"][0] > 0 > fitted["others"][0]
    assert loss < 0.6931


def test_every_deck_has_weights():
    """On decks for which nothing was tuned a search still knows good from bad."""
    for path in sorted(DECKS.glob("*.toml")):
        deck = Deck.read(path)
        assert any(weights_of(game("LC", deck=deck)).tokens)
        pos = kidd.start("LC", deck=deck)
        assert kidd.analyse(pos, nodes=300, memory=1).lines[0].moves[0] in pos.legal_moves()


def test_mirror_images_of_a_port_share_a_class():
    """The usual deck's 54 ports fall into 16 classes, and no symmetry leads out of one."""
    deck = Deck.named("kidd-18")
    classes = find_port_classes(deck)
    assert (len(classes), len(set(classes))) == (54, 16)
    assert all(classes[port] == classes[image[port]] for image in find_port_maps(deck) for port in range(54))
