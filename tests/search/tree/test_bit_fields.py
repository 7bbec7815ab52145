import re
from pathlib import Path
from types import ModuleType

import pytest

from kidd.rules.chart import PORTS
from kidd.search.tree import bit_fields, kernel_math
from kidd.search.tree.bit_fields import (
    DEEPEST_STORED,
    LAST_PLACE,
    entry_bound,
    entry_code,
    entry_depth,
    entry_score,
    order_place,
    pack_entry,
    pack_order,
)

pytestmark = pytest.mark.once


def read_enum(header: Path) -> dict[str, int]:
    """The numbers of a header's enum, by their names in Python."""
    numbers: dict[str, int] = {}
    for name, value in re.findall(r"^    KIDD_(\w+) = ([^,\n]+),?$", header.read_text(), re.MULTILINE):
        numbers[name] = eval(value.replace("KIDD_", ""), {}, numbers)
    return numbers


@pytest.mark.parametrize("module", [bit_fields, kernel_math])
def test_both_languages_have_the_same_numbers(module: ModuleType):
    """What the header says of sizes and shifts, the module beside it says as well."""
    assert module.__file__
    numbers = read_enum(Path(module.__file__).with_suffix(".h"))
    assert len(numbers) >= 3
    assert numbers == {name: getattr(module, name) for name in numbers}


def test_there_is_room_for_the_largest_deck():
    """A search has as many ports as the rule books."""
    assert kernel_math.PORTS == PORTS


@pytest.mark.parametrize("score", [-10000, -1, 0, 1, 10000])
def test_an_entry_gives_back_what_was_put_in(score):
    """Move, score, depth and bound share a word without touching each other."""
    for code in (1, 127, (1 << 26) + 5):
        for depth, bound in ((1, 3), (DEEPEST_STORED, 1), (40, 2)):
            entry = pack_entry(code, score, depth, bound)
            assert 0 < entry < 1 << 64
            assert (entry_code(entry), entry_score(entry), entry_depth(entry), entry_bound(entry)) == (
                code,
                score,
                depth,
                bound,
            )


def test_equal_moves_are_tried_as_they_were_found():
    """Merit comes first; of equal merit the earlier place is the larger number."""
    orders = [pack_order(merit, place) for merit, place in ((7, 0), (5, 0), (5, 1), (5, LAST_PLACE), (0, 3))]
    assert orders == sorted(orders, reverse=True)
    assert [order_place(order) for order in orders] == [0, 0, 1, LAST_PLACE, 3]
