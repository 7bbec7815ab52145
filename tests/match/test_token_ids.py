from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kidd
from kidd.match.token_ids import Ids, follow, walk
from tests.contract import GAMES


def random_match(kind: tuple[str, dict[str, Any]], random: Random, acts: int) -> kidd.Match:
    """Any game of so many acts, with a word now and then."""
    match = kidd.Match(kind[0], **kind[1])
    while len(match) < acts and not match.result:
        if match.offer:
            match.play("draw.")
        elif random.random() < 0.05:
            match.play("draw?", by=random.choice(match.in_game))
        else:
            match.play(random.choice(match.position.legal_moves()))
    return match


def colours(ids: Ids) -> dict[str, str]:
    """The colours of names, by space."""
    return {space: "".join(name[0] for name in names) for space, names in ids.items()}


def places(ids: Ids) -> dict[str, str]:
    """Where each name is."""
    return {name: space for space, names in ids.items() for name in names}


@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(0, 120))
def test_names_fit_the_colours_on_the_deck(kind, seed, acts):
    """At every ply the names on a space have the colours that stand there, and each name is there once."""
    match = random_match(kind, Random(seed), acts)
    every = follow(match)
    assert len(every) == len(match) + 1
    for ids, pos in zip(every, (match.start, *match.positions), strict=True):
        assert colours(ids) == {piece.space: piece.crew for piece in pos.pieces}
        names = [name for names in ids.values() for name in names]
        assert len(names) == len(set(names))


@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(1, 120))
def test_only_who_acts_changes_place(kind, seed, acts):
    """From one act to the next the mover's pile, those whom it frees and an entering token move, nobody else."""
    match = random_match(kind, Random(seed), acts)
    every = follow(match)
    for number in range(len(match)):
        was, now = places(every[number]), places(every[number + 1])
        if match.word(number) or not (move := match.move(number)).target:
            assert was == now
            continue
        moved = {(was[name], now[name]) for name in was.keys() & now.keys() if was[name] != now[name]}
        assert moved <= {(move.origin, move.target), *zip((move.target, *move.escapes), move.escapes, strict=False)}
        assert [now[name] for name in now.keys() - was.keys()] in ([], [move.entry])


@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(0, 80))
def test_a_walk_goes_from_neighbour_to_neighbour(kind, seed, acts):
    """Every legal move has a walk of the right length over paths of the deck, never backwards at its first step."""
    match = random_match(kind, Random(seed), acts)
    pos = match.position
    backs = {piece.space: piece for piece in pos.pieces}
    for move in pos.legal_moves():
        way = walk(pos, move)
        if move.origin is None:
            assert way == ((move.entry,) if move.entry else ())
            continue
        assert (way[0], way[-1]) == (move.origin, move.target)
        assert way[-2] == (move.via or move.origin)
        assert way[1] != backs[move.origin].back
        for here, there in pairwise(way):
            assert pos.deck.index(there) in pos.deck.ports[pos.deck.index(here)]
        height = len(backs[move.origin].crew)
        assert len(way) - 1 == (pos.die or (height if pos.game.code[:2] == "MG" else 1))


def test_a_rescue_keeps_everybody_apart():
    """QM4: the captor goes under the rescuer, and the freed one is who lay there before."""
    match = kidd.Match("QM BRc4c3,Rc3b2 R R5B6 1")
    match.play("c3-c4>b5")
    before, after = follow(match)
    assert before == {"c3": ("R1",), "c4": ("B1", "R2")}
    assert after == {"c4": ("R1", "B1"), "b5": ("R2",)}


def test_captured_tokens_are_told_as_gone():
    """LC2: a captured token is in no later muster, and its name is not given again."""
    match = kidd.Match("LC Rc1~,Bb2a3,Bd2e3 B R5B4 -")
    match.play("@a3")
    before, after = follow(match)
    assert places(before).keys() - places(after).keys() == {"R1"}
    match.play("@c9")
    assert follow(match)[-1]["c9"] == ("R2",)


@pytest.mark.parametrize("act", ["draw?", "B:draw?"])
def test_words_move_nobody(act):
    """An act that is only said leaves everybody where they are."""
    match = kidd.Match("MG2")
    match.play("@c1")
    match.play(act)
    assert follow(match)[1] == follow(match)[2]
