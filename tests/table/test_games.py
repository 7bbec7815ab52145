from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select, text, update

from kidd.dice import commitment
from kidd.errors import IllegalAct, IllegalMove, KiddError, OptionError, PositionError
from kidd.roster import follow
from kidd.table import chronicle, games, limits, opening, records
from kidd.table.games import NoSuchGame, NotYours, Stale, Store, StoreError, TooMany
from kidd.table.seating import Seat
from kidd.table.shelf import Shelf
from tests.contract import GAMES
from tests.table.sittings import ANN, BEA, computer, person, rolls, say, sit, wander

pytestmark = pytest.mark.once


def count(store: Store, table: str) -> int:
    """How many rows a table of the database has."""
    with store.reading() as connection:
        return int(connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())


class TestOpening:
    """`open_game`."""

    @pytest.mark.parametrize(("code", "options"), GAMES)
    def test_all_options_are_kept_with_the_game(self, store, code, options):
        """A game is stored with all its options, the deck's name and the version of the rulings, and read with them."""
        table = sit(store, code, **options)
        with store.reading() as connection:
            row = connection.execute(select(records.games)).one()
        assert json.loads(row.options) == {"deck": "kidd-18", **table.match.game.options}
        assert options.items() <= dict(table.match.game.options).items()
        assert (row.rules, table.rules_version) == (chronicle.RULINGS, chronicle.RULINGS)
        assert fresh(store, table.id).match.game == table.match.game

    def test_a_default_that_changes_leaves_old_games_alone(self, store, monkeypatch):
        """The stored option counts, whatever new games get."""
        table = sit(store, "LC")
        assert table.match.game.options["claim_after"] == 10
        monkeypatch.setitem(opening.ONLINE, "LC", {"claim_after": 3})
        assert sit(store, "LC").match.game.options["claim_after"] == 3
        assert fresh(store, table.id).match.game.options["claim_after"] == 10

    def test_an_option_that_is_given_stands(self, store):
        """Who asks for claims at any time gets them."""
        assert sit(store, "LC", claim_after=0).match.game.options["claim_after"] == 0

    def test_rulings_that_are_unknown_here(self, store):
        """A game of later rulings is not played by earlier ones."""
        table = sit(store, "LC")
        with store.writing() as connection:
            connection.execute(update(records.games).values(rules=99, version=0))
        store.shelf.put(table)  # what is kept ready is as good as the program that put it there
        with pytest.raises(StoreError, match="version 99 of the rulings"):
            fresh(store, table.id)

    def test_from_a_position(self, store):
        """A game may begin anywhere; if the die is to be rolled, it falls at once."""
        table = sit(store, "QM", position="QM Rc1~,Ba7~ R R6B6 -")
        assert str(table.match.start) == "QM Rc1~,Ba7~ R R6B6 -"
        assert table.match.position.die in (1, 2, 3)
        assert (table.version, table.doers) == (1, (None,))

    def test_from_a_log_book(self, store):
        """Acts that were played elsewhere stand in the log, but cannot be taken back."""
        table = sit(store, "QM", acts=["@c1", "@a7", "*2", "c1-c3/b2@c1"])
        assert table.match.acts[:4] == ("@c1", "@a7", "*2", "c1-c3/b2@c1")
        assert len(table.match) == 5
        assert table.doers == (0, 1, None, 0, None)
        assert games.last_decision(table, ANN) is None
        assert fresh(store, table.id).doers == table.doers

    def test_a_finished_game_may_be_brought_along(self, store):
        """A book that is at its end can be looked at like any other game that is over."""
        table = sit(store, "LC", acts=["@c1", "B:resign"])
        assert (table.match.outcome, table.waits_for) == ("1-0", None)

    @pytest.mark.parametrize("name", ["\u3164", "\u2800 \u2800", "\u0301\u0302", "\u200b", "\u115f\u1160", "\ufe0f"])
    def test_names_that_nobody_sees(self, store, name):
        """They are as good as none."""
        assert sit(store, "LC", person(name=name), computer()).seats[0].name == ""
        assert sit(store, "LC", person(name=f"A{name}"), computer()).seats[0].name.startswith("A")

    def test_computers_have_names(self, store):
        """A computer goes by its level and rank, as in the terminal."""
        table = sit(store, "LC", computer(3), person(name="  Ann\tB\x00onny "))
        assert table.match.players == ("level 3, Sailmaker", "Ann B onny")

    @pytest.mark.parametrize(
        ("change", "error"),
        [
            ({"code": "XX"}, OptionError),
            ({"code": "MG3"}, OptionError),
            ({"options": {"entry": "any"}}, OptionError),
            ({"options": {"deck": "atlantis"}}, OptionError),
            ({"options": {"deck": 3}}, OptionError),
            ({"position": "LC - R R7B7"}, KiddError),
            ({"position": "QM - R R7B7 -"}, KiddError),
            ({"position": "MG3 - R R6B6G6 -"}, KiddError),
            ({"position": "LC " + "Rc1~," * 1000 + " R R7B7 -"}, TooMany),
            ({"position": "LC Rc1~ R R0B0 R0"}, PositionError),
            ({"acts": ["@c1", "@c1"]}, IllegalMove),
            ({"acts": ["x" * 101]}, TooMany),
            ({"acts": ["@c1"] * 3001}, TooMany),
            ({"seats": [person()]}, OptionError),
            ({"seats": [person()] * 3}, OptionError),
            ({"seats": [computer(), computer()]}, OptionError),
            ({"seats": [person(), computer(9)]}, OptionError),
            ({"seats": [person(), computer(0)]}, OptionError),
            ({"seats": [person(), Seat(1, "computer")]}, OptionError),
            ({"seats": [person(), Seat(1, "parrot")]}, OptionError),  # type: ignore[arg-type]
            ({"seats": [person(), Seat(1, "person")]}, OptionError),
            ({"seats": [person(), Seat(1, "person", "x" * 65)]}, OptionError),
            ({"seats": [person(name="x" * 41), computer()]}, TooMany),
            ({"seats": [person(name="\x00" * 10_000), computer()]}, TooMany),
            ({"owner": ""}, OptionError),
            ({"owner": "x" * 65}, OptionError),
        ],
    )
    def test_what_cannot_be_is_refused_and_leaves_nothing(self, store, change, error):
        """A bad option, position, act, seat or name is an error that a user can read, and nothing is stored."""
        wish = {"code": "LC", "options": {}, "seats": [person(), computer()], "owner": ANN} | change
        with pytest.raises(error):
            games.open_game(store, **wish)
        assert [count(store, name) for name in ("visitors", "games", "seats", "events")] == [0, 0, 0, 0]

    def test_unfinished_games_have_a_limit(self, store, monkeypatch):
        """Who has too many games open must end one first; others are not concerned."""
        monkeypatch.setattr(limits, "UNFINISHED", 2)
        table = sit(store, "LC")
        sit(store, "LC")
        with pytest.raises(TooMany) as refused:
            sit(store, "LC")
        assert (refused.value.what, refused.value.limit) == ("unfinished games", 2)
        sit(store, "LC", person(BEA), computer(), owner=BEA)
        say(store, table, "resign")
        sit(store, "LC")


def fresh(store: Store, game_id: str) -> games.Table:
    """A game as another process reads it, which has nothing kept ready."""
    other = games.open_store(store.engine.url.render_as_string(hide_password=False))
    try:
        return games.load(other, game_id)
    finally:
        other.close()


class TestPlaying:
    """`play` and `computer_act`."""

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15)
    @given(st.sampled_from(GAMES), st.integers(0, 10**6))
    def test_what_is_stored_is_what_was_played(self, store, kind, seed):
        """A game read back from its events is the game that was played, seats, version, roster and all."""
        code, options = kind
        table = sit(store, code, *(person(), computer(), person(BEA))[: 3 if code == "MG3" else 2], **options)
        table.ids  # noqa: B018 - known from here on, and continued with each act
        table = wander(store, table, 60, seed)
        other = fresh(store, table.id)
        for name in ("id", "seats", "doers", "version", "owner", "dice_hash", "dice_seed", "given", "source"):
            assert getattr(other, name) == getattr(table, name)
        assert (other.created, other.updated) == (table.created, table.updated)
        assert other.match.acts == table.match.acts
        assert (other.match.result, other.match.position) == (table.match.result, table.match.position)
        assert table.ids == other.ids == follow(other.match)

    def test_nobody_waits_for_a_die(self, store):
        """The roll is stored together with the move before it."""
        table = wander(store, sit(store, "QM"), 30)
        for number in range(len(table.match) + 1):
            assert not table.at(number).position.is_chance or number < len(table.match)
        assert count(store, "events") == table.version == len(table.match)

    def test_a_retry_counts_once(self, any_store):
        """The same act at the same ply is answered with the game as it stands, however often it comes."""
        table = say(any_store, sit(any_store, "QM"), "@c1", "@a7")
        again = games.play(any_store, table.id, ANN, 1, "@a7")
        assert (again.version, len(again.match)) == (table.version, 3)
        assert games.play(any_store, table.id, ANN, 0, "@c1").version == table.version

    def test_a_retry_may_be_written_in_another_way(self, store):
        """A move without its via, and a colour that is named, are the same act."""
        table = sit(store, "QM", position="QM Rc1~,Ba7~ R R6B6 2")
        after = say(store, table, "c1-c3/b2@c1")
        assert games.play(store, table.id, ANN, 0, "c1-c3/b2@c1").version == after.version
        assert games.play(store, table.id, ANN, 0, "R:c1-c3/b2@c1").version == after.version
        with pytest.raises(Stale):
            games.play(store, table.id, ANN, 0, "c1-c3@c1")  # which of two ways is not said
        with pytest.raises(Stale):
            games.play(store, table.id, ANN, 0, "c1-c3/b2@c1", by="B")

    @pytest.mark.parametrize("ply", [0, 1, 3, 99, -1])
    def test_another_act_at_a_ply_that_is_past(self, store, ply):
        """It is refused, and the refusal has the game as it stands."""
        table = say(store, sit(store, "LC"), "@c1", "@a7")
        with pytest.raises(Stale) as refused:
            games.play(store, table.id, ANN, ply, "@e7")
        assert refused.value.table.match.acts == ("@c1", "@a7")

    def test_a_roll_is_nobodys_to_make(self, store):
        """Neither now nor as if it had been made by a player before."""
        table = say(store, sit(store, "QM"), "@c1", "@a7")
        with pytest.raises(IllegalMove):
            say(store, table, "*3")
        with pytest.raises(Stale):
            games.play(store, table.id, ANN, 2, table.match.acts[2])

    def test_an_illegal_act_changes_nothing(self, store):
        """The reason is the match's own, and the version stays."""
        table = say(store, sit(store, "LC"), "@c1")
        for act, error in (("@c1", IllegalMove), ("draw!", IllegalAct), ("nonsense", KiddError), ("", KiddError)):
            with pytest.raises(error):
                say(store, table, act)
        with pytest.raises(TooMany):
            say(store, table, "@" * 101)
        assert games.load(store, table.id).version == 1

    def test_a_game_of_nobody(self, store):
        """An id that is none is no game, whatever it looks like."""
        for game_id in ("nope", "", "x" * 5000, "a b", "'; DROP TABLE games; --", "ä", "\x00"):
            with pytest.raises(NoSuchGame):
                games.load(store, game_id)

    def test_a_game_that_is_full_can_still_be_ended(self, store, monkeypatch):
        """When too much has happened there is room for the last word only."""
        table = say(store, sit(store, "LC"), "@c1", "@a7")
        monkeypatch.setattr(limits, "EVENTS", 2)
        with pytest.raises(TooMany):
            say(store, table, "@e7")
        with pytest.raises(TooMany):
            games.take_back(store, table.id, ANN, 2)
        table = say(store, table, "draw?", "draw.", "draw?", "draw.")
        monkeypatch.setattr(limits, "LAST_OFFERS", 4)
        with pytest.raises(TooMany):
            say(store, table, "draw?")
        assert say(store, table, "resign").match.outcome == "0-1"

    def test_a_full_game_of_three_ends_in_a_draw(self, store, monkeypatch):
        """Nobody can resign there, so a draw may still be offered."""
        table = sit(store, "MG3")
        monkeypatch.setattr(limits, "EVENTS", 0)
        assert say(store, table, "draw?", "draw!", "draw!").match.result is not None

    def test_no_move_replays_the_game(self, store, monkeypatch):
        """A game in use is kept ready: playing on, looking and taking back never start from its first move."""
        table = wander(store, sit(store, "LC"), 40)
        monkeypatch.setattr(chronicle, "_replayed", None)
        table = wander(store, table, 45, seed=2)
        table = games.take_back(store, table.id, ANN, len(table.match))
        assert games.load(store, table.id) is table

    def test_what_is_kept_ready_is_not_changed(self, store):
        """Somebody who still looks at an earlier version sees what was."""
        before = say(store, sit(store, "LC"), "@c1")
        after = say(store, before, "@a7")
        assert (before.match.acts, after.match.acts) == (("@c1",), ("@c1", "@a7"))

    def test_the_shelf_has_an_end(self, store, monkeypatch):
        """Games that were not asked for in a long time make room and are read again."""
        monkeypatch.setattr(store.shelf, "_size", 2)
        tables = [say(store, sit(store, "LC"), "@c1") for _ in range(4)]
        assert [store.shelf.find(table.id, table.version) is not None for table in tables] == [False] * 2 + [True] * 2
        assert games.load(store, tables[0].id).match.acts == ("@c1",)


class TestSpeaking:
    """Whose act it is."""

    def test_at_one_device_whoever_is_waited_for_speaks(self, store):
        """Hot-seat: an offer is made by the one and answered by the other."""
        table = say(store, sit(store, "LC"), "@c1", "draw?", "draw.", "@a7", "R:draw?", "draw!")
        assert table.match.acts == ("@c1", "draw?", "draw.", "@a7", "draw?", "draw!")
        assert table.doers == (0, 1, 0, 1, 0, 1)
        assert table.match.outcome == "1/2-1/2"

    @pytest.mark.parametrize(("act", "reason"), [("@a7", "turn"), ("B:@a7", "crew"), ("B:resign", "crew")])
    def test_for_somebody_else(self, store, act, reason):
        """Out of turn, or for another crew: the refusal tells the two apart."""
        table = say(store, sit(store, "LC", person(), computer()), "@c1")
        with pytest.raises(NotYours) as refused:
            say(store, table, act)
        assert refused.value.reason == reason

    def test_out_of_turn_a_single_seat_speaks_for_itself(self, store):
        """While the computer thinks one may offer a draw or resign."""
        table = sit(store, "LC", person(), computer())
        table = say(store, table, "@c1", "draw?")
        assert (table.match.acts[-1], table.waits_for) == ("R:draw?", table.seats[1])
        assert say(store, table, "resign").match.outcome == "0-1"

    def test_out_of_turn_with_two_seats_one_says_for_whom(self, store):
        """Two seats of three, and the third is waited for: a word without a colour could be either's."""
        table = sit(store, "MG3", person(), person(name="Bea"), computer())
        table = say(store, table, "@c1", "@a3")
        with pytest.raises(IllegalAct, match="for whom"):
            say(store, table, "draw?")
        assert say(store, table, "B:draw?").doers[-1] == 1

    def test_a_move_is_by_whose_move_is_due(self, store):
        """Also while the other has yet to answer an offer."""
        table = sit(store, "LC", person(), person(BEA))
        table = say(store, table, "draw?")
        assert table.waits_for == table.seats[1]
        assert say(store, table, "@c1").doers == (0, 0)

    @pytest.mark.parametrize(("choice", "red"), [("red", 1), ("blue", 0)])
    def test_the_chooser_opening(self, store, choice, red):
        """LC6: the first seat enters both, the second picks, and the seats keep their players whatever they play."""
        table = sit(store, "LC", person(), person(BEA), opening="chooser")
        assert table.waits_for == table.seats[0]
        table = say(store, table, "@c1", "@a7")
        with pytest.raises(NotYours):
            say(store, table, choice)
        table = say(store, table, choice, visitor=BEA)
        assert table.doers == (0, 0, 1)
        assert table.seat_of("R") == table.seats[red]
        assert table.colours_of((ANN, BEA)[red]) == "R"
        for ply, visitor, act in ((0, ANN, "@c1"), (1, ANN, "@a7"), (2, BEA, choice)):
            assert games.play(store, table.id, visitor, ply, act).version == table.version
        other = fresh(store, table.id)
        assert (other.doers, other.seat_of("R")) == (table.doers, table.seats[red])
        mover = (ANN, BEA)[red]
        with pytest.raises(NotYours):
            say(store, table, "@e7", visitor=({ANN, BEA} - {mover}).pop())
        assert say(store, table, "@e7", visitor=mover).doers[-1] == red

    def test_one_of_three_who_has_lost_everything_is_not_waited_for(self, store):
        """MG7: the pass of a player who is out is made at once, and is nobody's decision."""
        table = sit(store, "MG3", position="MG3 RBc1~,Ga7~,Rb5a5 R R0B0G0 -")
        table = say(store, table, "b5-c6")
        assert table.match.acts == ("b5-c6", "pass")
        assert (table.match.to_act, table.doers) == ("G", (0, None))
        back = games.take_back(store, table.id, ANN, 2)
        assert len(back.match) == 0

    def test_claims_and_contests(self, store):
        """LC5: a claim is answered before the game goes on, and the count of a contest is in the position."""
        table = say(store, sit(store, "LC", claim_after=0), "@c1", "@a7", "stalemate?")
        with pytest.raises(IllegalAct):
            say(store, table, "@e7")
        table = say(store, table, "contest")
        assert table.match.position.contest == ("B", 20)
        assert table.doers[-2:] == (0, 1)


class TestTakingBack:
    """`take_back`."""

    def test_against_a_computer(self, store):
        """Back to before one's own last move, with all that the computer has done since."""
        table = sit(store, "MG3", computer(), person(), computer())
        table = wander(store, table, 11)
        assert table.match.actor == 2
        back = games.take_back(store, table.id, ANN, 11)
        assert (len(back.match), back.match.actor) == (10, 1)
        again = games.take_back(store, table.id, ANN, 10)
        assert (len(again.match), again.match.actor) == (7, 1)
        assert again.match.acts == table.match.acts[:7]
        assert (again.version, again.doers) == (13, table.doers[:7])
        assert fresh(store, table.id).match.acts == again.match.acts

    def test_at_one_device(self, store):
        """Hot-seat: one move at a time, whoever made it."""
        table = say(store, sit(store, "LC"), "@c1", "@a7", "@e7")
        for left in (2, 1, 0):
            table = games.take_back(store, table.id, ANN, left + 1)
            assert len(table.match) == left
        with pytest.raises(IllegalAct, match="nothing to take back"):
            games.take_back(store, table.id, ANN, 0)

    @pytest.mark.parametrize("talk", [False, True])
    def test_the_die_falls_the_same(self, store, talk):
        """Whatever is played or said instead, the roll of a ply is the one that was seen before."""
        table = wander(store, sit(store, "QM"), 12)
        seen = dict(rolls(table))
        while games.last_decision(table, ANN) is not None:
            table = games.take_back(store, table.id, ANN, len(table.match))
        said: list[str] = []
        while len(table.match) - len(said) < 12 and not table.is_over:
            if talk:
                table = say(store, table, "draw?", "draw.")
                said += ["draw?", "draw."]
            table = say(store, table, str(table.match.position.legal_moves()[-1]))
        acts = [act for act in table.match.acts if act not in said]
        now = {ply: act for ply, act in enumerate(acts) if act.startswith("*")}
        both = seen.keys() & now.keys()
        assert len(both) >= 5
        assert all(now[ply] == seen[ply] for ply in both)

    def test_the_roll_before_a_decision_stays(self, store):
        """Quedah Merchant: one comes back to the die as it lay."""
        table = wander(store, sit(store, "QM"), 8)
        die = table.at(len(table.match) - 2).position.die
        back = games.take_back(store, table.id, ANN, len(table.match))
        assert (back.match.position.die, back.match.acts) == (die, table.match.acts[:-2])

    def test_an_earlier_ply(self, store):
        """A takeback for a game that has moved on is stale."""
        table = say(store, sit(store, "LC"), "@c1", "@a7")
        for ply in (0, 1, 3):
            with pytest.raises(Stale):
                games.take_back(store, table.id, ANN, ply)

    def test_what_was_sent_before_a_takeback(self, any_store):
        """It comes too late, though the ply is the same again; who does not say what they saw takes that risk."""
        seen = say(any_store, sit(any_store, "LC"), "@c1")
        games.take_back(any_store, seen.id, ANN, 1)
        now = say(any_store, games.load(any_store, seen.id), "@e7")
        with pytest.raises(Stale) as refused:
            games.play(any_store, seen.id, ANN, 1, "@a7", version=seen.version)
        assert refused.value.table.match.acts == ("@e7",)
        assert games.play(any_store, seen.id, ANN, 1, "@a7", version=now.version).match.acts == ("@e7", "@a7")
        assert games.play(any_store, seen.id, ANN, 2, "@a3").match.acts == ("@e7", "@a7", "@a3")

    def test_a_retry_with_a_version_counts_once(self, store):
        """As long as nothing was taken back since; then even the same act is stale."""
        table = sit(store, "LC")
        after = say(store, table, "@c1", "@a7")
        assert games.play(store, table.id, ANN, 0, "@c1", version=0).version == after.version
        games.take_back(store, table.id, ANN, 2)
        with pytest.raises(Stale):
            games.play(store, table.id, ANN, 0, "@c1", version=0)

    def test_twice_is_once(self, any_store):
        """A takeback that is sent again takes nothing more back, even when the game has come to that ply again."""
        seen = say(any_store, sit(any_store, "LC"), "@c1", "@a7")
        once = games.take_back(any_store, seen.id, ANN, 2, seen.version)
        again = games.take_back(any_store, seen.id, ANN, 2, seen.version)
        assert (again.version, again.match.acts) == (once.version, ("@c1",))
        later = say(any_store, again, "@e7")
        assert games.take_back(any_store, seen.id, ANN, 2, seen.version).version == later.version
        with pytest.raises(Stale):
            games.take_back(any_store, seen.id, ANN, 2, seen.version - 1)

    def test_a_computer_that_was_asked_before_it(self, store):
        """What it thought up for a move that was taken back is not played after another one."""
        asked = say(store, sit(store, "LC", person(), computer()), "@c1")
        games.take_back(store, asked.id, ANN, 1)
        now = say(store, games.load(store, asked.id), "@e7")
        with pytest.raises(Stale):
            games.computer_act(store, asked.id, 1, "@a7", asked.version)
        assert games.computer_act(store, asked.id, 1, "@a7", now.version).match.acts == ("@e7", "@a7")

    def test_a_game_that_is_over_stays_over(self, store):
        """Its seed is published: nobody plays on who knows the rolls to come."""
        table = say(store, sit(store, "QM"), "@c1", "@a7", "resign")
        with pytest.raises(IllegalAct):
            games.take_back(store, table.id, ANN, len(table.match))

    def test_versions_only_grow(self, store):
        """A takeback is an event like any other: nothing is erased."""
        table = say(store, sit(store, "LC"), "@c1")
        table = games.take_back(store, table.id, ANN, 1)
        table = say(store, table, "@e7")
        assert (table.version, table.match.acts) == (3, ("@e7",))
        with store.reading() as connection:
            rows = connection.execute(select(records.events).order_by(records.events.c.number)).all()
        assert [(row.kind, row.text) for row in rows] == [("act", "@c1"), ("takeback", "0"), ("act", "@e7")]


class TestSeeds:
    """The seed of the dice."""

    def test_it_is_secret_until_the_end(self, store):
        """The hash is there from the start, the seed when the game is over, and nowhere before."""
        table = say(store, sit(store, "QM"), "@c1", "@a7")
        with store.reading() as connection:
            seed = connection.execute(select(records.games.c.seed)).scalar_one()
        assert table.dice_seed is None
        assert table.dice_hash == commitment(seed)
        assert seed not in repr(table) + games.logbook(table)
        over = say(store, table, "resign")
        assert (over.dice_seed, over.dice_hash) == (seed, table.dice_hash)
        assert fresh(store, table.id).dice_seed == seed

    def test_every_game_has_its_own(self, store):
        """Two games have different ids and hashes."""
        tables = [sit(store, "QM") for _ in range(20)]
        assert len({table.dice_hash for table in tables}) == len({table.id for table in tables}) == 20


class TestRematch:
    """`rematch`."""

    def test_everybody_moves_one_seat_on(self, store):
        """The same game and options, other seats; asked for twice it is one game."""
        table = sit(store, "LC", person(), computer(2), opening="chooser", claim_after=4)
        with pytest.raises(IllegalAct, match="not over"):
            games.rematch(store, table.id, ANN)
        say(store, table, "resign")
        again = games.rematch(store, table.id, ANN)
        assert [seat.kind for seat in again.seats] == ["computer", "person"]
        assert [seat.number for seat in again.seats] == [0, 1]
        assert again.match.game == table.match.game
        assert again.source == f"rematch:{table.id}"
        assert games.rematch(store, table.id, ANN).id == again.id
        assert games.waiting(store) == [again.id]
        with pytest.raises(IllegalAct):
            games.rematch(store, again.id, ANN)

    def test_from_where_it_began(self, store):
        """A game from a position or a book is played again from there."""
        table = sit(store, "LC", position="LC Rc1~ B R6B7 -", acts=["@a7"])
        say(store, table, "resign")
        again = games.rematch(store, table.id, ANN)
        assert (str(again.match.start), again.match.acts, again.given) == ("LC Rc1~ B R6B7 -", ("@a7",), 1)


class TestAbandoning:
    """A game may be closed without a result."""

    @pytest.mark.parametrize("code", ["LC", "QM", "MG3"])
    def test_it_ends_there(self, any_store, code):
        """The seed is out, nobody is waited for, nothing goes on and nothing is taken back; also after a restart."""
        table = sit(any_store, code, person(), *[computer()] * (2 if code == "MG3" else 1))
        table = say(any_store, table, "@c1")
        over = games.abandon(any_store, table.id, ANN)
        any_store.shelf = Shelf(8)
        for one in (over, games.load(any_store, table.id)):
            assert (one.abandoned, one.is_over, one.waits_for, one.version) == (True, True, None, table.version + 1)
            assert (one.match.acts, one.match.result, one.doers) == (table.match.acts, None, table.doers)
            assert commitment(one.dice_seed or "") == one.dice_hash
        ply = len(over.match)
        with pytest.raises(IllegalAct, match="abandoned"):
            games.play(any_store, table.id, ANN, ply, "resign", "R")
        with pytest.raises(IllegalAct, match="nothing to take back"):
            games.take_back(any_store, table.id, ANN, ply)
        with pytest.raises(games.Stale):
            games.computer_act(any_store, table.id, ply, "@a7")
        with pytest.raises(IllegalAct, match="over"):
            games.check_hint(over, ANN, ply)
        assert games.waiting(any_store) == []
        assert games.games_of(any_store, ANN) == []

    def test_twice_is_once(self, store):
        """Sent again, it changes nothing."""
        table = games.abandon(store, sit(store, "LC").id, ANN)
        assert games.abandon(store, table.id, ANN).version == table.version == 1

    def test_not_what_is_over(self, store):
        """A result stays."""
        table = say(store, sit(store, "LC"), "resign")
        with pytest.raises(IllegalAct, match="nothing to abandon"):
            games.abandon(store, table.id, ANN)
        assert games.load(store, table.id).match.outcome == "0-1"

    def test_it_makes_room(self, store, monkeypatch):
        """Whoever has too many unfinished games can be rid of one."""
        monkeypatch.setattr(limits, "UNFINISHED", 1)
        table = sit(store, "MG3")
        with pytest.raises(TooMany):
            sit(store, "LC")
        games.abandon(store, table.id, ANN)
        assert sit(store, "LC").version == 0

    def test_a_full_game_too(self, store, monkeypatch):
        """Where nothing else can be done any more."""
        table = say(store, sit(store, "MG3"), "@c1")
        monkeypatch.setattr(limits, "EVENTS", 1)
        assert games.abandon(store, table.id, ANN).abandoned


class TestLists:
    """`games_of` and `waiting`."""

    def test_finished_games_by_leaves(self, any_store):
        """The latest first, each with who won and why; unfinished ones apart."""
        ids = [say(any_store, sit(any_store, "LC"), "resign").id for _ in range(5)]
        running = say(any_store, sit(any_store, "QM"), "@c1")
        finished = games.games_of(any_store, ANN, finished=True)
        assert [one.id for one in finished] == ids[::-1]
        assert {(one.outcome, one.reason, one.winner, one.turn) for one in finished} == {("0-1", "resigned", 1, None)}
        leaf = games.games_of(any_store, ANN, finished=True, limit=2, skip=2)
        assert [one.id for one in leaf] == ids[2:0:-1]
        (going,) = games.games_of(any_store, ANN, finished=False)
        assert (going.id, going.turn, going.waits_for) == (running.id, "B", 1)

    def test_colours_that_were_chosen(self, store):
        """The seat that won is known, whatever colour it has picked."""
        table = say(store, sit(store, "LC", opening="chooser"), "@c1", "@a7", "red")
        (going,) = games.games_of(store, ANN)
        assert (going.turn, going.waits_for) == (table.match.to_act, table.match.actor)
        over = say(store, table, "resign")
        (one,) = games.games_of(store, ANN)
        assert over.match.result is not None
        assert one.winner == over.match.seat(over.match.result.winner or "")

    def test_a_visitors_games(self, any_store):
        """Unfinished ones come first, then the latest; others' games are not there."""
        old = say(any_store, sit(any_store, "LC"), "resign")
        running = sit(any_store, "QM", person(), computer(2))
        late = say(any_store, sit(any_store, "MG2"), "resign")
        sit(any_store, "LC", person(BEA), computer(), owner=BEA)
        listed = games.games_of(any_store, ANN)
        assert [one.id for one in listed] == [running.id, late.id, old.id]
        assert [one.outcome for one in listed] == ["*", "0-1", "0-1"]
        assert [one.waits_for_visitor(ANN) for one in listed] == [True, False, False]
        assert listed[0].seats == running.seats
        assert len(games.games_of(any_store, ANN, limit=2)) == 2
        assert games.games_of(any_store, "nobody") == []

    def test_games_that_wait_for_a_computer(self, any_store):
        """They are known without a replay, those first that have waited longest."""
        first = sit(any_store, "LC", computer(), person())
        second = sit(any_store, "LC", person(), computer())
        assert games.waiting(any_store) == [first.id]
        second = say(any_store, second, "@c1")
        assert games.waiting(any_store) == [first.id, second.id]
        games.computer_act(any_store, first.id, 0, "@c1")
        say(any_store, second, "resign")
        assert games.waiting(any_store) == []
