from __future__ import annotations

import re
import time
from html import unescape

import pytest

import kidd
from kidd.words.errors import ACTS
from tests.web.afloat import JSON, Visitor


def wait_for_ply(visitor: Visitor, page: str, ply: int) -> dict[str, object]:
    """The view once a game has come so far."""
    for _ in range(500):
        view: dict[str, object] = visitor.get(f"{page}/view").json()
        if int(str(view["ply"])) >= ply:
            return view
        time.sleep(0.02)
    raise TimeoutError(f"the game does not come to ply {ply}")


def attribute(html: object, name: str) -> str:
    """What an attribute of the table says."""
    found = re.search(rf'\b{name}="([^"]*)"', str(html))
    assert found, name
    return found[1]


class TestOpening:
    """From the home page to a game."""

    def test_play_now(self, visitor: Visitor):
        """The form of the big button opens Loyal Captain against level 2, and the newcomer is red and to move."""
        page = visitor.opens(level="2", colour="red", party="2-1")
        answer = visitor.get(page)
        assert answer.status_code == 200
        assert attribute(answer.text, "data-you") == "R"
        assert attribute(answer.text, "data-turn") == "R"
        assert attribute(answer.text, "data-code") == "LC"
        assert "Deckhand" in answer.text
        assert "Your turn" in answer.text

    def test_no_cookie_before_a_game(self, visitor: Visitor):
        """Who only looks around is not known by any cookie."""
        visitor.get("/")
        assert not visitor.cookies
        visitor.opens()
        assert visitor.cookies.get("kidd_visitor")

    @pytest.mark.parametrize(
        ("wishes", "you", "code"),
        [
            ({"game": "LC", "party": "2-2"}, "R B", "LC"),
            ({"game": "QM", "party": "2-1", "colour": "blue"}, "B", "QM"),
            ({"game": "MG", "party": "2-1"}, "R", "MG2"),
            ({"game": "MG", "party": "3-1", "colour": "gold"}, "G", "MG3"),
            ({"game": "MG", "party": "3-2", "colour": "gold"}, "R G", "MG3"),
            ({"game": "MG", "party": "3-3"}, "R B G", "MG3"),
            ({"game": "MG3", "party": "3-1"}, "R", "MG3"),
        ],
    )
    def test_who_sits_where(self, visitor: Visitor, wishes: dict[str, str], you: str, code: str):
        """People take the seats from the first one's colour on, computers the others."""
        html = visitor.get(visitor.opens(level="1", **wishes)).text
        assert (attribute(html, "data-you"), attribute(html, "data-code")) == (you, code)

    def test_options_and_names(self, visitor: Visitor):
        """All options of a game can be chosen; the table's own default of claim_after is 10."""
        page = visitor.opens(game="QM", entry="fresh", blocked="any", name1="Ann", name2="  Bob \n  the Bold ")
        book = visitor.get(f"{page}/log.kidd").text
        (match,) = kidd.read_logbook(book)
        assert match.game.changed == {"entry": "fresh", "blocked": "any"}
        assert match.players == ("Ann", "Bob the Bold")
        page = visitor.opens(opening="chooser", repetition="3")
        (match,) = kidd.read_logbook(visitor.get(f"{page}/log.kidd").text)
        assert match.game.changed == {"opening": "chooser", "claim_after": 10, "repetition": 3}

    def test_unfinished_games_are_listed(self, visitor: Visitor, other: Visitor):
        """The home page leads back to one's own games."""
        page = visitor.opens()
        assert page in visitor.get("/").text
        assert page not in other.get("/").text

    def test_for_programs(self, visitor: Visitor):
        """A program gets the address as JSON."""
        answer = visitor.post("/games", json={"game": "LC", "party": "2-2"}, headers=JSON)
        assert answer.status_code == 201
        assert answer.json()["url"] == f"/games/{answer.json()['id']}"


class TestActs:
    """Moves and words."""

    def test_a_move_is_played(self, visitor: Visitor):
        """The answer is the next view."""
        page = visitor.opens()
        view = visitor.plays(page, 0, "@c1").json()
        assert (view["ply"], view["version"], view["result"]) == (1, 1, "")
        assert attribute(view["html"], "data-turn") == "B"
        assert 'id="token-R1"' in view["html"]

    def test_the_same_move_twice_counts_once(self, visitor: Visitor):
        """A retry gets the same answer."""
        page = visitor.opens()
        first = visitor.plays(page, 0, "@c1").json()
        assert visitor.plays(page, 0, "@c1").json() == first

    def test_two_tabs(self, visitor: Visitor):
        """Of two different moves at one ply one wins; the other gets 409 and the fresh view."""
        page = visitor.opens()
        visitor.plays(page, 0, "@c1")
        answer = visitor.plays(page, 0, "@a3")
        assert answer.status_code == 409
        assert answer.json()["view"]["ply"] == 1
        assert "moved on" in answer.json()["error"]

    def test_without_javascript(self, visitor: Visitor):
        """A plain form plays, and goes back to the page; a refusal is shown on it."""
        page = visitor.opens()
        answer = visitor.post(f"{page}/acts", data={"ply": "0", "act": "@c1"})
        assert (answer.status_code, answer.headers["location"]) == (303, page)
        answer = visitor.post(f"{page}/acts", data={"ply": "1", "act": "@c1"}, headers={"accept": "text/html"})
        assert answer.status_code == 422
        assert "@c1: c1 is occupied." in answer.text
        assert attribute(answer.text, "data-ply") == "1"

    def test_for_somebody_else_at_the_device(self, visitor: Visitor):
        """Out of turn a word names its colour."""
        page = visitor.opens()
        view = visitor.plays(page, 0, "resign", by="B").json()
        assert view["result"] == "1-0"

    def test_the_computer_answers(self, visitor: Visitor):
        """And is told apart as the one who thinks while it does."""
        page = visitor.opens(party="2-1", level="1")
        view = visitor.plays(page, 0, "@c1").json()
        assert attribute(view["html"], "data-may-move") == "false"
        view = wait_for_ply(visitor, page, 2)
        assert attribute(view["html"], "data-may-move") == "true"

    def test_the_server_rolls(self, visitor: Visitor):
        """QM2: after the second token the die has fallen; nobody sends a roll, and a takeback brings the same one."""
        page = visitor.opens(game="QM")
        visitor.plays(page, 0, "@c1")
        view = visitor.plays(page, 1, "@a7").json()
        die = attribute(view["html"], "data-die")
        assert (view["ply"], die in "123") == (3, True)
        assert visitor.plays(page, 3, "*1").status_code == 422
        view = visitor.post(f"{page}/takeback", json={"ply": 3}, headers=JSON).json()
        assert view["ply"] == 1
        view = visitor.plays(page, 1, "@a7").json()
        assert attribute(view["html"], "data-die") == die

    def test_draw_claim_and_contest(self, visitor: Visitor):
        """LC5: an offer waits for its answer; a contested claim shows the count of 20."""
        page = visitor.opens(claim_after="0")
        view = visitor.plays(page, 0, "draw?").json()
        assert 'data-act="draw!"' in view["html"]
        view = visitor.plays(page, 1, "draw.").json()
        visitor.plays(page, 2, "stalemate?")
        view = visitor.plays(page, 3, "contest").json()
        assert "Contested: 20 turns left for Blue." in view["html"]
        assert visitor.plays(page, 4, "draw?").json()["ply"] == 5
        assert visitor.plays(page, 5, "draw!").json()["result"] == "1/2-1/2"

    def test_takeback(self, visitor: Visitor):
        """Against the computer a move goes back together with its answer; the version only grows."""
        page = visitor.opens(party="2-1", level="1")
        visitor.plays(page, 0, "@c1")
        wait_for_ply(visitor, page, 2)
        view = visitor.post(f"{page}/takeback", json={"ply": 2}, headers=JSON).json()
        assert (view["ply"], view["version"]) == (0, 3)
        assert visitor.post(f"{page}/takeback", json={"ply": 0}, headers=JSON).status_code == 422

    def test_what_comes_after_a_takeback(self, visitor: Visitor):
        """An act that was sent before it is refused with the fresh view; the takeback sent again takes back once."""
        page = visitor.opens()
        version = visitor.plays(page, 0, "@c1").json()["version"]
        body = {"ply": 1, "version": version}
        for _ in range(2):
            answer = visitor.post(f"{page}/takeback", json=body, headers=JSON)
            assert (answer.status_code, answer.json()["ply"]) == (200, 0)
        visitor.plays(page, 0, "@e7")
        late = visitor.post(f"{page}/acts", json={**body, "act": "@a7"}, headers=JSON)
        assert (late.status_code, late.json()["view"]["ply"]) == (409, 1)
        form = visitor.get(page).text
        said = {"ply": attribute(form, 'name="ply" value'), "version": attribute(form, 'name="version" value')}
        assert visitor.post(f"{page}/acts", data={**said, "act": "@a7"}).status_code == 303

    def test_why_it_is_refused(self, visitor: Visitor):
        """Each with a sentence of its own."""
        page = visitor.opens()
        for deed, reason in (("takeback", "nothing-back"), ("rematch", "not-over")):
            assert visitor.post(f"{page}/{deed}", json={"ply": 0}, headers=JSON).json() == {"error": ACTS[reason]}
        visitor.plays(page, 0, "resign")
        assert visitor.plays(page, 1, "@c1").json() == {"error": "The game is over."}
        hint = visitor.post(f"{page}/hint", json={"ply": 1}, headers=JSON)
        assert hint.json() == {"error": "The game is over: there is nothing to advise."}
        back = visitor.post(f"{page}/takeback", json={"ply": 1}, headers=JSON)
        assert back.json() == {"error": "The game is over: nothing can be taken back any more."}

    def test_hint(self, visitor: Visitor):
        """A legal move with words in the visitor's language."""
        page = visitor.opens()
        answer = visitor.post(f"{page}/hint", json={"ply": 0}, headers=JSON | {"accept-language": "de"})
        assert answer.json()["move"] in map(str, kidd.start("LC").legal_moves())
        assert "Rot setzt auf" in answer.json()["words"]
        assert [f"@{space}" for space in answer.json()["way"]] == [answer.json()["move"]]
        assert answer.json()["arrow"].startswith("M")

    def test_rematch(self, visitor: Visitor):
        """When a game is over, the same again with the seats swapped."""
        page = visitor.opens(party="2-1", level="1")
        assert visitor.post(f"{page}/rematch", json={}, headers=JSON).status_code == 422
        visitor.plays(page, 0, "resign")
        url = visitor.post(f"{page}/rematch", json={}, headers=JSON).json()["url"]
        assert attribute(visitor.get(url).text, "data-you") == "B"
        assert wait_for_ply(visitor, url, 1)["ply"] == 1

    def test_why(self, visitor: Visitor):
        """A move or a space is explained; what is possible needs no words."""
        page = visitor.opens()
        visitor.plays(page, 0, "@c1")
        visitor.plays(page, 1, "@a7")
        said = {
            wish: visitor.get(f"{page}/why", params={"move": wish}).json()["sentence"]
            for wish in ("c1-b2", "c1", "c1-c9", "a7", "c4", "nonsense")
        }
        assert said == {
            "c1-b2": "",
            "c1": "",
            "c1-c9": "c1-c9: no path leads from c1 to c9.",
            "a7": "a7 is led by Blue.",
            "c4": "Nobody stands on c4, and tokens enter only on hatches.",
            "nonsense": "That is not a move. Moves look like @c1, c3-c4 or c4-c7/c6.",
        }


class TestLookingBack:
    """Every ply has its link."""

    def test_a_ply(self, visitor: Visitor):
        """The same page as it was, on which nobody can move."""
        page = visitor.opens()
        visitor.plays(page, 0, "@c1")
        visitor.plays(page, 1, "@a7")
        html = visitor.get(f"{page}/1").text
        assert (attribute(html, "data-ply"), attribute(html, "data-live")) == ("1", "false")
        assert "token-R1" in html
        assert "token-B1" not in html
        assert "data-move=" not in html
        assert visitor.get(f"{page}/view", params={"ply": "0"}).json()["ply"] == 0
        assert visitor.get(f"{page}/3").status_code == 404

    def test_pictures_and_books(self, visitor: Visitor):
        """To keep: a picture of any ply, and the log book."""
        page = visitor.opens(name1="Ann")
        visitor.plays(page, 0, "@c1")
        picture = visitor.get(f"{page}/1.svg")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert picture.headers["content-disposition"] == f'inline; filename="kidd-{page.split("/")[-1]}-1.svg"'
        assert "var(" not in picture.text
        book = visitor.get(f"{page}/log.kidd")
        assert "attachment" in book.headers["content-disposition"]
        assert kidd.read_logbook(book.text)[0].acts == ("@c1",)


class TestWeight:
    """What a page costs."""

    def test_a_running_game_is_light(self, visitor: Visitor):
        """Page, styles, scripts and pictures of a running game come to 100 KB at most, packed as they are sent."""
        page = visitor.opens(game="QM")
        view = visitor.plays(page, 0, "@c1").json()
        for _ in range(60):
            moves = re.findall(r'data-move="([^"]*)"', str(view["html"]))
            if not moves:
                break
            view = visitor.plays(page, int(view["ply"]), unescape(moves[0])).json()
        seen: dict[str, int] = {}
        wanted = [page]
        while wanted:
            path = wanted.pop()
            with visitor.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
                seen[path] = sum(map(len, answer.iter_raw()))
            for found in _linked(path, visitor.get(path).text):
                if found not in seen and found not in wanted:
                    wanted.append(found)
        assert any(path.endswith("table.js") for path in seen)
        assert sum(seen.values()) <= 100_000, sorted(seen.items(), key=lambda one: -one[1])[:8]


def _linked(path: str, text: str) -> list[str]:
    """What a browser in light colours fetches for a page, a script or a stylesheet."""
    folder = path.rpartition("/")[0]
    if path.endswith(".js"):
        names = re.findall(r'(?:from|import)\s*\(?"(\.[^"]+)"', text)
    elif ".css" in path:
        names = re.findall(r'url\("?([^")]+\.woff2)"?\)', text)
    elif ".svg" in path or ".woff" in path:
        names = []
    else:
        names = re.findall(r'<(?:link[^>]*href|script[^>]*src|img[^>]*src)="([^"]+)"', text)
    found = []
    for name in names:
        whole = name if name.startswith("/") else f"{folder}/{name}"
        while "/./" in whole or "/../" in whole:
            whole = re.sub(r"/[^/]+/\.\./", "/", whole.replace("/./", "/"), count=1)
        found.append(unescape(whole))
    return found


class TestPastPlies:
    """Plies that are past."""

    def test_play_on_from_there(self, visitor: Visitor, other: Visitor):
        """A past ply leads to a page on which anybody can open a game that goes on from it."""
        page = visitor.opens()
        for ply, act in enumerate(("@c1", "@a7", "@c9")):
            visitor.plays(page, ply, act)
        assert f'href="{page}/2/play-on"' in visitor.get(f"{page}/2").text
        html = other.get(f"{page}/2/play-on").text
        assert attribute(html, "data-ply") == "2"
        book = html.split("<textarea", 1)[1].split(">", 1)[1].split("</textarea>")[0]
        said = {"text": unescape(book), "match": "0", "ply": "2", "seat-R": "me", "seat-B": "me"}
        opened = other.post("/play-on", data=said).headers["location"]
        (match,) = kidd.read_logbook(other.get(f"{opened}/log.kidd").text)
        assert match.acts == ("@c1", "@a7")
        assert visitor.get(f"{page}/4/play-on").status_code == 404

    def test_nothing_to_play_on_at_the_end(self, visitor: Visitor):
        """The page of the end offers it no more."""
        page = visitor.opens()
        visitor.plays(page, 0, "resign")
        assert f'href="{page}/0/play-on"' in visitor.get(f"{page}/0").text
        assert "play-on" not in visitor.get(f"{page}/1").text

    def test_views_are_kept_by_browsers(self, visitor: Visitor, other: Visitor):
        """Whoever has a view of a ply gets it once, until something else is to be seen there."""
        page = visitor.opens()
        visitor.plays(page, 0, "@c1")
        first = visitor.get(f"{page}/view?ply=1", headers=JSON)
        tagged = {**JSON, "if-none-match": first.headers["etag"]}
        assert visitor.get(f"{page}/view?ply=1", headers=tagged).status_code == 304
        assert visitor.get(f"{page}/view?ply=1", headers={**tagged, "accept-language": "de"}).status_code == 200
        assert visitor.get(f"{page}/view?ply=0", headers=tagged).status_code == 200
        assert visitor.get(f"{page}/view", headers=tagged).status_code == 200
        assert other.get(f"{page}/view?ply=1", headers=tagged).status_code == 200
        visitor.plays(page, 1, "@a7")
        assert visitor.get(f"{page}/view?ply=1", headers=tagged).status_code == 200

    def test_what_was_said(self, visitor: Visitor):
        """Each view tells who did what, in the visitor's language."""
        page = visitor.opens(game="QM", name1="Ann", name2="Bob")
        view = visitor.plays(page, 0, "@c1").json()
        assert view["said"] == "Ann enters on c1."
        assert visitor.get(f"{page}/view?ply=0", headers=JSON).json()["said"] == ""
        german = {**JSON, "accept-language": "de"}
        assert visitor.get(f"{page}/view?ply=1", headers=german).json()["said"] == "Ann setzt auf c1 ein."
        assert visitor.plays(page, 1, "draw?").json()["said"] == "Bob offers a draw."
