"""Names of members: which may be, and which are taken for one another."""

from __future__ import annotations

import pytest

from kidd.table import limits
from kidd.table.errors import AccountError
from kidd.table.people.names import checked_name, keys_of
from kidd.words.texts import FORMER

pytestmark = pytest.mark.once

ALIKE = [
    ("Anne Bonny", "anne-bonny"),
    ("Anne Bonny", "ANNEBONNY"),
    ("René", "Rene"),
    ("Bill", "Bi1l"),
    ("Ian", "lan"),
    ("Bob", "B0b"),
    ("modern", "modem"),
    ("paypa", "раура"),  # Cyrillic
    ("Hepa", "ΗΕΡΑ"),  # Greek, where only the capitals look Latin
    ("vova", "νονα"),
    ("ΗΡΑ", "ηρα"),
    ("ﬁnn", "finn"),  # a ligature
    ("Ａnn", "Ann"),  # as wide as a Chinese sign
    ("Øle", "Ole"),
    ("ロロ", "口口"),
    ("Doug", "Ɗoug"),  # with a hook
    ("Doug", "Ɖoug"),
    ("Bob", "ɓoʙ"),  # a small capital
    ("Ann Bonny", "Ann Borıny"),  # a dotless i
    ("Ann Bonny", "Ann Boıııy".replace("ııı", "nrı")),
    ("Lou", "Loıı"),
]


def alike(one: str, other: str) -> bool:
    """Whether either key is the same."""
    return any(first == second for first, second in zip(keys_of(one), keys_of(other), strict=True))


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_alike(one: str, other: str):
    """Whatever script and whatever way they are written in."""
    assert alike(one, other)


def test_not_alike():
    """Names that nobody takes for one another."""
    names = ["Anne", "Anna", "Mary Read", "Ян", "Яна", "木村さん", "Jörg", "Georg", "Read", "Reid", "Καπετάνιος"]
    assert not [(one, other) for one in names for other in names if one != other and alike(one, other)]


@pytest.mark.parametrize(
    "name", ["Anne Bonny", "José María", "Ян", "木村さん", "O'Malley", "Kate_2", "Ἑλένη", "Łukasz"]
)
def test_names_that_may_be(name: str):
    """They are shown as they are written, but for spaces."""
    assert checked_name(f" {name}  ") == name


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "name-length"),
        ("a", "name-length"),
        ("x" * (limits.MEMBER_NAME + 1), "name-length"),
        ("x" * 1_000_000, "name-length"),
        ("\u3164\u3164", "name-letters"),
        ("Ann\u200b", "name-letters"),
        ("Ann\u202eeve", "name-letters"),
        ("Ann\nBcc: x", "name-letters"),
        ("<b>Ann", "name-letters"),
        ("1Ann", "name-letters"),
        ("-Ann", "name-letters"),
        ("Ann.", "name-letters"),
        ("ᎪᏁᏁ", "name-letters"),  # Cherokee
        ("Harold Fiᴎn", "name-letters"),
        ("Aɴɴ", "name-letters"),
        ("Аnn", "name-scripts"),
        ("Kіdd", "name-scripts"),
        ("Kidd", "name-taken"),
        ("K1DD", "name-taken"),
        ("The House", "name-taken"),
        ("the admin", "name-taken"),
        ("Adm1n", "name-taken"),
        (FORMER, "name-taken"),
        ("Gunner", "name-taken"),  # as computers are called
        ("schiffsjunge", "name-taken"),
        ("Maître d'équipage", "name-taken"),
    ],
)
def test_names_that_may_not_be(name: str, reason: str):
    """With the reason."""
    with pytest.raises(AccountError) as refused:
        checked_name(name)
    assert refused.value.reason == reason
