"""Taking back between people: asked for, granted or refused, and never across a die that was seen."""

from __future__ import annotations

import pytest

from kidd.dice import Report, check
from kidd.errors import IllegalAct, OptionError
from kidd.logbook import read_logbook
from kidd.match.token_ids import follow
from kidd.table.errors import NotYours
from kidd.table.play import games
from kidd.table.play.actors import guest
from kidd.table.play.games import Stale, Store, Table, answer_take_back, load, logbook, open_store, play, take_back
from kidd.table.play.takebacks import can_answer, has_asked
from kidd.table.seats import Seat
from kidd.table.storage.event_log import read
from kidd.table.storage.recompute import differences
from tests.table.sittings import ANN, BEA, fresh, person, rolls, say, sit, wander

pytestmark = pytest.mark.once
CAT = guest("visitor-cat")
SALT, OTHER = "0123456789abcdef", "fedcba9876543210"


def two(store: Store, code: str = "LC") -> Table:
    """Ann and Bea after a move of each."""
    table = sit(store, code, person(), person(BEA, "Bea"))
    return say(store, say(store, table, "@c1"), "@a7", actor=BEA)


class TestTwo:
    """Ann and Bea."""

    def test_asked_and_granted(self, any_store: Store):
        """Ann asks, Bea agrees, and both moves are gone; another process reads the same."""
        table = two(any_store)
        asked = take_back(any_store, table.id, ANN, 2, table.version)
        assert (len(asked.match), asked.wish) == (2, (0, 0, (1,), table.version))
        assert (can_answer(asked, ANN), can_answer(asked, BEA), has_asked(asked, ANN)) == (False, True, True)
        assert take_back(any_store, table.id, ANN, 2, table.version).version == asked.version
        assert fresh(any_store, table.id).wish == asked.wish
        back = answer_take_back(any_store, table.id, BEA, 2, asked.version, agree=True)
        assert (back.match.acts, back.wish, back.takebacks) == ((), None, (asked.version,))
        with any_store.reading() as connection:
            assert read(connection, table.id, table).match.acts == ()
        assert not differences(any_store)

    def test_refused(self, store: Store):
        """After a no one may ask again only when the game has gone on; who has asked may think better of it."""
        table = two(store)
        table = take_back(store, table.id, ANN, 2)
        table = answer_take_back(store, table.id, BEA, 2, agree=False)
        assert (len(table.match), table.wish, table.denied) == (2, None, (0,))
        with pytest.raises(IllegalAct, match="declined"):
            take_back(store, table.id, ANN, 2)
        table = take_back(store, table.id, BEA, 2)  # who was not refused
        table = answer_take_back(store, table.id, BEA, 2, agree=False)
        assert (table.wish, table.denied) == (None, (0, 1))
        table = say(store, table, "@e3")
        assert table.last_move_of(ANN.person) == 2

    @pytest.mark.parametrize("agree", [True, False])
    def test_closed_while_the_question_waits(self, store: Store, agree: bool):
        """There is nothing to be taken back any more, and that is said."""
        table = say(store, sit(store, "LC", person(), person(BEA, "Bea")), "@c1")
        take_back(store, table.id, ANN, 1)
        games.abandon(store, table.id, BEA)
        with pytest.raises(IllegalAct, match="over"):
            answer_take_back(store, table.id, BEA, 1, agree=agree)
        assert not differences(store)

    def test_the_next_act_answers(self, store: Store):
        """Whoever moves on has not agreed."""
        table = two(store)
        asked = take_back(store, table.id, BEA, 2)
        table = say(store, asked, "@e3")
        assert table.wish is None
        with pytest.raises(Stale):
            answer_take_back(store, table.id, ANN, 2, asked.version, agree=True)
        with pytest.raises(Stale):
            answer_take_back(store, table.id, ANN, 3, agree=True)

    def test_whose_answer_counts(self, store: Store):
        """Nobody agrees to their own wish, and nobody else's business is it either."""
        table = two(store)
        asked = take_back(store, table.id, ANN, 2)
        with pytest.raises(NotYours, match="others decide"):
            answer_take_back(store, table.id, ANN, 2, agree=True)
        with pytest.raises(NotYours):
            answer_take_back(store, table.id, CAT, 2, agree=False)
        with pytest.raises(IllegalAct, match="already"):
            take_back(store, table.id, BEA, 2)
        with pytest.raises(Stale):  # what was seen before the question was asked cannot be an answer to it
            answer_take_back(store, table.id, BEA, 2, asked.version - 1, agree=True)

    def test_not_across_a_die_that_was_seen(self, store: Store):
        """QM: the die falls after Bea's token; before that Ann may ask."""
        table = sit(store, "QM", person(), person(BEA, "Bea"))
        table = say(store, table, "@c1")
        assert table.last_move_of(ANN.person) == 0
        table = say(store, table, "@a7", actor=BEA)
        assert rolls(table)
        assert (table.last_move_of(ANN.person), table.last_move_of(BEA.person)) == (None, None)
        with pytest.raises(IllegalAct, match="roll that was seen"):
            take_back(store, table.id, ANN, len(table.match))


def test_a_server_that_has_not_seen_it(any_address: str):
    """What was played since is read there, too, with every token where it is, whatever was played before."""
    stores = [open_store(any_address) for _ in range(2)]
    table = say(stores[0], sit(stores[0], "LC"), "@c1", "@a7")
    assert len(load(stores[1], table.id).ids) == 3
    for _ in range(2):
        table = take_back(stores[0], table.id, ANN, len(table.match))
    table = say(stores[0], table, "@e3", "@c9", "@a3")
    found = load(stores[1], table.id)
    assert (found.match.acts, found.ids) == (("@e3", "@c9", "@a3"), follow(found.match))
    for store in stores:
        store.close()


def test_of_three_both_others_agree(store: Store):
    """The second yes takes back; a no of either would not."""
    table = sit(store, "MG3", person(), person(BEA, "Bea"), person(CAT, "Cat"))
    table = wander(store, table, 3)
    table = take_back(store, table.id, ANN, 3)
    table = answer_take_back(store, table.id, BEA, 3, agree=True)
    assert (len(table.match), table.wish and table.wish.asked) == (3, (2,))
    with pytest.raises(NotYours, match="answered"):
        answer_take_back(store, table.id, BEA, 3, agree=True)
    assert len(answer_take_back(store, table.id, CAT, 3, agree=True).match) == 0


class TestSalts:
    """What browsers add to the die of two people."""

    def test_a_roll_holds_what_was_sent_with_the_move_before_it(self, any_store: Store):
        """Both know it then, the log book carries it, and the check goes by it."""
        table = say(any_store, sit(any_store, "QM", person(), person(BEA, "Bea")), "@c1")
        table = play(any_store, table.id, BEA, 1, "@a7", salt=SALT)
        assert dict(table.salts) == {2: SALT}
        move = str(table.match.position.legal_moves()[0])
        table = play(any_store, table.id, ANN, 3, move, salt=OTHER)
        (number, _), second = rolls(table)[:2]
        assert dict(table.salts) == {number: SALT, second[0]: OTHER}
        assert fresh(any_store, table.id).salts == table.salts
        over = say(any_store, table, "R:resign")
        report = games_report(over)
        assert (report.problem, report.salted) == ("", 2)
        assert f'[DiceSalts "2:{SALT} 4:{OTHER}"]' in logbook(over)

    def test_alone_nobody_adds_anything(self, store: Store):
        """Else one could take back until one likes the roll."""
        table = say(store, sit(store, "QM"), "@c1")
        table = play(store, table.id, ANN, 1, "@a7", salt=SALT)
        assert not table.salts
        back = take_back(store, table.id, ANN, 3)
        assert play(store, back.id, ANN, 1, "@a7", salt=OTHER).match.acts == table.match.acts

    def test_whoever_stays_alone_does_not_roll_anew(self, store: Store):
        """A roll of two people stands, even when a computer plays on for one of them."""
        table = say(store, sit(store, "QM", person(), person(BEA, "Bea")), "@c1")
        table = play(store, table.id, BEA, 1, "@a7", salt=SALT)
        games.leave_seat(store, table.id, BEA, 1)
        table = games.give_seat_to_computer(store, table.id, ANN, 1, 2)
        assert table.last_move_of(ANN.person) is None

    @pytest.mark.parametrize("salt", ["0123", "x" * 16, SALT.upper(), "0" * 65, SALT + "\n"])
    def test_what_is_no_salt(self, store: Store, salt: str):
        """Sixteen to sixty-four hexadecimal digits, or none."""
        table = sit(store, "QM", person(), Seat(1, "person", BEA.person))
        with pytest.raises(OptionError, match="hexadecimal"):
            play(store, table.id, ANN, 0, "@c1", salt=salt)


def games_report(table: Table) -> Report:
    """What a check of the log book finds."""
    (match,) = read_logbook(logbook(table))
    return check(match)
