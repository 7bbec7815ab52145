"""The Universal Game Interface: UCI for any game, spoken on two streams; the dialect is described in docs/engine.md."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import IO, Any

from kidd.adapters.ugi_limits import Go, limits
from kidd.errors import KiddError, OptionError, shown
from kidd.game import COLOURS, Value, descriptors
from kidd.match import Match
from kidd.position import parse, start
from kidd.rules.descriptor import HIGHEST_NUMBER
from kidd.search.analyse import analyse
from kidd.search.answer import Analysis, Line
from kidd.search.opening_choice import for_whom
from kidd.search.players import make_player, repeated_positions
from kidd.search.tree.memory import machine_memory

NONE = "(none)"  # what stands for a move where there is none
LONGEST_LINE = 1 << 20
ANSWERING = "nodes:100000"  # who answers an offer of a draw or a claim of stalemate


class Engine:
    """Hears one line after the other and answers through `say`, while it may be searching in a thread."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._settings: dict[str, Value] = {"Game": descriptors()[0].code, "Hash": 64, "MultiPV": 1, "Seed": 0}
        self._options: dict[str, Any] = {}
        self._match = self._opening_match()
        self._stop = threading.Event()
        self._search: threading.Thread | None = None
        self._thinking = False
        self._endless = False
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._introduce,
            "isready": lambda _: self._say("readyok"),
            "setoption": self._set,
            "uginewgame": self._new_game,
            "position": self._place,
            "query": self._query,
            "go": self._go,
            "stop": lambda _: self._stop.set(),
        }

    def hear(self, line: str) -> bool:
        """Answer a line; False when it was `quit`."""
        words = line[:LONGEST_LINE].split()
        if not words:
            return True
        if words[0] == "quit":
            return False
        command = self._commands.get(words[0])
        if command is None:
            self._say(f"info string unknown command {shown(words[0])}")
            return True
        try:
            command(words[1:])
        except KiddError as error:
            self._say(f"info string {' '.join(str(error).split())}")
        return True

    def finish(self, now: bool) -> None:
        """End the search, at once or, if it ends by itself, when it is done."""
        if now or self._endless:
            self._stop.set()
        if self._search is not None:
            self._search.join()

    def _introduce(self, _: list[str]) -> None:
        self._say("id name kidd")
        self._say("id author the Capt'n W. Kidd maintainers")
        codes = [game.code for game in descriptors()]
        self._say(f"option name Game type combo default {codes[0]} " + " ".join(f"var {code}" for code in codes))
        self._say("option name Hash type spin default 64 min 1 max 65536")
        self._say("option name MultiPV type spin default 1 min 1 max 100")
        self._say("option name Seed type spin default 0 min 0 max 2147483647")
        for option in {one.name: one for game in descriptors() for one in game.options}.values():
            kind = f"spin default {option.default} min 0 max {HIGHEST_NUMBER}"
            if option.values is not None:
                kind = f"combo default {option.default} " + " ".join(f"var {value}" for value in option.values)
            self._say(f"option name {option.name} type {kind}")
        self._say("ugiok")

    def _set(self, words: list[str]) -> None:
        if len(words) != 4 or (words[0], words[2]) != ("name", "value"):
            raise OptionError("setoption", came=shown(" ".join(words)))
        wanted, value = words[1].lower(), words[3]
        for name, (least, most) in {"Hash": (1, 65536), "MultiPV": (1, 100), "Seed": (0, 2**31 - 1)}.items():
            if wanted == name.lower():
                self._settings[name] = _number(name, value, least, most)
                if name == "Hash":
                    self._make_room()
                return
        before = self._settings["Game"], dict(self._options)
        if wanted == "game":
            self._settings["Game"] = value
        elif any(game.option(wanted) for game in descriptors()):
            self._options[wanted] = value
        else:
            raise OptionError("unknown", came=shown(words[1]))
        try:
            self._match = self._opening_match(check=wanted)
        except KiddError:
            self._settings["Game"], self._options = before
            raise

    def _make_room(self) -> None:
        """Take no more memory than there may be: a search that finds no room could not play."""
        most = max(1, int(machine_memory() / 2))
        if int(self._settings["Hash"]) > most:
            self._settings["Hash"] = most
            self._say(f"info string Hash: this machine has room for {most} megabytes, so many are taken")

    def _new_game(self, _: list[str]) -> None:
        self._match = self._opening_match()

    def _opening_match(self, check: str = "") -> Match:
        code = str(self._settings["Game"])
        for other in descriptors():
            if other.option(check):  # a value must be one of its own game's, even while another is set
                start(other.code, **{check: self._options[check]})
        return Match(start(code, **self._of_game(code)))

    def _of_game(self, code: str) -> dict[str, Any]:
        known = {option.name for game in descriptors() if game.code == code for option in game.options}
        return {name: value for name, value in self._options.items() if name in known}

    def _place(self, words: list[str]) -> None:
        """Set up a position and play the moves after it; a list with a fault in it changes nothing."""
        cut = words.index("moves") if "moves" in words else len(words)
        first, moves = words[:cut], words[cut + 1 :]
        if first == ["startpos"]:
            match = self._opening_match()
        elif first[:1] == ["fen"]:
            match = Match(parse(" ".join(first[1:]), **self._of_game(first[1] if len(first) > 1 else "")))
        else:
            raise OptionError("ugi-position", came=shown(" ".join(words)))
        for move in moves:
            match.play(move)
        self._match = match

    def _query(self, words: list[str]) -> None:
        match = self._match
        answers: dict[str, Callable[[], object]] = {
            "gameover": lambda: _truth(match.result is not None),
            "result": lambda: _result(match),
            "fen": lambda: match.position,
            "chance": lambda: _truth(match.result is None and match.position.is_chance),
            "moves": lambda: " ".join(_legal(match)) or NONE,
        } | {
            f"p{number}turn": lambda colour=colour: _truth(_due(match) == colour)
            for number, colour in enumerate(match.game.colours, 1)
        }
        if len(words) != 1 or words[0] not in answers:
            raise OptionError("query", known=", ".join(answers), came=shown(" ".join(words)))
        self._say(f"response {answers[words[0]]()}")

    def _go(self, words: list[str]) -> None:
        if self._search is not None:
            if self._thinking and not self._stop.is_set():
                raise OptionError("searching")
            self._search.join()  # which may take a moment after its last word
        match = self._match
        go = limits(words, match.game.colours.index(match.position.turn), len(match.game.colours))
        self._stop.clear()
        self._thinking = True
        self._endless = go.endless
        self._search = threading.Thread(target=self._think, args=(match, go), daemon=True)
        self._search.start()

    def _think(self, match: Match, go: Go) -> None:
        """Search and say the best move, whatever happens: whoever said go waits for it."""
        legal = () if match.position.is_chance else _legal(match)
        best = legal[0] if legal else NONE
        try:
            if match.result:
                self._say(f"info string the game is over ({match.result.reason})")
                return
            if match.offer:
                answer = make_player(ANSWERING, int(self._settings["Seed"]), self._stop).act(match)
                if answer != "draw." or match.to_act != match.mover or match.position.is_chance:
                    best = answer
                    return
            found = analyse(
                match.position,
                **go.limits._asdict(),
                lines=int(self._settings["MultiPV"]),
                seed=int(self._settings["Seed"]),
                memory=int(self._settings["Hash"]),
                history=repeated_positions(match),
                stop=self._stop,
                tell=partial(self._tell, match),
            )
            best = str(found.lines[0].moves[0])
            if go.endless:
                self._stop.wait()
        except KiddError as error:
            self._say(f"info string {' '.join(str(error).split())}")
        finally:
            self._thinking = False
            self._say(f"bestmove {best}")

    def _tell(self, match: Match, found: Analysis) -> None:
        """Say what a depth has brought, every line of it."""
        for number, line in enumerate(found.lines, 1):
            self._tell_line(match, found, number, line)

    def _tell_line(self, match: Match, found: Analysis, number: int, line: Line) -> None:
        score, colours = line.score, match.game.colours
        own = for_whom(match.position, line)
        worth = f"cp {round(100 * score.expected[colours.index(own)])}"
        if score.win_in is not None and len(colours) == 2:
            moves = (
                (score.win_in + 1) // 2 if match.game.descriptor.faces else score.win_in
            )  # every other ply is a roll
            turns = (moves + 1) // 2
            worth = f"mate {turns if score.winner == own else -turns}"
        self._say(
            f"info depth {found.depth} multipv {number} score {worth} nodes {found.nodes}"
            f" nps {round(found.nodes_per_second)} time {round(1000 * found.seconds)}"
            f" pv {' '.join(map(str, line.moves))}"
        )
        expected = " ".join(f"{colour} {value:.3f}" for colour, value in zip(colours, score.expected, strict=True))
        self._say(f"info string line {number} expects {expected}")


def _number(name: str, text: str, least: int, most: int) -> int:
    if text.isascii() and text.isdecimal() and len(text) < 12 and least <= int(text) <= most:
        return int(text)
    raise OptionError("number", name=name, least=least, most=most, came=shown(text))


def _legal(match: Match) -> tuple[str, ...]:
    """The moves, or the answers to a claim of stalemate, which comes before any move (LC5)."""
    if match.result:
        return ()
    if match.offer and match.offer.kind == "stalemate":
        return "stalemate!", "contest"
    return tuple(map(str, match.position.legal_moves()))


def _due(match: Match) -> str | None:
    """Whose turn it is: to answer a claim, or to move or roll."""
    if match.result:
        return None
    return match.to_act if match.offer and match.offer.kind == "stalemate" else match.position.turn


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _result(match: Match) -> str:
    if match.result is None:
        return "none"
    winner = match.result.winner
    return "draw" if winner is None else f"p{COLOURS.index(winner) + 1}win"


def converse(source: IO[str], sink: IO[str]) -> None:
    """Speak until `quit` or until nobody says anything any more; then a limited search may end by itself."""
    lock = threading.Lock()

    def say(text: str) -> None:
        with lock, suppress(BrokenPipeError):  # nobody listens; the other end of it ends the loop below
            sink.write(text + "\n")
            sink.flush()

    engine = Engine(say)
    quitting = False
    for line in source:
        if not engine.hear(line):
            quitting = True
            break
    engine.finish(now=quitting)
