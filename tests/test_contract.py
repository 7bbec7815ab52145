"""The contract of tests/contract.py, kept for twenty thousand plies in every run."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contract import LONGEST, Table, inspect, step, tables, tour

PLIES = 20_000
TABLES = tables()
SHARE = -(-PLIES // len(TABLES))


def test_every_game_option_and_deck_is_there():
    """Four kinds of Loyal Captain, four of Quedah Merchant, two of Madagascar on every deck; one has 30 spaces."""
    assert len(TABLES) == 10 * len({table.deck.name for table in TABLES})
    assert max(len(table.deck.spaces) for table in TABLES) == 30
    assert {"kidd-18", "galleon-30", "raft-7", "trefoil-9"} <= {table.deck.name for table in TABLES}
    assert len(TABLES) * SHARE >= PLIES


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_random_games_break_nothing(table: Table):
    """Tokens are conserved, text reads back, mirror images behave alike, moves iff no result, play changes nothing."""
    plies = sum(1 for _ in tour(table, Random(f"1701 {table}"), SHARE))
    assert plies >= SHARE


@settings(max_examples=60)
@given(st.sampled_from(TABLES), st.lists(st.integers(0, 200), max_size=LONGEST), st.integers(0, 99))
def test_no_line_of_play_breaks_anything(table: Table, choices: list[int], seed: int):
    """The same for lines that Hypothesis makes up, and shortens where one fails."""
    pos = table.start()
    for choice in choices:
        moves = pos.legal_moves()
        if not moves:
            break
        pos = step(pos, moves[choice % len(moves)])
    inspect(table, pos, Random(seed))
