import pytest

from kidd.errors import OptionError
from kidd.words.advice_phrases import LANGUAGES
from kidd.words.ranks import HIGHEST, RANKS, rank


def test_every_language_names_every_level():
    """Eight different names in each of the languages that moves are told in."""
    assert set(RANKS) == set(LANGUAGES)
    assert {len(set(names)) for names in RANKS.values()} == {HIGHEST} == {8}
    assert (rank(1), rank(5, "de"), rank(8, "fr")) == ("Ship's boy", "Bootsmann", "Capitaine")


@pytest.mark.parametrize(("level", "language"), [(0, "en"), (9, "en"), (1, "nl")])
def test_no_such_rank(level, language):
    """Other levels and languages are refused."""
    with pytest.raises(OptionError):
        rank(level, language)
