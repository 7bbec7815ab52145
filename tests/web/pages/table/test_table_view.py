"""What a page shows of a table to one viewer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kidd.advice import annotate as facts
from kidd.advice.analyst import Budget
from kidd.table import limits
from kidd.table.computers.analysis_jobs import Analysis
from kidd.table.play.actors import Actor
from kidd.table.play.games import Seat, Store, Table, open_game, open_store, play
from kidd.web.http.visitors.prefs import Prefs
from kidd.web.http.visitors.viewer import Viewer
from kidd.web.pages.table.table_view import look
from kidd.web.pages.table.view_models import TableView
from kidd.words.language import tongue

ANN, BEN = "a" * 32, "b" * 32


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """An empty database."""
    folder: Path = tmp_path_factory.mktemp("store")
    opened = open_store(f"sqlite:///{folder}/kidd.db")
    yield opened
    opened.close()


def people(*visitors: str) -> tuple[Seat, ...]:
    """Seats for people."""
    return tuple(Seat(number, "person", visitor) for number, visitor in enumerate(visitors))


def computer() -> Seat:
    """A seat for a deckhand; its number does not matter."""
    return Seat(0, "computer", None, 2)


def table(store: Store, code: str, seats: tuple[Seat, ...], *acts: str, **more: Any) -> Table:
    """A game after some acts, which were played elsewhere."""
    options = more.pop("options", {})
    return open_game(store, code=code, options=options, seats=seats, owner=Actor(ANN), acts=acts, **more)


def seen(game: Table, visitor: str = ANN, ply: int | None = None, **prefs: Any) -> TableView:
    """What a visitor sees in English."""
    return look(game, Viewer(Actor(visitor), tongue("en"), Prefs(**prefs)), ply)


class TestWhoMayDoWhat:
    """A view offers what its viewer may do, and no more."""

    def test_two_people_elsewhere(self, store: Store):
        """Whose turn it is moves; the other may only speak; who has moved may ask to take back; neither gets hints."""
        game = table(store, "LC", people(ANN, BEN))
        mine, theirs, looking = seen(game), seen(game, BEN), seen(game, "c" * 32)
        assert (mine.yours, theirs.yours, looking.yours) == (("R",), ("B",), ())
        assert (mine.may_move, theirs.may_move, looking.may_move) == (True, False, False)
        assert (len(mine.moves), len(theirs.moves), len(looking.moves)) == (6, 0, 0)
        assert [item.act for item in mine.acts] == ["draw?", "resign"]
        assert [item.act for item in theirs.acts] == ["B:draw?", "B:resign"]
        assert looking.acts == ()
        after = play(store, game.id, Actor(ANN), 0, "@c1")
        for visitor in (ANN, BEN, "c" * 32, ""):
            assert seen(after, visitor).may.ask_takeback == (visitor == ANN)  # by asking
            assert not seen(after, visitor).may.hint

    def test_at_one_device(self, store: Store):
        """Whoever is waited for speaks and moves, and everything may be taken back."""
        game = play(store, table(store, "LC", people(ANN, ANN)).id, Actor(ANN), 0, "@c1")
        view = seen(game)
        assert (view.yours, view.turn, view.may_move) == (("R", "B"), "B", True)
        assert [item.act for item in view.acts] == ["draw?", "resign"]
        assert view.may.take_back
        assert view.may.hint
        assert [seat.name for seat in view.seats] == ["Red", "Blue"]

    def test_against_a_computer(self, store: Store):
        """It is called by its rank in the viewer's language, and seen to think."""
        game = table(store, "LC", (Seat(0, "computer", level=2), Seat(1, "person", ANN)))
        view = seen(game)
        assert (view.thinking, view.may_move, view.sentence) == (True, False, "Deckhand is thinking.")
        assert [(seat.name, seat.you) for seat in view.seats] == [("Deckhand", False), ("You", True)]
        german = look(game, Viewer(Actor(ANN), tongue("de")))
        assert german.seats[0].name == "Matrose"

    def test_only_resigning_is_dangerous(self, store: Store):
        """It is asked about before it is sent."""
        view = seen(table(store, "LC", people(ANN, ANN)))
        assert [(item.danger, bool(item.question)) for item in view.acts] == [(False, False), (True, True)]

    def test_an_unanswered_claim(self, store: Store):
        """LC5: nobody moves before the answer."""
        game = table(store, "LC", people(ANN, ANN), "stalemate?", options={"claim_after": 0})
        view = seen(game)
        assert view.moves == ()
        assert {"stalemate!", "contest", "resign"} == {item.act for item in view.acts}
        assert view.offer

    def test_a_draw_offered_on_ones_own_turn(self, store: Store):
        """C6: the one who is asked answers and gets no moves of the other's; whoever offered may move meanwhile."""
        game = table(store, "LC", people(ANN, BEN), "draw?")
        mine, theirs = seen(game), seen(game, BEN)
        assert (mine.may_move, len(mine.moves), theirs.may_move, theirs.moves) == (True, 6, False, ())
        assert [item.act for item in theirs.acts] == ["draw!", "draw.", "resign"]
        after = play(store, game.id, Actor(ANN), 1, "@c1")
        assert after.match.offer is not None
        assert [item.act for item in seen(after, BEN).acts] == ["draw!", "draw.", "resign"]

    def test_a_draw_offered_to_computers(self, store: Store):
        """C6: while two of them think about it one may move, but a hint would be about something else."""
        view = seen(table(store, "MG3", (*people(ANN), computer(), computer()), "draw?"))
        assert (view.thinking, view.may_move, view.may.hint) == (True, True, False)
        assert view.moves

    def test_a_game_that_is_full(self, store: Store, monkeypatch: pytest.MonkeyPatch):
        """A computer that has no room left to move is not waited for: the page says what can still be done."""
        game = table(store, "LC", (*people(ANN), computer()))
        monkeypatch.setattr(limits, "EVENTS", 2)  # with its opening
        view = seen(play(store, game.id, Actor(ANN), 0, "@c1"))
        assert (view.thinking, view.may_move, view.moves) == (False, False, ())
        assert view.sentence == "This game is full: after 2 entries it can only be given up or drawn."
        assert [item.act for item in view.acts] == ["R:draw?", "R:resign"]

    def test_a_draw_offered_at_one_device(self, store: Store):
        """Blue has the buttons to answer, and the moves are Red's."""
        game = table(store, "LC", people(ANN, ANN), "draw?")
        view = seen(game)
        assert [item.act for item in view.acts] == ["draw!", "draw.", "resign"]
        assert (view.may_move, len(view.moves), view.sentence) == (True, 6, "Red to enter a token.")
        after = play(store, game.id, Actor(ANN), 1, view.moves[0].text).match
        assert (after.act_by(1), after.offer is not None) == ("R", True)

    def test_the_end(self, store: Store):
        """Who won is seen, and nothing is left to do but to look back."""
        game = play(store, table(store, "LC", people(ANN, ANN)).id, Actor(ANN), 0, "resign")
        view = seen(game)
        assert (view.over, view.result, view.winner, view.turn) == (True, "0-1", "B", "")
        assert [seat.won for seat in view.seats] == [False, True]
        assert (view.acts, view.moves, view.may.take_back, view.may_move) == ((), (), False, False)


class TestGoods:
    """What is in hand, and what was taken."""

    def test_loyal_captain(self, store: Store):
        """Captured tokens lie with the other crew."""
        view = seen(table(store, "LC", people(ANN, ANN), position="LC Rc1~,Ba7~ R R4B6 -"))
        red, blue = view.seats
        assert (red.hand, red.captured, blue.hand, blue.captured) == (4, "", 6, "RR")
        assert blue.captured_words == "Blue has captured 2 tokens"

    def test_towers(self, store: Store):
        """Captives are what lies under those a crew leads, without its own."""
        view = seen(table(store, "MG3", people(ANN, ANN, ANN), position="MG3 RBGRc4c3,GBc6b5 R R2B2G3 -"))
        assert [seat.captured for seat in view.seats] == ["BG", "", "B"]

    def test_out_of_the_game(self, store: Store):
        """MG7: who leads nothing and has nothing in hand."""
        view = seen(table(store, "MG3", people(ANN, ANN, ANN), position="MG3 RBGRc4c3,GBc6b5 R R2B0G3 -"))
        assert [seat.out for seat in view.seats] == [False, True, False]


class TestCourse:
    """What has happened."""

    def test_the_log(self, store: Store):
        """Rounds, with a link to the position after each act, and rolls as nobody's."""
        view = seen(table(store, "QM", people(ANN, ANN), "@c1", "@a7", "*2", "c1-a3/b2@c9"))
        first, second = view.rows
        assert [(cell.ply, cell.text, cell.by) for cell in first.cells] == [(1, "@c1", "R"), (2, "@a7", "B")]
        assert [cell.by for cell in second.cells][:2] == ["", "R"]
        assert second.cells[1].words == "From c1 to a3, by way of b2; enter on c9"
        assert view.path == ("c1", "b2", "a3")
        assert [cell.now for row in view.rows for cell in row.cells].count(True) == 1

    def test_the_chooser_s_opening(self, store: Store):
        """LC6: what is told names the token's colour, then who leads which crew; the dots are the tokens'."""
        seats = (*people(ANN), computer())
        game = table(store, "LC", seats, "@c1", "@a7", "red", options={"opening": "chooser"})
        cells = [cell for row in seen(game).rows for cell in row.cells]
        assert [cell.said for cell in cells] == [
            "You enter a red token on c1.",
            "You enter a blue token on a7.",
            "Deckhand picks Red: you are Blue now.",
        ]
        assert [(cell.by, cell.colour) for cell in cells] == [("B", "R"), ("B", "B"), ("R", "R")]

    @pytest.mark.parametrize(
        ("choice", "told"),
        [
            ("red", "The second player picks Red: the other player is Blue."),
            ("blue", "The second player picks Blue: the other player is Red."),
        ],
    )
    def test_the_chooser_s_opening_at_one_device(self, store: Store, choice: str, told: str):
        """LC6: where both sit here, nobody is called you."""
        game = table(store, "LC", people(ANN, ANN), "@c1", "@a7", choice, options={"opening": "chooser"})
        assert (seen(game, ply=1).said, seen(game).said) == ("The first player enters a red token on c1.", told)
        mine = table(store, "LC", (computer(), *people(ANN)), "@c1", "@a7", choice, options={"opening": "chooser"})
        assert (seen(mine, ply=2).said, seen(mine).said) == (
            "Deckhand enters a blue token on a7.",
            f"You are {choice.title()} now.",
        )

    def test_looking_back(self, store: Store):
        """As it was: who was to move then, with links to the plies around it."""
        game = table(store, "LC", people(ANN, ANN), "@c1", "@a7")
        view = seen(game, ply=1)
        assert (view.live, view.ply, view.last_ply, view.turn, view.moves) == (False, 1, 2, "B", ())
        assert (view.links.previous, view.links.next) == (f"/games/{game.id}/0", f"/games/{game.id}/2")
        assert view.said == "Red enters on c1."
        assert seen(game, ply=0).links.first == ""
        assert seen(game, ply=2).links.next == ""

    def test_dice(self, store: Store):
        """The hash of the seed is shown where there is a die."""
        assert seen(table(store, "LC", people(ANN, ANN))).dice_hash == ""
        assert len(seen(table(store, "QM", people(ANN, ANN))).dice_hash) == 64

    def test_options_are_told(self, store: Store):
        """Those that are not the usual."""
        view = seen(table(store, "QM", people(ANN, ANN), options={"entry": "fresh"}))
        assert view.options == ("Only a token’s first move, off the hatch it entered on, brings in a new one",)


class TestDeck:
    """The drawing as the viewer likes it."""

    def test_threats_are_a_help(self, store: Store):
        """They can be switched off, and are shown for one's own crew."""
        game = table(store, "MG2", people(ANN, BEN), position="MG2 Rb2c1,Bc1~ R R0B0 -")
        assert "is-threatened" in seen(game).svg
        assert "is-threatened" not in seen(game, threats=False).svg
        assert "is-threatened" not in seen(game, BEN).svg

    def test_turned_and_flipped(self, store: Store):
        """The backdrop is turned the same way."""
        game = table(store, "LC", people(ANN, ANN))
        assert seen(game, rotation=90, flip=True).links.backdrop == "/deck/kidd-18.svg?rotation=90&flip=1"
        assert seen(game, rotation=90).svg != seen(game).svg
        assert ">c4<" not in seen(game, coordinates=False).svg


class TestTold:
    """What was done, in words."""

    @pytest.mark.parametrize(
        ("language", "said"),
        [
            ("en", ["Ann enters on a3.", "Blue enters on c9.", "Ann rolls a", "Ann moves from a3 to"]),
            ("de", ["Ann setzt auf a3 ein.", "Blau setzt auf c9 ein.", "Ann würfelt eine", "Ann zieht von a3 nach"]),
            ("fr", ["Ann entre en a3.", "Bleu entre en c9.", "Ann lance un", "Ann va de a3 à"]),
        ],
    )
    def test_who_did_what(self, store: Store, language: str, said: list[str]):
        """By name where there is one, rolls too; the log has the same sentences."""
        seats = (Seat(0, "person", ANN, None, "Ann"), Seat(1, "person", BEN))
        game = table(store, "QM", seats, "@a3", "@c9")
        move = next(move for move in game.match.position.legal_moves() if move.origin == "a3")
        game = play(store, game.id, Actor(ANN), 3, move.text)
        viewer = Viewer(Actor(ANN), tongue(language), Prefs())
        told = [look(game, viewer, ply).said for ply in (1, 2, 3, 4)]
        assert all(one.startswith(begun) for one, begun in zip(told, said, strict=True))
        cells = [cell for row in look(game, viewer).rows for cell in row.cells]
        assert [cells[ply - 1].said for ply in (1, 2, 3, 4)] == told
        assert look(game, viewer, 0).said == ""

    def test_a_capture(self, store: Store):
        """What was taken is told, too."""
        seats = (Seat(0, "person", ANN, None, "Ann"), Seat(1, "computer", level=2))
        game = table(store, "LC", seats, "c3-b2", position="LC Rc3c4,Bc1~,Rd2e3,Be7~ R R0B0 -")
        assert seen(game).said == "Ann moves from c3 to b2 and captures blue on c1."

    def test_names_at_one_device(self, store: Store):
        """Who is to move is called by name and crew; without a name by the crew."""
        seats = (Seat(0, "person", ANN, None, "Ann"), Seat(1, "person", ANN))
        game = table(store, "LC", seats)
        assert seen(game).sentence == "Ann (Red) to enter a token."
        assert seen(play(store, game.id, Actor(ANN), 0, "@c1")).sentence == "Blue to enter a token."

    def test_two_of_one_name(self, store: Store):
        """Computers of one level, and people of one name, are told apart by their crews."""
        watched = table(store, "LC", (computer(), Seat(1, "computer", None, 2)), "@c1")
        assert seen(watched).said == "Deckhand (Red) enters on c1."
        seats = (*people(ANN), Seat(1, "computer", None, 2), Seat(2, "computer", None, 2))
        assert seen(play(store, table(store, "MG3", seats).id, Actor(ANN), 0, "@c1")).sentence == (
            "Deckhand (Blue) is thinking."
        )
        named = (Seat(0, "person", ANN, None, "Ann"), Seat(1, "person", BEN, None, "Ann"))
        assert seen(table(store, "LC", named, "@c1")).said == "Ann (Red) enters on c1."
        opening = table(store, "LC", named, "@c1", options={"opening": "chooser"})
        assert seen(opening, BEN).said == "The first player enters a red token on c1."


def test_a_claim_is_asked_about(store: Store):
    """LC5: before stalemate is claimed one reads what that does, for which crew where one plays both."""
    game = table(store, "LC", people(ANN, BEN), options={"claim_after": 0})
    (claim,) = [item for item in seen(game).acts if item.act == "stalemate?"]
    assert not claim.danger
    assert claim.question.startswith("Do you want to claim stalemate? Your opponent may accept")
    both = table(store, "LC", people(ANN, ANN), options={"claim_after": 0})
    (claim,) = [item for item in seen(both).acts if item.act == "stalemate?"]
    assert claim.question.startswith("Do you want to claim stalemate for Red?")


def test_marks_of_an_analysis(store: Store):
    """Once it is done, weak moves have their mark in the log, with words in the viewer's language."""
    game = table(store, "LC", people(ANN, ANN), "@c1", "@c9", "@a3")
    game = play(store, game.id, Actor(ANN), 3, "resign")
    found = tuple(facts.notes(game.match, Budget(None, 50)))
    notes = (found[0], found[1]._replace(mark="blunder"), found[2]._replace(mark="best"))
    study = Analysis(game, "done", notes, len(notes))
    for language, label in (("en", "blunder"), ("de", "grober Fehler")):
        rows = look(game, Viewer(Actor(ANN), tongue(language), Prefs()), study=study).rows
        remarks = {cell.ply: cell.remark for row in rows for cell in row.cells if cell.remark}
        assert [(ply, remark.mark, remark.glyph) for ply, remark in remarks.items()] == [(2, "blunder", "??")]
        assert remarks[2].label == label
        assert "c9" in remarks[2].words or "@" in remarks[2].words
    study = Analysis(game, "running", notes, len(notes))
    assert not any(
        cell.remark
        for row in look(game, Viewer(Actor(ANN), tongue("en"), Prefs()), study=study).rows
        for cell in row.cells
    )
