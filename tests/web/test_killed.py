"""The server is killed again and again while games are played: what it has acknowledged is there afterwards."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from threading import Event, Thread

import httpx
import pytest

import kidd
from tests.patience import PATIENCE, until
from tests.plain import NO_TLS
from tests.web.afloat import API
from tests.web.fleet import Fleet

pytestmark = [
    pytest.mark.once,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="kills processes and starts them as Unix does"),
]

KILLS = 15
GAMES = (
    {"game": "LC", "party": "2-2"},
    {"game": "QM", "party": "2-2"},
    {"game": "MG", "party": "3-3"},
    {"game": "QM", "party": "2-1", "level": "1"},
)
MOST = 6  # acts between a start and a kill


class Player(Thread):
    """Plays games at random over HTTP, sends again whatever got no answer, and keeps every act that got one."""

    def __init__(self, url: str, wishes: dict[str, str], seed: int) -> None:
        super().__init__(daemon=True)
        self.client = httpx.Client(
            base_url=url, headers={"accept": "application/json"}, timeout=PATIENCE, verify=NO_TLS
        )
        self.wishes = wishes
        self.random = Random(seed)
        self.stop = Event()
        self.games: dict[str, dict[int, str]] = {}
        self.sure = 0
        self.fault = ""

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                opened = self._insist(partial(self.client.post, "/games", data=self.wishes))
                self._game(opened.headers["location"])
        except Exception as error:  # noqa: BLE001 - told by the test
            self.fault = repr(error)

    def _game(self, game: str) -> None:
        sure = self.games.setdefault(game, {})
        while not self.stop.is_set():
            match = self._turn(game)
            if match.result or self.stop.is_set():
                return
            act, ply = self.random.choice(match.legal_acts()[: len(match.position.legal_moves())]), len(match)
            said = {"ply": ply, "act": act}
            answer = self._insist(partial(self.client.post, f"{API}{game}/acts", json=said))
            assert answer.status_code == 200, (act, ply, answer.text)
            sure[ply] = act
            self.sure += 1

    def _turn(self, game: str) -> kidd.Match:
        """The game once the computer has made its move, where there is one."""
        match = self.book(game)
        while self.wishes["party"] == "2-1" and match.to_act == "B" and not self.stop.wait(0.005):
            match = self.book(game)
        return match

    def book(self, game: str) -> kidd.Match:
        """A game as the server tells it; reading a log book plays it through."""
        (match,) = kidd.read_logbook(self._insist(partial(self.client.get, f"{game}/log.kidd")).text)
        return match

    def _insist(self, send: Callable[[], httpx.Response]) -> httpx.Response:
        while True:
            try:
                return send()
            except httpx.TransportError:
                self.stop.wait(0.01)  # the next server is on its way


def test_no_acknowledged_move_is_lost_by_kills(tmp_path: Path):
    """Every act that was answered with 200 stands where it was played, and every game replays."""
    fleet, random = Fleet(tmp_path), Random(4)
    players = [Player(fleet.url, wishes, seed) for seed, wishes in enumerate(GAMES)]
    try:
        for player in players:
            player.start()
        for _ in range(KILLS):
            _watch(players, random.randint(1, MOST))
            Event().wait(random.uniform(0, 0.02))  # so that it is killed at any moment of its work
            fleet.sink()
            fleet.launch()
        for player in players:
            player.stop.set()
            player.join(PATIENCE)
        assert [player.fault for player in players] == [""] * len(players)
        for player in players:
            for game, acts in player.games.items():
                told = player.book(game).acts
                assert {ply: told[ply] for ply in acts} == acts
        assert sum(player.sure for player in players) > 2 * KILLS
    finally:
        for player in players:
            player.stop.set()
        fleet.sink()
        for client in (fleet.client, *(player.client for player in players)):
            client.close()


def _watch(players: list[Player], acts: int) -> None:
    """Wait until so many more acts were acknowledged, or a player gave up."""
    wanted = sum(player.sure for player in players) + acts
    until(lambda: sum(player.sure for player in players) >= wanted or any(player.fault for player in players), "acts")
