"""Whole games where scripts do not run: pages, links and forms alone, without a single answer in JSON."""

from __future__ import annotations

from random import Random

import pytest

from kidd.match.standing import WORDS
from kidd.words.error_texts.rules import ACTS
from kidd.words.error_texts.table import NOT_YOURS
from kidd.words.language import tongue
from tests.patience import until
from tests.web.afloat import Visitor
from tests.web.forms import Reader
from tests.web.reading import alert, attribute

MOST = 30  # acts, then they agree on a draw


def opens(visitor: Visitor, **wishes: str) -> Reader:
    """Somebody who opens a game by the form of the home page."""
    return Reader(visitor, visitor.opens(**wishes))


def moves(reader: Reader) -> list[str]:
    """What can be played by a button."""
    return [act for act in reader.choices() if act.rpartition(":")[2] not in WORDS]


@pytest.mark.parametrize(
    ("code", "wishes"),
    [
        ("LC", {"game": "LC"}),
        ("LC", {"game": "LC", "opening": "chooser"}),
        ("QM", {"game": "QM"}),
        ("MG2", {"game": "MG"}),
        ("MG3", {"game": "MG", "party": "3-3"}),
    ],
)
def test_a_whole_game_by_forms(visitor: Visitor, code: str, wishes: dict[str, str]):
    """Every act, a takeback, an offer that is declined and one that is accepted, the log, and once more."""
    reader, random = opens(visitor, **wishes), Random(code)
    page = reader.path
    assert reader.says("data-code") == code
    _wanders(reader, random, 6)
    _takes_back(reader)
    _wanders(reader, random, MOST)
    if reader.says("data-over") == "false":
        _agrees(reader, random)
    assert reader.says("data-over") == "true"
    assert reader.says("data-result")
    assert not moves(reader)
    last = int(reader.says("data-ply"))
    for ply in (0, last // 2, last):
        reader.goes(f"{page}/{ply}")
        assert (reader.says("data-ply"), reader.says("data-live")) == (str(ply), "false")
    reader.goes(page)
    reader.sends(f"{page}/rematch")
    assert reader.path != page
    assert (reader.says("data-ply"), reader.says("data-code")) == ("0", code)
    _wanders(reader, random, 2)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_refused_rematch_comes_back_to_the_game(visitor: Visitor, other: Visitor, language: str):
    """With what was wrong, whoever asks: as for every other form of the page."""
    page = visitor.opens()
    _ = tongue(language)
    headers = {"accept-language": language, "accept": "text/html"}
    too_early = visitor.post(f"{page}/rematch", headers=headers)
    visitor.plays(page, 0, "resign")
    other.opens()
    not_theirs = other.post(f"{page}/rematch", headers=headers)
    for answer, status, said in ((too_early, 422, ACTS["not-over"]), (not_theirs, 403, NOT_YOURS["looking-on"])):
        assert (answer.status_code, attribute(answer.text, "data-code")) == (status, "LC")
        assert alert(answer.text) == _(said)
    assert visitor.post("/games/nowhere/rematch", headers=headers).status_code == 404


def _wanders(reader: Reader, random: Random, until_ply: int) -> None:
    """Any moves, one after the other, as long as there are some."""
    while int(reader.says("data-ply")) < until_ply and reader.says("data-over") == "false":
        before = int(reader.says("data-ply"))
        reader.presses(random.choice(moves(reader)))
        assert int(reader.says("data-ply")) > before


def _takes_back(reader: Reader) -> None:
    """The last move goes back, and can be played again."""
    before = int(reader.says("data-ply"))
    reader.sends(f"{reader.path}/takeback")
    assert int(reader.says("data-ply")) < before


def _agrees(reader: Reader, random: Random) -> None:
    """A draw is offered and declined, which bars it until there was a move, then offered and accepted."""
    reader.presses("draw?")
    reader.presses("draw.")
    assert reader.says("data-over") == "false"
    assert "draw?" not in reader.choices()
    _wanders(reader, random, int(reader.says("data-ply")) + 1)
    reader.presses("draw?")
    while "draw!" in reader.choices():
        reader.presses("draw!")


def test_a_game_against_the_computer(visitor: Visitor):
    """Its answer is there when the page is loaded again; a game that is given up can be analysed."""
    reader = opens(visitor, party="2-1", level="1")
    page = reader.path

    def my_turn() -> bool:
        reader.goes(page)
        return reader.says("data-may-move") == "true"

    for _ in range(3):
        until(my_turn, "the computer's move")
        before = int(reader.says("data-ply"))
        reader.presses(moves(reader)[0])
        assert int(reader.says("data-ply")) > before  # one more, or two where the computer was quicker than the page
    until(my_turn, "the computer's move")
    reader.presses("resign")
    assert reader.says("data-result") == "0-1"
    reader.goes(f"{page}/analysis")
    reader.sends(f"{page}/analysis")
    assert reader.path == f"{page}/analysis"
    assert reader.says("data-state") in ("running", "done")


def test_a_typed_move(visitor: Visitor):
    """The field takes notation; what is none is said on the page, which stays as it was."""
    reader = opens(visitor)
    page = reader.path
    assert reader.types(act="@c1").status_code == 303
    assert reader.says("data-ply") == "1"
    assert reader.types(act="nonsense").status_code == 422
    assert (alert(reader.html), reader.says("data-ply")) == (
        "“nonsense” is not a move. Moves look like @a3, c3-c4, c4-c7/c6, *2 or pass.",
        "1",
    )
    assert reader.types(act="@a7").status_code == 303
    assert (reader.path, reader.says("data-ply")) == (page, "2")


def test_two_pages_of_one_game(visitor: Visitor):
    """Whoever is late is shown the game as it stands, says so, and goes on from there."""
    first = opens(visitor)
    second = Reader(visitor, first.path)
    first.presses("@c1")
    assert second.types(act="@a7").status_code == 409
    assert alert(second.html)
    assert second.says("data-ply") == "1"
    second.presses("@a7")
    assert second.says("data-ply") == "2"


def test_given_up_without_a_result(visitor: Visitor):
    """The form of the home page closes a game; home has it no more."""
    page = visitor.opens()
    reader = Reader(visitor, "/")
    reader.sends(f"{page}/abandon")
    assert reader.path == "/"
    assert page not in reader.html
    reader.goes(page)
    assert (reader.says("data-over"), reader.says("data-result")) == ("true", "")
