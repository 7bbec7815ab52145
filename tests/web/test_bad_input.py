"""Whatever somebody sends: a clear message in their language, a status of 4xx, and nothing is stored."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from markupsafe import escape
from sqlalchemy import func, select

from kidd.errors import shown
from kidd.problems.sets import problems_of
from kidd.table.storage.database.schema import events, games, persons, sessions
from kidd.words.error_texts.books import OPTIONS
from kidd.words.error_texts.table import LIMITS
from kidd.words.error_texts.table import OPTIONS as FORM
from kidd.words.errors import quote
from kidd.words.language import tongue
from kidd.words.statuses import SENTENCES
from tests.web.afloat import API, JSON, Server, Visitor, afloat
from tests.web.reading import attribute

SCRIPT = "<script>alert(1)</script>"
LONG = "x" * 10_000
KNOWN = {"opening": "plain, chooser", "repetition": "0, 3"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of their own: rows are counted, and elsewhere others' games go on."""
    with afloat(tmp_path_factory.mktemp("counted")) as running:
        yield running


def stored(server: Server) -> tuple[int, ...]:
    """How many rows the database has."""
    tables = games, events, persons, sessions
    with server.app.state.store.reading() as connection:
        return tuple(connection.execute(select(func.count()).select_from(one)).scalar_one() for one in tables)


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"name1": LONG}, LIMITS["name"]),
        ({"name1": "y" * 41}, LIMITS["name"]),
        ({"game": "chess"}, "There is no such game or option."),
        ({"game": LONG}, "There is no such game or option."),
        ({"party": "9-9"}, "There is no such game or option."),
        ({"party": "3-1"}, "There is no such game or option."),
        ({"game": "MG3", "party": "2-1"}, "There is no such game or option."),
        ({"level": "9"}, SENTENCES[422]),
        ({"level": "0"}, SENTENCES[422]),
        ({"level": "1e3"}, SENTENCES[422]),
        ({"level": "٣"}, SENTENCES[422]),
        ({"level": "9" * 5000}, SENTENCES[422]),
        ({"colour": "gold"}, "That crew does not play here."),
        ({"colour": SCRIPT}, "There is no such game or option."),
        ({"claim_after": "-1"}, OPTIONS["value-number"]),
        ({"claim_after": "9" * 400}, OPTIONS["value-number"]),
        ({"pilot": "pilot"}, FORM["field"]),
        ({"opening": "sicilian"}, OPTIONS["value"]),
        ({"repetition": "2"}, OPTIONS["value"]),
    ],
)
def test_opening(server: Server, visitor: Visitor, wishes: dict[str, str], said: str):
    """A game is opened as asked for, or not at all."""
    before = stored(server)
    answer = visitor.post("/games", data={"game": "LC", "party": "2-1", **wishes}, headers={"accept-language": "de"})
    assert answer.status_code == 422
    assert 'lang="de"' in answer.text
    assert SCRIPT not in answer.text
    assert LONG not in answer.text
    assert not visitor.cookies
    assert stored(server) == before
    name, value = next(iter(wishes.items()))
    came = quote(shown(value), tongue("de"))
    sentence = tongue("de")(said, limit=40, name=name, came=came, most=999, known=KNOWN.get(name))
    assert escape(sentence[0].upper() + sentence[1:]) in answer.text


def test_scripts_in_names(visitor: Visitor):
    """A name is text and nothing else, wherever it is shown."""
    page = visitor.opens(name1=SCRIPT, name2='"><img src=x onerror=alert(1)>')
    for path in (page, "/", f"{page}/0.svg"):
        text = visitor.get(path).text
        assert "<script>alert" not in text
        assert "<img src=x" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in visitor.get(page).text
    state = visitor.get(f"{API}{page}")
    assert state.json()["seats"][0]["name"] == SCRIPT
    assert state.headers["content-type"] == "application/json"
    assert state.headers["x-content-type-options"] == "nosniff"


ACTS: list[Any] = [
    {},
    {"ply": 0},
    {"act": "@c1"},
    {"ply": -1, "act": "@c1"},
    {"ply": 1.5, "act": "@c1"},
    {"ply": True, "act": "@c1"},
    {"ply": None, "act": "@c1"},
    {"ply": "zero", "act": "@c1"},
    {"ply": 10**30, "act": "@c1"},
    {"ply": 0, "act": None},
    {"ply": 0, "act": ["@c1"]},
    {"ply": 0, "act": ""},
    {"ply": 0, "act": LONG},
    {"ply": 0, "act": "@c4"},
    {"ply": 0, "act": "@z9"},
    {"ply": 0, "act": SCRIPT},
    {"ply": 0, "act": "*3"},
    {"ply": 0, "act": "pass"},
    {"ply": 0, "act": "draw!"},
    {"ply": 0, "act": "R:B:resign"},
    {"ply": 0, "act": "@c1", "by": "B"},
    {"ply": 0, "act": "@c1", "by": "G"},
    {"ply": 0, "act": "@c1", "by": "nobody"},
    {"ply": 0, "act": "@c1", "by": 7},
    {"ply": 0, "act": "B:@c1"},
    {"ply": 0, "act": "@c1", "version": "1"},
    {"ply": 0, "act": "@c1", "version": -1},
    {"ply": 0, "act": "G:@c1"},
    [],
    "text",
    7,
    None,
]


@pytest.mark.parametrize("body", ACTS, ids=lambda body: repr(body)[:40])
def test_acts(server: Server, visitor: Visitor, body: Any):
    """An act that is none is refused with a sentence."""
    page = visitor.opens()
    before = stored(server)
    answer = visitor.post(f"{API}{page}/acts", json=body, headers={"accept-language": "fr"})
    assert answer.status_code == 422
    assert len(answer.json()["detail"]) > 10
    assert stored(server) == before


FORMS = [body for body in ACTS if isinstance(body, dict) and all(isinstance(one, str | int) for one in body.values())]
FORMS.remove({"ply": 0, "act": "@c1", "version": "1"})  # a form has nothing but texts


@pytest.mark.parametrize("body", FORMS, ids=lambda body: repr(body)[:40])
def test_acts_by_forms(server: Server, visitor: Visitor, body: dict[str, Any]):
    """An act that is none is refused on a page with a sentence."""
    page = visitor.opens()
    before = stored(server)
    answer = visitor.post(f"{page}/acts", data=body, headers={"accept": "text/html", "accept-language": "fr"})
    assert answer.status_code in (403, 422)
    assert 'lang="fr"' in answer.text
    assert SCRIPT not in answer.text
    assert stored(server) == before


@pytest.mark.parametrize("ply", [1, 2, 999_999])
def test_a_ply_that_is_not_there_yet(server: Server, visitor: Visitor, ply: int):
    """Whoever is ahead of the game gets the fresh state, or the page as it stands."""
    page = visitor.opens()
    before = stored(server)
    for deed, body in (("acts", {"act": "@c1"}), ("takeback", {})):
        answer = visitor.does(page, deed, ply=ply, **body)
        assert (answer.status_code, answer.json()["state"]["ply"]) == (409, 0)
        answer = visitor.post(f"{page}/{deed}", data={"ply": ply, **body})
        assert (answer.status_code, attribute(answer.text, "data-ply")) == (409, "0")
    assert stored(server) == before


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"[" * 3000, "application/json", 400),
        (b"[" * 50_000, "application/json", 413),
        (b'{"ply": ' + b"9" * 5000 + b', "act": "@c1"}', "application/json", 400),
        (b"x" * 700_000, "application/json", 413),
        (b"ply=0&act=" + b"x" * 700_000, "application/x-www-form-urlencoded", 413),
        (b"a=1&" * 1000, "application/x-www-form-urlencoded", 400),
        (b'{"ply": 0, "act": "\\ud800"}', "application/json", 422),
        (b"nonsense", "multipart/form-data", 400),
        (b"nonsense", "text/plain", 415),
        (b"<game>QM</game>", "application/xml", 415),
        (b'{"game": "QM"}', "application/x-www-form-urlencoded", 422),
        (b'{"game": "LC", "party": "2-2", "level": 0}', "application/json", 422),
        (b'{"game": "LC", "party": "2-1", "level": 0}', "application/json", 422),
        (b'{"game": "LC", "party": "2-1", "level": false}', "application/json", 422),
        (b'{"game": "LC", "party": "2-1", "level": []}', "application/json", 422),
        (b'{"game": "LC", "party": "2-1", "level2": 0}', "application/json", 422),
        (b'{"game": "LC", "claim_after": true}', "application/json", 422),
        (b"{}", "application/json", 422),
        (b"", "application/json", 400),
    ],
)
def test_broken_bodies(server: Server, visitor: Visitor, content: bytes, kind: str, status: int):
    """What cannot be read is not played."""
    page = visitor.opens()
    before = stored(server)
    for path in (f"{page}/acts", "/games"):
        answer = visitor.post(path, content=content, headers={"content-type": kind, **JSON})
        assert answer.status_code == status
        assert answer.json()["error"]
    assert stored(server) == before


def test_a_body_without_an_end(visitor: Visitor):
    """A body that does not say how long it is ends at the limit, too."""

    def chunks() -> Any:
        for _ in range(700):
            yield b"x" * 1000

    page = visitor.opens()
    answer = visitor.post(f"{page}/acts", content=chunks(), headers={"content-type": "application/json", **JSON})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/games/unknown",
        "/games/unknown/0",
        "/games/unknown/analysis",
        "/games/unknown/log.kidd",
        "/games/unknown/dice",
        "/games/unknown/0.svg",
        "/games/" + "x" * 3000,
        "/games/%00",
        "/games/%ff",
        "/games/%ed%a0%80",
        "/games/..%2f..%2fetc",
        "/games/{game}/99",
        "/games/{game}/-1",
        "/games/{game}/" + "9" * 5000,
        "/games/{game}/99.svg",
        "/deck/unknown.svg",
        "/deck/..%2fkidd-18.svg",
        "/static/nothing.js",
        "/static/../app.py",
    ],
)
def test_unknown_addresses(visitor: Visitor, path: str):
    """404 as a page in the visitor's language, or as JSON for a program."""
    path = path.replace("{game}", visitor.opens().removeprefix("/games/"))
    answer = visitor.get(path, headers={"accept": "text/html", "accept-language": "fr"})
    assert answer.status_code == 404
    assert 'lang="fr"' in answer.text
    answer = visitor.get(path, headers=JSON)
    assert (answer.status_code, bool(answer.json()["error"])) == (404, True)


@pytest.mark.parametrize(
    "path",
    [
        "?ply=-1",
        "?ply=x",
        "?ply=" + "9" * 4000,
        "?since=-1",
        "/why?ply=x&move=@c1",
        "/why",
        "/0.svg?palette=" + LONG[:500],
    ],
)
def test_bad_queries(visitor: Visitor, path: str):
    """422 where a value makes no sense."""
    page = visitor.opens()
    assert visitor.get(f"{API}{page}{path}").status_code == 422
    if path.startswith("/0.svg"):
        assert visitor.get(f"{page}{path}", headers=JSON).status_code == 422


@pytest.mark.parametrize("path", ["/unknown", "/unknown/why?move=c1", "/unknown/log.kidd", "/{game}?ply=99", "/%ff"])
def test_unknown_games_of_the_api(visitor: Visitor, path: str):
    """404 as a problem with a sentence in the visitor's language."""
    path = path.replace("{game}", visitor.opens().removeprefix("/games/"))
    answer = visitor.get(f"{API}/games{path}", headers={"accept-language": "fr"})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
    assert answer.json()["detail"]


def test_why_of_nonsense(visitor: Visitor):
    """Any text gets a sentence."""
    page = visitor.opens()
    for move in ("", SCRIPT, "\x00", "c1" * 30, "@"):
        answer = visitor.get(f"{API}{page}/why", params={"move": move})
        assert answer.status_code == 200
        assert answer.json()["sentence"]
    assert visitor.get(f"{API}{page}/why", params={"move": LONG}).json()["detail"]


@pytest.mark.parametrize(
    ("query", "method"),
    [("rotation=45", "deck"), ("flip=yes", "deck"), ("palette=pink", "deck"), ("palette=x", "example")],
)
def test_bad_pictures(visitor: Visitor, query: str, method: str):
    """A picture that nobody can draw."""
    path = "/deck/kidd-18.svg" if method == "deck" else "/example.svg"
    assert visitor.get(f"{path}?{query}").status_code == 422


def test_wrong_methods(visitor: Visitor):
    """A route is asked as it wants to be."""
    page = visitor.opens()
    assert visitor.get(f"{page}/acts").status_code in (404, 405)
    assert visitor.post(page).status_code == 405
    assert visitor.delete(page).status_code == 405


@pytest.mark.parametrize(
    "cookie",
    ["x" * 5000, "%7B", "%5B%5D", "null", '{"theme":"<b>"}', "%7B%22rotation%22%3A%2290%22%7D", "\xe4", "[" * 900],
)
def test_odd_preferences(visitor: Visitor, cookie: str):
    """A cookie that makes no sense is as good as none."""
    headers = {b"cookie": f"kidd_prefs={cookie}".encode("latin-1")}
    answer = visitor.get("/", headers=headers)
    assert answer.status_code == 200
    assert 'data-theme="system"' in answer.text


@pytest.mark.parametrize(
    "back", ["https://evil.example/", "//evil.example", "/\\evil.example", "x", "/a\r\nb", "/" + "x" * 2000]
)
def test_language_leads_nowhere_else(visitor: Visitor, back: str):
    """The switch of languages goes back to a page of this site, whatever it is told."""
    answer = visitor.post("/language", data={"language": "de", "back": back})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


def test_unknown_language(visitor: Visitor):
    """There are three."""
    assert visitor.post("/language", data={"language": "tlh"}).status_code == 422


ODD = {"surrogate": "\ud800", "superscript": "²", "nul": "a\0b", "long": LONG, "blank": " ", "digits": "٣"}
POSITION = "LC - R R7B7 -"
# Whose address says all.
# What nobody of these visitors may, or only once in a while: whatever is said, it is refused as usual.
GUARDED: dict[str, dict[str, Any]] = {
    "/invitations": {"game": "LC", "time": "300+5", "whom": "link", "member": "Ann", "colour": "R"},
    "/api/v1/invitations": {"game": "LC", "time": "300+5", "to": "Ann", "colour": "R", "options": {}, "rated": False},
    "{game}/seat": {"seat": "1", "name": "Ann", "salt": "00"},
    "{game}/stand-up": {"seat": "1"},
    "{game}/computer": {"seat": "1", "level": "1"},
    "/api/v1{game}/seat": {"seat": 1, "name": "Ann", "salt": "00"},
    "/api/v1{game}/computer": {"seat": 1, "level": 1},
    "/signup": {"name": "x", "password": "y", "again": "y", "code": "z"},
    "/login": {"name": "Nobody", "password": "two parrots", "back": "/"},
    "/logout": {"back": "/"},
    "/reset": {"who": "nobody"},
    "/reset/{code}": {"password": "x", "again": "x"},
    "/verify": {"code": "x"},
    "/take-back": {"code": "x"},
    "/vacation": {"days": "1"},
    "/account/name": {"name": "Ann"},
    "/api/v1/account/delete": {"password": "x"},
    "/api/v1/account/mail/proof": {"code": "x"},
    "/api/v1/password-resets": {"who": "nobody"},
    "/api/v1/password-resets/{code}": {"password": "two parrots"},
    "/api/v1/bots": {"name": "Polly", "password": "x"},
    "/api/v1/bots/{bot_id}/tokens": {"name": "x", "scopes": ["read"], "password": "x"},
    "/api/v1/dice": {"book": "x"},
    "/account/password": {"old": "x", "password": "y", "again": "y"},
    "/account/sessions": {"session": "others"},
    "/account/profile": {"language": "de", "zone": ""},
    "/account/mail": {"mail": "ann@example.org", "password": "x"},
    "/account/blocks": {"name": "Ann"},
    "/account/tokens": {"name": "x", "scope-read": "1", "password": "x"},
    "/account/bots": {"name": "Polly", "password": "x"},
    "/account/export": {"back": "/"},
    "/account/delete": {"password": "x"},
    "/operator/people": {"person": "x", "do": "close"},
    "/operator/games": {"game": "x", "do": "adjourn"},
    "/operator/invitations": {"uses": "1"},
    "/operator/reports": {"report": "1"},
    "/notices": {"push": "on"},
    "/notices/seen": {"key": "x"},
    "/notices/stop": {"code": "x"},
    "/api/v1/signup": {"name": "x", "password": "y", "code": "z"},
    "/api/v1/login": {"name": "Nobody", "password": "two parrots"},
    "/api/v1/logout": {"back": "/"},
    "/api/v1/account/password": {"old": "x", "password": "y"},
    "/api/v1/blocks": {"name": "Ann"},
    "/api/v1/tokens": {"name": "x", "scopes": ["read"], "password": "x"},
    "/api/v1/vacation": {"days": 1},
    "/api/v1/notices/seen": {"keys": ["x"]},
    "/api/v1/notices/devices": {"endpoint": "https://push.example/x", "keys": {}},
}
WORDLESS = {f"/api/v1{{game}}/{deed}" for deed in ("abandon", "resume", "rematch", "analysis", "talk/{number}/report")}
WORDLESS |= {"/api/v1/problems/{problem_id}/solution", "/api/v1/account/export", "/api/v1/operator/invitations"}
WORDLESS.add("/api/v1/operator{game}/close")
FIELDS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "/games": (
        {"game": "LC", "party": "2-1"},
        ("game", "party", "colour", "name1", "level", "level2", "opening", "claim_after", "repetition"),
    ),
    "{game}/acts": ({"ply": 0, "act": "@c1"}, ("ply", "act", "by", "version")),
    "{game}/takeback": ({"ply": 0}, ("ply", "version", "answer")),
    "{game}/adjourn": ({}, ("version", "answer")),
    "{game}/resume": ({}, ("anything",)),
    "{game}/talk": ({"text": "Ahoy"}, ("text", "phrase", "room")),
    "{game}/talk/{number}": ({"deed": "report"}, ("deed",)),
    "{game}/plan": ({"ply": 0, "lines": "@c1 @a7"}, ("ply", "lines", "drop")),
    "{game}/note": ({"text": "Mine"}, ("text",)),
    "{game}/rematch": ({}, ("anything",)),
    "{game}/go-on": ({}, ("anything",)),
    "{game}/abandon": ({}, ("back",)),
    "{game}/analysis": ({}, ("stop",)),
    "/api/v1/games": ({"game": "LC"}, ("game", "options", "seats", "position", "acts")),
    "/api/v1{game}/acts": ({"ply": 0, "act": "@c1"}, ("ply", "act", "version", "salt")),
    "/api/v1{game}/takeback": ({"ply": 0}, ("ply", "version", "answer")),
    "/api/v1{game}/adjourn": ({}, ("version", "answer")),
    "/api/v1{game}/plan/look": ({"ply": 0}, ("ply", "acts")),
    "/api/v1{game}/talk": ({"text": "Ahoy"}, ("text", "phrase", "room", "since")),
    "/api/v1{game}/talk/{number}/block": ({"on": True}, ("on",)),
    "/api/v1{game}/hint": ({"ply": 0}, ("ply",)),
    "/api/v1{game}/go-on": ({"ply": 0}, ("ply", "version")),
    "/api/v1/look": ({"position": "LC"}, ("position", "options", "acts", "why")),
    "/api/v1/studies": ({"position": "LC"}, ("title", "game", "book", "match", "position", "options", "acts")),
    "/api/v1/studies/{study}/edits": (
        {"version": 1, "kind": "add", "parent": 0, "act": "@c1"},
        ("version", "kind", "parent", "act", "node", "text"),
    ),
    "/study": ({"position": "LC"}, ("position", "options", "acts", "game", "ply", "study", "text", "match")),
    "/study/{study}": (
        {"kind": "words", "node": "0", "comment": "x"},
        ("kind", "node", "comment", "name", "act", "title"),
    ),
    "/load": ({"text": '[Game "LC"]\n\n*\n'}, ("text", "ply", "match", "node", "file")),
    "/dice": ({"text": '[Game "LC"]\n\n*\n'}, ("text", "file")),
    "/setup": (
        {"position": POSITION},
        ("position", "tool", "space", "game", "turn", "hand-R", "contester", "left", "notation", "take", "options"),
    ),
    "/play-on": ({"position": POSITION}, ("position", "options", "acts", "text", "match", "ply", "seat-R")),
    "/diagram": ({"position": POSITION}, ("position", "options", "acts", "move", "why", "key", "undo", "reset")),
    "/rules/{slug}/introduction/{step}": ({"move": "@c1"}, ("move",)),
    "/problems/{problem_id}": ({}, ("move", "acts", "at", "solution", "retry")),
    "{game}/mistakes/{ply}": ({}, ("move", "at", "solution")),
    "/api/v1/problems/{problem_id}/moves": ({"move": "@c1"}, ("move", "acts")),
    "/language": ({"language": "de"}, ("language", "back")),
    "/prefs": ({"theme": "dark"}, ("theme", "back")),
}


@pytest.mark.parametrize("path", FIELDS)
@pytest.mark.parametrize("odd", ODD)
def test_odd_texts(visitor: Visitor, path: str, odd: str):
    """Whatever stands in a text field, the answer is a page or a sentence and never a fault of the server's."""
    said, fields = FIELDS[path]
    address = path.replace("{game}", visitor.opens()) if "{game}" in path else path
    address = address.replace("{problem_id}", problems_of("LC")[0].id).replace("{ply}", "1")
    address = address.replace("{slug}", "loyal-captain").replace("{step}", "1").replace("{number}", "1")
    if "{study}" in path:
        kept = visitor.post("/study", data={"position": "LC"}, headers={"accept": "text/html"}).headers["location"]
        address = path.replace("{study}", kept.split("/")[2])
    for field in fields:
        body = json.dumps({**said, field: ODD[odd]}).encode()
        answer = visitor.post(address, content=body, headers={"content-type": "application/json", **JSON})
        assert answer.status_code < 500, field
        if odd == "surrogate":
            said_back = answer.json()["detail" if address.startswith(API) else "error"]
            assert (answer.status_code, bool(said_back)) == (422, True), field
            continue
        answer = visitor.post(address, data={**said, field: ODD[odd]}, headers={"accept": "text/html"})
        assert answer.status_code < 500, field


def test_every_route_that_takes_something_is_gone_through(server: Server):
    """The table above knows all of them."""
    taking = {
        path.replace("/games/{game_id}", "{game}").replace("{study_id}", "{study}")
        for path, methods in server.app.openapi()["paths"].items()
        if "post" in methods
    }
    assert taking == set(FIELDS) | set(GUARDED) | WORDLESS


@pytest.mark.parametrize("odd", ODD)
def test_odd_texts_where_they_do_not_count(visitor: Visitor, odd: str):
    """Accounts, seats, notices: refused with a sentence, and never a fault of the server's."""
    game = visitor.opens()
    for path, said in GUARDED.items():
        address = path.replace("{game}", game).replace("{code}", "x")
        for field in said:
            body = json.dumps({**said, field: ODD[odd]}).encode()
            answer = visitor.post(address, content=body, headers={"content-type": "application/json", **JSON})
            assert answer.status_code < 500, (path, field)
            if odd != "surrogate" and not path.startswith(API):
                form = {
                    name: value if isinstance(value, str) else "" for name, value in {**said, field: ODD[odd]}.items()
                }
                answer = visitor.post(address, data=form, headers={"accept": "text/html"})
                assert answer.status_code < 500, (path, field)


@pytest.mark.parametrize("extra", ["R²", "R٣", "R999999999", "²", "R-1"])
def test_odd_digits_in_addresses(visitor: Visitor, extra: str):
    """What looks like a number need not be one: the deck is shown, and what is wrong with it."""
    answer = visitor.get("/setup", params={"position": f"LC - R R7B7 {extra}"})
    assert answer.status_code == 200
    assert "A contest is written as R20 or B7." in answer.text


@pytest.mark.parametrize(
    ("path", "said", "back"),
    [
        ("{game}/acts", {"ply": "x"}, "{game}"),
        ("{game}/takeback", {"ply": "x"}, "{game}"),
        ("/games", {"game": "chess"}, "/games"),
        ("/play-on", {"position": "x"}, "/"),
        ("/load", {"text": "hello"}, "/load"),
        ("/dice", {"text": "hello"}, "/dice"),
        ("/diagram", {"position": "x"}, "/"),
        ("/language", {"language": "tlh"}, "/"),
    ],
)
def test_the_language_of_an_answer(visitor: Visitor, path: str, said: dict[str, str], back: str):
    """Whoever changes the language on an answer to a form gets to a page that there is."""
    game = visitor.opens()
    answer = visitor.post(path.replace("{game}", game), data=said, headers={"accept": "text/html"})
    assert answer.status_code == 422
    assert attribute(answer.text, 'name="back" value') == back.replace("{game}", game)
    assert visitor.get(attribute(answer.text, 'name="back" value')).status_code == 200
