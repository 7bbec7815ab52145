"""Log books and positions that visitors bring along."""

import re
from html import unescape
from random import Random

import pytest

import kidd
from kidd.match import Match
from kidd.table import limits
from kidd.table.play import games
from tests.web.afloat import JSON, Server, Visitor
from tests.web.reading import alert, attribute, count_games

HTML = {"accept": "text/html"}


def wandered(code: str, acts: int, seed: int = 1, **options: str) -> Match:
    """A match of random moves."""
    match, random = Match(code, **options), Random(seed)
    while len(match) < acts and not match.result:
        match.play(random.choice(match.position.legal_moves()))
    return match


@pytest.fixture(scope="module")
def book() -> str:
    """A log book with a match of each game, two of them unfinished."""
    matches = [wandered("LC", 30), wandered("QM", 25), wandered("MG3", 20, 3)]
    matches[0].players = ("Ann", "<b>Bea</b>")
    matches[0].comments = {2: "Two of them & counting"}
    return kidd.write_logbook(matches)


def test_every_match_of_a_book_is_shown(visitor: Visitor, book: str):
    """A pasted book is listed match by match, and opens at the end of its first one."""
    answer = visitor.post("/load", data={"text": book}, headers=HTML)
    assert answer.status_code == 200
    assert answer.text.count("<option value=") >= 3
    assert attribute(answer.text, "data-ply") == attribute(answer.text, "data-last-ply") == "30"
    assert "&lt;b&gt;Bea&lt;/b&gt;" in answer.text
    assert "<b>Bea" not in answer.text


def test_a_file_is_as_good_as_pasted_text(visitor: Visitor, book: str):
    """A book comes as a file, with or without a text beside it."""
    answer = visitor.post("/load", files={"file": ("a.kidd", book.encode())}, data={"text": ""}, headers=HTML)
    assert answer.status_code == 200
    assert attribute(answer.text, "data-code") == "LC"


def test_stepping_through(visitor: Visitor, book: str):
    """Every ply of every match can be seen without scripts; the comment stands at its move, the book comes along."""
    matches = kidd.read_logbook(book)
    for number, match in enumerate(matches):
        for ply in (0, 7, len(match)):
            answer = visitor.post("/load", data={"text": book, "match": number, "node": ply}, headers=HTML)
            position = match.positions[ply - 1] if ply else match.start
            assert attribute(answer.text, "data-position") == str(position)
            assert unescape(attribute_of(answer.text, "study-text")) == book
            assert answer.text.count('form="study-line" name="node"') >= len(match)
    assert "Two of them &amp; counting" in visitor.post("/load", data={"text": book}, headers=HTML).text


def attribute_of(page: str, name: str) -> str:
    """What a text field of a page holds."""
    found = re.search(rf'<textarea[^>]*id="{name}"[^>]*>([^<]*)<', page)
    return found[1] if found else ""


def field(page: str, name: str) -> str:
    """What a hidden field of the form holds that plays on from a study."""
    form = page[page.index('id="play-on-form"') :]
    found = re.search(rf'name="{name}"[^>]* value="([^"]*)"', form)
    assert found
    return unescape(found[1])


def playing_on(page: str) -> dict[str, str]:
    """What the form of a study says that plays on from there."""
    return {name: field(page, name) for name in ("position", "options", "acts")}


def test_the_address_bar(visitor: Visitor):
    """A position, its options and acts stand in the address; old addresses lead there."""
    query = {"position": "QM Ra5a7,BRb5a5,Bc9~ R R0B0 1", "options": "entry=fresh", "acts": "a5-b5>c4 *2"}
    old = visitor.get("/load", params=query)
    assert old.status_code == 307
    answer = visitor.get(old.headers["location"])
    assert answer.status_code == 200
    assert attribute(answer.text, "data-position") == "QM Rc4b5,RBb5a5,Bc9~ B R0B0 2"
    assert attribute(visitor.get("/study?position=MG3").text, "data-position") == "MG3 - R R6B6G6 -"
    tried = visitor.get("/study", params={**query, "try": "c9-c7/b8"}).text
    assert attribute(tried, "data-ply") == "3"
    assert attribute(visitor.get("/study", params={**query, "ply": "1"}).text, "data-die") == ""


def test_a_pass_can_be_looked_at(visitor: Visitor):
    """It leaves no trace on the deck, and the page is there."""
    position = "MG2 BRBc4c3,RBb5a5,RBd5e5,Rc6c7,Ra7a5,RBb8a7,RBd8e7,Bc9~ R R0B0 -"
    answer = visitor.get("/study", params={"position": position, "acts": "pass"})
    assert answer.status_code == 200
    assert attribute(answer.text, "data-ply") == "1"


def test_a_study_is_kept_and_changed_by_forms(visitor: Visitor):
    """Without scripts: a move tried, words written, a line put first and taken away, and all of it in a logbook."""
    game = visitor.opens(party="2-2")
    visitor.post(f"{game}/acts", data={"act": "@c1", "ply": 0}, headers=HTML)
    said = {"game": game.removeprefix("/games/"), "ply": "0", "acts": "@a3"}
    address = visitor.post("/study", data=said, headers=HTML).headers["location"]
    study = address.rpartition("/")[0]
    assert attribute(visitor.get(address).text, "data-position") == "LC Ra3~ B R6B7 -"

    def changes(**said: str) -> str:
        answer = visitor.post(study, data=said, headers=HTML)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    tried = changes(kind="add", node=address.rpartition("/")[2], act="@e3")
    changes(kind="words", node=tried.rpartition("/")[2], comment="Far <away>", name="East")
    changes(kind="promote", node=tried.rpartition("/")[2])
    changes(kind="title", node="0", title="Two hatches")
    page = visitor.get(tried).text
    assert "Far &lt;away&gt;" in page
    assert '<h1 id="study-about" class="study-heading">Two hatches</h1>' in page
    assert visitor.get(f"{study}.kidd").text.endswith("1. @a3 (1. @c1) 1... @e3 {[%name East] Far <away>} *\n")
    refused = visitor.post(study, data={"kind": "add", "node": "0", "act": "c1-c9"}, headers=HTML)
    assert (refused.status_code, bool(alert(refused.text))) == (422, True)
    assert changes(kind="delete", node=tried.rpartition("/")[2]) == address
    assert 'href="' + study + '"' in visitor.get("/study").text
    assert changes(kind="discard") == "/study"
    assert visitor.get(study).status_code == 404


def test_a_book_with_variations_is_a_tree_again(visitor: Visitor):
    """Each of its moves can be gone to by the form that brings it along."""
    text = '[Game "LC"]\n\n1. @c1 (1. @a3 {west} @c9) @a7 *\n'
    page = visitor.post("/load", data={"text": text}, headers=HTML).text
    assert "Instead: @a3" in page
    node = re.search(r'value="(\d+)"[^>]*><span class="tree-act">@c9', page)
    assert node
    there = visitor.post("/load", data={"text": text, "node": node[1]}, headers=HTML).text
    assert attribute(there, "data-position") == "LC Ra3~,Bc9~ R R6B6 -"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Choose a file or paste a text first."),
        ("   \n ", "Choose a file or paste a text first."),
        ("hello", "There is no game “hello”. There are LC, QM, MG2, MG3."),
        ("LC Rc1~ R", "A position has five parts: game, pieces, turn, hands and extra. Here are 3: “LC Rc1~ R”."),
        ('[Game "LC"]\n\n1. @c1 @c1 *\n', "Line 3, turn 1: @c1: c1 is occupied."),
        (
            "<script>alert(1)</script>\n.",
            'Line 1: a match begins with a header like [Game "LC"], not with “<script>alert(1)</script>”.',
        ),
    ],
)
def test_bad_books(server: Server, visitor: Visitor, text: str, sentence: str):
    """What cannot be read is refused with a sentence, in both ways to ask, and nothing is stored."""
    stored = count_games(server)
    page = visitor.post("/load", data={"text": text}, headers=HTML)
    assert (page.status_code, alert(page.text)) == (422, sentence)
    assert "<script>alert" not in page.text
    assert visitor.post("/load", json={"text": text}, headers=JSON).json() == {"error": sentence}
    assert count_games(server) == stored


def test_too_long_a_book(visitor: Visitor):
    """A book beyond the limit is refused as too large."""
    answer = visitor.post("/load", data={"text": "x" * (limits.BOOK + 1)}, headers=HTML)
    assert answer.status_code == 413
    assert "too long" in alert(answer.text)


def test_too_long_a_game(visitor: Visitor):
    """A game of more steps than any at the table may have is not shown."""
    words = " ".join(["draw?", "draw."] * (limits.EVENTS // 2 + 1))
    answer = visitor.post("/load", data={"text": f'[Game "LC"]\n\n{words} *\n'}, headers=HTML)
    assert (answer.status_code, alert(answer.text)) == (
        413,
        "A game in that logbook is too long: at most 3000 entries.",
    )


def test_a_file_that_is_no_text(visitor: Visitor):
    """A picture is not a log book."""
    answer = visitor.post("/load", files={"file": ("a.kidd", b"[Game\n\xff\xfe")}, headers=HTML)
    assert (answer.status_code, alert(answer.text)) == (422, "Line 2: this is not a text in UTF-8.")


@pytest.mark.parametrize(
    "query", ["position=rubbish", "position=LC&options=deck=/etc/passwd", "position=LC&acts=@c4", "position=LC&ply=x"]
)
def test_bad_addresses(visitor: Visitor, query: str):
    """An address that says nothing sensible is answered with 4xx."""
    assert visitor.get(f"/study?{query}").status_code == 422
    for_programs = visitor.get(f"/study?{query}", headers=JSON)
    assert for_programs.status_code == 422
    assert for_programs.json()["error"]


def test_playing_on_from_a_ply(server: Server, visitor: Visitor, book: str):
    """A game is opened with everything up to the ply, against a level, and belongs to who opened it."""
    match = kidd.read_logbook(book)[0]
    said = {"text": book, "match": "0", "ply": "12", "seat-R": "me", "seat-B": "1"}
    answer = visitor.post("/play-on", data=said, headers=HTML)
    assert answer.status_code == 303
    page = visitor.get(answer.headers["location"])
    assert attribute(page.text, "data-you") == match.positions[11].turn == "R"
    log = visitor.get(f"{answer.headers['location']}/log.kidd").text
    assert kidd.read_logbook(log)[0].acts == match.acts[:12]


def test_playing_on_at_one_device_keeps_the_rules_of_the_book(visitor: Visitor):
    """The options of the book hold, the library's defaults where it names none."""
    book = kidd.write_logbook(wandered("QM", 9, blocked="any"))
    said = {"text": book, "match": "0", "ply": "9", "seat-R": "me", "seat-B": "me"}
    answer = visitor.post("/play-on", data=said, headers=HTML)
    assert answer.status_code == 303
    assert 'Options "blocked=any"' in visitor.get(f"{answer.headers['location']}/log.kidd").text


def test_playing_on_from_a_position(visitor: Visitor):
    """A position alone is enough."""
    said = {"position": "LC Rc4c3,Bc9~ B R0B0 -", "options": "repetition=3", "seat-R": "2", "seat-B": "me"}
    answer = visitor.post("/play-on", data=said, headers=HTML)
    assert answer.status_code == 303
    assert attribute(visitor.get(answer.headers["location"]).text, "data-turn") == "B"


@pytest.mark.parametrize("options", ["claim_after=0", "claim_after=0 repetition=3", "opening=chooser claim_after=0"])
def test_claims_from_the_address_bar(server: Server, visitor: Visitor, options: str):
    """What the address says of them is kept until somebody plays on."""
    said = playing_on(visitor.get("/study", params={"position": "LC", "options": options}).text)
    answer = visitor.post("/play-on", data=said, headers=HTML)
    table = games.load(server.app.state.store, answer.headers["location"].removeprefix("/games/"))
    assert table.match.game.options["claim_after"] == 0


@pytest.mark.parametrize("claim_after", [0, 3, 10])
def test_claims_when_playing_on_from_a_game(server: Server, visitor: Visitor, claim_after: int):
    """What was agreed there holds, also by way of its log book."""
    page = visitor.opens(claim_after=str(claim_after))
    study = visitor.get(visitor.get(f"{page}/0/play-on").headers["location"]).text
    book = {"text": visitor.get(f"{page}/log.kidd").text, "match": "0", "ply": "0"}
    for said in (book, playing_on(study), playing_on(visitor.post("/load", data=book, headers=HTML).text)):
        answer = visitor.post("/play-on", data=said, headers=HTML)
        table = games.load(server.app.state.store, answer.headers["location"].removeprefix("/games/"))
        assert table.match.game.options["claim_after"] == claim_after


@pytest.mark.parametrize(
    ("said", "claim_after"),
    [
        ({"position": "LC"}, 10),
        ({"position": "LC", "options": "claim_after=0"}, 0),
        ({"position": "LC", "options": "claim_after=4"}, 4),
        ({"text": '[Game "LC"]\n\n1. @c1 @a7 *\n', "match": "0", "ply": "2"}, 10),
        ({"text": '[Game "LC"]\n[Options "claim_after=0"]\n\n1. @c1 @a7 *\n', "match": "0", "ply": "2"}, 0),
        ({"text": '[Game "LC"]\n\n1. @c1 {claim_after=0} @a7 *\n', "match": "0", "ply": "2"}, 10),
        (
            {
                "text": '[Game "LC"]\n[Options "claim_after=0"]\n\n*\n\n[Game "LC"]\n\n1. @c1 *\n',
                "match": "1",
                "ply": "1",
            },
            10,
        ),
        ({"text": '[Game "LC"]\n\n1. @c1 @a7 2. stalemate? contest *\n', "match": "0", "ply": "4"}, 0),
    ],
)
def test_claims_when_playing_on(server: Server, visitor: Visitor, said: dict[str, str], claim_after: int):
    """As in any game here, unless it is said otherwise or has been claimed by another rule."""
    answer = visitor.post("/play-on", data=said, headers=HTML)
    table = games.load(server.app.state.store, answer.headers["location"].removeprefix("/games/"))
    assert table.match.game.options["claim_after"] == claim_after


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"position": "LC Bc1b2,Rd2e3 B R0B0 -"}, "The game is over in this position: there is nothing to play on."),
        ({"position": "LC", "seat-R": "9"}, ""),
        ({"position": "LC", "seat-R": "<script>"}, ""),
        ({"position": "nonsense here"}, ""),
        ({"text": '[Game "LC"]\n\n1. @c1 *\n', "match": 1, "ply": 0}, ""),
        ({"text": '[Game "LC"]\n\n1. @c1 *\n', "match": 0, "ply": 2}, ""),
        ({}, ""),
    ],
)
def test_nothing_to_play_on(server: Server, visitor: Visitor, said: dict[str, str], sentence: str):
    """Finished games, missing people and nonsense open no game."""
    stored = count_games(server)
    answer = visitor.post("/play-on", json=said, headers=JSON)
    assert answer.status_code == 422
    assert answer.json()["error"] == sentence if sentence else answer.json()["error"]
    assert count_games(server) == stored


def test_a_game_is_studied_at_any_ply(visitor: Visitor):
    """Every ply has a link, and what is tried from there becomes a line beside the game, by addresses alone."""
    page = visitor.opens(party="2-2")
    for ply, act in enumerate(("@c1", "@a3", "c1-d2")):
        visitor.post(f"{page}/acts", data={"act": act, "ply": ply}, headers=HTML)
    game = page.removeprefix("/games/")
    study = visitor.get(f"/study?game={game}&ply=1").text
    assert attribute(study, "data-ply") == "1"
    assert study.count(f"/study?game={game}&amp;ply=") >= 4
    tried = visitor.get(f"/study?game={game}&ply=1&try=@e3").text
    assert attribute(tried, "data-ply") == attribute(tried, "data-last-ply") == "2"
    assert "Instead: @e3" in tried
    assert f"/study?game={game}&amp;ply=1&amp;acts=%40e3" in tried
    known = visitor.get(f"/study?game={game}&ply=1&try=@a3").text
    assert attribute(known, "data-node") == "2"
    assert attribute(known, "data-last-ply") == "3"
    assert visitor.get(f"/study?game={game}&ply=4").status_code == 404
