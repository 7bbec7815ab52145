"""How each of the measured servers is spoken to: what to ask, and what its answers say."""

from __future__ import annotations

import html
import json
import re
from typing import NamedTuple, Protocol
from urllib.parse import urlencode

from bench.load_wire import request

VERSION = re.compile(rb'"version": ?(\d+)')
PLY = re.compile(rb'"ply": ?(\d+)')
OLD_MOVE = re.compile(rb'data-move=\\"([^"\\]+)\\"')
ACTS = {"LC": 60, "QM": 20, "MG2": 125, "MG3": 150}  # of a game in which everybody moves at random
PEOPLE = {"LC": 2, "QM": 2, "MG2": 2, "MG3": 3}


class Standing(NamedTuple):
    """What a client has to know of a game: nothing can be played any more where there are no moves."""

    version: int
    ply: int
    moves: tuple[str, ...]


class Dialect(Protocol):
    """The requests of one server and how to read it."""

    name: str

    def opening(self, kind: str) -> bytes:
        """Open a game in which people play all crews from one place."""
        ...

    def opened(self, body: bytes) -> str:
        """The id of a game that was opened."""
        ...

    def look(self, game: str, cookie: str) -> bytes | None:
        """Ask how a game stands; nothing where that is known without asking."""
        ...

    def act(self, game: str, cookie: str, standing: Standing, act: str) -> bytes:
        """Play a move."""
        ...

    def say(self, standing: Standing, act: str) -> str:
        """The same over the mover's socket; nothing where acts come by request."""
        ...

    def standing(self, body: bytes) -> Standing:
        """What an answer to either says."""
        ...

    def socket(self, game: str, version: int) -> str:
        """The path of a game's socket, from a version on."""
        ...


class ForTwo(Dialect, Protocol):
    """A server at which two people can play a game, each from a place of their own."""

    def inviting(self, kind: str, time: str) -> bytes:
        """Open a game with a seat for somebody else, with a clock where there are clocks."""
        ...

    def sitting(self, game: str) -> bytes | None:
        """Sit down there; nothing where anybody may play."""
        ...


def told_version(message: bytes) -> int:
    """The version that a socket has told about."""
    found = VERSION.search(message)
    return int(found[1]) if found else -1


class Now:
    """This checkout: states as data."""

    name = "now"

    def opening(self, kind: str) -> bytes:
        seats = [{"kind": "person"}] * PEOPLE[kind]
        return request("POST", "/api/v1/games", json.dumps({"game": kind, "seats": seats}).encode())

    def inviting(self, kind: str, time: str) -> bytes:
        wish = {"game": kind, "colour": "red", "time": time}
        return request("POST", "/api/v1/invitations", json.dumps(wish).encode())

    def sitting(self, game: str) -> bytes | None:
        return request("POST", f"/api/v1/games/{game}/seat", b"{}")

    def opened(self, body: bytes) -> str:
        return str(json.loads(body)["id"])

    def look(self, game: str, cookie: str) -> bytes | None:
        return request("GET", f"/api/v1/games/{game}", cookie=cookie)

    def act(self, game: str, cookie: str, standing: Standing, act: str) -> bytes:
        said = json.dumps({"act": act, "ply": standing.ply, "version": standing.version}).encode()
        return request("POST", f"/api/v1/games/{game}/acts", said, cookie=cookie)

    def say(self, standing: Standing, act: str) -> str:
        return json.dumps({"ask": 1, "act": act, "ply": standing.ply, "version": standing.version})

    def standing(self, body: bytes) -> Standing:
        state = json.loads(body)
        return Standing(state["version"], state["ply"], tuple(move["act"] for move in state.get("moves", ())))

    def socket(self, game: str, version: int) -> str:
        return f"/api/v1/games/{game}/socket?version={version}&talk=0"


class Before:
    """An older checkout: pages as HTML, in which the moves are buttons."""

    name = "before"

    def opening(self, kind: str) -> bytes:
        number = PEOPLE[kind]
        form = urlencode({"game": kind[:2], "party": f"{number}-{number}"}).encode()
        return request("POST", "/games", form, "application/x-www-form-urlencoded")

    def opened(self, body: bytes) -> str:
        return str(json.loads(body)["id"])

    def look(self, game: str, cookie: str) -> bytes | None:
        return request("GET", f"/games/{game}/view", cookie=cookie)

    def act(self, game: str, cookie: str, standing: Standing, act: str) -> bytes:
        said = json.dumps({"act": act, "ply": standing.ply, "version": standing.version}).encode()
        return request("POST", f"/games/{game}/acts", said, cookie=cookie)

    def say(self, standing: Standing, act: str) -> str:
        return ""

    def standing(self, body: bytes) -> Standing:
        ply = PLY.search(body)
        moves = tuple(html.unescape(move.decode()) for move in OLD_MOVE.findall(body))
        return Standing(told_version(body), int(ply[1]) if ply else -1, moves)

    def socket(self, game: str, version: int) -> str:
        return f"/games/{game}/socket?version={version}"


class Bare:
    """The limit: one row a move, and no game behind it."""

    name = "bare"

    def opening(self, kind: str) -> bytes:
        return request("POST", "/games")

    def inviting(self, kind: str, time: str) -> bytes:
        return self.opening(kind)

    def sitting(self, game: str) -> bytes | None:
        return None

    def opened(self, body: bytes) -> str:
        return str(json.loads(body)["id"])

    def look(self, game: str, cookie: str) -> bytes | None:
        return None

    def act(self, game: str, cookie: str, standing: Standing, act: str) -> bytes:
        said = json.dumps({"act": act, "ply": standing.ply}).encode()
        return request("POST", f"/games/{game}/acts", said)

    def say(self, standing: Standing, act: str) -> str:
        return ""

    def standing(self, body: bytes) -> Standing:
        state = json.loads(body)
        return Standing(state["version"], state["ply"], tuple(state["moves"]))

    def socket(self, game: str, version: int) -> str:
        return f"/games/{game}/socket"


DIALECTS: dict[str, Dialect] = {dialect.name: dialect for dialect in (Bare(), Before(), Now())}
FOR_TWO: dict[str, ForTwo] = {dialect.name: dialect for dialect in (Bare(), Now())}
