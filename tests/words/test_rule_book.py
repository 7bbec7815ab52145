"""The rules by number, and which of them a refusal cites."""

import pytest

from kidd.errors import IllegalMove
from kidd.match import Match
from kidd.rules.games import BOX
from kidd.words.error_texts.rules import MOVES
from kidd.words.rule_book import COMMON, NUMBERS, RULES, SECTIONS
from kidd.words.rule_book.cited import rule_against, rule_for


def test_numbers_follow_each_other():
    """Within each section from 1, under its letters, and none twice."""
    for section in SECTIONS:
        assert [rule.number for rule in section.rules] == [
            f"{section.key}{number}" for number in range(1, len(section.rules) + 1)
        ]
    assert len(RULES) == sum(len(section.rules) for section in SECTIONS)


def test_texts_can_be_filled_in():
    """Every placeholder has a number, and every rule says something."""
    for rule in RULES.values():
        assert rule.text
        for text in (*rule.text, *rule.points, *rule.more, *rule.rulings):
            assert "%(" not in text % NUMBERS


def test_what_is_cited_is_there():
    """Reasons are those of refused moves, and each section cites its own rules."""
    for section in SECTIONS:
        assert set(section.cited) <= set(MOVES)
        assert set(section.cited.values()) <= {rule.number for rule in section.rules}


def test_rules_are_cited_in_their_own_game_only():
    """A game is never refused by the rule of another one, and one that has no rule book by none."""
    for known in BOX:
        for reason in MOVES:
            assert rule_for(known, reason).rstrip("0123456789") in (known.group, COMMON.key, ""), reason
    stranger = BOX[0]._replace(code="DR")
    assert {rule_for(stranger, reason) for reason in MOVES} == {""}


@pytest.mark.parametrize(
    ("position", "wish", "rule"),
    [
        ("LC Rc4c3,Bc9~ R R0B0 -", "c4-c3", "C3"),
        ("LC Rc4c3,Bc9~ R R1B0 -", "b5", "C2"),
        ("LC Rc4c3,Bc9~ R R1B0 -", "c4-b5", ""),
        ("LC Rc4c3,Bc9~ B R1B0 -", "c4-b5", ""),
        ("QM Bc4d5,Ra5a7,Bc6b5 R R0B0 2", "a5-c4/b5", "QM3"),
        ("QM Bc4d5,Ra5a7,Bc6b5 R R0B0 2", "a5-b5", "QM2"),
        ("QM Bc4d5,Ra5a7,Bc6b5 R R0B0 -", "a5-b5", ""),
        ("QM RBc4c3,Ba5b5 R R0B0 2", "c4-a5/b5", "QM3"),
        ("QM Ra5a3,BRa7b8,Rb8c7,Bc9~ R R0B0 1", "b8-a7", "QM4"),
        ("MG2 RBBa5a7,BRc7c6,Be7~ R R0B0 -", "a5-b5", "MG4"),
        ("MG2 - R R7B7 -", "c1-b2", "MG1"),
    ],
)
def test_a_refusal_cites_its_rule(position: str, wish: str, rule: str):
    """In one's own turn, and only where a rule of the game speaks against it."""
    match = Match(position)
    assert rule_against(match, "R", wish) == rule
    if rule and "-" in wish:
        with pytest.raises(IllegalMove):
            match.play(wish)
    assert rule_against(match, "", wish) == ""
