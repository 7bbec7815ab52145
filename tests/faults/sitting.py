"""Games of one kind, one after the other, played at random by people who keep a record of what was acknowledged."""

from __future__ import annotations

import socket
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from threading import Event, Thread
from typing import Any, Literal, NamedTuple

from tests.faults.records import Record, Said
from tests.faults.visitor import Listener, Stuck, Visitor

PAUSE = 0.02  # seconds that anybody thinks
HALF_OPEN = 40  # lines that are left half-open, at the most
Manner = Literal["twice", "replayed", "early", "slow", "half-open"]
MANNERS: tuple[Manner, ...] = ("twice", "replayed", "early", "slow", "half-open")


class Kind(NamedTuple):
    """Who plays what."""

    name: str
    game: str
    people: int
    time: str = ""
    level: int = 0
    """Of the computer in the last seat; 0: there is none."""


KINDS = (
    Kind("LC with clocks", "LC", 2, "3600+10"),
    Kind("QM with clocks", "QM", 2, "3600+0"),
    Kind("MG for three, by days", "MG3", 3, "3d"),
    Kind("LC against level 1", "LC", 1, level=1),
    Kind("QM against level 2", "QM", 1, level=2),
    Kind("MG at one device", "MG2", 1),
)


class Sitting(Thread):
    """A table at which somebody always plays."""

    def __init__(self, kind: Kind, ports: Sequence[int], seed: int, patience: float) -> None:
        super().__init__(daemon=True)
        self.kind = kind
        self.records: list[Record] = []
        self.faults: list[str] = []
        self.acts = 0
        self.manners: deque[Manner] = deque()
        self.stop = Event()
        self._random = Random(seed)
        self._visitors = [Visitor(ports, patience, self.faults.append) for _ in range(kind.people)]
        self._listeners: list[Listener] = []
        self._half: list[socket.socket] = []

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                self._game()
        except Stuck as stuck:
            self.faults.append(f"stuck: {self.kind.name}: {stuck}")
        except Exception as error:  # noqa: BLE001 - told by the run
            self.faults.append(f"{self.kind.name}: {error!r}")
        finally:
            self._leave()
            for visitor in self._visitors:
                visitor.close()
            for line in self._half:
                line.close()

    @property
    def version(self) -> int:
        """The least that everybody who listens has heard of."""
        return min((one.heard for one in self._listeners), default=0)

    def _game(self) -> None:
        opened = self._open()
        if opened is None:
            return
        record = Record(opened, self.kind.name)
        self.records.append(record)
        self._listeners = [Listener(visitor, opened) for visitor in self._visitors]
        seats = self._seats(opened)
        who, state = 0, {}
        while not self.stop.is_set():
            state = self._visitors[who].ask("GET", f"/games/{opened}").json()
            if state.get("result") or state.get("abandoned"):
                break
            if choices := _choices(state):
                self._move(record, who, state, choices)
                who = (who + 1) % len(self._visitors)
            elif self.kind.level:
                self.stop.wait(PAUSE)
            else:
                who = next((seats.get(one["number"], who) for one in state["seats"] if one.get("to_act")), who)
                self.stop.wait(PAUSE)
        self._leave()

    def _leave(self) -> None:
        for listener in self._listeners:
            listener.close()
        self._listeners = []

    def _open(self) -> str | None:
        """A new game with everybody in their seats; None if somebody's place was lost with an answer."""
        kind, first = self.kind, self._visitors[0]
        if kind.people == 1:
            computer = [{"kind": "computer", "level": kind.level}] if kind.level else [{"kind": "person"}]
            wish: dict[str, Any] = {"game": kind.game, "seats": [{"kind": "person"}, *computer]}
            opened = first.ask("POST", "/games", wish)
        else:
            opened = first.ask("POST", "/invitations", {"game": kind.game, "time": kind.time})
        if opened.status_code != 201:
            self.faults.append(f"{kind.name}: a game is not opened: {opened.status_code} {opened.text[:200]}")
            self.stop.wait(1)
            return None
        game = str(opened.json()["id"])
        for other in self._visitors[1:]:
            if other.ask("POST", f"/games/{game}/seat", {}).status_code != 200:
                return None
        return game

    def _seats(self, game: str) -> dict[int, int]:
        """Who sits where."""
        found: dict[int, int] = {}
        for who, visitor in enumerate(self._visitors):
            state = visitor.ask("GET", f"/games/{game}").json()
            found |= {seat["number"]: who for seat in state.get("seats", ()) if seat.get("you")}
        return found

    def _move(self, record: Record, who: int, state: dict[str, Any], choices: list[str]) -> None:
        visitor, ply = self._visitors[who], state["ply"]
        act = self._random.choice(choices)
        said = {"act": act, "ply": ply, "version": state["version"]}
        path = f"/games/{record.game}/acts"
        record.pending = ply, act
        sent = time.monotonic()
        manner = self.manners.popleft() if self.manners else None
        self._before(manner, visitor, who, path, said)
        status, after = self._answered(who, path, said)
        if status != 200:
            self.faults.append(f"{self.kind.name} {record.game}: {said} got {status} {after}"[:500])
            record.pending = None
            return
        played = [one for one in after.get("log", ()) if one["ply"] == ply + 1]
        if after["ply"] <= ply or (played and played[0]["act"] != act):
            self.faults.append(f"{self.kind.name} {record.game}: {said} was answered, and not played")
        else:
            record.acts[ply] = Said(act, sent, time.monotonic())
        record.pending = None
        self.acts += 1
        if manner == "replayed":
            for number in sorted(record.acts, reverse=True)[:4]:
                visitor.once(path, {"act": record.acts[number].act, "ply": number, "version": state["version"]})
        self.stop.wait(PAUSE)

    def _answered(self, who: int, path: str, said: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """What comes of a move: of every second one over the socket, and by POST where that gives no answer."""
        quick = self._listeners[who].act(said) if self.acts % 2 else None
        if quick is not None:
            return quick["status"], quick.get("state") or quick["problem"]
        answer = self._visitors[who].ask("POST", path, said)
        return answer.status_code, answer.json()

    def _before(self, manner: Manner | None, visitor: Visitor, who: int, path: str, said: dict[str, Any]) -> None:
        """What comes before a move that is sent as it should be, or together with it."""
        if manner == "twice":
            for _ in range(2):
                Thread(target=visitor.once, args=(path, said), daemon=True).start()
        elif manner == "early":
            other = self._visitors[(who + 1) % len(self._visitors)]
            if other.once(path, said | {"ply": said["ply"] + 1}) == 200:
                self.faults.append(f"{self.kind.name}: an act of a ply to come was taken")
        elif manner in ("slow", "half-open"):
            with suppress(OSError):
                self._dawdle(visitor, visitor.raw(path, said), leave=manner == "half-open")

    def _dawdle(self, visitor: Visitor, request: bytes, *, leave: bool) -> None:
        line, cut = visitor.line(), self._random.randrange(1, len(request))
        line.sendall(request[:cut])
        if leave and len(self._half) < HALF_OPEN:
            self._half.append(line)
            return
        with line:
            for place in range(cut, len(request), 16):
                line.sendall(request[place : place + 16])
                time.sleep(0.01)
            line.recv(64)


def _choices(state: dict[str, Any]) -> list[str]:
    """What the asker may play now, or answer where somebody claims something."""
    moves = [move["act"] for move in state.get("moves", ())]
    return moves or [one["act"] for one in state.get("acts", ()) if one.get("answer")]
