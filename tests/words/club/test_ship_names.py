"""Names of guests: in every language, short enough for a seat, and the same again."""

from __future__ import annotations

import pytest

from kidd.table import limits
from kidd.words.club.ship_names import FIRST, SECOND, ship_name
from kidd.words.club.speeds import speed_words
from kidd.words.language import LANGUAGES, tongue


@pytest.mark.parametrize("code", LANGUAGES)
def test_ship_names(code: str):
    """Hundreds of them; nobody is called otherwise tomorrow."""
    names = {ship_name(f"guest-{number}", tongue(code)) for number in range(2000)}
    assert len(names) > 400
    assert max(map(len, names)) <= limits.NAME
    assert len(set(FIRST[code])) == len(FIRST[code]) == 24
    assert len(set(SECOND[code])) == len(SECOND[code]) == 24
    assert ship_name("ann", tongue(code)) == ship_name("ann", tongue(code))


def test_speeds():
    """As people say them."""
    english, german = tongue("en"), tongue("de")
    assert [speed_words(time, english) for time in ("", "300+5", "90+0", "1d", "3d")] == [
        "no clock",
        "5 min + 5 s",
        "1.5 min",
        "1 day per move",
        "3 days per move",
    ]
    assert speed_words("90+0", german) == "1,5 min"
