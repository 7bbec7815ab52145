"""The home page in three languages."""

from __future__ import annotations

import pytest

from kidd.words.language import tongue
from kidd.words.ranks import RANKS
from tests.web.afloat import Visitor


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_everything_to_begin_is_there(visitor: Visitor, language: str):
    """One button to play now, a card for each game with all ranks, and ways to load and set up."""
    html = visitor.get("/", headers={"accept-language": f"{language}-XX,en;q=0.5"}).text
    assert f'<html lang="{language}"' in html
    assert 'id="play-now"' in html
    for key in ("LC", "QM", "MG"):
        assert f'id="card-{key}"' in html
    for slug in ("loyal-captain", "quedah-merchant", "madagascar"):
        assert f'href="/rules/{slug}/introduction"' in html
    for name in ("opening", "claim_after", "repetition", "entry", "blocked", "level2", "name3"):
        assert f'name="{name}"' in html
    for rank in map(tongue(language), RANKS):
        assert rank.replace("'", "&#39;") in html
    assert 'href="/load"' in html
    assert 'href="/setup"' in html


@pytest.mark.parametrize(
    ("language", "short", "long"),
    [
        ("en", "Short game", "Long game"),
        ("de", "Kurzes Spiel", "Langes Spiel"),
        ("fr", "Partie courte", "Partie longue"),
    ],
)
def test_the_short_and_the_long_game_stand_openly(visitor: Visitor, language: str, short: str, long: str):
    """QM6: with what each means and how they differ, before what has to be opened; entry names its sources."""
    html = visitor.get("/", headers={"accept-language": language}).text
    card = html[html.index('id="card-QM"') : html.index('id="card-MG"')]
    openly, _, behind = card.partition("<details")
    for value, words, moves in (("roll", short, "18"), ("any", long, "41")):
        before, _, after = openly.partition(f'name="blocked" value="{value}"')
        assert before != openly
        assert words in after
        assert moves in after[:600]
    assert 'value="roll" checked' in openly
    assert 'name="blocked"' not in behind
    assert 'name="entry"' in behind
    assert behind.count("(") >= 2
    visitor.opens(game="QM", blocked="any")


def test_language_is_kept(visitor: Visitor):
    """Chosen once, it goes before the browser's own setting, and the way leads back."""
    answer = visitor.post("/language", data={"language": "fr", "back": "/?x=1"}, headers={"accept-language": "de"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/?x=1")
    assert 'lang="fr"' in visitor.get("/", headers={"accept-language": "de"}).text


def test_other_preferences_stay(visitor: Visitor):
    """The switch of languages changes nothing else."""
    visitor.cookies.set("kidd_prefs", "%7B%22theme%22%3A%22dark%22%7D", domain="127.0.0.1")
    visitor.post("/language", data={"language": "de"})
    html = visitor.get("/").text
    assert 'data-theme="dark"' in html
    assert 'lang="de"' in html


def test_colours_of_the_site(visitor: Visitor):
    """The footer changes them, without a script, and nothing else; what there is not is refused."""
    visitor.post("/language", data={"language": "fr"})
    answer = visitor.post("/prefs", data={"theme": "contrast", "back": "/rules"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules")
    html = visitor.get("/").text
    assert 'lang="fr" data-theme="contrast"' in html
    assert 'value="contrast" aria-pressed="true"' in html
    assert visitor.post("/prefs", data={"theme": "pink"}).status_code == 422
    assert visitor.post("/prefs", data={"theme": "dark", "back": "//evil.example"}).headers["location"] == "/"


def test_safe_headers(visitor: Visitor):
    """No inline script, no frames, no guessing of types; pages are not kept, versioned files are for ever."""
    answer = visitor.get("/")
    assert "script-src" not in answer.headers["content-security-policy"]
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert "<script>" not in answer.text
    style = next(part.split('"')[0] for part in answer.text.split('href="') if "site.css" in part)
    assert "immutable" in visitor.get(style).headers["cache-control"]
    assert visitor.get("/static/site.css").headers["cache-control"] == "no-cache"


def test_drawn_things_are_kept(visitor: Visitor):
    """The deck and its stylesheet come with a tag, and once only."""
    for path in ("/deck/kidd-18.svg?rotation=90&flip=1&palette=dark", "/deck.css", "/icon.svg", "/example.svg"):
        answer = visitor.get(path)
        assert answer.status_code == 200
        again = visitor.get(path, headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_health(visitor: Visitor):
    """For those who run the server."""
    assert visitor.get("/healthz").text == "ok\n"
    assert visitor.get("/readyz").text == "ready\n"
    visitor.opens()
    counted = visitor.get("/metrics").text
    assert 'kidd_games_opened_total{game="LC"}' in counted
    assert 'kidd_requests_total{method="POST",route="/games",status="303"}' in counted
    assert "kidd_jobs 0.0" in counted


def test_a_form_that_is_refused_comes_back(visitor: Visitor):
    """Gold plays only with three: the sheet is open, says so, and everything stands in it as it was chosen."""
    said = {"game": "MG", "party": "2-1", "colour": "gold", "level": "5", "name1": "Anne"}
    answer = visitor.post("/games", data=said)
    assert answer.status_code == 422
    card = answer.text[answer.text.index('id="card-MG"') :]
    assert '<details class="home-more" name="options" open>' in card
    assert "That crew does not play here." in card
    for chosen in ("2-1", "gold", "5"):
        assert f'<option value="{chosen}" selected>' in card
    assert 'value="Anne"' in card
    assert answer.text.count('name="options" open') == 1
    html = visitor.post("/games", data={"game": "LC", "colour": "gold", "opening": "chooser", "claim_after": "7"}).text
    assert 'name="opening" value="chooser" checked' in html
    assert 'id="LC-claim_after" min="0" max="999" value="7"' in html
