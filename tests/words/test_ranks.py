import pytest

from kidd.errors import OptionError
from kidd.search.levels import HIGHEST
from kidd.words.language import LANGUAGES
from kidd.words.ranks import RANKS, rank


def test_every_language_names_every_level():
    """Eight different names in each of the languages that moves are told in."""
    names = {language: {rank(level, language) for level in range(1, HIGHEST + 1)} for language in LANGUAGES}
    assert {len(each) for each in names.values()} == {len(RANKS)} == {HIGHEST} == {8}
    assert (rank(1), rank(5, "de"), rank(8, "fr")) == ("Ship’s boy", "Bootsmann", "Capitaine")


@pytest.mark.parametrize(("level", "language"), [(0, "en"), (9, "en"), (1, "nl")])
def test_no_such_rank(level, language):
    """Other levels and languages are refused."""
    with pytest.raises(OptionError):
        rank(level, language)
