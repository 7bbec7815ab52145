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
        table = sit(any_store, "LC", person(), OPEN)
        assert (table.waits_for, table.is_waiting_for_people) == (None, True)
        joined = games.take_seat(any_store, table.id, BEA, 1, "  Bea\tB\x00 ")
        assert joined.seats[1] == Seat(1, "person", BEA.person, None, "Bea B")
        assert joined.version == table.version + 1
        assert fresh(any_store, table.id).seats == joined.seats
        assert joined.waits_for == joined.seats[0]
        assert say(any_store, say(any_store, joined, "@c1"), "@a7", actor=BEA).doers == (0, 1)
        assert [one.id for one in games.games_of(any_store, BEA.person)] == [table.id]
        assert differences(any_store) == []

    @pytest.mark.parametrize("code", ["QM", "MG3"])
    def test_nobody_plays_while_somebody_is_missing(self, any_store: Store, code: str):
        """Nobody moves, says or takes anything back, no die falls and no computer thinks, until the last one sits."""
        others = (OPEN, computer())[: 2 if code == "MG3" else 1]
        table = sit(any_store, code, person(), *others)
        for act in ("@c1", "resign", "draw?"):
            with pytest.raises(IllegalAct) as refused:
                say(any_store, table, act)
            assert refused.value.reason == "waiting"
        with pytest.raises(games.Stale):
            games.computer_act(any_store, table.id, 0, "@a7")
        assert (table.match.acts, table.waits_for, turns(any_store)) == ((), None, [])
        joined = games.take_seat(any_store, table.id, BEA, 1)
        assert not joined.is_waiting_for_people
        assert say(any_store, joined, "@c1").match.acts[0] == "@c1"
        assert differences(any_store) == []

    def test_the_die_falls_when_the_last_one_sits_down(self, any_store: Store):
        """In the same commit, and as the seed says."""
        table = sit(any_store, "QM", person(), OPEN, acts=("@c1", "@a7"))
        assert table.match.acts == ("@c1", "@a7")
        joined = games.take_seat(any_store, table.id, BEA, 1)
        assert (joined.version, joined.match.acts[2][0]) == (table.version + 2, "*")
        assert joined.waits_for == joined.seats[0]
        assert differences(any_store) == []

    def test_a_seat_that_is_kept(self, any_store: Store):
        """Only who is asked sits down there; who says no to a game of two calls it off, of three only the seat."""
        kept = Seat(0, "open", BEA.person, None, "Bea")
        table = sit(any_store, "LC", person(), kept)
        with pytest.raises(NotYours) as refused:
            games.take_seat(any_store, table.id, CAT, 1)
        assert refused.value.reason == "seat-kept"
        with pytest.raises(NotYours):
            games.decline(any_store, table.id, CAT)
        assert [one.id for one in games.games_of(any_store, BEA.person)] == [table.id]
        assert games.take_seat(any_store, table.id, BEA, 1, "Bea").seats[1].is_of(BEA.person)
        two, three = sit(any_store, "LC", person(), kept), sit(any_store, "MG3", person(), kept, OPEN)
        assert games.decline(any_store, two.id, BEA).abandoned
        assert games.decline(any_store, three.id, BEA).seats[1] == Seat(1, "open")
        assert games.take_seat(any_store, three.id, CAT, 1).is_waiting_for_people
        assert differences(any_store) == []

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
            games.abandon(store, table.id, BEA)
        back = games.take_seat(store, table.id, ANN, 0, "Ann")
        assert back.seats == table.seats
        assert games.abandon(store, table.id, ANN).abandoned


class TestHandingOver:
    """`give_seat_to_computer`."""

    def test_a_computer_plays_on(self, any_store: Store):
        """In one's own seat where one has another, or in an open one; its turn is noted, and it has a name."""
        table = sit(any_store, "MG3", person(), person(), OPEN)
        given = games.give_seat_to_computer(any_store, table.id, ANN, 2, 1)
        table = say(any_store, given, "@c1")
        assert turns(any_store) == []
        given = games.give_seat_to_computer(any_store, table.id, ANN, 1, 3)
        assert given.seats[1] == Seat(1, "computer", None, 3, "level 3, Sailmaker")
        assert given.match.players[1] == "level 3, Sailmaker"
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

    def test_where_other_people_sit(self, store: Store):
        """Whoever opened the game fills a seat that is open; to hand over one's own would be unfair to the others."""
        table = sit(store, "MG3", person(), person(BEA), OPEN)
        for actor, reason in ((BEA, "others"), (CAT, "looking-on")):
            with pytest.raises(NotYours) as refused:
                games.give_seat_to_computer(store, table.id, actor, 2, 1)
            assert refused.value.reason == reason
        table = games.give_seat_to_computer(store, table.id, ANN, 2, 1)
        assert table.waits_for == table.seats[0]
        with pytest.raises(NotYours) as refused:
            games.give_seat_to_computer(store, table.id, ANN, 0, 1)
        assert refused.value.reason == "others"


class TestParting:
    """The act `leave` (MG8): whoever leaves a game of three has a computer play on."""

    def test_a_computer_plays_on(self, any_store: Store):
        """In the seat from then on; the act is in the log with its colour, and the rows say what the events say."""
        table = sit(any_store, "MG3", person(), person(BEA, "Bea"), person(CAT, "Cat"))
        table = say(any_store, table, "leave", actor=CAT)
        assert (table.match.acts, table.match.left) == (("G:leave",), "G")
        assert [seat.kind for seat in table.seats] == ["person", "person", "computer"]
        assert (table.seats[2].level, table.people) == (4, {ANN.person, BEA.person})
        table = say(any_store, table, "@c1")
        table = say(any_store, table, "@a3", actor=BEA)
        assert table.waits_for_computer
        assert turns(any_store) == [table.id]
        assert differences(any_store) == []
        assert fresh(any_store, table.id).match.left == "G"
        with pytest.raises(NotYours):
            say(any_store, table, "G:draw?", actor=CAT)
        table = games.computer_act(any_store, table.id, len(table.match), "@a7")
        table = say(any_store, table, "draw?")
        table = say(any_store, table, "draw!", actor=BEA)
        assert table.match.outcome == "1/2-1/2-0"
        assert differences(any_store) == []

    def test_on_the_level_of_the_others(self, store: Store):
        """Where a computer sits already, the newcomer is as strong."""
        table = sit(store, "MG3", person(), person(BEA, "Bea"), computer(7))
        assert say(store, table, "leave", actor=BEA).seats[1].level == 7

    def test_the_last_person_stays(self, store: Store):
        """With nobody at the table nobody plays: the game can be abandoned."""
        table = sit(store, "MG3", person(), computer(1), computer(1))
        with pytest.raises(IllegalAct, match="last person"):
            say(store, table, "leave")
        table = sit(store, "MG3")  # three crews of one person, who may leave with two of them
        table = say(store, table, "R:leave", "B:leave")
        with pytest.raises(IllegalAct, match="last person"):
            say(store, table, "G:leave")

    def test_what_is_refused(self, store: Store):
        """Nobody leaves for another, nor a game of two; and time is a clock's to tell."""
        table = sit(store, "MG3", person(), person(BEA, "Bea"), person(CAT, "Cat"))
        with pytest.raises(NotYours):
            say(store, table, "B:leave")
        with pytest.raises(NotYours):
            say(store, table, "leave", actor=guest("visitor-dan"))
        for act in ("R:time", "time", "B:time"):
            with pytest.raises(IllegalAct, match="Only a clock"):
                say(store, table, act)
        with pytest.raises(IllegalAct, match="With two players nobody leaves"):
            say(store, sit(store, "LC", person(), person(BEA, "Bea")), "leave")

    def test_nothing_is_taken_back_beyond_it(self, store: Store):
        """Who has left does not come back by a takeback of somebody else's."""
        table = say(store, sit(store, "MG3"), "@c1", "R:leave")
        assert table.last_move_of(ANN.person) is None

    def test_who_plays_on_elsewhere_has_not_left(self, store: Store):
        """A game that begins with the acts of another one has people of its own."""
        table = sit(store, "MG3", acts=("@c1", "G:leave", "@a3"))
        assert (table.match.left, table.match.acts, table.given) == ("", ("@c1", "@a3"), 2)


class TestEnd:
    """Games that are over, and such that are full."""

    @pytest.mark.parametrize("end", ["resign", "abandon"])
    def test_seats_stay_as_they_are(self, store: Store, end: str):
        """Who played is part of what was."""
        table = sit(store, "LC", person(), computer() if end == "resign" else OPEN)
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
        """One further, those of computers, too."""
        table = sit(store, "LC", person(), computer())
        again = games.rematch(store, say(store, table, "resign").id, ANN)
        assert [seat.kind for seat in again.seats] == ["computer", "person"]


class TestClosing:
    """`abandon` before everybody has acted once, and while somebody is missing."""

    def test_the_first_moves_cost_nothing(self, any_store: Store):
        """Either player closes the game without a result until both have acted; from then on nobody does."""
        table = sit(any_store, "LC", person(), person(BEA, "Bea"))
        assert games.abandon(any_store, table.id, BEA).abandoned
        table = say(any_store, sit(any_store, "LC", person(), person(BEA, "Bea")), "@c1")
        assert table.is_beginning
        assert games.abandon(any_store, table.id, ANN).abandoned
        table = say(any_store, sit(any_store, "LC", person(), person(BEA, "Bea")), "@c1")
        table = say(any_store, table, "@a7", actor=BEA)
        assert not table.is_beginning
        for actor, reason in ((ANN, "others"), (BEA, "others"), (CAT, "looking-on")):
            with pytest.raises(NotYours) as refused:
                games.abandon(any_store, table.id, actor)
            assert refused.value.reason == reason

    def test_what_nobody_has_joined_is_called_off(self, store: Store):
        """By whoever opened it, and by nobody else."""
        table = sit(store, "MG3", person(), person(BEA), OPEN)
        for actor in (BEA, CAT, STRANGER):
            with pytest.raises(NotYours):
                games.abandon(store, table.id, actor)
        assert games.abandon(store, table.id, ANN).abandoned
