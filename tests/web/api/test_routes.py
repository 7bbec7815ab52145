"""Every address of the API: what it answers to players, to watchers and to those who send something else."""

from __future__ import annotations

import json
from typing import Any, get_args

import httpx
import pytest

from kidd.draw.palette import PALETTES
from kidd.logbook import read_logbook
from kidd.web.api.games import Palette
from kidd.web.api.routes import document
from kidd.web.state.models import GameState
from kidd.words.language import tongue
from kidd.words.problem_titles import TITLES
from tests.patience import PATIENCE, until
from tests.web.afloat import Server, Visitor

GAMES = "/api/v1/games"
TWO = [{"kind": "person"}, {"kind": "person"}]
PROBLEM = "application/problem+json"


def opened(visitor: Visitor, **wishes: Any) -> dict[str, Any]:
    """A game of Loyal Captain at one device, unless said otherwise."""
    answer = visitor.post(GAMES, json={"game": "LC", "seats": TWO, **wishes})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def acted(visitor: Visitor, state: dict[str, Any], act: str) -> dict[str, Any]:
    """The state after an act."""
    body = {"act": act, "ply": state["ply"], "version": state["version"]}
    answer = visitor.post(f"{GAMES}/{state['id']}/acts", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def problem(answer: httpx.Response, status: int, kind: str) -> dict[str, Any]:
    """A problem of that kind."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == PROBLEM
    said = dict(answer.json())
    assert said["type"] == f"/problems/{kind}"
    assert said["status"] == status
    assert said["title"] == tongue("en")(TITLES[kind])
    assert said["detail"]
    return said


class TestOpening:
    """`POST /games`."""

    def test_a_game_with_its_cookie(self, visitor: Visitor):
        """The state comes with its address, and the cookie makes it ours."""
        answer = visitor.post(GAMES, json={"game": "QM"})
        state = GameState.model_validate_json(answer.content)
        assert answer.headers["location"] == f"{GAMES}/{state.id}"
        assert state.you == ("R",)
        assert [(seat.kind, seat.level) for seat in state.seats] == [("person", None), ("computer", 2)]
        assert visitor.get(answer.headers["location"]).json()["you"] == ["R"]

    def test_seats_as_wished(self, visitor: Visitor):
        """In their order, with names and levels."""
        seats = [{"kind": "computer", "level": 1}, {"kind": "person", "name": "Ann"}, {"kind": "computer", "level": 3}]
        state = opened(visitor, game="MG3", seats=seats)
        assert [(one["kind"], one.get("level"), one.get("name")) for one in state["seats"]] == [
            ("computer", 1, None),
            ("person", None, "Ann"),
            ("computer", 3, None),
        ]
        assert state["you"] == ["B"]
        assert state["thinking"]

    def test_computers_alone(self, visitor: Visitor):
        """A game to watch: nobody sits there, and each move is asked for by whoever opened it, and by nobody else."""
        state = opened(visitor, seats=[{"kind": "computer", "level": 1}, {"kind": "computer", "level": 1}])
        assert not state.get("you")
        assert not state.get("thinking")
        assert state["rights"]["go_on"]
        address = f"{GAMES}/{state['id']}"
        assert visitor.post(f"{address}/go-on", json={"ply": 0}).status_code == 200
        until(lambda: visitor.get(address).json()["ply"] == 1)
        problem(visitor.post(f"{address}/go-on", json={"ply": 0}), 409, "stale")

    def test_options_position_and_acts(self, visitor: Visitor):
        """A game may begin elsewhere than at the start."""
        state = opened(
            visitor, game="QM", options={"entry": "fresh"}, position="QM Rc1~,Ba7~ R R6B6 2", acts=["c1-c3/b2@a3"]
        )
        assert state["options"]["entry"] == "fresh"
        assert state["log"][0]["act"] == "c1-c3/b2@a3"

    @pytest.mark.parametrize(
        ("wish", "kind"),
        [
            ({"game": "LC", "options": {"entry": "fresh"}}, "bad-option"),
            ({"game": "LC", "options": {"claim_after": "never"}}, "bad-option"),
            ({"game": "LC", "seats": [{"kind": "person"}]}, "bad-option"),
            ({"game": "QM", "position": "LC - R R7B7 -"}, "bad-position"),
            ({"game": "LC", "position": "LC"}, "not-notation"),
            ({"game": "LC", "acts": ["c1-b2"]}, "illegal-move"),
            ({"game": "LC", "acts": ["resign", "@c1"]}, "illegal-act"),
            ({"game": "chess"}, "bad-option"),
            ({"game": "LC", "colour": "red"}, "unfit"),
            ({"game": "LC", "seats": [{"kind": "person", "level": "3"}]}, "unfit"),
            ({"game": "LC", "seats": [{"kind": "person", "name": "x" * 41}]}, "unfit"),
            ({}, "unfit"),
        ],
    )
    def test_refused(self, visitor: Visitor, wish: dict[str, Any], kind: str):
        """With a problem, and without a cookie."""
        said = problem(visitor.post(GAMES, json=wish), 422, kind)
        assert (kind == "unfit") == ("faults" in said)
        assert not visitor.cookies

    def test_half_a_letter(self, visitor: Visitor):
        """What no text can hold is refused as such."""
        body = b'{"game": "LC", "seats": [{"kind": "person", "name": "\\ud800"}, {"kind": "person"}]}'
        answer = visitor.post(GAMES, content=body, headers={"content-type": "application/json"})
        problem(answer, 422, "unfit")


class TestActing:
    """Acts, takebacks, the end."""

    def test_an_act(self, visitor: Visitor):
        """The state after it, with what is new in the log."""
        first = acted(visitor, opened(visitor), "@c1")
        second = acted(visitor, first, "@a7")
        assert [entry["act"] for entry in second["log"]] == ["@a7"]
        assert second["log_from"] == 1
        assert "resign" in [act["word"] for act in second["acts"]]

    def test_sent_twice_it_counts_once(self, visitor: Visitor):
        """And is answered alike."""
        state = opened(visitor)
        assert acted(visitor, state, "@c1") == acted(visitor, state, "@c1")

    def test_stale(self, visitor: Visitor):
        """The problem has the game as it stands."""
        state = opened(visitor)
        after = acted(visitor, state, "@c1")
        body = {"act": "@e3", "ply": 0, "version": state["version"]}
        said = problem(visitor.post(f"{GAMES}/{state['id']}/acts", json=body), 409, "stale")
        assert said["state"]["version"] == after["version"]
        assert said["state"]["log"] == after["log"]

    def test_taken_back(self, visitor: Visitor):
        """The version grows and the log is cut."""
        state = acted(visitor, acted(visitor, opened(visitor), "@c1"), "@a7")
        wish = {"ply": 2, "version": state["version"]}
        back = visitor.post(f"{GAMES}/{state['id']}/takeback", json=wish).json()
        assert (back["ply"], back["log_from"], "log" in back) == (1, 1, False)
        assert back["version"] > state["version"]

    def test_nothing_to_take_back(self, visitor: Visitor):
        """Says why."""
        state = opened(visitor)
        said = problem(visitor.post(f"{GAMES}/{state['id']}/takeback", json={"ply": 0}), 422, "illegal-act")
        assert said["reason"] == "nothing-back"

    def test_rematch(self, visitor: Visitor):
        """Another game once this one is over, and only then."""
        state = opened(visitor)
        address = f"{GAMES}/{state['id']}/rematch"
        assert problem(visitor.post(address), 422, "illegal-act")["reason"] == "not-over"
        acted(visitor, state, "resign")
        again = visitor.post(address)
        assert again.status_code == 201
        assert again.headers["location"] == f"{GAMES}/{again.json()['id']}"
        assert visitor.post(address, json={}).json()["id"] == again.json()["id"] != state["id"]

    def test_abandoned(self, visitor: Visitor):
        """Without a result, once."""
        state = opened(visitor)
        for _ in range(2):
            answer = visitor.post(f"{GAMES}/{state['id']}/abandon")
            assert answer.json()["abandoned"]
        body = {"act": "@c1", "ply": 0}
        assert (
            problem(visitor.post(f"{GAMES}/{state['id']}/acts", json=body), 422, "illegal-act")["reason"] == "abandoned"
        )

    @pytest.mark.parametrize(
        ("act", "kind", "reason"),
        [
            ("c3-c4", "illegal-move", "vacant"),
            ("hm", "not-notation", "move"),
            ("draw!", "illegal-act", "no-draw"),
            ("stalemate?", "illegal-act", "claim-early"),
        ],
    )
    def test_refused(self, visitor: Visitor, act: str, kind: str, reason: str):
        """With a key that says more than the kind."""
        state = opened(visitor)
        answer = visitor.post(f"{GAMES}/{state['id']}/acts", json={"act": act, "ply": 0})
        said = problem(answer, 422, kind)
        if reason != "vacant":
            assert said["reason"] == reason
        assert said["reason"]

    def test_a_hint(self, visitor: Visitor):
        """An act, in words and in parts."""
        state = acted(visitor, acted(visitor, opened(visitor), "@c1"), "@a7")
        answer = visitor.post(f"{GAMES}/{state['id']}/hint", json={"ply": 2})
        hint = answer.json()
        assert hint["act"] in [move["act"] for move in state["moves"]]
        assert hint["move"]["act"] == hint["act"]
        assert hint["words"]
        problem(visitor.post(f"{GAMES}/{state['id']}/hint", json={"ply": 1}), 409, "stale")


class TestReading:
    """What anybody may look at."""

    def test_the_state_and_its_tag(self, visitor: Visitor, other: Visitor):
        """A second look costs nothing until something happens, or somebody else looks."""
        state = opened(visitor)
        address = f"{GAMES}/{state['id']}"
        first = visitor.get(address)
        tag = {"if-none-match": first.headers["etag"]}
        again = visitor.get(address, headers=tag)
        assert (again.status_code, again.content) == (304, b"")
        assert visitor.get(f"{address}?ply=0", headers=tag).status_code == 200
        assert visitor.get(address, headers={**tag, "accept-language": "fr"}).status_code == 200
        assert other.get(address, headers=tag).status_code == 200
        acted(visitor, state, "@c1")
        assert visitor.get(address, headers=tag).status_code == 200

    def test_since(self, visitor: Visitor):
        """Only what is new in the log."""
        state = acted(visitor, opened(visitor), "@c1")
        now = acted(visitor, state, "@a7")
        found = visitor.get(f"{GAMES}/{now['id']}", params={"since": state["version"]}).json()
        assert (found["log_from"], len(found["log"])) == (1, 1)

    def test_plies(self, visitor: Visitor):
        """One that the game has not reached is nowhere."""
        state = acted(visitor, opened(visitor), "@c1")
        address = f"{GAMES}/{state['id']}"
        assert visitor.get(address, params={"ply": 0}).json()["ply"] == 0
        problem(visitor.get(address, params={"ply": 2}), 404, "not-found")
        problem(visitor.get(address, params={"ply": -1}), 422, "unfit")
        problem(visitor.get(f"{address}/2.svg"), 404, "not-found")

    def test_log_book_picture_and_reasons(self, visitor: Visitor, other: Visitor):
        """To keep, to look at, and why not."""
        state = acted(visitor, opened(visitor), "@c1")
        address = f"{GAMES}/{state['id']}"
        (match,) = read_logbook(other.get(f"{address}/log.kidd").text)
        assert match.acts == ("@c1",)
        drawn = other.get(f"{address}/1.svg", params={"palette": "dark"})
        assert drawn.headers["content-type"] == "image/svg+xml"
        assert visitor.get(f"{address}/why", params={"move": "@c1"}).json()["sentence"]
        assert visitor.get(f"{address}/why", params={"move": "@a7"}).json()["sentence"] == ""
        problem(other.get(f"{address}/1.svg", params={"palette": "pink"}), 422, "unfit")
        problem(other.get(f"{address}/why"), 422, "unfit")

    def test_palettes(self):
        """All that there are may be asked for."""
        assert set(get_args(Palette)) == set(PALETTES)

    def test_my_games(self, visitor: Visitor, other: Visitor):
        """Those that go on first, others' not at all."""
        assert visitor.get(GAMES).json() == {"games": []}
        first, second = opened(visitor), opened(visitor, game="MG2")
        acted(visitor, second, "resign")
        listed = visitor.get(GAMES).json()["games"]
        assert [(one["id"], one.get("outcome"), one.get("your_turn", False)) for one in listed] == [
            (first["id"], None, True),
            (second["id"], "0-1", False),
        ]
        assert [one["id"] for one in visitor.get(GAMES, params={"finished": True}).json()["games"]] == [second["id"]]
        assert first["id"] not in other.get(GAMES).text

    def test_positions(self, visitor: Visitor):
        """Moves, result and a picture of any position."""
        found = visitor.get("/api/v1/positions/MG2 RBc1~ R R0B0 -").json()
        assert found["result"]["outcome"] == "1-0"
        assert "moves" not in found
        assert visitor.get(found["drawing"]).headers["content-type"] == "image/svg+xml"
        start = visitor.get("/api/v1/positions/QM").json()
        assert start["position"] == "QM - R R7B7 -"
        assert visitor.get("/api/v1/positions/QM Rc1~,Ba7~ R R6B6 -").json()["rolls"] == [1, 2, 3]
        problem(visitor.get("/api/v1/positions/chess"), 422, "bad-option")
        problem(visitor.get("/api/v1/positions/LC", params={"options": "deck=kidd-18"}), 422, "bad-option")
        problem(visitor.get(f"/api/v1/positions/{'x' * 700}"), 422, "full")


class TestAnalysis:
    """Begun by a player of a game that is over, read by anybody."""

    def test_from_none_to_done(self, visitor: Visitor, other: Visitor):
        """With a note for each move of a choice."""
        state = acted(visitor, acted(visitor, opened(visitor, game="MG2"), "@c1"), "@a7")
        address = f"{GAMES}/{state['id']}/analysis"
        assert visitor.get(address).json() == {"state": "none"}
        problem(visitor.post(address), 422, "illegal-act")
        acted(visitor, state, "resign")
        problem(other.post(address), 403, "not-yours")
        problem(other.delete(address), 403, "not-yours")
        begun = visitor.post(address).json()
        assert begun["state"] in ("running", "done")
        until(lambda: other.get(address).json()["state"] == "done", "the analysis")
        done = other.get(address).json()
        assert done["done"] == done["total"] == len(done["notes"])
        assert visitor.delete(address).json()["state"] == "done"

    def test_stopped(self, visitor: Visitor):
        """An analysis under way can be cut short."""
        state = opened(visitor)
        for _ in range(8):
            state = acted(visitor, state, state["moves"][-1]["act"])
        state = acted(visitor, state, "resign")
        address = f"{GAMES}/{state['id']}/analysis"
        visitor.post(address)
        assert visitor.delete(address).json()["state"] in ("cancelled", "done", "none")


# What others may do beside a game that is not theirs, or who may sit down: see the table of who may do what.
OTHERS_MAY = {"seat", "computer", "talk", "block", "report", "note", "plan", "look", "close"}
BODIES: dict[str, Any] = {
    "acts": {"act": "@a7", "ply": 1},
    "takeback": {"ply": 1},
    "hint": {"ply": 1},
    "abandon": None,
    "adjourn": {"version": 2},
    "resume": None,
    "go-on": {"ply": 1},
    "rematch": None,
    "analysis": None,
}


class TestRoles:
    """Whoever does not sit at a table changes nothing there."""

    @pytest.mark.parametrize("what", list(BODIES))
    def test_strangers(self, server: Server, visitor: Visitor, other: Visitor, what: str):
        """With a cookie of their own or without one."""
        state = acted(visitor, opened(visitor), "@c1")
        address = f"{GAMES}/{state['id']}"
        before = visitor.get(address).json()
        with server.visitor() as nobody:
            for somebody in (other, nobody):
                problem(somebody.post(f"{address}/{what}", json=BODIES[what]), 403, "not-yours")
        assert visitor.get(address).json() == before

    def test_every_operation_that_changes_something_is_tested_here(self):
        """Whoever adds one says who may use it."""
        changing = {
            path.rpartition("/")[2]
            for path, methods in document()["paths"].items()
            for method in methods
            if method != "get" and "{game_id}" in path
        }
        assert changing == set(BODIES) | OTHERS_MAY

    @pytest.mark.parametrize("what", list(BODIES))
    def test_from_another_site(self, visitor: Visitor, what: str):
        """A page elsewhere cannot act for those who look at it."""
        state = opened(visitor)
        address = f"{GAMES}/{state['id']}/{what}"
        for headers in ({"origin": "https://elsewhere.example"}, {"sec-fetch-site": "cross-site"}):
            problem(visitor.post(address, json=BODIES[what], headers=headers), 403, "elsewhere")


class TestMisuse:
    """What is wrong before anybody reads it."""

    def test_kinds_of_bodies(self, visitor: Visitor):
        """JSON that says so, and nothing else."""
        state = opened(visitor)
        address = f"{GAMES}/{state['id']}/acts"
        body = json.dumps({"act": "@c1", "ply": 0})
        problem(visitor.post(address, content=body, headers={"content-type": "text/plain"}), 415, "media-type")
        problem(visitor.post(address, data={"act": "@c1", "ply": "0"}), 415, "media-type")
        for broken in ("{", "[" * 1_000, '{"act": '):
            answer = visitor.post(address, content=broken, headers={"content-type": "application/json"})
            problem(answer, 400, "unreadable")
        for other in ("[]", "1", "null", '"@c1"'):
            answer = visitor.post(address, content=other, headers={"content-type": "application/json"})
            problem(answer, 422, "unfit")
        large = json.dumps({"act": "x" * 1_000_000, "ply": 0})
        problem(visitor.post(address, content=large, headers={"content-type": "application/json"}), 413, "too-large")

    @pytest.mark.parametrize("ply", ["0", 0.0, 1.5, True, -1, 10**30, None, [0]])
    def test_numbers_are_numbers(self, visitor: Visitor, ply: object):
        """Not texts, not fractions, not truths."""
        state = opened(visitor)
        said = problem(visitor.post(f"{GAMES}/{state['id']}/acts", json={"act": "@c1", "ply": ply}), 422, "unfit")
        assert said["faults"][0]["where"] == "body.ply"

    def test_addresses_and_methods(self, visitor: Visitor):
        """Even where no route is, the answer is a problem."""
        problem(visitor.get("/api/v1/nothing"), 404, "not-found")
        problem(visitor.get(f"{GAMES}/nothing"), 404, "no-such-game")
        answer = visitor.put(f"{GAMES}/nothing")
        problem(answer, 405, "method")
        assert answer.headers["allow"] == "GET"

    def test_languages(self, visitor: Visitor):
        """The title and the sentence are in the asker's, the rest is the same."""
        english, german = (
            visitor.get(f"{GAMES}/nothing", headers={"accept-language": code}).json() for code in ("en", "de")
        )
        assert (english.pop("title"), english.pop("detail")) == (
            "There is no game of this id",
            "There is no such game.",
        )
        assert (german.pop("title"), german.pop("detail")) == (
            "Eine Partie mit dieser Kennung gibt es nicht",
            "Diese Partie gibt es nicht.",
        )
        assert english == german


class TestSocket:
    """States as they come."""

    def test_the_whole_game_first_then_what_is_new(self, visitor: Visitor, other: Visitor):
        """A watcher hears of each act with the log since the one before."""
        state = acted(visitor, opened(visitor), "@c1")
        address = f"{GAMES}/{state['id']}"
        with other.listens(address) as watcher, visitor.listens(address, state["version"]) as player:
            first = json.loads(watcher.recv(timeout=PATIENCE))
            assert (first["version"], len(first["log"])) == (state["version"], 1)
            after = acted(visitor, state, "@a7")
            for listener in (watcher, player):
                heard = json.loads(listener.recv(timeout=PATIENCE))
                assert (heard["version"], heard["log_from"], len(heard["log"])) == (after["version"], 1, 1)
                if listener is player:
                    assert heard == after
                else:
                    assert "moves" not in heard
            back = visitor.post(f"{address}/takeback", json={"ply": 2}).json()
            heard = json.loads(watcher.recv(timeout=PATIENCE))
            assert (heard["version"], heard["ply"], heard["log_from"]) == (back["version"], 1, 1)
            assert "log" not in heard

    def test_refused(self, visitor: Visitor):
        """Unknown games and other sites' pages are told by the code of the close."""
        with visitor.listens(f"{GAMES}/nothing") as listener:
            assert closed(listener) == 4404
        state = opened(visitor)
        with visitor.listens(f"{GAMES}/{state['id']}", origin="https://elsewhere.example") as listener:
            assert closed(listener) == 4403


def closed(listener: Any) -> int | None:
    """The code that a socket is closed with."""
    from websockets.exceptions import ConnectionClosed

    with pytest.raises(ConnectionClosed) as error:
        listener.recv(timeout=PATIENCE)
    return error.value.rcvd.code if error.value.rcvd else None


class TestDocument:
    """The API about itself."""

    def test_only_the_api(self, visitor: Visitor):
        """Every address is one of the API, with its problems."""
        said = visitor.get("/api/v1/openapi.json").json()
        assert said["openapi"].startswith("3.1")
        assert all(path.startswith("/api/v1/") for path in said["paths"])
        for methods in said["paths"].values():
            for operation in methods.values():
                assert operation["description"]
                assert all(
                    list(answer["content"]) == [PROBLEM]
                    for status, answer in operation["responses"].items()
                    if status >= "400"
                )

    def test_names_are_told_apart(self):
        """Operations have short names of their own."""
        names = [one["operationId"] for methods in document()["paths"].values() for one in methods.values()]
        assert len(set(names)) == len(names)
        assert all("_api_" not in name for name in names)

    def test_the_page_for_people(self, visitor: Visitor):
        """Every operation, model and problem is on it, in the site's layout; links on it lead somewhere."""
        answer = visitor.get("/api/v1/docs", headers={"accept-language": "de"})
        assert 'lang="de"' in answer.text
        for path in document()["paths"]:
            assert f" {path}</code>" in answer.text
        for name in document()["components"]["schemas"]:
            assert f'id="model-{name}"' in answer.text
        for kind in TITLES:
            there = visitor.get(f"/problems/{kind}")
            assert there.headers["location"] == f"/api/v1/docs#problem-{kind}"
            assert f'id="problem-{kind}"' in answer.text
        assert visitor.get("/problems/none").status_code == 404
        assert "/api/v1/docs" in visitor.get("/about").text
