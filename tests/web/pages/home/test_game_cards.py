"""A visitor's games in lists, and how to be rid of them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest

from kidd.table import limits
from kidd.table.moments import now
from kidd.table.play.actors import Actor
from kidd.table.play.games import Seat, Store, Summary, games_of, open_game, play
from kidd.table.terms import Terms
from kidd.web.pages.home.game_cards import game_card
from kidd.words.language import tongue
from kidd.words.ranks import rank
from tests.patience import PATIENCE
from tests.web.afloat import API, Server, Visitor
from tests.web.reading import alert, attribute, plain

ANN, BEN = "a" * 32, "b" * 32


def people(*names: str) -> tuple[Seat, ...]:
    """Seats for people at Ann's device."""
    return tuple(Seat(0, "person", ANN, None, name) for name in names)


@pytest.fixture
def store(server: Server) -> Store:
    """The server's."""
    kept: Store = server.app.state.store
    return kept


def listed(store: Store, code: str, seats: tuple[Seat, ...], *acts: str) -> Summary:
    """A new game after some acts of Ann's, in her list."""
    table = open_game(store, code=code, options={}, seats=seats, owner=Actor(ANN))
    for act in acts:
        table = play(store, table.id, Actor(ANN), len(table.match), act)
    return next(one for one in games_of(store, ANN) if one.id == table.id)


class TestCards:
    """What a card says."""

    @pytest.mark.parametrize(
        ("seats", "acts", "against", "state"),
        [
            (people("", ""), (), "at this device", "Red to move."),
            (people("Ann", "Bob"), ("@c1",), "Ann, Bob at this device", "Bob (Blue) to move."),
            ((*people("Ann"), Seat(1, "computer", level=2)), (), "against Deckhand", "Your turn."),
            ((*people("Ann"), Seat(1, "computer", level=2)), ("@c1",), "against Deckhand", "Deckhand is thinking."),
            ((*people("Ann"), Seat(1, "person", BEN, None, "Ben")), ("@c1",), "against Ben", "Ben (Blue) to move."),
            (
                (Seat(0, "person", BEN, None, "Ben"), Seat(1, "open", ANN, None, "Ann")),
                (),
                "against Ben",
                "You are asked to play.",
            ),
            (people("Ann", "Bob"), ("resign",), "Ann, Bob at this device", "Bob (Blue) wins. Ann (Red) has resigned."),
            (
                (*people("Ann"), Seat(1, "computer", level=2)),
                ("resign",),
                "against Deckhand",
                "You lost. You have resigned.",
            ),
            (people("", ""), ("draw?", "draw!"), "at this device", "Draw. All have agreed on it."),
        ],
    )
    def test_who_and_what(self, store: Store, seats: tuple[Seat, ...], acts: tuple[str, ...], against: str, state: str):
        """Who plays, and whose turn it is or how it ended."""
        card = game_card(listed(store, "LC", seats, *acts), ANN, tongue("en"))
        assert (card.against, card.state) == (against, state)

    def test_a_game_that_was_left(self, store: Store):
        """It says so while the others play on, and then that it is lost, whatever the computer has made of it (MG8)."""
        seats = (*people("Ann"), Seat(1, "person", BEN, None, "Ben"), Seat(2, "computer", level=2))
        game = listed(store, "MG3", seats, "@c1", "R:leave")
        assert game_card(game, ANN, tongue("en")).state == "You have left this game: you can look on."
        ended = [("0-1-0", 1, "all-captured"), ("0-1/2-1/2", None, "agreed"), ("0-1/2-1/2", 0, "all-captured")]
        over = [replace(game, outcome=outcome, winner=winner, reason=why) for outcome, winner, why in ended]
        shared = "The point is shared by Blue and Gold."
        assert [game_card(one, ANN, tongue("en")).state for one in over] == [
            "You lost. Ben (Blue) has captured everything.",
            f"You lost. All have agreed on it. {shared}",
            f"You lost. Red has captured everything, but its player has left the game. {shared}",
        ]

    @pytest.mark.parametrize(("time", "left", "short"), [("", r"", False), ("3d", r"2 d 23 h left", False)])
    def test_how_long_one_may_think(self, store: Store, time: str, left: str, short: bool):
        """Whose turn it is, and how long they have for it, where there is a clock."""
        seats = (*people("Ann"), Seat(1, "person", BEN, None, "Ben"))
        game = open_game(store, code="LC", options={}, seats=seats, owner=Actor(ANN), terms=Terms(time)).id
        card = game_card(next(one for one in games_of(store, ANN) if one.id == game), ANN, tongue("en"))
        assert (card.left, card.short, bool(card.due)) == (left, short, bool(time))
        soon = replace(next(one for one in games_of(store, ANN) if one.id == game), due=now() + timedelta(hours=2))
        if time:
            assert game_card(soon, ANN, tongue("en")).short

    def test_in_the_visitors_language(self, store: Store):
        """Ranks, dates and sentences."""
        game = listed(store, "QM", (*people("Ann"), Seat(1, "computer", level=5)), "@c1")
        german, french = (game_card(game, ANN, tongue(code)) for code in ("de", "fr"))
        assert rank(5, "de") in german.against
        assert rank(5, "fr") in french.against
        assert german.day == game.updated.strftime("%d.%m.%Y")
        assert str(game.updated.year) in french.day

    def test_who_may_abandon_it(self, store: Store):
        """Unfinished games without other people."""
        alone = listed(store, "LC", (*people("Ann"), Seat(1, "computer", level=2)))
        shared = listed(store, "LC", (*people("Ann"), Seat(1, "person", BEN)))
        over = listed(store, "LC", people("", ""), "resign")
        assert [game_card(game, ANN, tongue("en")).can_abandon for game in (alone, shared, over)] == [
            True,
            False,
            False,
        ]


def shown(html: str) -> list[str]:
    """The games of a page, in order."""
    return re.findall(r'class="card home-game[^"]*" href="([^"]+)"', html)


class TestPages:
    """The home page and the list of finished games."""

    def test_finished_games_are_found_again(self, visitor: Visitor, other: Visitor):
        """The home page has the latest and leads to all, leaf by leaf; nobody else sees them."""
        pages = []
        for _ in range(limits.LEAF + 2):
            pages.append(visitor.opens())
            visitor.plays(pages[-1], 0, "resign")
        running = visitor.opens()
        home = visitor.get("/").text
        assert shown(home) == [running, *pages[:-4:-1]]
        assert 'href="/games"' in home
        whole = visitor.get("/games").text
        assert shown(whole) == [running, *pages[:2:-1]]
        first = visitor.get("/games?state=finished").text
        assert shown(first) == pages[:1:-1]
        assert "Blue wins. Red has resigned." in first
        assert unescape(attribute(first, 'id="more-games" href')) == "/games?state=finished&page=2"
        second = visitor.get("/games?state=finished&page=2").text
        assert shown(second) == [pages[1], pages[0]]
        assert 'id="more-games"' not in second
        assert shown(other.get("/games?state=finished").text) == []
        assert not set(shown(other.get("/games").text)) & {running, *pages}

    def test_what_one_looks_for(self, visitor: Visitor):
        """By game, opponent, result and state; each alone and together, and nothing of others' making."""
        lost = visitor.opens(game="LC", party="2-1")
        visitor.plays(lost, 0, "resign")
        drawn = visitor.opens(game="MG", party="2-2")
        for number, act in enumerate(("draw?", "draw!")):
            visitor.plays(drawn, number, act)
        running, watched = visitor.opens(game="QM", party="2-1"), visitor.opens(game="MG", party="3-0")
        for query, wanted in {
            "": {lost, drawn, running, watched},
            "state=running": {running, watched},
            "state=finished": {lost, drawn},
            "game=MG": {drawn, watched},
            "opponent=computer": {lost, running},
            "opponent=device": {drawn},
            "opponent=person": set(),
            "opponent=watched": {watched},
            "result=lost": {lost},
            "result=won": set(),
            "result=drawn": {drawn},
            "game=LC&result=lost&state=finished&opponent=computer": {lost},
            "game=QM&result=lost": set(),
        }.items():
            assert set(shown(visitor.get(f"/games?{query}").text)) == wanted, query
        for query in ("game=XX", "opponent=me", "result=*", "state=' OR 1", "page=0"):
            assert visitor.get(f"/games?{query}").status_code == 422, query

    def test_small_decks(self, visitor: Visitor):
        """Each card has a picture of its own, in the colours of the theme."""
        page = visitor.opens(game="LC", party="2-2")
        visitor.plays(page, 0, "@c1")
        html = visitor.get("/").text
        assert f'src="{page}/1/small.svg?palette=light"' in html
        picture = visitor.get(f"{page}/1/small.svg?palette=dark")
        assert (picture.headers["content-type"], picture.text.count('class="token crew-R"')) == ("image/svg+xml", 1)
        assert visitor.get(f"{page}/1/small.svg?palette=pink").status_code == 422
        assert visitor.get(f"{page}/2/small.svg").status_code == 404

    def test_again_with_other_options(self, visitor: Visitor, other: Visitor):
        """The form has the game's own options and players, one seat further; strangers see no names in it."""
        said = {"game": "LC", "party": "2-1", "level": "5", "name1": "Ann", "opening": "chooser", "claim_after": "7"}
        page = visitor.opens(**said)
        html = visitor.get(f"{page}/again").text
        for chosen in (
            'value="2-1" selected',
            'value="5" selected',
            'value="chooser" checked',
            'value="blue" selected',
        ):
            assert chosen in html
        assert 'name="claim_after" id="LC-claim_after" min="0" max="999" value="7"' in html
        assert "everybody leads another crew" in html
        assert 'value="Ann"' in html
        assert 'value="Ann"' not in other.get(f"{page}/again").text

    def test_for_strangers(self, visitor: Visitor):
        """Who has no cookie has no games; a page that is no number is refused."""
        assert visitor.get("/games").status_code == 200
        for page in ("0", "-1", "x", "9" * 30):
            assert visitor.get("/games", params={"page": page}).status_code == 422

    def test_abandoned_from_home(self, visitor: Visitor):
        """A form on the card; the game is gone from all lists, and its page says why."""
        page = visitor.opens(game="MG", party="3-3")
        assert f'action="{page}/abandon"' in visitor.get("/").text
        answer = visitor.post(f"{page}/abandon", data={"back": "/"}, headers={"accept": "text/html"})
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert page not in visitor.get("/").text
        assert page not in visitor.get("/games").text
        html = plain(visitor.get(page).text)
        assert (attribute(html, "data-over"), attribute(html, "data-result"), attribute(html, "data-turn")) == (
            "true",
            "",
            "",
        )
        assert "This game was closed without a result." in html
        assert "data-move=" not in html
        assert "data-act=" not in html
        assert visitor.get(f"{API}{page}/why?move=c1").json() == {"sentence": "The game is over."}

    def test_abandoned_from_the_table(self, visitor: Visitor):
        """A script gets the last state, open pages hear of it, and what comes later is refused."""
        page = visitor.opens(game="QM", party="2-1")
        assert f'action="{page}/abandon"' in visitor.get(page).text
        with visitor.listens(page, visitor.sees(page)["version"]) as socket:
            state = visitor.post(f"{API}{page}/abandon").json()
            assert (state["abandoned"], state["sentences"]["ended"]) == (
                True,
                "Abandoned. This game was closed without a result.",
            )
            assert json.loads(socket.recv(PATIENCE))["abandoned"]
        assert "This game was closed without a result." in visitor.get(page).text
        assert "DiceSeed" in visitor.get(f"{page}/log.kidd").text
        assert visitor.plays(page, 0, "@c1").status_code == 422
        assert visitor.post(f"{API}{page}/abandon").json()["version"] == state["version"]

    def test_a_result_stays(self, visitor: Visitor):
        """What is over cannot be abandoned."""
        page = visitor.opens()
        visitor.plays(page, 0, "resign")
        answer = visitor.post(f"{page}/abandon", data={}, headers={"accept": "text/html"})
        assert answer.status_code == 422
        assert alert(answer.text)
