"""The introductions: real positions, what they ask for is legal, and each step works as a plain page."""

import pytest

from kidd.game import descriptors
from kidd.match import Match
from kidd.web.http.visitors.prefs import COOKIE, read_prefs
from kidd.web.pages.introduction.steps import INTRODUCTIONS, Step
from kidd.web.pages.rules.diagrams import opened
from kidd.words.language import tongue
from tests.web.afloat import JSON, Visitor
from tests.web.reading import attribute

STEPS = [(slug, number) for slug, one in INTRODUCTIONS.items() for number in range(1, len(one.steps) + 1)]
EACH = pytest.mark.parametrize(("slug", "number"), STEPS)
LOST = {"loyal-captain": "immobile", "madagascar": "all-captured"}


def step_of(slug: str, number: int) -> Step:
    """A step by its number."""
    return INTRODUCTIONS[slug].steps[number - 1]


def after(slug: str, number: int) -> Match:
    """The match of a step once its move was made."""
    step = step_of(slug, number)
    match = opened(step.position, "")
    match.play(step.answers[0])
    return match


def test_every_game_of_the_box_has_one():
    """As far as it has rules pages; none is longer than four steps."""
    assert {one.slug for one in descriptors() if one.slug} == set(INTRODUCTIONS)
    assert {len(one.steps) for one in INTRODUCTIONS.values()} <= {3, 4}


@EACH
def test_steps_ask_for_legal_moves(slug: str, number: int):
    """A position is written as it stands, whoever sees it is Red and to move, and other moves are there as well."""
    step = step_of(slug, number)
    pos = opened(step.position, "").position
    assert str(pos) == step.position
    assert pos.turn == "R"
    legal = {str(move) for move in pos.legal_moves()}
    assert set(step.answers) <= legal
    assert len(legal) > 1


def test_what_is_told_happens():
    """Captures, a back that saves, a rescue, towers, and the end of each game."""
    assert "Bc4d5" not in str(after("loyal-captain", 2).position)
    assert "Bc4d5" in str(after("loyal-captain", 3).position)
    assert "RBc6b5" in str(after("quedah-merchant", 2).position)
    assert "RBb5a5" in str(after("quedah-merchant", 3).position)
    assert "RBb2c1" in str(after("madagascar", 2).position)
    assert "RBBBRc7c6" in str(after("madagascar", 3).position)
    for slug, reason in LOST.items():
        assert after(slug, 4).result == ("R", reason)
    for die in (1, 2, 3):
        match = after("quedah-merchant", 4)
        match.play(f"*{die}")
        assert match.result == ("R", "blocked")


@pytest.mark.parametrize(("language", "word"), [("en", "stalemate"), ("de", "reklamiere"), ("fr", "impasse")])
def test_loyal_captain_speaks_of_stalemate(language: str, word: str):
    """LC5, in the step about the end: agree on a draw, or claim it."""
    assert any(word in tongue(language)(told) for told in step_of("loyal-captain", 4).done)


@EACH
def test_steps_work_without_scripts(visitor: Visitor, slug: str, number: int):
    """The move is a form's, its answer a page with the way on; all of it in three languages."""
    path, step = f"/rules/{slug}/introduction/{number}", step_of(slug, number)
    move = step.answers[0] if step.answers else str(opened(step.position, "").position.legal_moves()[0])
    for language in ("en", "de", "fr"):
        headers = {"accept": "text/html", "accept-language": language}
        asked = visitor.get(path, headers=headers)
        assert (asked.status_code, attribute(asked.text, "data-state")) == (200, "open")
        assert f'value="{move.replace(">", "&gt;")}"' in asked.text
        made = visitor.post(path, data={"move": move}, headers=headers)
        assert (made.status_code, attribute(made.text, "data-state")) == (200, "done")
        assert made.text.count("<h1") == 1
        onward = f"/rules/{slug}/introduction/{number + 1}" if number < len(INTRODUCTIONS[slug].steps) else "/#card-"
        assert f'href="{onward}' in made.text


def test_whoever_has_seen_one_is_not_offered_it_again(visitor: Visitor):
    """The server notes it in the cookie of preferences, beside what stands there already."""
    visitor.post("/prefs", data={"theme": "dark"}, headers={"accept": "text/html"})
    visitor.get("/rules/madagascar/introduction")
    kept = read_prefs(visitor.cookies[COOKIE])
    assert (kept.theme, kept.introduced) == ("dark", ("MG",))
    assert 'id="welcome"' not in visitor.get(visitor.opens(game="MG")).text
    page = visitor.opens(game="LC")
    assert 'id="welcome"' in visitor.get(page).text
    declined = visitor.post("/prefs", data={"introduced": "LC", "back": page}, headers={"accept": "text/html"})
    assert str(declined.url).endswith(page) or declined.headers["location"] == page
    assert 'id="welcome"' not in visitor.get(page).text


@pytest.mark.parametrize("path", ["chess/introduction", "madagascar/introduction/0", "madagascar/introduction/5"])
def test_other_steps_are_not_there(visitor: Visitor, path: str):
    """Neither are those of games that have none."""
    assert visitor.get(f"/rules/{path}").status_code == 404
    assert visitor.get("/rules/madagascar/introduction/one").status_code == 404


@pytest.mark.parametrize("said", [{}, {"move": 7}, {"move": "e5-e7"}, {"move": "<script>"}])
def test_what_is_no_move_is_refused(visitor: Visitor, said: dict[str, object]):
    """With a sentence."""
    answer = visitor.post("/rules/loyal-captain/introduction/2", json=said, headers=JSON)
    assert answer.status_code == 422
    assert answer.json()["error"]
    assert visitor.post("/prefs", data={"introduced": "<b>"}).status_code == 422


@pytest.mark.parametrize(
    ("language", "words", "deck"),
    [
        ("en", "Learn it in a minute", "The deck"),
        ("de", "In einer Minute lernen", "Das Deck"),
        ("fr", "L’apprendre en une minute", "Le pont"),
    ],
)
def test_what_is_heard_begins_with_what_is_read(visitor: Visitor, language: str, words: str, deck: str):
    """A link's name holds its words (WCAG 2.5.3), and a deck is called so in the reader's language."""
    visitor.headers["accept-language"] = language
    home = visitor.get("/").text
    assert f'aria-label="{words} · Loyal Captain">{words}</a>' in home
    page = visitor.get("/rules/loyal-captain/introduction").text
    assert f'aria-label="{deck}"' in page
    assert "The deck kidd-18" not in page
