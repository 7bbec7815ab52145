"""Seats that change hands: taken, left, handed to a computer."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from kidd.errors import IllegalAct, OptionError
from kidd.table import limits
from kidd.table.errors import NotYours, TooMany
from kidd.table.play import games
from kidd.table.play.actors import STRANGER, Actor, guest
from kidd.table.play.games import Store, open_store
from kidd.table.seats import Seat
from kidd.table.storage.recompute import differences
from tests.table.sittings import ANN, BEA, computer, fresh, person, say, sit, turns

pytestmark = pytest.mark.once

CAT = guest("visitor-cat")
OPEN = Seat(0, "open")


class TestTaking:
    """`take_seat`."""

    def test_somebody_joins(self, any_store: Store):
        """They play from then on, under a clean name; everybody reads the same, and their list has the game."""
        table = say(any_store, sit(any_store, "LC", person(), OPEN), "@c1")
        assert table.waits_for == Seat(1, "open")
        joined = games.take_seat(any_store, table.id, BEA, 1, "  Bea\tB\x00 ")
        assert joined.seats[1] == Seat(1, "person", BEA.person, None, "Bea B")
        assert joined.version == table.version + 1
        assert fresh(any_store, table.id).seats == joined.seats
        assert say(any_store, joined, "@a7", actor=BEA).doers == (0, 1)
        assert [one.id for one in games.games_of(any_store, BEA.person)] == [table.id]
        assert differences(any_store) == []

    def test_nobody_plays_for_an_open_seat(self, store: Store):
        """Neither who sits there, nor a computer."""
        table = say(store, sit(store, "LC", person(), OPEN), "@c1")
        with pytest.raises(NotYours):
            say(store, table, "@a7")
        with pytest.raises(NotYours):
            say(store, table, "B:resign")
        with pytest.raises(games.Stale):
            games.computer_act(store, table.id, 1, "@a7")
        assert turns(store) == []

    def test_twice_is_once(self, store: Store):
        """Sent again, it changes nothing, whatever name comes with it."""
        table = sit(store, "LC", person(), OPEN)
        once = games.take_seat(store, table.id, BEA, 1, "Bea")
        again = games.take_seat(store, table.id, BEA, 1, "Beatrix")
        assert (again.version, again.seats) == (once.version, once.seats)

    def test_one_person_may_have_several(self, store: Store):
        """At one device."""
        table = sit(store, "LC", person(), OPEN)
        after = games.take_seat(store, table.id, ANN, 1)
        assert after.people == {ANN.person}
        assert after.colours_of(ANN.person) == "RB"

    @pytest.mark.parametrize(
        ("actor", "seat", "error"),
        [
            (BEA, 0, NotYours),
            (BEA, 1, NotYours),
            (ANN, 1, NotYours),
            (STRANGER, 2, NotYours),
            (BEA, 3, IllegalAct),
            (BEA, -1, IllegalAct),
        ],
    )
    def test_what_is_refused(self, store: Store, actor: Actor, seat: int, error: type[Exception]):
        """A seat where a person or a computer sits, one that there is not, and anybody without a session."""
        table = sit(store, "MG3", person(), computer(), OPEN)
        with pytest.raises(error):
            games.take_seat(store, table.id, actor, seat)
        assert fresh(store, table.id).version == table.version

    def test_a_name_that_is_too_long(self, store: Store):
        """Is refused before anything happens."""
        table = sit(store, "LC", person(), OPEN)
        with pytest.raises(TooMany):
            games.take_seat(store, table.id, BEA, 1, "x" * (limits.NAME + 1))
        assert fresh(store, table.id).seats[1].kind == "open"

    @pytest.mark.parametrize("shared", [True, False], ids=["one store", "a store each"])
    def test_of_several_who_race_for_it_one_wins(self, any_address: str, shared: bool):
        """Exactly one sits down, and the others are told that it is taken."""
        first = open_store(any_address)
        stores = [first] * 4 if shared else [first, *(open_store(any_address) for _ in range(3))]
        rivals = [guest(f"rival-{number}") for number in range(4)]
        with ThreadPoolExecutor(4) as pool:
            for _ in range(5):
                table = sit(first, "LC", person(), OPEN)
                barrier = Barrier(4)

                def race(number: int, game: str = table.id, barrier: Barrier = barrier) -> str:
                    barrier.wait()
                    try:
                        games.take_seat(stores[number], game, rivals[number], 1, f"{number}")
                    except NotYours as refused:
                        return refused.reason
                    return "won"

                told = list(pool.map(race, range(4)))
                assert sorted(told) == ["seat-taken"] * 3 + ["won"]
                winner = rivals[told.index("won")]
                seats = fresh(first, table.id).seats
                assert (seats[1].person, seats[1].name) == (winner.person, f"{told.index('won')}")
        assert differences(first) == []
        for store in {id(store): store for store in stores}.values():
            store.close()


class TestLeaving:
    """`leave_seat`."""

    def test_somebody_else_takes_over(self, any_store: Store):
        """What was played stays, and goes on with whoever sits down."""
        table = say(any_store, sit(any_store, "LC", person(), person(BEA, "Bea")), "@c1")
        left = games.leave_seat(any_store, table.id, BEA, 1)
        assert left.seats[1] == Seat(1, "open")
        assert games.games_of(any_store, BEA.person) == []
        with pytest.raises(NotYours):
            say(any_store, left, "@a7", actor=BEA)
        taken = games.take_seat(any_store, table.id, CAT, 1, "Cat")
        assert say(any_store, taken, "@a7", actor=CAT).match.acts == ("@c1", "@a7")
        assert differences(any_store) == []

    @pytest.mark.parametrize(
        ("actor", "seat", "error"),
        [(ANN, 1, NotYours), (ANN, 2, NotYours), (CAT, 0, NotYours), (STRANGER, 2, NotYours), (ANN, 3, IllegalAct)],
    )
    def test_only_ones_own(self, store: Store, actor: Actor, seat: int, error: type[Exception]):
        """Not somebody else's, not a computer's, and not one that there is not."""
        table = sit(store, "MG3", person(), person(BEA), computer())
        with pytest.raises(error):
            games.leave_seat(store, table.id, actor, seat)
        assert fresh(store, table.id).seats == table.seats

    def test_the_last_one_may_come_back(self, store: Store):
        """A table without anybody waits; the computer's turn is nobody's any more."""
        table = say(store, sit(store, "LC", person(), computer()), "@c1")
        empty = games.leave_seat(store, table.id, ANN, 0)
        assert (empty.people, empty.host) == (frozenset(), "")
        assert differences(store) == []
        with pytest.raises(NotYours):
            games.abandon(store, table.id, ANN)
        back = games.take_seat(store, table.id, ANN, 0, "Ann")
        assert back.seats == table.seats
        assert games.abandon(store, table.id, ANN).abandoned


class TestHandingOver:
    """`give_seat_to_computer`."""

    def test_a_computer_plays_on(self, any_store: Store):
        """In one's own seat where one has another, or in an open one; its turn is noted, and it has a name."""
        table = say(any_store, sit(any_store, "MG3", person(), person(), OPEN), "@c1")
        assert turns(any_store) == []
        given = games.give_seat_to_computer(any_store, table.id, ANN, 1, 3)
        assert given.seats[1] == Seat(1, "computer", None, 3, "level 3, Sailmaker")
        assert given.match.players[1] == "level 3, Sailmaker"
        assert turns(any_store) == [table.id]
        given = games.give_seat_to_computer(any_store, table.id, ANN, 2, 1)
        assert turns(any_store) == [table.id]
        played = games.computer_act(any_store, table.id, 1, "@a3", given.version)
        assert (played.waits_for, played.doers) == (given.seats[2], (0, 1))
        assert fresh(any_store, table.id).seats == given.seats
        assert differences(any_store) == []

    def test_somebody_stays(self, store: Store):
        """A table of computers alone would be nobody's."""
        table = sit(store, "LC", person(), computer())
        with pytest.raises(OptionError, match="at least one person"):
            games.give_seat_to_computer(store, table.id, ANN, 0, 1)
        assert fresh(store, table.id).seats == table.seats

    @pytest.mark.parametrize("level", [0, 9, -1, True, None])
    def test_levels_that_there_are_not(self, store: Store, level: int):
        """The same as when a game is opened."""
        table = sit(store, "LC", person(), OPEN)
        with pytest.raises(OptionError):
            games.give_seat_to_computer(store, table.id, ANN, 1, level)
        assert fresh(store, table.id).version == table.version

    @pytest.mark.parametrize(
        ("actor", "seat", "error"),
        [(BEA, 2, NotYours), (STRANGER, 2, NotYours), (ANN, 1, NotYours), (ANN, 3, IllegalAct)],
    )
    def test_what_is_refused(self, store: Store, actor: Actor, seat: int, error: type[Exception]):
        """Whoever does not sit there, a seat where another computer sits, and one that there is not."""
        table = sit(store, "MG3", person(), computer(), OPEN)
        with pytest.raises(error):
            games.give_seat_to_computer(store, table.id, actor, seat, 1)
        assert fresh(store, table.id).version == table.version

    def test_not_where_other_people_sit(self, store: Store):
        """It would be unfair to them."""
        table = sit(store, "MG3", person(), person(BEA), OPEN)
        with pytest.raises(NotYours) as refused:
            games.give_seat_to_computer(store, table.id, ANN, 2, 1)
        assert refused.value.reason == "others"


class TestEnd:
    """Games that are over, and such that are full."""

    @pytest.mark.parametrize("end", ["resign", "abandon"])
    def test_seats_stay_as_they_are(self, store: Store, end: str):
        """Who played is part of what was."""
        table = sit(store, "LC", person(), OPEN)
        over = games.abandon(store, table.id, ANN) if end == "abandon" else say(store, table, "resign")
        for change in (
            lambda: games.take_seat(store, table.id, BEA, 1),
            lambda: games.leave_seat(store, table.id, ANN, 0),
            lambda: games.give_seat_to_computer(store, table.id, ANN, 1, 1),
        ):
            with pytest.raises(IllegalAct, match="over"):
                change()
        assert fresh(store, table.id).version == over.version

    def test_a_full_game(self, store: Store, monkeypatch: pytest.MonkeyPatch):
        """Nobody fills a database by sitting down and standing up."""
        table = sit(store, "MG3", person(), OPEN, OPEN)
        monkeypatch.setattr(limits, "EVENTS", 3)
        games.take_seat(store, table.id, BEA, 1)
        games.leave_seat(store, table.id, BEA, 1)
        for change in (
            lambda: games.take_seat(store, table.id, BEA, 1),
            lambda: games.leave_seat(store, table.id, ANN, 0),
            lambda: games.give_seat_to_computer(store, table.id, ANN, 1, 1),
        ):
            with pytest.raises(TooMany):
                change()
        assert games.abandon(store, table.id, ANN).abandoned

    def test_a_rematch_has_the_same_seats(self, store: Store):
        """One further, those that are open, too."""
        table = sit(store, "LC", person(), OPEN)
        again = games.rematch(store, say(store, table, "resign").id, ANN)
        assert [seat.kind for seat in again.seats] == ["open", "person"]
