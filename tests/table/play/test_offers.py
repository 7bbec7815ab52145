"""Offers of a draw: whoever was declined one moves before they ask again."""

from __future__ import annotations

import pytest

from kidd.errors import IllegalAct
from kidd.table import limits
from kidd.table.play.games import Store, Table, load
from kidd.table.play.offers import may_offer
from kidd.words.errors import sentence
from kidd.words.language import tongue
from tests.table.sittings import BEA, computer, person, say, sit

pytestmark = pytest.mark.once


def two(store: Store) -> Table:
    """Ann and Bea after a move of each."""
    table = sit(store, "LC", person(), person(BEA, "Bea"))
    return say(store, say(store, table, "@c1"), "@a7", actor=BEA)


def refused(store: Store, table: Table, act: str = "draw?") -> str:
    """What an offer of Ann's is refused with; nothing changes."""
    with pytest.raises(IllegalAct) as error:
        say(store, table, act)
    assert load(store, table.id).version == table.version
    return error.value.reason


def test_a_declined_offer_is_not_repeated_at_once(store: Store):
    """Not before a move of one's own; the other may offer, and a retry of what was said changes nothing."""
    table = say(store, say(store, two(store), "draw?"), "draw.", actor=BEA)
    assert refused(store, table) == "draw-refused"
    assert (may_offer(table, "R"), may_offer(table, "B")) == (False, True)
    table = say(store, say(store, table, "B:draw?", actor=BEA), "draw.")
    assert refused(store, table) == "draw-refused"
    table = say(store, say(store, table, "@e3"), "@e7", actor=BEA)
    assert may_offer(table, "R")
    assert say(store, table, "draw?").match.offer is not None


def test_a_move_declines_as_well(store: Store):
    """Who was asked and simply moved has declined: the one who asked has not moved since."""
    table = say(store, say(store, two(store), "@e3"), "@e7", actor=BEA)
    table = say(store, say(store, table, "draw?", "@c9"), "@a3", actor=BEA)
    assert (table.match.offer, refused(store, table)) == (None, "draw-refused")


def test_a_computer_is_not_asked_again_and_again(store: Store):
    """Whoever declines."""
    table = say(store, sit(store, "LC", person(), computer()), "draw?")
    assert may_offer(table, "R")  # it waits: what is refused now is to ask twice
    assert refused(store, table) == "answer-first"


def test_of_three_each_has_a_word(store: Store):
    """One who is asked declines for all; who has not asked may."""
    table = say(store, sit(store, "MG3"), "@c1", "@a3", "draw?", "draw.")
    assert [may_offer(table, colour) for colour in "RBG"] == [True, True, False]
    assert refused(store, table) == "draw-refused"
    assert [may_offer(say(store, table, "@e3"), colour) for colour in "RBG"] == [True, True, True]


def test_a_claim_is_no_offer(store: Store):
    """LC5: after a declined draw stalemate may still be claimed."""
    table = say(store, sit(store, "LC", claim_after=0), "@c1", "@a7", "draw?", "draw.", "stalemate?")
    assert table.match.offer is not None


def test_kept_games_replay(store: Store):
    """What was said before there was this rule stands: only what is new is refused."""
    table = sit(store, "LC", acts=("@c1", "@a7", "draw?", "draw.", "draw?", "draw."))
    assert len(load(store, table.id).match) == 6
    assert refused(store, table) == "draw-refused"


def test_a_full_game_waits_for_no_move(store: Store, monkeypatch: pytest.MonkeyPatch):
    """There is none to come: a draw may be offered as before."""
    table = say(store, sit(store, "LC"), "@c1", "@a7", "draw?", "draw.")
    monkeypatch.setattr(limits, "EVENTS", table.version)
    assert say(store, table, "draw?").match.offer is not None


@pytest.mark.parametrize(("language", "word"), [("en", "declined"), ("de", "abgelehnt"), ("fr", "refusée")])
def test_it_is_said(language: str, word: str):
    """In the reader's language."""
    assert word in sentence(IllegalAct("draw-refused"), tongue(language))
