from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

import kidd
from kidd.words.error_texts.rules import ACTS
from tests.patience import until
from tests.web.afloat import API, Server, Visitor
from tests.web.reading import alert, attribute, plain


def wait_for_ply(visitor: Visitor, page: str, ply: int) -> dict[str, Any]:
    """The state once a game has come so far."""
    until(lambda: visitor.sees(page)["ply"] >= ply, f"ply {ply}")
    return visitor.sees(page)


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
        assert visitor.cookies.get("kidd_session")

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


class TestActs:
    """Moves and words."""

    def test_a_move_is_played(self, visitor: Visitor):
        """The answer is the next state, and the page shows the same."""
        page = visitor.opens()
        before = visitor.sees(page)["version"]
        state = visitor.plays(page, 0, "@c1").json()
        assert (state["ply"], state["version"], "result" in state, state["turn"]) == (1, before + 1, False, "B")
        assert [(piece["ids"], piece["space"]) for piece in state["pieces"]] == [(["R1"], "c1")]
        html = visitor.get(page).text
        assert attribute(html, "data-turn") == "B"
        assert 'id="token-R1"' in html

    def test_the_same_move_twice_counts_once(self, visitor: Visitor):
        """A retry gets the same answer."""
        page = visitor.opens()
        first = visitor.plays(page, 0, "@c1").json()
        assert visitor.plays(page, 0, "@c1").json() == first

    def test_two_tabs(self, visitor: Visitor):
        """Of two different moves at one ply one wins; the other gets 409 and the fresh state."""
        page = visitor.opens()
        visitor.plays(page, 0, "@c1")
        answer = visitor.plays(page, 0, "@a3")
        assert answer.status_code == 409
        assert answer.json()["state"]["ply"] == 1
        assert "moved on" in answer.json()["detail"]

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
        assert visitor.plays(page, 0, "B:resign").json()["result"]["outcome"] == "1-0"
        page = visitor.opens()
        assert visitor.post(f"{page}/acts", data={"ply": "0", "act": "resign", "by": "B"}).status_code == 303
        assert visitor.sees(page)["result"]["outcome"] == "1-0"

    def test_leaving_a_game_of_three(self, visitor: Visitor):
        """MG8: a computer plays on, the log says so in every language, and nobody but a clock tells of time."""
        page = visitor.opens(game="MG", party="3-3")
        assert 'value="R:leave"' in visitor.get(page).text
        state = visitor.plays(page, 0, "G:leave").json()
        assert [(seat["kind"], seat.get("left", False)) for seat in state["seats"]] == [
            ("person", False),
            ("person", False),
            ("computer", True),
        ]
        told = [(entry["act"], entry["said"]) for entry in state["log"]]
        assert told == [("G:leave", "Gold leaves, and a computer plays on.")]
        for language, words in (("en", "leaves"), ("de", "verlässt die Partie"), ("fr", "quitte la partie")):
            assert words in visitor.get(page, headers={"accept-language": language}).text
        answer = visitor.plays(page, 1, "R:time")
        assert (answer.status_code, "Only a clock" in answer.text) == (422, True)
        assert 'value="B:leave"' not in visitor.get(visitor.opens(game="MG", party="3-1")).text

    def test_the_computer_answers(self, visitor: Visitor):
        """And is told apart as the one who thinks while it does."""
        page = visitor.opens(party="2-1", level="1")
        state = visitor.plays(page, 0, "@c1").json()
        assert (state["thinking"], "moves" in state) == (True, False)
        state = wait_for_ply(visitor, page, 2)
        assert ("thinking" in state, bool(state["moves"])) == (False, True)
        assert attribute(visitor.get(page).text, "data-may-move") == "true"

    def test_the_server_rolls(self, visitor: Visitor):
        """QM2: after the second token the die has fallen; nobody sends a roll, and a takeback brings the same one."""
        page = visitor.opens(game="QM")
        visitor.plays(page, 0, "@c1")
        state = visitor.plays(page, 1, "@a7").json()
        die = state["die"]
        assert (state["ply"], die in (1, 2, 3)) == (3, True)
        assert attribute(visitor.get(page).text, "data-die") == str(die)
        assert visitor.plays(page, 3, "*1").status_code == 422
        assert visitor.does(page, "takeback", ply=3).json()["ply"] == 1
        assert visitor.plays(page, 1, "@a7").json()["die"] == die

    def test_draw_claim_and_contest(self, visitor: Visitor):
        """LC5: an offer waits for its answer; a contested claim shows the count of 20."""
        page = visitor.opens(claim_after="0")
        state = visitor.plays(page, 0, "draw?").json()
        assert "draw!" in [act["act"] for act in state["acts"]]
        visitor.plays(page, 1, "draw.")
        visitor.plays(page, 2, "stalemate?")
        state = visitor.plays(page, 3, "contest").json()
        assert state["sentences"]["contest"] == "Contested: 20 turns left for Blue."
        assert "Contested: 20 turns left for Blue." in visitor.get(page).text
        assert visitor.plays(page, 4, "B:draw?").json()["ply"] == 5
        assert visitor.plays(page, 5, "draw!").json()["result"]["outcome"] == "1/2-1/2"

    def test_takeback(self, visitor: Visitor):
        """Against the computer a move goes back together with its answer; the version only grows."""
        page = visitor.opens(party="2-1", level="1")
        visitor.plays(page, 0, "@c1")
        before = wait_for_ply(visitor, page, 2)["version"]
        state = visitor.does(page, "takeback", ply=2).json()
        assert (state["ply"], state["version"]) == (0, before + 1)
        assert visitor.does(page, "takeback", ply=0).status_code == 422

    def test_what_comes_after_a_takeback(self, visitor: Visitor):
        """An act that was sent before it is refused with the fresh state; the takeback sent again takes back once."""
        page = visitor.opens()
        version = visitor.plays(page, 0, "@c1").json()["version"]
        body = {"ply": 1, "version": version}
        for _ in range(2):
            answer = visitor.does(page, "takeback", **body)
            assert (answer.status_code, answer.json()["ply"]) == (200, 0)
        visitor.plays(page, 0, "@e7")
        late = visitor.does(page, "acts", act="@a7", **body)
        assert (late.status_code, late.json()["state"]["ply"]) == (409, 1)
        form = visitor.get(page).text
        said = {"ply": attribute(form, 'name="ply" value'), "version": attribute(form, 'name="version" value')}
        assert visitor.post(f"{page}/acts", data={**said, "act": "@a7"}).status_code == 303

    def test_why_it_is_refused(self, visitor: Visitor):
        """Each with a sentence of its own, for scripts and on the page alike."""
        page = visitor.opens()
        assert visitor.does(page, "takeback", ply=0).json()["detail"] == ACTS["nothing-back"]
        assert visitor.post(f"{API}{page}/rematch").json()["detail"] == ACTS["not-over"]
        visitor.plays(page, 0, "resign")
        for deed, said, sentence in (
            ("acts", {"act": "@c1"}, "The game is over."),
            ("hint", {}, "The game is over: there is nothing to advise."),
            ("takeback", {}, "The game is over: nothing can be taken back any more."),
        ):
            assert visitor.does(page, deed, ply=1, **said).json()["detail"] == sentence
            if deed != "hint":
                html = visitor.post(f"{page}/{deed}", data={"ply": 1, **said}, headers={"accept": "text/html"}).text
                assert alert(html) == sentence

    def test_hint(self, visitor: Visitor):
        """A legal move with words in the visitor's language."""
        page = visitor.opens()
        hint = visitor.post(f"{API}{page}/hint", json={"ply": 0}, headers={"accept-language": "de"}).json()
        assert hint["act"] in map(str, kidd.start("LC").legal_moves())
        assert "Rot setzt auf" in hint["words"]
        assert [f"@{space}" for space in hint["way"]] == [hint["act"]]
        assert hint["arrow"].startswith("M")

    def test_rematch(self, visitor: Visitor):
        """When a game is over, the same again with the seats swapped."""
        page = visitor.opens(party="2-1", level="1")
        assert visitor.post(f"{page}/rematch").status_code == 422
        visitor.plays(page, 0, "resign")
        url = visitor.post(f"{page}/rematch").headers["location"]
        assert visitor.post(f"{API}{page}/rematch").json()["id"] == url.removeprefix("/games/")
        assert attribute(visitor.get(url).text, "data-you") == "B"
        assert wait_for_ply(visitor, url, 1)["ply"] == 1

    def test_why(self, visitor: Visitor):
        """A move or a space is explained; what is possible needs no words."""
        page = visitor.opens()
        visitor.plays(page, 0, "@c1")
        visitor.plays(page, 1, "@a7")
        said = {
            wish: visitor.get(f"{API}{page}/why", params={"move": wish}).json()["sentence"]
            for wish in ("c1-b2", "c1", "c1-c9", "a7", "c4", "nonsense")
        }
        assert said == {
            "c1-b2": "",
            "c1": "",
            "c1-c9": "c1-c9: no path leads from c1 to c9.",
            "a7": "a7 is taken by Blue.",
            "c4": "Nobody stands on c4, and tokens enter only on hatches.",
            "nonsense": "“nonsense” is not a move. Moves look like @a3, c3-c4, c4-c7/c6, *2 or pass.",
        }


class TestLookingBack:
    """Every ply has its link."""

    def test_a_ply(self, visitor: Visitor):
        """The same page as it was, on which nobody can move."""
        page = visitor.opens()
        visitor.plays(page, 0, "@c1")
        visitor.plays(page, 1, "@a7")
        html = plain(visitor.get(f"{page}/1").text)
        assert (attribute(html, "data-ply"), attribute(html, "data-live")) == ("1", "false")
        assert "token-R1" in html
        assert "token-B1" not in html
        assert "data-move=" not in html
        assert visitor.sees(page, ply=0)["ply"] == 0
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
        """Page, styles, scripts and pictures of a running game come to 100 KB at most, packed as they are sent.

        What is fetched only by those who ask for it does not count.
        """
        page = visitor.opens(game="QM")
        state = visitor.plays(page, 0, "@c1").json()
        for _ in range(60):
            if not state.get("moves"):
                break
            state = visitor.plays(page, state["ply"], state["moves"][0]["act"]).json()
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


ON_DEMAND = (
    *("./introduction.js", "../club/watching.js", "../club/clock.js", "../club/premoves.js", "../club/plans.js"),
    *("./chat.js", "../club/chat.js"),
    *("./sounds.js", "../shared/picture.js"),
)


def _linked(path: str, text: str) -> list[str]:
    """What a browser in light colours fetches for a page, a script or a stylesheet."""
    folder = path.rpartition("/")[0]
    if path.endswith(".js"):
        names = [name for name in re.findall(r'(?:from|import)\s*\(?"(\.[^"]+)"', text) if name not in ON_DEMAND]
    elif ".css" in path:
        names = re.findall(r'url\("?([^")]+\.woff2)"?\)', text)
    elif ".svg" in path or ".woff" in path:
        names = []
    else:
        # An icon for the home screen is fetched by who puts it there.
        names = re.findall(r'<(?:link(?! rel="apple-touch-icon")[^>]*href|script[^>]*src|img[^>]*src)="([^"]+)"', text)
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
        html = other.get(f"{page}/2/play-on", follow_redirects=True).text
        form = html.split('id="play-on-form"', 1)[1].split("</form>")[0]
        hidden = dict(re.findall(r'<input type="hidden" name="(\w+)"[^>]* value="([^"]*)"', form))
        assert hidden.keys() == {"position", "options", "acts"}
        said = {name: unescape(value) for name, value in hidden.items()} | {"seat-R": "me", "seat-B": "me"}
        opened = other.post("/play-on", data=said).headers["location"]
        (match,) = kidd.read_logbook(other.get(f"{opened}/log.kidd").text)
        assert match.acts == ("@c1", "@a7")
        assert visitor.get(f"{page}/4/play-on", follow_redirects=True).status_code == 404

    def test_nothing_to_play_on_at_the_end(self, visitor: Visitor):
        """The page of the end offers it no more."""
        page = visitor.opens()
        visitor.plays(page, 0, "resign")
        assert f'href="{page}/0/play-on"' in visitor.get(f"{page}/0").text
        assert "play-on" not in plain(visitor.get(f"{page}/1").text)

    def test_states_are_kept_by_browsers(self, visitor: Visitor, other: Visitor):
        """Whoever has a state of a ply gets it once, until something else is to be seen there."""
        page = visitor.opens()
        visitor.plays(page, 0, "@c1")
        address = f"{API}{page}"
        tagged = {"if-none-match": visitor.get(f"{address}?ply=1").headers["etag"]}
        assert visitor.get(f"{address}?ply=1", headers=tagged).status_code == 304
        assert visitor.get(f"{address}?ply=1", headers={**tagged, "accept-language": "de"}).status_code == 200
        assert visitor.get(f"{address}?ply=0", headers=tagged).status_code == 200
        assert visitor.get(address, headers=tagged).status_code == 200
        assert other.get(f"{address}?ply=1", headers=tagged).status_code == 200
        visitor.plays(page, 1, "@a7")
        assert visitor.get(f"{address}?ply=1", headers=tagged).status_code == 200

    def test_what_was_said(self, visitor: Visitor):
        """Each state tells who did what, in the visitor's language."""
        page = visitor.opens(game="QM", name1="Ann", name2="Bob")
        assert visitor.plays(page, 0, "@c1").json()["sentences"]["told"] == "Ann enters on c1."
        assert "told" not in visitor.sees(page, ply=0)["sentences"]
        german = visitor.get(f"{API}{page}?ply=1", headers={"accept-language": "de"}).json()
        assert german["sentences"]["told"] == "Ann setzt auf c1 ein."
        assert visitor.plays(page, 1, "draw?").json()["sentences"]["told"] == "Bob offers a draw."


def test_a_game_that_is_no_more(server: Server, visitor: Visitor):
    """Whoever looks for it reads how long games of guests are kept, as the settings have it; elsewhere nobody does."""
    days, said = server.app.state.settings.keeping.guest_days, "games of guests are removed after"
    html = visitor.get("/games/another0one0", headers={"accept": "text/html"})
    assert html.status_code == 404
    assert (f"{said} {days} days" in html.text) is (days > 1)
    assert said not in visitor.get("/nowhere", headers={"accept": "text/html"}).text
