"""Matches for tests: where they begin, and how they are played and refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st

from kidd.errors import IllegalAct
from kidd.logbook.writer import OWN_HEADERS
from kidd.match import Match

# Two tokens that walk in circles, red's at the bow and blue's at the stern, and never meet: the fourth turn of each
# brings the position back.
CIRCLES = "LC Rb2c1,Bb8c9 R R0B0 -"
LAP = ["b2-c3", "b8-c7", "c3-d2", "c7-d8", "d2-c1", "d8-c9", "c1-b2", "c9-b8"]
# Madagascar's first six are entered; the same two walk in circles.
CIRCLES_MG = "MG2 Rb2c1,Ra5b5,Be5d5,Ra7a5,Be7e5,Bb8c9 R R4B4 -"
# Gold can capture blue's last tower.
THREE = "MG3 RGBc1b2,RGa3a5,GRc3d2,BRBb5c6,RGBe5e7,GRBGBb8c7 G R0B0G0 -"
# Blue has nothing left.
TWO_OF_THREE = "MG3 Ga3b2,RBRGGRBc6b5,GBRBRBGGRBc7d8 B R0B0G0 -"
NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,8}", fullmatch=True).filter(lambda name: name not in OWN_HEADERS)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
BEGINNINGS: list[tuple[str, dict[str, Any]]] = [
    ("LC", {}),
    ("LC", {"opening": "chooser", "repetition": 3}),
    ("LC Rb2c1,Bb8c9 B R0B0 B7", {"claim_after": 1}),
    ("QM", {"entry": "fresh"}),
    ("QM RBa3b2,RBc4c3,BRa5b5,RBd5e5,Rc6d5,Ba7~,Rb8c9,Rc9~ B R0B2 -", {"blocked": "any"}),
    ("MG2", {}),
    ("MG3", {}),
    ("MG3 Ga3b2,RBRGGRBc6b5,GBRBRBGGRBc7d8 B R0B0G0 -", {}),
]


def played(position: str, *acts: str, **options: Any) -> Match:
    """A match after these acts."""
    match = Match(position, **options)
    for act in acts:
        match.play(act)
    return match


def refused(match: Match, act: str, *said: str) -> None:
    """The match refuses the act, says why, and is as it was."""
    before = picture(match)
    with pytest.raises(IllegalAct) as error:
        match.play(act)
    for words in said:
        assert words in str(error.value)
    assert picture(match) == before


def picture(match: Match) -> tuple[object, ...]:
    """Everything that one can ask a match."""
    acts = tuple(match.legal_acts(colour) for colour in (None, *match.game.colours))
    seats = tuple(match.seat(colour) for colour in match.game.colours)
    said = match.acts, match.positions, match.offer, match.result, match.outcome, match.to_act, match.actor
    return *said, acts, seats, dict(match.comments), match.turn_number(len(match))


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Matches with everything that a log book can hold."""
    start, options = draw(st.sampled_from(BEGINNINGS))
    seats = 3 if start.startswith("MG3") else 2
    match = Match(start, draw(st.none() | st.lists(TEXTS, min_size=seats, max_size=seats)), **options)
    match.headers = draw(st.dictionaries(NAMES, TEXTS, max_size=3))
    for _ in range(draw(st.integers(0, 15))):
        if draw(st.integers(0, 9)) == 0:
            match.comments[len(match)] = draw(TEXTS)
        by = draw(st.sampled_from([None, None, *match.in_game]))
        acts = match.legal_acts(by)
        if acts:
            match.play(draw(st.sampled_from(acts)), by)
    return match
