from __future__ import annotations

from urllib.parse import quote

import pytest

from kidd.web.http.visitors.prefs import Prefs, read_prefs, write_prefs


def test_what_is_written_is_read():
    """Every preference comes back."""
    prefs = Prefs("dark", False, False, True, True, True, 270, "fr", ("LC", "MG"), True)
    assert read_prefs(write_prefs(prefs)) == prefs


@pytest.mark.parametrize(
    ("said", "prefs"),
    [
        ("{}", Prefs()),
        ('{"theme": "contrast", "unknown": 1}', Prefs(theme="contrast")),
        ('{"theme": "pink", "sound": true}', Prefs(sound=True)),
        ('{"rotation": 90}', Prefs(rotation=90)),
        ('{"rotation": 91}', Prefs()),
        ('{"rotation": true}', Prefs()),
        ('{"rotation": 90.0}', Prefs()),
        ('{"sound": 1, "flip": "yes"}', Prefs()),
        ('{"language": "tlh"}', Prefs()),
        ('{"theme": ["dark"]}', Prefs()),
        ('{"introduced": ["LC", "QM"]}', Prefs(introduced=("LC", "QM"))),
        ('{"introduced": "LC"}', Prefs()),
        ('{"introduced": ["LC", 7]}', Prefs()),
        ('{"introduced": ["<b>"]}', Prefs()),
        ('{"introduced": ["LC", "LC", "LC", "LC", "LC", "LC", "LC", "LC", "LC", "LC", "LC", "LC", "LC"]}', Prefs()),
        ("[]", Prefs()),
        ("nonsense", Prefs()),
        ("[" * 900, Prefs()),
        ('{"sound": true}' + " " * 1000, Prefs()),
    ],
)
def test_each_value_is_checked(said: str, prefs: Prefs):
    """What makes no sense has its default, and the rest is heard."""
    assert read_prefs(quote(said)) == prefs


@pytest.mark.parametrize(("rotation", "turned"), [(0, 90), (90, 90), (180, 270), (270, 270)])
def test_a_deck_lies_where_the_window_does(rotation: int, turned: int):
    """In a wide and low window an upright deck is laid, and one that lies already stays as it is."""
    assert Prefs(rotation=rotation, lying=True).turned == turned
    assert Prefs(rotation=rotation).turned == rotation


def test_games_are_introduced_once():
    """A game is noted once, and of very many the last."""
    assert Prefs().knows("LC").knows("QM").knows("LC").introduced == ("QM", "LC")
    prefs = Prefs()
    for number in range(20):
        prefs = prefs.knows(f"G{number}")
    assert read_prefs(write_prefs(prefs)) == prefs
    assert prefs.introduced[-1] == "G19"


def test_no_cookie():
    """The defaults."""
    assert read_prefs(None) == Prefs()
