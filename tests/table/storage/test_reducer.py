"""A game is the fold of its events: at once or one by one, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from kidd.match.token_ids import follow
from kidd.table.play import games
from kidd.table.play.games import Store, Table
from kidd.table.seats import Seat
from kidd.table.storage.database import schema
from kidd.table.storage.events import (
    Acted,
    Event,
    Opened,
    SeatGivenToComputer,
    SeatLeft,
    SeatTaken,
    TakenBack,
    read_event,
)
from kidd.table.storage.reducer import Draft, fixed_row_of, fold, row_of
from tests.matches import TWO_OF_THREE
from tests.table.sittings import ANN, BEA, computer, person, say, sit
from tests.table.storage.voyages import voyage

pytestmark = pytest.mark.once

NOW = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
FACTS = [
    "id",
    "seats",
    "doers",
    "version",
    "seed",
    "abandoned",
    "given",
    "rules_version",
    "owner",
    "source",
    "created",
    "updated",
    "takebacks",
    "marks",
    "wish",
    "denied",
    "salt",
    "salts",
    "dice_hash",
    "dice_seed",
    "waits_for",
    "is_over",
    "people",
    "host",
]


def facts(table: Table) -> dict[str, Any]:
    """All that a table says, as values."""
    match = table.match
    said = {name: getattr(table, name) for name in FACTS}
    said |= {"acts": match.acts, "position": match.position, "start": match.start, "players": match.players}
    said |= {"result": match.result, "offer": match.offer, "to_act": match.to_act, "ids": follow(match)}
    return said | fixed_row_of(table) | row_of(table)


def happened(store: Store, game_id: str) -> list[Event]:
    """The log of a game."""
    query = select(schema.events).where(schema.events.c.game == game_id).order_by(schema.events.c.number)
    with store.reading() as connection:
        return [read_event(row.kind, row.at, row.data) for row in connection.execute(query)]


def opening(seats: Sequence[Seat], start: str = "LC - R R7B7 -") -> Opened:
    """A game that Ann opens."""
    return Opened(
        at=NOW,
        code=start.split(" ", maxsplit=1)[0],
        options={"deck": "kidd-18"},
        start=start,
        given=0,
        rules=1,
        owner=ANN.person,
        seed="00",
        source="",
        seats=tuple(seats),
    )


ANNS, BEAS = Seat(0, "person", ANN.person, None, "Ann"), Seat(1, "person", BEA.person, None, "Bea")
OPEN = Seat(1, "open")


class TestFold:
    """From the beginning, or from what was known before."""

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
    @given(st.integers(0, 10**6))
    def test_it_does_not_matter_where_one_begins(self, store, seed):
        """All events at once, one draft for each, or some now and some later: the same game, and the one played."""
        table = voyage(store, seed, [])
        events = happened(store, table.id)
        whole = fold(table.id, events)
        step = fold(table.id, events[:1])
        for event in events[1:]:
            draft = Draft(table.id, step)
            draft.add(event)
            step = draft.table()
        place = Random(seed).randint(1, len(events))
        parts = fold(table.id, events[place:], fold(table.id, events[:place]))
        assert facts(whole) == facts(step) == facts(parts) == facts(table)

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15)
    @given(st.integers(0, 10**6))
    def test_what_two_versions_have_in_common(self, store, seed):
        """Acts that stood before and are told the same: all of them where nothing was taken back and nobody moved."""
        events = happened(store, voyage(store, seed, []).id)
        tables = [fold("game", events[:version]) for version in range(1, len(events) + 1)]
        last = tables[-1]
        for table in tables:
            common = last.common(table.version)
            assert last.match.acts[:common] == table.match.acts[:common]
            since = {event.kind for event in events[table.version :]}
            if since <= {"act", "abandon"}:
                assert common == len(table.match)
            elif since & {"seat-taken", "seat-left", "seat-to-computer"}:
                assert common == 0
        assert last.common(last.version) == len(last.match)
        assert last.common(0) == 0

    def test_a_table_before_is_left_as_it_is(self, store):
        """Somebody may still look at it."""
        table = sit(store, "LC", person(), OPEN)
        table = fold(table.id, [Acted(at=NOW, act="@c1", seat=0, person=ANN.person)], table)
        before = facts(table)
        moment = NOW + timedelta(days=1)
        draft = Draft(table.id, table)
        draft.add(SeatTaken(at=moment, seat=1, person=BEA.person, name="Bea"))
        draft.add(Acted(at=moment, act="@a7", seat=1, person=BEA.person))
        draft.add(TakenBack(at=moment, ply=0, seat=0, person=ANN.person))
        after = draft.table()
        assert facts(table) == before
        assert (after.version, after.match.players, after.match.acts) == (5, ("Ann", "Bea"), ())
        assert (after.updated, after.created, after.takebacks) == (moment, table.created, (4,))

    def test_nothing_more(self, store):
        """A draft without events is the table it began with."""
        table = say(store, sit(store, "LC"), "@c1")
        assert facts(Draft(table.id, table).table()) == facts(table)
        assert facts(fold(table.id, [], table)) == facts(table)

    def test_rulings_that_are_unknown_here(self):
        """They are not guessed."""
        with pytest.raises(ValueError, match="version 99 of the rulings"):
            fold("game", [replace(opening([ANNS, BEAS]), rules=99)])

    @pytest.mark.parametrize(("rules", "outcome"), [(1, "1/3-1/3-1/3"), (2, "1/2-0-1/2")])
    def test_older_games_keep_their_rulings(self, rules: int, outcome: str):
        """MG7: by the first, all three shared a draw, though one of them was out; the row says what was true then."""
        opened = replace(
            opening([ANNS, BEAS, Seat(2, "computer", None, 4, "level 4")]),
            code="MG3",
            options={},
            start=TWO_OF_THREE,
            rules=rules,
        )
        table = fold("game", [opened, Acted(at=NOW, act="G:draw?", seat=2), Acted(at=NOW, act="draw!", seat=0)])
        assert (table.rules_version, table.match.outcome, row_of(table)["outcome"]) == (rules, outcome, outcome)


class TestSeats:
    """Seats are taken, left and handed to a computer by events."""

    def test_taken(self):
        """Somebody sits there from then on, under the name they gave."""
        table = fold("game", [opening([ANNS, OPEN]), SeatTaken(at=NOW, seat=1, person=BEA.person, name="Bea")])
        assert table.seats == (ANNS, BEAS)
        assert table.people == {ANN.person, BEA.person}
        assert table.match.players == ("Ann", "Bea")

    def test_left(self):
        """The seat is open, the name is gone; the game waits for whoever will sit there."""
        table = fold("game", [opening([ANNS, BEAS]), SeatLeft(at=NOW, seat=0, person=ANN.person)])
        assert table.seats == (Seat(0, "open"), BEAS)
        assert table.people == {BEA.person}
        assert (table.host, table.match.players) == (BEA.person, ("", "Bea"))
        assert (table.waits_for, table.is_waiting_for_people) == (None, True)
        assert (row_of(table)["waiting"], row_of(table)["waiting_seat"], row_of(table)["open_seats"]) == ("", None, 1)

    def test_given(self):
        """A computer plays on."""
        event = SeatGivenToComputer(at=NOW, seat=0, level=3, name="level 3, Sailmaker", person=ANN.person)
        table = fold("game", [opening([ANNS, BEAS]), event])
        assert table.seats == (Seat(0, "computer", None, 3, "level 3, Sailmaker"), BEAS)
        assert table.waits_for_computer
        assert table.match.players == ("level 3, Sailmaker", "Bea")

    def test_what_was_done_stays_the_seats(self):
        """Whoever sits there now."""
        table = fold(
            "game",
            [
                opening([ANNS, BEAS]),
                Acted(at=NOW, act="@c1", seat=0, person=ANN.person),
                SeatLeft(at=NOW, seat=0, person=ANN.person),
                SeatTaken(at=NOW, seat=0, person="cat", name="Cat"),
                Acted(at=NOW, act="@a7", seat=1, person=BEA.person),
                Acted(at=NOW, act="@e7", seat=0, person="cat"),
            ],
        )
        assert (table.doers, table.match.acts) == ((0, 1, 0), ("@c1", "@a7", "@e7"))
        assert table.colours_of("cat") == "R"
        assert table.colours_of(ANN.person) == ""

    def test_a_choice_of_colours_does_not_move_anybody(self, store):
        """LC6: seats are numbered by players, not by colours."""
        table = sit(store, "LC", person(), computer(), opening="chooser")
        table = say(store, table, "@c1", "@a7")
        table = games.computer_act(store, table.id, 2, "red")
        after = fold(table.id, [SeatLeft(at=NOW, seat=0, person=ANN.person)], table)
        assert after.seat_of("B") == Seat(0, "open")
        assert after.seat_of("R").kind == "computer"


class TestRow:
    """`row_of`, what the lists read."""

    @pytest.mark.parametrize(
        ("acts", "row"),
        [
            (["@c1"], ("*", None, None, "B", "computer", 1)),
            (["@c1", "R:draw?"], ("*", None, None, "B", "computer", 1)),
            (["R:resign"], ("0-1", "resigned", 1, None, "", None)),
            (["draw?", "draw!"], ("1/2-1/2", "agreed", None, None, "", None)),
        ],
    )
    def test_as_the_game_stands(self, acts, row):
        """The outcome with its reason and winner, or who is waited for."""
        sitting = [ANNS, Seat(1, "computer", None, 2, "level 2")]
        table = fold("game", [opening(sitting), *(Acted(at=NOW, act=act, seat=0) for act in acts)])
        said = row_of(table)
        columns = ("outcome", "reason", "winner_seat", "turn", "waiting", "waiting_seat")
        assert tuple(said[name] for name in columns) == row
        assert (said["version"], said["ply"], said["updated"]) == (len(acts) + 1, len(acts), NOW)

    def test_it_has_every_column_of_its_table(self):
        """Together with what never changes; only the id is the game's own."""
        table = fold("game", [opening([ANNS, BEAS])])
        assert {"id", *fixed_row_of(table), *row_of(table)} == set(schema.games.c.keys())
        assert not fixed_row_of(table).keys() & row_of(table).keys()
