"""Adjourning: clocks stand still, nobody moves and nobody is missed, until the players or an operator go on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kidd.errors import IllegalAct
from kidd.table.clocks import RETURN, SECOND
from kidd.table.errors import NotYours, Stale
from kidd.table.moments import WATCH
from kidd.table.play import games
from kidd.table.play.actors import STRANGER, Actor, Role, guest
from kidd.table.play.club.conditions import plan_of, put_plan
from kidd.table.play.deadlines import decide_away, decide_deadline, decide_outage
from kidd.table.play.games import Store, Table
from kidd.table.play.people import operators
from kidd.table.recess import READY
from kidd.table.storage.database.schema import games as rows
from kidd.table.storage.database.store import open_store
from kidd.table.storage.game_lists import games_of
from kidd.table.storage.notices import notice_rows
from kidd.table.storage.recompute import differences
from tests.table.sittings import ANN, BEA, computer, fresh, person, say, sit, turns
from tests.table.tides import Tide, move, sit_timed

pytestmark = pytest.mark.once

CAT, KEEPER = guest("visitor-cat"), Actor("keeper", "", Role.OPERATOR)
BACK = RETURN / SECOND


@pytest.fixture
def tide() -> Iterator[Tide]:
    """Time that goes on when it is told to."""
    before = WATCH.read
    yield Tide()
    WATCH.read = before


def left(table: Table) -> list[float]:
    """What the clocks have at this moment, in seconds."""
    assert table.clock is not None
    return [(table.clock.has(seat.number, WATCH.read()) or 0) / 1000 for seat in table.seats]


def by_consent(store: Store, table: Table) -> Table:
    """Ann asks, and Bea agrees."""
    games.adjourn(store, table.id, ANN)
    return games.answer_adjourn(store, table.id, BEA, agree=True)


def test_by_consent(any_store: Store, tide: Tide):
    """Two days later both have what they had, once both are ready and some seconds to come back have gone by."""
    table = move(any_store, sit_timed(any_store, "60+0"), 3)
    tide.go_on(7)
    table = by_consent(any_store, table)
    assert (table.is_adjourned, table.waits_for, table.recess.house) == (True, None, False)
    assert left(table) == [60, 53]
    tide.go_on(2 * 86400)
    assert decide_deadline(table) is decide_away(ANN.person, table) is None
    assert decide_outage(tide.now, tide.now, table) is None
    assert left(fresh(any_store, table.id)) == [60, 53]
    assert not differences(any_store)
    table = games.resume(any_store, table.id, BEA)
    assert table.is_adjourned
    assert games.resume(any_store, table.id, BEA).version == table.version, "said once"
    table = games.resume(any_store, table.id, ANN)
    tide.go_on(BACK + 3)
    assert (table.is_adjourned, left(table)) == (False, [60, 50])
    table = move(any_store, table)
    assert left(fresh(any_store, table.id)) == [60, 50]
    assert not differences(any_store)


def test_whoever_moves_first(store: Store, tide: Tide):
    """Nobody's time goes by in the seconds to come back, also of who is to move after a move that came at once."""
    table = by_consent(store, move(store, sit_timed(store, "60+0"), 3))
    for actor in (ANN, BEA):
        table = games.resume(store, table.id, actor)
    tide.go_on(1)
    table = move(store, table)
    tide.go_on(BACK - 1)
    assert left(table) == [60, 60]
    tide.go_on(2)
    assert left(move(store, table)) == [58, 60]
    assert not differences(store)


def test_ready_at_the_same_time(store: Store, tide: Tide):
    """Whoever was ready too long ago may have gone: they have to say so again."""
    table = by_consent(store, move(store, sit_timed(store, "60+0"), 2))
    games.resume(store, table.id, ANN)
    tide.go_on(READY.total_seconds() + 1)
    table = games.resume(store, table.id, BEA)
    assert (table.is_adjourned, [one.seat for one in table.recess.ready]) == (True, [1])
    assert not games.resume(store, table.id, ANN).is_adjourned
    assert not differences(store)


def test_nothing_is_played_meanwhile(store: Store, tide: Tide):
    """No move, no word, no takeback, no hint; but whoever does not want to go on may give up."""
    table = by_consent(store, move(store, sit_timed(store, "60+0"), 3))
    assert games.adjourn(store, table.id, ANN).version == table.version
    for act in ("@e3", "R:draw?"):
        with pytest.raises(IllegalAct, match="adjourned"):
            say(store, table, act)
    with pytest.raises(IllegalAct, match="adjourned"):
        games.take_back(store, table.id, ANN, len(table.match))
    with pytest.raises(Stale):
        games.answer_take_back(store, table.id, ANN, len(table.match), agree=True)
    over = say(store, table, "R:resign")
    assert over.match.result is not None
    assert (over.match.result.winner, over.is_adjourned) == ("B", False)
    with pytest.raises(IllegalAct, match="nothing to adjourn"):
        games.adjourn(store, table.id, ANN)
    assert not differences(store)


def test_asked_and_declined(store: Store, tide: Tide):
    """A no stands until the next act, which a question does not outlive either; an old answer is none to a new one."""
    table = move(store, sit_timed(store, "60+0"), 2)
    asked = games.adjourn(store, table.id, ANN)
    assert games.adjourn(store, table.id, ANN).version == asked.version
    with pytest.raises(IllegalAct, match="already"):
        games.adjourn(store, table.id, BEA)
    with pytest.raises(NotYours, match="others decide"):
        games.answer_adjourn(store, table.id, ANN, agree=True)
    table = games.answer_adjourn(store, table.id, BEA, asked.version, agree=False)
    with pytest.raises(IllegalAct, match="declined"):
        games.adjourn(store, table.id, ANN)
    table = move(store, table)
    table = games.adjourn(store, table.id, ANN)
    with pytest.raises(Stale):
        games.answer_adjourn(store, table.id, BEA, asked.version, agree=True)
    table = move(store, table)
    assert table.recess.plea is None
    with pytest.raises(Stale):
        games.answer_adjourn(store, table.id, BEA, agree=True)
    table = games.adjourn(store, table.id, BEA)
    assert games.answer_adjourn(store, table.id, BEA, agree=False).recess.plea is None, "thought better of"
    for actor in (CAT, STRANGER):
        with pytest.raises(NotYours):
            games.adjourn(store, table.id, actor)
    days = move(store, sit_timed(store, "3d"), 2)
    with pytest.raises(IllegalAct, match="by the clock"):
        games.adjourn(store, days.id, ANN)


def test_of_three(store: Store, tide: Tide):
    """All agree, and all are ready; whoever leaves is not waited for any more."""
    seats = person(), person(BEA, "Bea"), person(CAT, "Cat")
    table = move(store, sit_timed(store, "60+0", *seats, code="MG3"), 3)
    games.adjourn(store, table.id, BEA)
    table = games.answer_adjourn(store, table.id, ANN, agree=True)
    assert table.recess.plea is not None
    assert (table.is_adjourned, table.recess.plea.asked) == (False, (2,))
    with pytest.raises(NotYours, match="answered"):
        games.answer_adjourn(store, table.id, ANN, agree=True)
    table = games.answer_adjourn(store, table.id, CAT, agree=True)
    games.resume(store, table.id, ANN)
    table = say(store, table, "G:leave", actor=CAT)
    assert (table.is_adjourned, table.seats[2].kind, turns(store)) == (True, "computer", [])
    assert not games.resume(store, table.id, BEA).is_adjourned
    assert not differences(store)


def test_a_clock_that_was_up_before(store: Store, tide: Tide):
    """An adjournment that comes too late finds a game that is lost."""
    table = move(store, sit_timed(store, "30+0"), 2)
    games.adjourn(store, table.id, ANN)
    tide.go_on(31)
    over = games.answer_adjourn(store, table.id, BEA, agree=True)
    assert (over.is_adjourned, over.match.acts[-1]) == (False, "R:time")


def test_by_an_operator(any_store: Store, tide: Tide):
    """Any game under way, at once; its players wait until an operator lets it go on."""
    table = move(any_store, sit_timed(any_store, "60+0"), 3)
    for actor in (ANN, CAT, Actor("keeper", "", Role.OPERATOR, scopes=frozenset())):
        with pytest.raises(NotYours):
            operators.adjourn_game(any_store, actor, table.id)
    tide.go_on(10)
    table = operators.adjourn_game(any_store, KEEPER, table.id)
    assert operators.adjourn_game(any_store, KEEPER, table.id).version == table.version
    tide.go_on(1000)
    with pytest.raises(NotYours, match="they let it go on"):
        games.resume(any_store, table.id, ANN)
    table = operators.resume_game(any_store, KEEPER, table.id)
    assert left(table) == [60, 50]
    assert operators.resume_game(any_store, KEEPER, table.id).version == table.version
    operators.adjourn_game(any_store, KEEPER, table.id)
    assert operators.close_game(any_store, KEEPER, table.id).abandoned
    with pytest.raises(IllegalAct, match="nothing to adjourn"):
        operators.adjourn_game(any_store, KEEPER, table.id)
    assert not differences(any_store)


def test_an_operator_at_their_own_table_asks(store: Store, tide: Tide):
    """There they are a player like others, unless they say so on the operators' page."""
    me = Actor(ANN.person, "", Role.OPERATOR)
    table = move(store, sit_timed(store, "60+0"), 2)
    table = games.adjourn(store, table.id, me)
    assert not table.is_adjourned
    assert table.recess.plea is not None


def test_days_and_none(store: Store, tide: Tide):
    """An operator's adjournment holds there, too: what was left of a move's days stays, plans wait, computers rest."""
    table = move(store, sit_timed(store, "3d"), 3)
    put_plan(store, table, ANN, 3, [["@e7", "@c9"]])
    tide.go_on(86400)
    table = operators.adjourn_game(store, KEEPER, table.id)
    tide.go_on(5 * 86400)
    assert plan_of(store, table, ANN) == (("@e7", "@c9"),)
    table = operators.resume_game(store, KEEPER, table.id)
    assert table.clock is not None
    assert table.clock.falls is not None
    assert (table.clock.falls - tide.now).total_seconds() == 2 * 86400 + BACK
    assert say(store, table, "@e7", actor=BEA).match.acts[-1] == "@c9"
    alone = say(store, sit(store, "LC", person(), computer()), "@c1")
    assert turns(store) == [alone.id]
    operators.adjourn_game(store, KEEPER, alone.id)
    assert turns(store) == []
    with pytest.raises(Stale):
        games.computer_act(store, alone.id, 1, "@a7")
    operators.resume_game(store, KEEPER, alone.id)
    assert turns(store) == [alone.id]
    assert not differences(store)


def test_before_the_first_moves(store: Store, tide: Tide):
    """The time for a first act stands still as well; while somebody is missing there is nothing to adjourn."""
    table = by_consent(store, sit_timed(store, "60+0"))
    tide.go_on(1000)
    assert decide_deadline(table) is None
    for actor in (ANN, BEA):
        table = games.resume(store, table.id, actor)
    tide.go_on(100)
    assert decide_deadline(table) is None
    assert not move(store, table).is_over
    waiting = sit(store, "LC", person(), games.Seat(1, "open"))
    with pytest.raises(IllegalAct, match="missing"):
        operators.adjourn_game(store, KEEPER, waiting.id)


def told(store: Store, actor: Actor) -> list[str]:
    """What somebody is told of."""
    with store.reading() as connection:
        return sorted(one.kind for one in notice_rows.of_person(connection, actor.person))


def test_lists_and_notices(store: Store, tide: Tide):
    """A list says that a game rests; its players are told of that, of who is ready, and that it goes on."""
    table = move(store, sit_timed(store, "60+0"), 2)
    operators.adjourn_game(store, KEEPER, table.id)
    (one,) = games_of(store, ANN.person)
    assert (one.adjourned, one.waits_for, one.due) == (True, None, None)
    assert told(store, ANN) == told(store, BEA) == ["adjourned"]
    operators.resume_game(store, KEEPER, table.id)
    assert not games_of(store, ANN.person)[0].adjourned
    assert told(store, ANN) == told(store, BEA) == ["adjourned", "resumed"]
    other = by_consent(store, move(store, sit_timed(store, "60+0"), 2))
    games.resume(store, other.id, ANN)
    assert told(store, BEA) == ["adjourned", "ready", "resumed"]
    games.resume(store, other.id, BEA)
    assert "ready" not in told(store, BEA)


def test_after_a_restart(store: Store, address: str, tide: Tide):
    """Another process reads the same from the events; the row says so, too."""
    table = by_consent(store, move(store, sit_timed(store, "60+0"), 2))
    other = open_store(address)
    try:
        assert games.load(other, table.id).recess == table.recess
        with other.reading() as connection:
            assert connection.execute(rows.select().with_only_columns(rows.c.adjourned)).scalars().all() == [True]
    finally:
        other.close()
