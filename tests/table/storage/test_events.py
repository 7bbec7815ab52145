"""Each kind of event is a type with its own fields, written as JSON and read back, or refused."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text, update

from kidd.errors import KiddError
from kidd.table.errors import Damaged
from kidd.table.play.games import Store
from kidd.table.seats import Seat
from kidd.table.storage.database import schema
from kidd.table.storage.events import (
    KINDS,
    Abandoned,
    Acted,
    AdjournAgreed,
    AdjournAsked,
    Adjourned,
    AdjournRefused,
    Away,
    Back,
    Event,
    Opened,
    Outage,
    Renamed,
    Resumed,
    SaidReady,
    SeatGivenToComputer,
    SeatLeft,
    SeatTaken,
    TakebackAgreed,
    TakebackAsked,
    TakebackRefused,
    TakenBack,
    Vacation,
    read_event,
    write_event,
)
from kidd.table.storage.reducer import fold
from tests.table.sittings import ANN, computer, fresh, person, say, sit

pytestmark = pytest.mark.once

NOW = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)

moments = st.integers(0, 4 * 10**12).map(lambda number: schema.EPOCH + timedelta(milliseconds=number))
persons = st.text(min_size=1, max_size=64)
names = st.text(max_size=40)
seat_numbers = st.integers(0, 2)
levels = st.integers(1, 8)
lags = st.integers(0, 500)
seats = st.one_of(
    st.builds(Seat, seat_numbers, st.just("person"), persons, st.none(), names),
    st.builds(Seat, seat_numbers, st.just("computer"), st.none(), levels, names),
    st.builds(Seat, seat_numbers, st.just("open")),
)
EVENTS: dict[type[Event], st.SearchStrategy[Event]] = {
    Opened: st.builds(
        Opened,
        at=moments,
        code=st.sampled_from(["LC", "QM", "MG2", "MG3"]),
        options=st.dictionaries(names, names | st.integers() | st.booleans()),
        start=st.text(),
        given=st.integers(0, 3000),
        rules=st.just(1),
        owner=persons,
        seed=st.text(),
        source=st.text(),
        seats=st.lists(seats, min_size=2, max_size=3).map(tuple),
    ),
    Acted: st.builds(Acted, at=moments, act=st.text(), seat=st.none() | seat_numbers, person=st.none() | persons),
    TakebackAsked: st.builds(TakebackAsked, at=moments, ply=st.integers(0, 3000), seat=seat_numbers, person=persons),
    TakebackAgreed: st.builds(TakebackAgreed, at=moments, seat=seat_numbers, person=persons),
    TakebackRefused: st.builds(TakebackRefused, at=moments, seat=seat_numbers, person=persons),
    TakenBack: st.builds(TakenBack, at=moments, ply=st.integers(0, 3000), seat=seat_numbers, person=persons),
    Abandoned: st.builds(Abandoned, at=moments, person=persons),
    SeatTaken: st.builds(SeatTaken, at=moments, seat=seat_numbers, person=persons, name=names),
    SeatLeft: st.builds(SeatLeft, at=moments, seat=seat_numbers, person=persons),
    SeatGivenToComputer: st.builds(
        SeatGivenToComputer, at=moments, seat=seat_numbers, level=levels, name=names, person=st.none() | persons
    ),
    Outage: st.builds(Outage, at=moments, since=moments, until=moments),
    Vacation: st.builds(Vacation, at=moments, seat=seat_numbers, person=persons, until=moments),
    Away: st.builds(Away, at=moments, seat=seat_numbers),
    Back: st.builds(Back, at=moments, seat=seat_numbers),
    Renamed: st.builds(Renamed, at=moments, seat=seat_numbers, person=persons, name=names),
    AdjournAsked: st.builds(AdjournAsked, at=moments, seat=seat_numbers, person=persons),
    AdjournAgreed: st.builds(AdjournAgreed, at=moments, seat=seat_numbers, person=persons),
    AdjournRefused: st.builds(AdjournRefused, at=moments, seat=seat_numbers, person=persons),
    Adjourned: st.builds(Adjourned, at=moments, person=persons, house=st.booleans()),
    SaidReady: st.builds(SaidReady, at=moments, seat=seat_numbers, person=persons),
    Resumed: st.builds(Resumed, at=moments, person=persons, house=st.booleans()),
}


def opened(**changes: Any) -> Opened:
    """A game of two that Ann has opened."""
    known: dict[str, Any] = {
        "at": NOW,
        "code": "LC",
        "options": {"deck": "kidd-18"},
        "start": "LC - R R7B7 -",
        "given": 0,
        "rules": 1,
        "owner": ANN.person,
        "seed": "00",
        "source": "",
        "seats": (Seat(0, "person", ANN.person, None, "Ann"), Seat(1, "open")),
    }
    return Opened(**known | changes)


class TestWriting:
    """`write_event` and `read_event`."""

    def test_every_kind_is_tried(self):
        """What holds for all holds for the next one, too."""
        assert list(EVENTS) == list(KINDS.values())
        assert all(kind == one.kind for kind, one in KINDS.items())

    @given(st.one_of(*EVENTS.values()))
    def test_what_was_written_is_read(self, event):
        """The same type, fields and time."""
        again = read_event(event.kind, event.at, write_event(event))
        assert again == event
        assert type(again) is type(event)

    @given(st.one_of(*EVENTS.values()))
    def test_what_is_not_there_is_not_written(self, event):
        """An act of nobody has no person; and the time has a column of its own."""
        said = json.loads(write_event(event))
        assert None not in said.values()
        assert "at" not in said
        assert said.keys() <= {field.name for field in fields(event)}

    def test_kinds_fit_their_column(self):
        """A database that minds does not cut them."""
        assert all(len(kind) <= schema.events.c.kind.type.length for kind in KINDS)  # type: ignore[attr-defined]

    @pytest.mark.parametrize("kind", ["", "mutiny", "Act", "act ", "opened2", "takebacks"])
    def test_an_unknown_kind_is_refused(self, kind):
        """Whatever it says."""
        with pytest.raises(ValueError, match="unknown kind of event"):
            read_event(kind, NOW, "{}")

    @pytest.mark.parametrize("kind", KINDS)
    def test_an_unknown_field_is_refused(self, kind):
        """It may mean something that this program does not know; so may the time, which is not said there."""
        for field in ("mood", "at", "kind", ""):
            with pytest.raises(ValueError, match=f"{kind}.*has no field '{field}'"):
                read_event(kind, NOW, json.dumps({field: 1}))

    @pytest.mark.parametrize("kind", KINDS)
    def test_a_field_that_is_missing(self, kind):
        """Without what it needs an event is none."""
        with pytest.raises(TypeError, match="required"):
            read_event(kind, NOW, "{}")
        needed = [field.name for field in fields(KINDS[kind]) if field.default is MISSING and field.name != "at"]
        assert needed

    def test_a_seat_with_an_unknown_field(self):
        """Neither is that guessed."""
        said = json.loads(write_event(opened()))
        said["seats"][0]["hat"] = "tricorne"
        with pytest.raises(TypeError, match="hat"):
            read_event("opened", NOW, json.dumps(said))

    @pytest.mark.parametrize("data", ["", "nonsense", "[]", "3", "null", '"act"', '{"act"', '["act"]'])
    def test_what_is_no_event(self, data):
        """Is refused as a mistake in the data, not of the program."""
        with pytest.raises((ValueError, TypeError)):
            read_event("act", NOW, data)


ACT = Acted(at=NOW, act="@c1", seat=0, person=ANN.person)


class TestOrder:
    """What may come after what."""

    def test_a_game_is_opened_first(self):
        """Nothing comes before that, and nothing is no game."""
        for happened in ([], [ACT], [ACT, opened()], [Abandoned(at=NOW, person=ANN.person)]):
            with pytest.raises(ValueError, match="begins by being opened"):
                fold("game", happened)

    def test_a_game_is_opened_once(self):
        """Not even with the same words, and not after something has happened, nor after its end."""
        again = opened(at=NOW + timedelta(days=1))
        for happened in ([], [ACT], [Abandoned(at=NOW, person=ANN.person)]):
            for second in (opened(), again):
                with pytest.raises(ValueError, match="opened once"):
                    fold("game", [opened(), *happened, second])

    @pytest.mark.parametrize(
        "event",
        [
            ACT,
            TakenBack(at=NOW, ply=0, seat=0, person=ANN.person),
            Abandoned(at=NOW, person=ANN.person),
            SeatTaken(at=NOW, seat=1, person="bea", name="Bea"),
            SeatLeft(at=NOW, seat=0, person=ANN.person),
            SeatGivenToComputer(at=NOW, seat=1, level=1, name="level 1"),
        ],
        ids=lambda event: event.kind,
    )
    def test_nothing_comes_after_the_end(self, event):
        """A game that was abandoned stays so; before that, each of these could happen."""
        assert fold("game", [opened(), *([ACT] if event.kind == "takeback" else []), event]).version >= 2
        with pytest.raises(ValueError, match="after the game was abandoned"):
            fold("game", [opened(), ACT, Abandoned(at=NOW, person=ANN.person), event])

    def test_an_act_after_a_result(self):
        """The match itself refuses it."""
        with pytest.raises(KiddError, match="over"):
            fold("game", [opened(), Acted(at=NOW, act="resign", seat=0, person=ANN.person), ACT])

    @pytest.mark.parametrize("ply", [-1, 1, 2, 99])
    def test_a_takeback_to_where_nothing_is(self, ply):
        """Only what was played is taken back."""
        with pytest.raises(ValueError, match="nothing was played"):
            fold("game", [opened(), ACT, TakenBack(at=NOW, ply=ply, seat=0, person=ANN.person)])

    @pytest.mark.parametrize(
        ("event", "said"),
        [
            (SeatTaken(at=NOW, seat=0, person="bea", name=""), "is taken"),
            (SeatTaken(at=NOW, seat=2, person="bea", name=""), "no seat"),
            (SeatTaken(at=NOW, seat=-1, person="bea", name=""), "no seat"),
            (SeatLeft(at=NOW, seat=0, person="bea"), "not theirs"),
            (SeatLeft(at=NOW, seat=1, person="bea"), "not theirs"),
            (SeatGivenToComputer(at=NOW, seat=3, level=1, name=""), "no seat"),
        ],
        ids=str,
    )
    def test_seats_that_cannot_change_like_that(self, event, said):
        """An event that does not fit is an error in the log, never passed over."""
        with pytest.raises(ValueError, match=said):
            fold("game", [opened(), event])

    def test_a_kind_without_a_rule(self):
        """A type that the reducer does not know is refused, too."""

        class Mutiny(Event):
            kind = "mutiny"
            seat = 0

        with pytest.raises(ValueError, match="unknown kind of event 'mutiny'"):
            fold("game", [opened(), Mutiny(at=NOW)])


class TestDamage:
    """A log in the database that cannot be read."""

    @pytest.mark.parametrize(
        ("number", "change"),
        [
            (2, {"kind": "mutiny"}),
            (2, {"data": '{"act":"@a7","seat":1,"mood":"grim"}'}),
            (2, {"data": '{"act":"@c1","seat":1}'}),  # where somebody is
            (2, {"data": '{"seat":1}'}),
            (2, {"data": "[]"}),
            (2, {"data": "nonsense"}),
            (2, {"kind": "opened"}),
            (2, {"kind": "abandon", "data": '{"person":"visitor-ann"}'}),
            (2, {"number": 9}),
            (0, {"kind": "act", "data": '{"act":"@a7"}'}),
            (0, {"number": 9}),
        ],
        ids=str,
    )
    def test_is_said_and_never_skipped(self, any_store: Store, number: int, change: dict[str, Any]):
        """The game cannot be read, whatever came after it; others can."""
        table = say(any_store, sit(any_store, "LC"), "@c1", "@a7", "@e7")
        other = say(any_store, sit(any_store, "LC", person(), computer()), "@c1")
        place = (schema.events.c.game == table.id) & (schema.events.c.number == number)
        any_store.write(lambda connection: connection.execute(update(schema.events).where(place).values(**change)))
        with pytest.raises(Damaged, match=f"game {table.id} cannot be read"):
            fresh(any_store, table.id)
        assert fresh(any_store, other.id).match.acts == ("@c1",)

    def test_an_event_that_is_gone(self, any_store: Store):
        """Its absence is noticed."""
        table = say(any_store, sit(any_store, "LC"), "@c1", "@a7")
        any_store.write(lambda connection: connection.execute(text("DELETE FROM events WHERE number = 2")))
        with pytest.raises(Damaged, match="it has 2 events, not 3"):
            fresh(any_store, table.id)


@given(
    st.builds(
        Acted, at=moments, act=names, seat=st.none() | seat_numbers, person=st.none() | persons, lag=lags, salt=names
    )
)
def test_an_act_is_written_as_json_would(event: Acted):
    """It is put together by hand, in the same bytes and order."""
    usual = {field.name: field.default for field in fields(Acted) if field.name != "at"}
    said = {name: value for name, default in usual.items() if (value := getattr(event, name)) != default}
    assert write_event(event) == json.dumps(said, separators=(",", ":"), ensure_ascii=False)
