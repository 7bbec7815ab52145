"""Conditional moves: what one has planned is played in the same commit as what it answers."""

from __future__ import annotations

import pytest

from kidd.errors import IllegalAct, KiddError
from kidd.table import limits
from kidd.table.errors import NotYours, Stale, TooMany
from kidd.table.play.actors import STRANGER, guest
from kidd.table.play.club.conditions import plan_of, put_plan
from kidd.table.play.games import Store, Table, answer_take_back, take_back
from kidd.table.storage.recompute import differences
from tests.table.sittings import ANN, BEA, computer, count, fresh, person, rolls, say, sit

pytestmark = pytest.mark.once
CAT = guest("visitor-cat")


def two(store: Store, code: str = "LC") -> Table:
    """Ann has moved, and waits for Bea."""
    return say(store, sit(store, code, person(), person(BEA, "Bea")), "@c1")


def test_a_line_of_several_moves(any_store: Store):
    """Each answer comes with the move that it answers, in one commit; what was not foreseen ends the plan."""
    table = two(any_store)
    kept = put_plan(any_store, table, ANN, 1, [["@a7", "@e3", "@c9", "@a3"], ["@e7", "@a3"]])
    assert plan_of(any_store, table, ANN) == kept == (("@a7", "@e3", "@c9", "@a3"), ("@e7", "@a3"))
    assert plan_of(any_store, table, BEA) == plan_of(any_store, table, STRANGER) == ()
    table = say(any_store, table, "@a7", actor=BEA)
    assert table.match.acts == ("@c1", "@a7", "@e3")
    assert (table.version, table.doers[2]) == (4, 0)
    assert plan_of(any_store, table, ANN) == (("@c9", "@a3"),)
    assert fresh(any_store, table.id).match.acts == table.match.acts
    table = say(any_store, table, "@e7", actor=BEA)
    assert table.match.acts[-1] == "@e7"
    assert count(any_store, "conditions") == 0
    assert not differences(any_store)


def test_of_three(store: Store):
    """MG3: a plan foresees what both others do, and what of it is left is kept in between."""
    table = say(store, sit(store, "MG3", person(), person(BEA, "Bea"), person(CAT, "Cat")), "@c1")
    put_plan(store, table, ANN, 1, [["@a7", "@e3", "@a3"]])
    put_plan(store, table, CAT, 1, [["@a7", "@e3"]])
    assert say(store, table, "@a7", actor=BEA).match.acts == ("@c1", "@a7", "@e3", "@a3")
    assert count(store, "conditions") == 0


def test_words_and_takebacks_end_a_plan(store: Store):
    """An offer of a draw is not declined by a plan; what was taken back is not answered."""
    table = two(store)
    put_plan(store, table, ANN, 1, [["@a7", "@e3"]])
    table = say(store, table, "B:draw?", actor=BEA)
    assert count(store, "conditions") == 0
    table = two(store)
    put_plan(store, table, ANN, 1, [["@a7", "@e3"]])
    take_back(store, table.id, ANN, 1)
    table = answer_take_back(store, table.id, BEA, 1, agree=True)
    assert (len(table.match), count(store, "conditions")) == (0, 0)


def test_with_a_die(store: Store):
    """QM: a plan foresees the roll, too; after another one it is forgotten."""
    table = two(store, "QM")
    replies = {}
    for roll in "123":
        match = table.match.copy()
        for act in ("@a7", f"*{roll}"):
            match.play(act)
        replies[roll] = str(match.position.legal_moves()[0])
    put_plan(store, table, ANN, 1, [["@a7", f"*{roll}", reply] for roll, reply in replies.items()])
    table = say(store, table, "@a7", actor=BEA)
    assert table.match.act(3) == replies[rolls(table)[0][1][1]]
    assert not differences(store)


def test_what_is_refused(store: Store):
    """Not one's own turn, not a word, no two answers to the same, not too much, nobody else's, nothing outdated."""
    table = two(store)
    with pytest.raises(IllegalAct, match="plan ahead"):
        put_plan(store, table, BEA, 1, [["@a7", "@e3"]])
    with pytest.raises(IllegalAct, match="no words"):
        put_plan(store, table, ANN, 1, [["draw?"]])
    with pytest.raises(IllegalAct, match="two of your own: @e3 and @a3"):
        put_plan(store, table, ANN, 1, [["@a7", "@e3"], ["@a7", "@a3"]])
    with pytest.raises(KiddError):
        put_plan(store, table, ANN, 1, [["@a7", "c1-c9"]])
    with pytest.raises(TooMany, match="foresee"):
        put_plan(store, table, ANN, 1, [["@a7"]] * (limits.CONDITIONS + 1))
    with pytest.raises(NotYours):
        put_plan(store, table, STRANGER, 1, [["@a7", "@e3"]])
    with pytest.raises(Stale):
        put_plan(store, table, ANN, 0, [["@a7", "@e3"]])
    alone = say(store, sit(store, "LC", person(), computer()), "@c1")
    with pytest.raises(IllegalAct):
        put_plan(store, alone, ANN, 1, [["@a7", "@e3"]])
    assert count(store, "conditions") == 0
