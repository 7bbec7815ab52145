"""The page on which a position is set up by hand."""

import pytest

from tests.web.afloat import JSON, Server, Visitor
from tests.web.reading import attribute, count_games

EMPTY = "LC - R R7B7 -"


def change(visitor: Visitor, position: str = EMPTY, **said: str) -> dict[str, str]:
    """What the page answers to a change."""
    return answered(visitor, 200, position, **said)


def answered(visitor: Visitor, status: int, position: str, **said: str) -> dict[str, str]:
    """The same for a change that may be refused."""
    answer = visitor.post("/setup", json={"position": position, **said}, headers=JSON)
    assert answer.status_code == status
    found: dict[str, str] = answer.json()
    return found


def test_the_page(visitor: Visitor):
    """It begins with an empty deck, or with what the address says."""
    assert attribute(visitor.get("/setup").text, "data-position") == EMPTY
    page = visitor.get("/setup", params={"position": "QM RBc4c3,Bc9~ R R0B0 2", "options": "entry=fresh"})
    assert attribute(page.text, "data-position") == "QM RBc4c3,Bc9~ R R0B0 2"
    assert attribute(page.text, "data-playable") == "true"


def test_touching_spaces(visitor: Visitor):
    """Tokens are placed, turned and taken off; the page says whether that can be played."""
    first = change(visitor, tool="R", space="c4")
    assert (first["position"], first["problem"]) == ("LC Rc4c3 R R6B7 -", "")
    assert change(visitor, first["position"], tool="turn", space="c4")["position"] == "LC Rc4b5 R R6B7 -"
    assert change(visitor, first["position"], tool="remove", space="c4")["position"] == EMPTY
    assert change(visitor, first["position"], clear="1")["position"] == EMPTY


def test_the_rest_of_a_position(visitor: Visitor):
    """Game, turn, hands and the die come from the form."""
    changed = change(visitor, game="QM", turn="B", **{"hand-R": "3"})
    assert changed["position"] == "QM - B R7B7 -"
    assert change(visitor, changed["position"], die="2", **{"hand-R": "3"})["position"] == "QM - B R3B7 2"


def test_what_cannot_be_played_is_said_and_kept(visitor: Visitor):
    """A position on the way may be wrong: it stays on the page, with what is wrong in a sentence."""
    answer = change(visitor, "LC Rc4c3 R R6B7 -", **{"hand-R": "9"})
    assert answer["position"] == "LC Rc4c3 R R9B7 -"
    assert answer["problem"] == "Red has too many tokens: 1 on the deck and 9 in hand, but there are only 7."
    assert attribute(answer["html"], "data-playable") == "false"


def test_typed_notation(visitor: Visitor):
    """The notation is taken over when asked for; if it is wrong the deck stays as it was."""
    taken = change(visitor, take="1", notation="MG2 RBc4c3,Bc9~ B R1B1 p1")
    assert taken["position"] == "MG2 RBc4c3,Bc9~ B R1B1 p1"
    wrong = answered(visitor, 422, "LC Rc4c3 R R6B7 -", take="1", notation="LC Rc4c9 R R6B7 -")
    assert wrong["position"] == "LC Rc4c3 R R6B7 -"
    assert wrong["problem"].startswith("Rc4c9: from c4 no way leads to c9")
    assert wrong["error"] == wrong["problem"]


def test_claims_as_in_any_game_here(visitor: Visitor):
    """Stalemate may be claimed after ten turns, unless the address says otherwise; that is carried along."""
    assert "claim_after=10" in attribute(change(visitor)["html"], 'name="options" value')
    page = visitor.get("/setup", params={"position": EMPTY, "options": "claim_after=0"})
    options = attribute(page.text, 'name="options" value')
    assert "claim_after=0" in options
    assert "claim_after=0" in attribute(change(visitor, options=options)["html"], 'name="options" value')


def test_the_options_of_the_game(visitor: Visitor):
    """Loyal Captain has all of its own in the form: the claim is a number, an opening is chosen on the empty deck."""
    said = {"claim_after": "3", "repetition": "3", "opening": "chooser"}
    changed = change(visitor, **said)["html"]
    assert attribute(changed, 'name="options" value') == "opening=chooser claim_after=3 repetition=3"
    assert '<input type="number" name="claim_after" id="setup-claim_after" min="0" max="999" value="3"' in changed
    assert 'name="opening" value="chooser" checked' in changed
    assert 'name="opening"' not in change(visitor, "LC Rc4c3 R R6B7 -", **said)["html"]


def test_a_finished_game_cannot_be_played_on(visitor: Visitor):
    """A position that is over says who has won."""
    over = change(visitor, take="1", notation="LC Bc1b2,Rd2e3 B R0B0 -")
    assert attribute(over["html"], "data-playable") == "false"
    assert "Red wins. Blue can neither move nor enter." in over["html"]


def test_without_javascript(visitor: Visitor):
    """A plain form is answered with the page."""
    said = {"position": EMPTY, "tool": "B", "space": "c1", "turn": "R"}
    page = visitor.post("/setup", data=said, headers={"accept": "text/html"})
    assert attribute(page.text, "data-position") == "LC Bc1~ R R7B6 -"


@pytest.mark.parametrize(
    "said",
    [
        {"position": EMPTY, "tool": "<script>"},
        {"tool": "R"},
        {"position": 3},
        {"position": EMPTY, "space": ["c1"]},
    ],
)
def test_nonsense(server: Server, visitor: Visitor, said: dict[str, object]):
    """What no page sends is refused, and nothing is stored."""
    stored = count_games(server)
    assert visitor.post("/setup", json=said, headers=JSON).status_code == 422
    assert count_games(server) == stored


def test_strange_addresses(visitor: Visitor):
    """An address that is no position is answered with 422 and an empty deck; a novel, too."""
    for position in ("rubbish", "LC Rc4c9 R R6B7 -", "x" * 5000):
        answer = visitor.get("/setup", params={"position": position})
        assert answer.status_code == 422
        assert attribute(answer.text, "data-position") == EMPTY


@pytest.mark.parametrize("options", ["entry=sometimes", "entry", "rum=much", "opening=chooser", "entry=any " * 400])
def test_options_of_an_address_that_make_no_sense(visitor: Visitor, options: str):
    """They are named, and the position is shown with the usual ones."""
    page = visitor.get("/setup", params={"position": "QM RBc4c3,Bc9~ R R0B0 2", "options": options})
    assert page.status_code == 422
    assert attribute(page.text, "data-position") == "QM RBc4c3,Bc9~ R R0B0 2"
    assert attribute(page.text, 'name="options" value') == "entry=any blocked=roll"
    assert 'class="notice notice-bad"' in page.text
    assert attribute(page.text, "data-playable") == "false"
