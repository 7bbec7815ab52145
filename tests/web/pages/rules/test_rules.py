"""The rules pages, and the diagrams on them."""

import re

import pytest
from markupsafe import escape

from kidd.game import descriptor
from kidd.web.pages.rules.lessons import BOOKS
from kidd.words.rule_book import RULES
from tests.web.afloat import JSON, Server, Visitor
from tests.web.reading import attribute, count_games

RESCUE = {"key": "quedah-merchant-free", "position": "QM Ra5a7,BRb5a5,Bc9~ R R0B0 1", "options": ""}


@pytest.mark.parametrize("path", ["/rules", "/rules/numbers", "/help", "/about", *(f"/rules/{slug}" for slug in BOOKS)])
def test_pages_answer(visitor: Visitor, path: str):
    """Every page is there in every language, under one heading."""
    for language in ("en", "de", "fr"):
        answer = visitor.get(path, headers={"accept-language": language})
        assert answer.status_code == 200
        assert f'<html lang="{language}"' in answer.text
        assert answer.text.count("<h1") == 1


def test_unknown_games_have_no_rules(visitor: Visitor):
    """Another game's rules are not here."""
    assert visitor.get("/rules/chess").status_code == 404


def test_no_id_stands_twice(visitor: Visitor):
    """Diagrams on one page do not get into each other's way."""
    for slug in BOOKS:
        ids = re.findall(r'\sid="([^"]+)"', visitor.get(f"/rules/{slug}").text)
        assert sorted(ids) == sorted(set(ids))


def test_every_rule_can_be_opened_by_its_number(visitor: Visitor):
    """In every language: an anchor for each, and links from lessons to rules and back that lead somewhere."""
    for language in ("en", "de", "fr"):
        headers = {"accept-language": language}
        html = visitor.get("/rules/numbers", headers=headers).text
        ids = re.findall(r'\sid="([^"]+)"', html)
        assert sorted(ids) == sorted(set(ids))
        assert set(RULES) <= set(ids)
        assert "%(" not in html
        assert "`" not in html
        pages = {
            path: visitor.get(path, headers=headers).text for path in ("/rules", *(f"/rules/{slug}" for slug in BOOKS))
        }
        for path, key in re.findall(r'href="(/rules[^"#]*)#([^"]+)"', html):
            assert f'id="{key}"' in (html if path == "/rules/numbers" else pages[path]), (path, key)
        for text in pages.values():
            assert set(re.findall(r'href="/rules/numbers#(\w+)"', text)) <= set(RULES)
            assert "%(" not in text
    assert 'href="/rules/numbers#C3"' in visitor.get("/rules/numbers").text.partition('id="QM2"')[2]


def test_defaults_of_options_are_those_of_the_descriptors(visitor: Visitor):
    """What is usual on this site is marked, and a number is named."""
    html = visitor.get("/rules/quedah-merchant").text.partition('id="options"')[2]
    for option in descriptor("QM").options:
        usual = dict(zip(option.values or (), option.words, strict=True))[option.online or option.default]
        assert re.search(rf"<li>{re.escape(str(escape(usual)))}[^<]*<span", html), option.name
    assert "it is 10 on this site" in visitor.get("/rules/loyal-captain").text
    assert "3 players with 6 tokens each" in visitor.get("/rules/madagascar").text
    for said in ("In the library it is 0.", "Where programs play each other it is"):
        assert said in visitor.get("/rules/numbers").text
        assert said not in visitor.get("/rules/loyal-captain").text


def test_what_can_only_be_looked_at_has_no_moves(visitor: Visitor):
    """The worked example is drawn with its captured tokens marked, and is no diagram to try out."""
    html = visitor.get("/rules/loyal-captain").text.partition('id="diagram-loyal-captain-example"')[2]
    figure = html.partition("</figure>")[0]
    assert "data-move" not in figure
    assert figure.count("is-capture") == 4


def test_a_diagram_plays_on(server: Server, visitor: Visitor):
    """A move gives the diagram after it, with the token's name kept, and nothing is stored."""
    stored = count_games(server)
    first = visitor.post("/diagram", json=RESCUE, headers=JSON).json()
    assert 'data-move="a5-b5&gt;c4"' in first["html"]
    answer = visitor.post("/diagram", json={**RESCUE, "move": "a5-b5>c4"}, headers=JSON)
    assert answer.status_code == 200
    assert answer.json()["position"] == "QM Rc4b5,RBb5a5,Bc9~ B R0B0 -"
    assert attribute(answer.json()["html"], "data-acts") == "a5-b5>c4"
    assert 'id="token-quedah-merchant-free-R1"' in first["html"]
    assert 'id="token-quedah-merchant-free-R1"' in answer.json()["html"]
    assert count_games(server) == stored


def test_a_diagram_steps_back_and_starts_again(visitor: Visitor):
    """Undo takes one act back, reset all of them."""
    played = {**RESCUE, "acts": "a5-b5>c4 *2"}
    undone = visitor.post("/diagram", json={**played, "undo": "1"}, headers=JSON).json()
    assert attribute(undone["html"], "data-acts") == "a5-b5>c4"
    again = visitor.post("/diagram", json={**played, "reset": "1"}, headers=JSON).json()
    assert again["position"] == RESCUE["position"]


def test_a_diagram_says_why_not(visitor: Visitor):
    """A forbidden move is refused with the reason, and asked for beforehand it is told."""
    answer = visitor.post("/diagram", json={**RESCUE, "move": "a5-a7"}, headers=JSON)
    assert (answer.status_code, answer.json()) == (422, {"error": "a5-a7: its back is turned to a7."})
    asked = visitor.post("/diagram", json={**RESCUE, "why": "a5-a7"}, headers=JSON)
    assert asked.json() == {"sentence": "a5-a7: its back is turned to a7.", "rule": "C3"}
    rolling = visitor.post("/diagram", json={**RESCUE, "acts": "a5-a3", "why": "c9"}, headers=JSON)
    assert rolling.json() == {"sentence": "Roll the die first."}


def test_a_diagram_works_without_javascript(visitor: Visitor):
    """The form's answer is a page with the diagram and the way back."""
    answer = visitor.post("/diagram", data={**RESCUE, "move": "a5-b5>c6"}, headers={"accept": "text/html"})
    assert answer.status_code == 200
    assert 'href="/rules/quedah-merchant#free"' in answer.text
    assert 'data-acts="a5-b5&gt;c6"' in answer.text


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"position": 7},
        {"position": "rubbish"},
        {"position": "LC - R R7B7 -", "options": "deck=/etc/passwd"},
        {"position": "LC - R R7B7 -", "options": "colour=pink"},
        {"position": "LC - R R7B7 -", "acts": "@c1 " * 3000},
        {"position": "LC " + "Rc1~," * 2500 + " R R7B7 -"},
        {"position": "LC - R R7B7 -", "move": "<script>"},
    ],
)
def test_bad_diagrams_are_refused(visitor: Visitor, said: dict[str, object]):
    """Whatever is sent, the answer is a sentence."""
    answer = visitor.post("/diagram", json=said, headers=JSON)
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_diagrams_are_not_for_other_sites(visitor: Visitor):
    """Another site's page cannot send forms here."""
    answer = visitor.post("/diagram", json=RESCUE, headers={**JSON, "origin": "https://evil.example"})
    assert answer.status_code == 403


def test_a_diagram_of_ones_own_has_no_caption(visitor: Visitor):
    """Any position can be tried out, in any language, and nothing is said under it."""
    said = {"position": "LC Rc4c3,Bc9~ R R0B0 -", "key": '"><script>'}
    for language in ("en", "de", "fr"):
        html = visitor.post("/diagram", json=said, headers={**JSON, "accept-language": language}).json()["html"]
        assert attribute(html, "data-key") == "trial"
        assert "figcaption" not in html


@pytest.mark.parametrize(
    ("language", "asked", "tap"),
    [
        ("en", "you ask first, and they say yes or no", "a right click or a tap takes it away"),
        ("de", "fragst du, und sie sagen Ja oder Nein", "ein Rechtsklick oder Antippen nimmt ihn weg"),
        ("fr", "qui acceptent ou refusent", "un clic droit ou un appui le retire"),
    ],
)
def test_the_help_tells_of_takebacks_and_of_moves_in_advance(visitor: Visitor, language: str, asked: str, tap: str):
    """Friends can be asked for a takeback; and a tap is neither a hint nor a key."""
    html = visitor.get("/help", headers={"accept-language": language}).text
    assert asked in html
    assert tap in html
