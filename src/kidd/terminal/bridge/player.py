"""What a bot does in its games: takes the challenges it is to take, asks its engine, and plays.

It keeps nothing in mind that it could not lose: whatever it hears of a game, it looks at that game and does what is
due there.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from kidd.adapters.ugi_client import EngineGone, Question, Thinking, UgiClient
from kidd.terminal.bridge.site import Refused, Site, SiteGone, State, Told
from kidd.words.language import Tongue
from kidd.words.terminal import bridge as words

FAILURES = 3  # of the engine at one position, after which the game is given up
PAUSES = (1.0, 2.0, 5.0, 15.0, 30.0)  # seconds until it is started again, more with every time
SHARE = 30  # a move has this part of the time that is left
LEAST_TIME = 50  # milliseconds
STARTS = 1000  # games whose beginning is remembered

Say = Callable[[str], None]


class Terms(NamedTuple):
    """Which challenges are taken, and how long the engine may think."""

    games: Sequence[str] = ()
    """Codes; none for all."""
    names: Sequence[str] = ()
    """Of those who may challenge it; none for everybody."""
    rated: bool = True
    at_once: int = 4
    thinking: Thinking = Thinking(1000)
    last: int = 0
    """After how many games it stops; 0 for never."""

    def refuses(self, challenge: State, underway: int) -> str:
        """Why a challenge is not taken, as a key; empty if it is."""
        if underway >= self.at_once:
            return "busy"
        if self.games and challenge.get("code") not in self.games:
            return "game"
        if self.names and str(challenge.get("by", "")).casefold() not in {name.casefold() for name in self.names}:
            return "name"
        return "rated" if challenge.get("rated") and not self.rated else ""


class Player:
    """Works through what it has heard on a thread of its own, one game after the other."""

    def __init__(self, site: Site, command: Sequence[str], terms: Terms, say: Say, tongue: Tongue) -> None:
        self._site, self._command, self._terms = site, command, terms
        self._say, self._ = say, tongue
        self._engine: UgiClient | None = None
        self._crashes = 0
        self._failures: Counter[tuple[str, int]] = Counter()
        self._starts: OrderedDict[str, str] = OrderedDict()
        self._underway: set[str] = set()
        self._todo: OrderedDict[str, Told] = OrderedDict()
        self._news = threading.Condition()
        self.stop = threading.Event()
        self.done = 0
        self.failed: BaseException | None = None

    def hear(self, told: Told) -> None:
        """Note that there may be something to do in a game; called by whoever listens."""
        game = str(told.data.get("game", ""))
        with self._news:
            before = self._todo.get(game)
            if before is None or before.kind != "challenge" or told.kind != "act":
                self._todo[game] = told
            self._news.notify()

    def close(self) -> None:
        """Stop, and let the engine go."""
        self.stop.set()
        with self._news:
            self._news.notify()

    def start_engine(self) -> None:
        """Start it before anybody waits for it; an engine that cannot be started now never will."""
        self._engine = UgiClient(self._command)
        self._say(words.engine_started(self._engine.name, self._))

    def run(self) -> None:
        """Work until somebody stops it."""
        try:
            while (told := self._next()) is not None:
                self._attend(told)
        except BaseException as error:  # noqa: BLE001 - told by whoever waits for the end
            self.failed = error
        finally:
            self.stop.set()
            if self._engine is not None:
                self._engine.close()

    def _next(self) -> Told | None:
        with self._news:
            while not self._todo and not self.stop.is_set():
                self._news.wait()
            return None if self.stop.is_set() else self._todo.popitem(last=False)[1]

    def _attend(self, told: Told) -> None:
        """See to a game; what the server cannot be asked now is asked again with the next that is heard."""
        game = str(told.data.get("game", ""))
        try:
            if told.kind == "challenge":
                self._answer(game, told.data)
            elif told.kind == "end":
                self._finish(game, self._site.ask("GET", f"/games/{game}"))
            else:
                while not self.stop.is_set() and self._play(game):
                    pass
        except Refused as error:
            if error.status == 401:
                raise
            self._say(words.refused(game, error.detail, self._))
        except SiteGone:
            if self.stop.wait(PAUSES[0]):
                return
            self.hear(told)

    def _answer(self, game: str, challenge: State) -> None:
        reason = self._terms.refuses(challenge, len(self._underway))
        by, code = str(challenge.get("by", "")), str(challenge.get("code", ""))
        if reason:
            self._site.ask("DELETE", f"/games/{game}/seat")
            self._say(words.declined(by, code, reason, self._))
            return
        self._site.ask("POST", f"/games/{game}/seat", {})
        self._underway.add(game)
        self._say(words.taken(by, code, self._))
        self.hear(Told("begin", {"game": game}))

    def _finish(self, game: str, state: State) -> None:
        """Say once how a game has ended."""
        if game not in self._underway:
            return
        self._underway.discard(game)
        self._starts.pop(game, None)
        self._say(words.ended(game, str(state.get("sentences", {}).get("ended", "")), self._))
        self.done += 1
        if self._terms.last and self.done >= self._terms.last:
            self.stop.set()

    def _play(self, game: str) -> bool:
        """Do what is due in a game; whether something was done, so that more may be."""
        state = self._site.ask("GET", f"/games/{game}")
        if state.get("result") or state.get("abandoned"):
            self._finish(game, state)
            return False
        if state.get("waiting") or not state.get("you"):
            return False
        self._underway.add(game)
        if self._rest(game, state):
            return True
        if not any(seat.get("you") and seat.get("to_act") for seat in state["seats"]):
            return False
        act = self._think(game, state)
        if act is None:
            return False
        said = {"act": act, "ply": state["ply"], "version": state["version"]}
        try:
            self._site.ask("POST", f"/games/{game}/acts", said)
        except Refused as error:
            if error.status != 409:  # else the game has moved on, and is looked at again
                self._failures[game, state["ply"]] += 1
                self._say(words.refused(game, error.detail, self._))
        else:
            self._say(words.played(game, act, self._))
        return True

    def _rest(self, game: str, state: State) -> bool:
        """Agree to an adjournment that somebody asks for, and be ready once somebody else is; whether that was due."""
        rights, ready = state.get("rights", {}), state.get("recess", {}).get("ready", "")
        if rights.get("answer_adjourn"):
            self._site.ask("POST", f"/games/{game}/adjourn", {"answer": "yes", "version": state["version"]})
            return True
        if rights.get("resume") and ready and not any(colour in ready for colour in state["you"]):
            self._site.ask("POST", f"/games/{game}/resume", {})
            return True
        return False

    def _think(self, game: str, state: State) -> str | None:
        """What the engine does, or what is done for one that does nothing; None if nothing can be."""
        can: dict[str, str] = {one["act"]: one["act"] for one in state.get("moves", ())}
        can |= {one["word"]: one["act"] for one in state.get("acts", ())} | can
        key = game, int(state["ply"])
        while self._failures[key] < FAILURES and not self.stop.is_set():
            try:
                if self._engine is None:
                    self.start_engine()
                assert self._engine is not None
                best = self._engine.best(self._question(game, state), self._time(state))
                self._crashes = 0
            except EngineGone as error:
                self._failures[key] += 1
                self._lose_engine(str(error))
                continue
            if best in can:
                return can[best]
            self._failures[key] += 1
            self._say(words.odd_move(game, best, self._))
        if self.stop.is_set():
            return None
        self._say(words.given_up(game, self._))
        return can.get("leave") or can.get("resign")

    def _lose_engine(self, why: str) -> None:
        pause = PAUSES[min(self._crashes, len(PAUSES) - 1)]
        self._crashes += 1
        self._say(words.engine_lost(why, pause, self._))
        if self._engine is not None:
            self._engine.close()
            self._engine = None
        self.stop.wait(pause)

    def _question(self, game: str, state: State) -> Question:
        if game not in self._starts:
            self._starts[game] = self._site.ask("GET", f"/games/{game}?ply=0")["position"]
            if len(self._starts) > STARTS:
                self._starts.popitem(last=False)
        acts = [entry["act"] for entry in state.get("log", ())]
        return Question(state["game"], _known_options(state), self._starts[game], acts)

    def _time(self, state: State) -> Thinking:
        """How long to think: never so long that the clock would run out over the moves to come."""
        thinking, clock = self._terms.thinking, state.get("clock") or {}
        left = [clock.get("left", {}).get(colour) for colour in state["you"]]
        known = [one for one in left if isinstance(one, int)]
        if not known:
            return thinking
        increment = str(state.get("time", "")).partition("+")[2]
        extra = int(increment) * 800 if increment.isdigit() else 0
        share = min(min(known) // SHARE + extra, min(known) // 4)
        return thinking._replace(milliseconds=max(LEAST_TIME, min(thinking.milliseconds, share)))


def _known_options(state: State) -> dict[str, Any]:
    return {name: value for name, value in state.get("options", {}).items() if name != "deck"}
