"""Plays a game of each kind against computers, over the API alone: `python play_over_api.py http://127.0.0.1:8000`.

It knows no rules, reads no notation and no page: it plays whichever of the listed moves chance picks.
"""

import json
import random
import sys
import time
from http.cookiejar import CookieJar
from typing import Any
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

PATIENCE = 150  # plies after which the game is given up, or a draw is offered
PAUSE = 0.05  # seconds until one asks again whether the computers have moved


class Table:
    """A game on a server, and the cookie that makes it ours."""

    def __init__(self, server: str, game: str, level: int) -> None:
        self.games = f"{server}/api/v1/games"
        self.browser = build_opener(HTTPCookieProcessor(CookieJar()), ProxyHandler({}))
        computers = [{"kind": "computer", "level": level}] * (2 if game == "MG3" else 1)
        self.state = self.ask(self.games, {"game": game, "seats": [{"kind": "person", "name": "Chance"}, *computers]})
        self.games += f"/{self.state['id']}"

    def ask(self, url: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Read a state, or send something and read what came of it."""
        data = None if body is None else json.dumps(body).encode()
        with self.browser.open(Request(url, data, {"content-type": "application/json"})) as answer:
            return dict(json.load(answer))

    def play(self) -> dict[str, Any]:
        """Act until there is a result."""
        while "result" not in self.state:
            act, state = self.choose(), self.state
            if act is None:
                time.sleep(PAUSE)
                self.state = self.ask(self.games)
            else:
                self.state = self.ask(
                    f"{self.games}/acts", {"act": act, "ply": state["ply"], "version": state["version"]}
                )
        return self.state

    def choose(self) -> str | None:
        """What to do now; nothing while the computers think."""
        said = {one["word"]: one["act"] for one in self.state.get("acts", ())}
        late = self.state["ply"] > PATIENCE and "moves" in self.state  # while nobody else acts
        words = [said[word] for word in ("draw!", "stalemate!", *(("resign", "draw?") if late else ())) if word in said]
        moves = [move["act"] for move in self.state.get("moves", ())]
        return next(iter(words), None) or (random.choice(moves) if moves else None)


if __name__ == "__main__":
    for game in ("LC", "QM", "MG2", "MG3"):
        end = Table(sys.argv[1].rstrip("/"), game, level=1).play()
        print(f"{game}: {end['result']['outcome']} after {end['ply']} plies. {end['sentences']['ended']}")
