from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from kidd.dice import commitment
from kidd.errors import IllegalAct, IllegalMove, KiddError
from kidd.match.token_ids import follow
from kidd.table import limits
from kidd.table.play import games
from kidd.table.play.games import NoSuchGame, Stale, TooMany
from kidd.table.storage import event_log
from kidd.table.storage.database import schema
from kidd.table.storage.database.store import SnapshotCache, size_of
from kidd.table.storage.events import read_event
from tests.contract import GAMES
from tests.table.sittings import ANN, BEA, computer, count, fresh, person, rolls, say, sit, turns, wander

pytestmark = pytest.mark.once


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
        for name in ("id", "seats", "doers", "version", "dice_hash", "dice_seed", "given", "source"):
            assert getattr(other, name) == getattr(table, name)
        assert (other.created, other.updated) == (table.created, table.updated)
        assert other.match.acts == table.match.acts
        assert (other.match.result, other.match.position) == (table.match.result, table.match.position)
        assert table.ids == other.ids == follow(other.match)

    def test_nobody_waits_for_a_die(self, store):
        """The roll is stored together with the move before it."""
        table = sit(store, "QM")
        for _ in range(15):
            table = wander(store, table, len(table.match) + 1)
            assert not fresh(store, table.id).match.position.is_chance
        assert any(act.startswith("*") for act in table.match.acts)
        assert count(store, "events") == table.version == len(table.match) + 1

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
        assert games.load(store, table.id).version == 2

    def test_a_game_of_nobody(self, store):
        """An id that is none is no game, whatever it looks like."""
        for game_id in ("nope", "", "x" * 5000, "a b", "'; DROP TABLE games; --", "ä", "\x00"):
            with pytest.raises(NoSuchGame):
                games.load(store, game_id)

    def test_a_game_that_is_full_can_still_be_ended(self, store, monkeypatch):
        """When too much has happened there is room for the last word only."""
        table = say(store, sit(store, "LC"), "@c1", "@a7")
        monkeypatch.setattr(limits, "EVENTS", 3)
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
        monkeypatch.setattr(limits, "EVENTS", 1)
        assert say(store, table, "draw?", "draw!", "draw!").match.result is not None

    def test_no_move_replays_the_game(self, store, monkeypatch):
        """A game in use is kept ready: playing on, looking and taking back never start from its first move."""
        table = wander(store, sit(store, "LC"), 40)
        monkeypatch.setattr(event_log, "fold", None)
        table = wander(store, table, 45, seed=2)
        table = games.take_back(store, table.id, ANN, len(table.match))
        assert games.load(store, table.id) is table

    def test_what_is_kept_ready_is_not_changed(self, store):
        """Somebody who still looks at an earlier version sees what was."""
        before = say(store, sit(store, "LC"), "@c1")
        after = say(store, before, "@a7")
        assert (before.match.acts, after.match.acts) == (("@c1",), ("@c1", "@a7"))

    def test_what_is_kept_ready_has_an_end(self, store, monkeypatch):
        """Games that were not asked for in a long time make room and are read again."""
        first = say(store, sit(store, "LC"), "@c1")
        monkeypatch.setattr(store.snapshots, "_room", size_of(first) * 5 // 2)
        tables = [first, *(say(store, sit(store, "LC"), "@c1") for _ in range(3))]
        ready = [store.snapshots.find(table.id, table.version) is not None for table in tables]
        assert ready == [False, False, True, True]
        assert games.load(store, tables[0].id).match.acts == ("@c1",)


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
        assert (again.version, again.doers) == (14, table.doers[:7])
        assert fresh(store, table.id).match.acts == again.match.acts

    def test_at_one_device(self, store):
        """Hot-seat: one move at a time, whoever made it."""
        table = say(store, sit(store, "LC"), "@c1", "@a7", "@e7")
        for left in (2, 1, 0):
            table = games.take_back(store, table.id, ANN, left + 1)
            assert len(table.match) == left
        with pytest.raises(IllegalAct, match="nothing to take back"):
            games.take_back(store, table.id, ANN, 0)

    def test_words_go_with_the_move_before_them(self, store):
        """An offer that was declined is no move: the deck itself goes back."""
        table = say(store, sit(store, "LC", person(), computer()), "@c1")
        table = games.computer_act(store, table.id, 1, "@a7")
        table = games.computer_act(store, say(store, table, "draw?").id, 3, "draw.")
        assert table.match.acts == ("@c1", "@a7", "draw?", "draw.")
        back = games.take_back(store, table.id, ANN, 4)
        assert back.match.acts == ()
        assert say(store, back, "draw?").last_move_of(ANN.person) is None

    @pytest.mark.parametrize("talk", [False, True])
    def test_the_die_falls_the_same(self, store, talk):
        """Whatever is played or said instead, the roll of a ply is the one that was seen before."""
        table = wander(store, sit(store, "QM"), 12)
        seen = dict(rolls(table))
        while table.last_move_of(ANN.person) is not None:
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
        assert games.play(store, table.id, ANN, 0, "@c1", version=1).version == after.version
        games.take_back(store, table.id, ANN, 2)
        with pytest.raises(Stale):
            games.play(store, table.id, ANN, 0, "@c1", version=1)

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
        assert (table.version, table.match.acts) == (4, ("@e7",))
        with store.reading() as connection:
            rows = connection.execute(select(schema.events).order_by(schema.events.c.number)).all()
        happened = [read_event(row.kind, row.at, row.data) for row in rows[1:]]
        assert [(one.kind, getattr(one, "act", None), getattr(one, "ply", None)) for one in happened] == [
            ("act", "@c1", None),
            ("takeback", None, 0),
            ("act", "@e7", None),
        ]


class TestAbandoning:
    """A game may be closed without a result."""

    @pytest.mark.parametrize("code", ["LC", "QM", "MG3"])
    def test_it_ends_there(self, any_store, code):
        """The seed is out, nobody is waited for, nothing goes on and nothing is taken back; also after a restart."""
        table = sit(any_store, code, person(), *[computer()] * (2 if code == "MG3" else 1))
        table = say(any_store, table, "@c1")
        over = games.abandon(any_store, table.id, ANN)
        any_store.snapshots = SnapshotCache(100_000)
        for one in (over, games.load(any_store, table.id)):
            assert (one.abandoned, one.is_over, one.waits_for, one.version) == (True, True, None, table.version + 1)
            assert (one.match.acts, one.match.result, one.doers) == (table.match.acts, None, table.doers)
            assert commitment(one.dice_seed or "") == one.dice_hash
        ply = len(over.match)
        with pytest.raises(IllegalAct, match="abandoned"):
            games.play(any_store, table.id, ANN, ply, "resign", "R")
        with pytest.raises(IllegalAct, match="nothing can be taken back"):
            games.take_back(any_store, table.id, ANN, ply)
        with pytest.raises(games.Stale):
            games.computer_act(any_store, table.id, ply, "@a7")
        with pytest.raises(IllegalAct, match="over"):
            games.check_hint(over, ANN, ply)
        assert turns(any_store) == []
        assert games.games_of(any_store, ANN.person) == []

    def test_twice_is_once(self, store):
        """Sent again, it changes nothing."""
        table = games.abandon(store, sit(store, "LC").id, ANN)
        assert games.abandon(store, table.id, ANN).version == table.version == 2

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
        assert sit(store, "LC").version == 1

    def test_a_full_game_too(self, store, monkeypatch):
        """Where nothing else can be done any more."""
        table = say(store, sit(store, "MG3"), "@c1")
        monkeypatch.setattr(limits, "EVENTS", 1)
        assert games.abandon(store, table.id, ANN).abandoned
