"""A game as one value: what everybody sees, what is the viewer's, and the log since a version."""

from __future__ import annotations

import gc
import json
import statistics
import weakref
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kidd.move_lookup import find
from kidd.position import parse
from kidd.table.play.actors import Actor
from kidd.table.play.games import (
    Seat,
    Store,
    Table,
    abandon,
    adjourn,
    answer_adjourn,
    load,
    open_game,
    open_store,
    play,
    resume,
    take_back,
)
from kidd.table.terms import Terms
from kidd.web.http.visitors.viewer import Viewer
from kidd.web.state import log_entries
from kidd.web.state.game_state import game_state, state_json
from kidd.web.state.log_entries import log_of
from kidd.web.state.models import Rights
from kidd.words.language import tongue

ANN, BEN = "a" * 32, "b" * 32
EN, DE = tongue("en"), tongue("de")
MOST_BYTES = 3 * 1024  # of what is told of a move
CODES = ("LC", "QM", "MG2", "MG3")


def test_the_end_tells_of_its_last_acts_only(store: Store, monkeypatch: pytest.MonkeyPatch):
    """Whoever has seen all but these is not told by telling all again, and what they get is the same."""
    random, table = Random(7), opened(store, "MG2")
    state_json(table, viewer(ANN))  # the beginning is told, and kept
    for _ in range(30):
        seat = table.waits_for
        assert seat is not None
        act = str(random.choice(table.match.position.legal_moves()))
        table = play(store, table.id, Actor(seat.person or ""), len(table.match), act)
    seen = table.version
    table = play(store, table.id, Actor(ANN), len(table.match), "R:resign")
    made: list[int] = []
    tell = log_entries._entry

    def counted(table: Table, number: int, *more: Any) -> bytes:
        made.append(number)
        return tell(table, number, *more)

    monkeypatch.setattr(log_entries, "_entry", counted)
    told = json.loads(state_json(table, viewer(BEN), since=seen))
    for person, language in ((ANN, "en"), ("d" * 32, "en"), (BEN, "en")):  # once for all who speak it
        state_json(table, viewer(person, language), since=seen)
    assert made == [30]
    assert [one["ply"] for one in told["log"]] == [31]
    whole = json.loads(state_json(table, viewer(BEN)))
    assert whole["log"][30:] == told["log"]
    assert len(made) > 30


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """An empty database."""
    folder: Path = tmp_path_factory.mktemp("store")
    opened = open_store(f"sqlite:///{folder}/kidd.db")
    yield opened
    opened.close()


def viewer(person: str, language: str = "en") -> Viewer:
    """Somebody who looks."""
    return Viewer(Actor(person), tongue(language))


def opened(store: Store, code: str = "LC", *persons: str, **options: Any) -> Table:
    """A game between people, Ann and Ben unless said otherwise."""
    people = persons or (ANN, BEN, "c" * 32)[: 3 if code == "MG3" else 2]
    seats = [Seat(number, "person", person) for number, person in enumerate(people)]
    return open_game(store, code=code, options=options, seats=seats, owner=Actor(ANN))


def said(store: Store, table: Table, *acts: str) -> Table:
    """What whoever is waited for does."""
    for act in acts:
        seat = table.waits_for
        assert seat is not None
        table = play(store, table.id, Actor(seat.person or ""), len(table.match), act)
    return table


def test_moves_in_advance(store: Store):
    """Only to who waits in a live game with others: all that may become a move of theirs, in few bytes."""
    seats = [Seat(0, "person", ANN), Seat(1, "person", BEN)]

    def begun(code: str, time: str) -> Table:
        table = open_game(store, code=code, options={}, seats=seats, owner=Actor(ANN), terms=Terms(time=time))
        return said(store, table, "@c1", "@a7")

    live = begun("QM", "300+5")
    assert game_state(live, viewer(ANN)).premoves == ()
    ahead = game_state(live, viewer(BEN)).premoves
    assert {"a7-a5", "a7-b8", "a7-b5/a5"} <= {act.partition("@")[0] for act in ahead}
    assert game_state(live, viewer("c" * 32)).premoves == ()
    assert game_state(live, viewer(BEN), ply=1).premoves == ()
    for time in ("", "3d"):
        assert game_state(begun("QM", time), viewer(BEN)).premoves == ()
    live = begun("LC", "300+5")
    assert set(game_state(live, viewer(BEN)).premoves) >= {"a7-a5", "a7-b8", "@c9", "@c1"}
    asked = adjourn(store, live.id, Actor(ANN))
    assert game_state(asked, viewer(BEN)).premoves
    assert game_state(answer_adjourn(store, live.id, Actor(BEN), agree=True), viewer(BEN)).premoves == ()


def test_an_adjournment(store: Store):
    """Who asks, who is asked, and then nobody to move and no time that runs; whoever is ready stands there."""
    seats = [Seat(0, "person", ANN, None, "Ann"), Seat(1, "person", BEN, None, "Ben")]
    table = open_game(store, code="LC", options={}, seats=seats, owner=Actor(ANN), terms=Terms(time="300+5"))
    table = said(store, table, "@c1", "@a7")
    assert game_state(table, viewer(ANN)).rights.ask_adjourn
    assert not game_state(table, viewer("c" * 32)).rights.ask_adjourn
    table = adjourn(store, table.id, Actor(ANN))
    ann, ben = (game_state(table, viewer(one)) for one in (ANN, BEN))
    assert (ann.rights.withdraw_adjourn, ann.rights.answer_adjourn) == (True, False)
    assert (ben.rights.withdraw_adjourn, ben.rights.answer_adjourn) == (False, True)
    assert ann.recess is not None
    assert (ann.recess.by, ann.recess.asked) == ("R", "B")
    assert (
        game_state(table, viewer(BEN, "de")).sentences.recess
        == "Ann möchte die Partie vertagen. Bist du einverstanden?"
    )
    table = answer_adjourn(store, table.id, Actor(BEN), agree=True)
    ann = game_state(table, viewer(ANN))
    assert ann.clock is not None
    assert (ann.moves, [act.word for act in ann.acts], ann.clock.running) == ((), ["resign"], None)
    assert not any(seat.to_act for seat in ann.seats)
    assert "adjourned" in ann.sentences.state
    table = resume(store, table.id, Actor(BEN))
    ann = game_state(table, viewer(ANN))
    assert ann.recess is not None
    assert (ann.recess.ready, ann.rights.resume) == ("B", True)
    assert "Ready to go on: Ben." in ann.sentences.recess
    assert game_state(resume(store, table.id, Actor(ANN)), viewer(ANN)).recess is None


def random_act(table: Table, random: Random) -> str:
    """Any legal move."""
    return str(random.choice(table.match.position.legal_moves()))


class Follower:
    """Somebody who keeps a log by what is told of each change, as pages do."""

    def __init__(self, table: Table, person: str) -> None:
        self.viewer = viewer(person)
        self.state = game_state(table, self.viewer)
        self.log = list(self.state.log)

    def hear(self, table: Table) -> None:
        """Take up what is new since the version that was heard of last."""
        self.state = game_state(table, self.viewer, since=self.state.version)
        self.log[self.state.log_from :] = self.state.log


class TestParts:
    """What a state says."""

    @pytest.mark.parametrize("code", CODES)
    def test_moves_in_parts_are_the_legal_moves(self, store: Store, code: str):
        """Each names what its notation does, and is found by what is to be sent."""
        random, table = Random(code), opened(store, code)
        for _ in range(30):
            if table.is_over:
                break
            seat = table.waits_for
            assert seat is not None
            state = game_state(table, viewer(seat.person or ""))
            assert [move.act for move in state.moves] == [str(one) for one in table.match.position.legal_moves()]
            for move in state.moves:
                found = find(table.match.position, move.act)
                parts = (move.origin, move.target, move.via, move.escapes, move.entry)
                assert parts == (found.origin, found.target, found.via, found.escapes, found.entry)
            table = said(store, table, random_act(table, random))

    @pytest.mark.parametrize("code", CODES)
    def test_pieces_are_those_of_the_position(self, store: Store, code: str):
        """With as many tokens as stand there, each of them once."""
        random, table = Random(code), opened(store, code)
        for _ in range(40):
            if table.is_over:
                break
            table = said(store, table, random_act(table, random))
            state = game_state(table, viewer(""))
            options: dict[str, Any] = state.options
            pos = parse(state.position, **options)
            assert [(one.crew, one.space, one.back) for one in state.pieces] == [tuple(one) for one in pos.pieces]
            ids = [name for one in state.pieces for name in one.ids]
            assert len(set(ids)) == len(ids)
            assert all("".join(name[0] for name in one.ids) == one.crew for one in state.pieces)
            assert state.hands == pos.hands

    def test_only_whose_turn_it_is_has_moves(self, store: Store):
        """The opponent has words, a watcher neither."""
        table = opened(store)
        mover, other, watcher = (game_state(table, viewer(one)) for one in (ANN, BEN, ""))
        assert mover.moves
        assert mover.you == ("R",)
        assert not other.moves
        assert [act.act for act in other.acts] == ["B:draw?", "B:resign"]
        assert not watcher.moves
        assert not watcher.acts
        assert not watcher.you
        assert not any(seat.you for seat in watcher.seats)

    def test_rights(self, store: Store):
        """Alone at a table one takes back, asks, studies and abandons; with others one asks to take back."""
        alone = said(store, opened(store, "LC", ANN, ANN), "@c1")
        rights = game_state(alone, viewer(ANN)).rights
        assert (rights.take_back, rights.abandon, rights.hint, rights.rematch) == (True, True, True, False)
        both = said(store, opened(store), "@c1")
        assert game_state(both, viewer(ANN)).rights == Rights(ask_takeback=True, abandon=True, plan=True)
        assert game_state(both, viewer(BEN)).rights == Rights(abandon=True)  # until both have acted
        both = said(store, both, "@a7")
        assert game_state(both, viewer(BEN)).rights == Rights(ask_takeback=True, plan=True)
        assert rights.study
        assert game_state(both, viewer("")).rights.study
        over = game_state(said(store, both, "resign"), viewer(ANN)).rights
        assert (over.rematch, over.analyse, over.study, over.take_back) == (True, True, True, False)
        assert not game_state(said(store, opened(store), "resign"), viewer(ANN)).rights.analyse  # nobody has moved

    def test_languages(self, store: Store):
        """Sentences differ, all else is the same."""
        table = said(store, opened(store), "@c1")
        english, german = (json.loads(state_json(table, viewer(BEN, code))) for code in ("en", "de"))
        assert english["sentences"]["told"] == "Red enters on c1."
        assert german["sentences"]["told"] != english["sentences"]["told"]
        for one in (english, german):
            del one["sentences"], one["log"]
        assert english == german

    def test_result_and_end(self, store: Store):
        """Nobody is waited for any more."""
        table = said(store, opened(store, "QM"), "@c1", "@a7", "resign")
        state = game_state(table, viewer(BEN))
        assert state.result is not None
        assert (state.result.outcome, state.result.winner, state.result.reason) == ("0-1", "B", "resigned")
        assert state.sentences.ended == "You won. Your opponent has resigned."
        assert state.dice_seed is not None
        assert state.turn is None
        assert not state.moves

    def test_abandoned(self, store: Store):
        """A state of its own, without a result."""
        table = said(store, opened(store, "LC", ANN, ANN), "@c1")
        state = game_state(abandon(store, table.id, Actor(ANN)), viewer(ANN))
        assert state.abandoned
        assert state.result is None
        assert state.turn is None
        assert not state.acts

    def test_a_look_back(self, store: Store):
        """The pieces of then with the log of now, and nothing to do."""
        table = said(store, opened(store, "LC", ANN, ANN), "@c1", "@a7", "c1-b2")
        state = game_state(table, viewer(ANN), ply=1)
        assert (state.ply, state.last_ply, len(state.log)) == (1, 3, 3)
        assert [piece.space for piece in state.pieces] == ["c1"]
        assert state.sentences.told == "Red enters on c1."
        assert not state.moves
        assert not state.acts
        assert not state.rights.take_back
        assert state.rights.abandon

    def test_joined_parts_are_the_whole(self, store: Store):
        """What is sent reads as what it was made of, and says nothing twice."""
        table = said(store, opened(store), "@c1")
        sent = state_json(table, viewer(ANN))
        assert sent.count(b'"sentences":') == sent.count(b'"pieces":') == sent.count(b'"log":') == 1
        top = json.loads(sent)
        assert json.loads(game_state(table, viewer(ANN)).model_dump_json(exclude_defaults=True)) == top


class TestLog:
    """What is new in the log."""

    @pytest.mark.parametrize("code", CODES)
    def test_followers_have_the_whole_log(self, store: Store, code: str):
        """However moves and takebacks come, and whichever of them a follower misses."""
        random, table = Random(code), opened(store, code, *(ANN,) * (3 if code == "MG3" else 2))
        quick, slow = Follower(table, ANN), Follower(table, "")
        for _ in range(60):
            if table.is_over:
                break
            back = random.random() < 0.25 and game_state(table, viewer(ANN)).rights.take_back
            if back:
                table = take_back(store, table.id, Actor(ANN), len(table.match))
            else:
                table = said(store, table, random_act(table, random))
            quick.hear(table)
            assert quick.log == list(game_state(table, viewer(ANN)).log)
            if random.random() < 0.3:
                slow.hear(table)
                assert slow.log == list(game_state(table, viewer("")).log)
        assert [entry.act for entry in quick.log] == list(table.match.acts)

    def test_a_move_tells_one_entry(self, store: Store):
        """And from where on."""
        table = said(store, opened(store), "@c1", "@a7", "c1-b2")
        state = game_state(table, viewer(ANN), since=table.version - 1)
        assert state.log_from == 2
        assert [entry.act for entry in state.log] == ["c1-b2"]
        assert state.log[0].path == ("c1", "b2")
        assert state.log[0].reached == ("b2",)

    def test_nothing_new(self, store: Store):
        """The log is left out."""
        table = said(store, opened(store), "@c1")
        sent = json.loads(state_json(table, viewer(ANN), since=table.version))
        assert sent["log_from"] == 1
        assert "log" not in sent

    def test_a_version_from_the_future_gets_all(self, store: Store):
        """As after a backup was put back."""
        state = game_state(said(store, opened(store), "@c1"), viewer(ANN), since=99)
        assert (state.log_from, len(state.log)) == (0, 1)

    def test_the_choice_of_colours_tells_the_opening_again(self, store: Store):
        """LC6: who did what before it is known by colours only then."""
        table = opened(store, "LC", opening="chooser")
        ann, ben, watcher = (Follower(table, one) for one in (ANN, BEN, ""))
        for act in ("@c1", "@a7", "red", "@c9"):
            table = said(store, table, act)
            for one in (ann, ben, watcher):
                one.hear(table)
                assert one.log == list(game_state(table, one.viewer).log)
        assert [entry.by for entry in watcher.log[:3]] == ["B", "B", "R"]
        assert watcher.log[0].colour == "R"
        assert ann.log[0].said == "You enter a red token on c1."
        assert watcher.log[0].said == "The first player enters a red token on c1."

    def test_entries_are_told_once(self, store: Store):
        """A move adds to what was told, and a takeback leaves what still stands."""
        table = said(store, opened(store, "LC", ANN, ANN), "@c1", "@a7", "@e3")
        before = log_of(table, EN)
        after = log_of(said(store, table, "@a3"), EN)
        assert all(one is other for one, other in zip(before, after, strict=False))
        back = log_of(take_back(store, table.id, Actor(ANN), 4), EN)
        assert len(back) == 3
        assert all(one is other for one, other in zip(after, back, strict=False))

    def test_an_earlier_table_is_told_as_it_was(self, store: Store):
        """Somebody may still hold it while the game has gone on."""
        table = said(store, opened(store, "LC", ANN, ANN), "@c1", "@a7")
        later = said(store, take_back(store, table.id, Actor(ANN), 2), "@e7")
        assert [json.loads(one)["act"] for one in log_of(later, EN)] == ["@c1", "@e7"]
        assert [json.loads(one)["act"] for one in log_of(table, EN)] == ["@c1", "@a7"]
        assert [json.loads(one)["act"] for one in log_of(later, EN)] == ["@c1", "@e7"]

    def test_what_was_told_keeps_no_game(self, store: Store):
        """A game takes many times as much as its log, and is counted where games are kept."""
        game_id = said(store, opened(store, "LC", ANN, ANN), "@c1", "@a7").id
        store.snapshots.drop(game_id)
        table = load(store, game_id)  # not the one that the writer did last
        held = weakref.ref(table)
        assert len(log_of(table, EN)) == 2
        store.snapshots.drop(game_id)
        del table
        gc.collect()
        assert held() is None


@pytest.mark.parametrize("code", CODES)
def test_a_move_is_a_small_message(store: Store, code: str, monkeypatch: pytest.MonkeyPatch):
    """At most 3 KB to the mover, the next one and a watcher, in all but a few moves of random games."""
    random, sizes = Random(code), []
    # Not by luck: the die falls by the seed and the game's id.
    monkeypatch.setattr("kidd.table.play.new_game.new_seed", lambda _: random.randbytes(32).hex())
    monkeypatch.setattr("kidd.table.play.new_game.secrets.choice", random.choice)
    for _ in range(3):
        table = opened(store, code)
        for _ in range(80):
            if table.is_over:
                break
            since, mover = table.version, table.waits_for
            table = said(store, table, random_act(table, random))
            for one in (mover, table.waits_for, None):
                person = one.person or "" if one else ""
                sizes.append(len(state_json(table, viewer(person), since=since)))
    assert statistics.quantiles(sizes, n=100)[98] <= MOST_BYTES
    assert statistics.median(sizes) <= 2_000


def test_the_message_does_not_grow_with_the_game(store: Store):
    """After hundreds of acts a move says as much as after ten."""
    seats, sizes = [Seat(number, "person", ANN) for number in range(2)], []
    for offers in (5, 50, 500):
        acts = ("@c1", "@a7", *["draw?", "draw."] * offers)
        table = open_game(store, code="LC", options={}, seats=seats, owner=Actor(ANN), acts=acts)
        since = table.version
        table = said(store, table, "@e3")
        sizes.append(len(state_json(table, viewer(ANN), since=since)))
    assert max(sizes) - min(sizes) < 60
