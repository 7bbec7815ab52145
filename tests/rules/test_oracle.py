"""The kernel against the slow rule book of tests/rules/oracle.py, where no game would ever get to.

Random games from the start are held against it in tests/test_contract.py.
"""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kidd
from tests.contract import GAMES, Table, agrees_with_the_slow_rules, decks, reads_back, set_up
from tests.rules.oracle import chart_of, judge
from tests.rules.setups import any_deck, any_position, any_rescue

QUEDAH_MERCHANT = [options for code, options in GAMES if code == "QM"]


@pytest.mark.slow
def test_positions_set_up_by_hand():
    """Groups surrounded from the start, towers of any height, captives anywhere, decks of all kinds: they agree."""
    random, seen = Random(1701), Counter[str]()
    while seen["positions"] < 4000:
        for pos in set_up(random):
            texts = list(map(str, pos.legal_moves()))
            seen["positions"] += 1
            seen[f"{pos.game.code} {pos.result.reason}" if pos.result else "goes on"] += 1
            seen["rescues"] += any(">" in text for text in texts)
            seen["rings"] += any(move.origin and move.origin == move.target for move in pos.legal_moves())
            seen["passes"] += texts == ["pass"]
    # Were these rare, the test would show little.
    ends = [
        "LC immobile",
        "LC not-proven",
        "QM blocked",
        "QM seven-captured",
        "MG2 all-captured",
        "MG3 no-one-can-move",
    ]
    for kind in (*ends, "goes on", "rescues", "rings", "passes"):
        assert seen[kind] >= 3, (kind, seen)


def test_rescues_set_up_by_hand():
    """QM4: captors in line, with and without ways out for those whom they hold: they agree."""
    random, chains = Random(1701), Counter[int]()
    for _ in range(1000):
        deck = random.choice(decks()) if random.random() < 0.7 else any_deck(random)
        pos = kidd.parse(any_rescue(random, deck), deck=deck, **random.choice(QUEDAH_MERCHANT))
        agrees_with_the_slow_rules(pos)
        chains.update(len(move.escapes) for move in pos.legal_moves())
    assert all(chains[length] > 10 for length in range(1, 6)), chains


@given(st.integers(0, 2**32), st.sampled_from(GAMES), st.booleans())
def test_any_position_on_any_deck(seed: int, game: tuple[str, dict[str, str | int]], shipped: bool):
    """They agree on whatever Hypothesis comes up with."""
    random = Random(seed)
    code, options = game
    table = Table(code, options, decks()[0] if shipped else any_deck(random))
    pos = table.parse(any_position(random, code, table.deck))
    reads_back(table, pos)
    agrees_with_the_slow_rules(pos)


@pytest.mark.parametrize("dice", ["1", "2", "3"])
def test_every_place_of_two_tokens(dice: str):
    """Quedah Merchant: one red and one blue token on every two spaces with every back, with every roll."""
    deck = decks()[0]
    chart = chart_of(deck)
    stands = [
        (space, "~" if port < 0 else deck.spaces[port])
        for space, ports in zip(deck.spaces, deck.ports, strict=True)
        for port in ports
    ]
    for space, back in stands:
        for other, behind in stands:
            if space < other:
                text = f"QM R{space}{back},B{other}{behind} R R1B1 {dice}"
                pos = kidd.parse(text)
                verdict = judge(str(pos), chart, {})
                assert set(map(str, pos.legal_moves())) == set(verdict.moves), text
