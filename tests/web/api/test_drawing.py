"""What is drawn on the deck of a page."""

from __future__ import annotations

import kidd
from kidd.move_lookup import find
from kidd.web.http.prefs import Prefs
from kidd.web.state.drawing import pointer

TIP = 2  # lines of an arrow: the way, and its barbs


def arrows(position: str, move: str) -> int:
    """How many arrows a hint draws."""
    pos = kidd.parse(position)
    return pointer(pos, find(pos, move), Prefs()).arrow.count("M") // TIP


def test_a_hint_shows_every_part_of_a_move():
    """The walk, the step of whoever is freed, and the token that enters; nothing where a move leads nowhere."""
    rescue = "QM Ra5a7,BRb5a5,Bc6d5 R R5B5 1"
    assert arrows("LC - R R7B7 -", "@c1") == 1
    assert arrows(rescue, "a5-b5>c4") == 2
    assert arrows("QM Rc1~,Ba7~ R R6B6 2", "c1-a3/b2@c9") == 2
    assert pointer(kidd.parse(rescue), None, Prefs()).arrow == ""
