from __future__ import annotations

import os
import random
import subprocess
import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kidd
from kidd.adapters.ugi import Engine
from kidd.search.analyse import analyse
from tests.patience import PATIENCE, until
from tests.shell import COMMAND, ENVIRONMENT

pytestmark = pytest.mark.once


class Talk:
    """An engine in this process, and what it said."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._best = threading.Event()
        self.engine = Engine(self._hear)

    def _hear(self, text: str) -> None:
        assert "\n" not in text
        self.said.append(text)
        if text.startswith("bestmove"):
            self._best.set()

    def say(self, *lines: str) -> list[str]:
        """Say some lines, and return what came back at once."""
        before = len(self.said)
        for line in lines:
            assert self.engine.hear(line + "\n")
        return self.said[before:]

    def best(self, line: str) -> str:
        """Say go, and wait for the move."""
        self._best.clear()
        self.say(line)
        assert self._best.wait(PATIENCE)
        return self.said[-1].removeprefix("bestmove ")

    def wait_for(self, beginning: str) -> None:
        """Wait for a line that begins like this."""
        until(lambda: any(line.startswith(beginning) for line in list(self.said)))


def test_the_introduction():
    """It names itself and its options, and ends with ugiok."""
    said = Talk().say("ugi")
    assert said[0] == "id name kidd"
    assert "option name Game type combo default LC var LC var QM var MG2 var MG3" in said
    assert "option name entry type combo default any var any var fresh" in said
    assert said[-1] == "ugiok"
    assert Talk().say("isready") == ["readyok"]


def test_a_position_from_the_start_and_from_notation():
    """Moves are played after it, in our notation."""
    talk = Talk()
    assert talk.say("position startpos moves @c1 @c9", "query fen") == ["response LC Rc1~,Bc9~ R R6B6 -"]
    assert talk.say("position fen MG2 - R R7B7 - moves @a3", "query fen") == ["response MG2 Ra3~ B R6B7 -"]
    assert talk.say("query p1turn", "query p2turn", "query result") == [
        "response false",
        "response true",
        "response none",
    ]


def test_the_arbiter_rolls_the_die():
    """QM2: a roll is a move in the list; before it the engine has nothing to say."""
    talk = Talk()
    talk.say("setoption name Game value QM", "position startpos moves @c1 @c9")
    assert talk.say("query chance", "query moves") == ["response true", "response *1 *2 *3"]
    assert talk.best("go nodes 100") == "(none)"
    assert any("roll the die first" in line for line in talk.said)
    talk.say("position startpos moves @c1 @c9 *2")
    legal = talk.say("query moves")[0].split()[1:]
    assert talk.best("go nodes 100") in legal


@pytest.mark.parametrize("code", ["LC", "QM", "MG2", "MG3"])
def test_every_game_is_played_to_its_end(code):
    """Engine against itself with a few nodes: every bestmove is legal, and in the end the result is told."""
    talk = Talk()
    moves: list[str] = []
    talk.say(f"setoption name game value {code}", "setoption name Hash value 1", "setoption name repetition value 3")
    for ply in range(600):
        talk.say(f"position startpos moves {' '.join(moves)}" if moves else "position startpos")
        if talk.say("query gameover") == ["response true"]:
            break
        if talk.say("query chance") == ["response true"]:
            moves.append(f"*{ply % 3 + 1}")
            continue
        legal = talk.say("query moves")[0].split()[1:]
        moves.append(talk.best("go nodes 30"))
        assert moves[-1] in legal
    assert talk.say("query result")[0] in ("response p1win", "response p2win", "response p3win", "response draw")
    assert talk.best("go depth 1") == "(none)"


def test_what_a_search_tells():
    """After each depth: score, nodes, speed, time and the line, for as many lines as asked for."""
    talk = Talk()
    talk.say("setoption name MultiPV value 2")
    best = talk.best("go depth 4")
    lines = [line.split() for line in talk.said if line.startswith("info depth")]
    assert [(line[2], line[4]) for line in lines] == [(depth, number) for depth in "1234" for number in "12"]
    nodes = [int(line[line.index("nodes") + 1]) for line in lines]
    assert nodes == sorted(nodes)
    for word in ("score", "nodes", "nps", "time", "pv"):
        assert all(word in line for line in lines)
    assert lines[-2][lines[-2].index("pv") + 1] == best


def test_a_search_tells_while_it_goes_on():
    """Whoever waits sees the search deepen long before it ends."""
    talk = Talk()
    talk.say("go infinite")
    talk.wait_for("info depth 3 ")
    assert not any(line.startswith("bestmove") for line in talk.said)
    told = [int(line.split()[2]) for line in talk.said if line.startswith("info depth")]
    assert told[:3] == [1, 2, 3]
    talk.best("stop")


def test_a_forced_win_is_told_as_mate():
    """LC4: a proven win counts in turns of the winner."""
    for seed in range(200):
        pos, rnd = kidd.start("LC"), random.Random(seed)
        while legal := pos.legal_moves():
            if len(legal) > 2 and any(pos.play(move).result for move in legal):
                talk = Talk()
                talk.say(f"position fen {pos}")
                best = talk.best("go depth 3")
                assert pos.play(best).result
                assert any(" score mate 1 " in line for line in talk.said)
                return
            pos = pos.play(rnd.choice(legal))


@pytest.mark.parametrize("go", ["go infinite", "go", "go movetime 1000000", "go ponder"])
def test_stop_is_heard(go):
    """A search without end, or a long one, ends with a legal move."""
    talk = Talk()
    legal = talk.say("query moves")[0].split()[1:]
    talk.say(go)
    talk.wait_for("info depth 2 ")
    assert not any(line.startswith("bestmove") for line in talk.said)
    assert "readyok" in talk.say("isready")
    assert talk.best("stop") in legal


def test_infinite_waits_for_stop_even_where_all_is_clear(monkeypatch: pytest.MonkeyPatch):
    """A search that has come to its end is no reason to answer before one is asked."""
    ended = threading.Event()

    def to_the_end(*about: Any, **limits: Any) -> Any:
        found = analyse(*about, **limits)
        ended.set()
        return found

    monkeypatch.setattr("kidd.adapters.ugi.analyse", to_the_end)
    talk = Talk()
    talk.say("position fen LC Rb2c1,Bb8c9 R R0B0 -", "go infinite")
    assert ended.wait(PATIENCE)
    assert "readyok" in talk.say("isready")
    assert not any(line.startswith("bestmove") for line in talk.said)
    assert talk.best("stop") != "(none)"


def test_one_search_at_a_time():
    """A second go is refused while the first one is under way, and welcome after stop."""
    talk = Talk()
    talk.say("go infinite")
    assert talk.say("go depth 1") == ["info string a search is under way: stop it first"]
    talk.say("stop")
    talk.best("go depth 1")
    talk.engine.finish(now=True)
    assert sum(line.startswith("bestmove") for line in talk.said) == 2


def test_the_clock_is_shared_out():
    """A move takes a part of the own two seconds, not of the other's hour."""
    talk = Talk()
    talk.best("go p1time 2000 p2time 3600000 p1inc 0 p2inc 0")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("xyzzy", "unknown command 'xyzzy'"),
        ("setoption", "expected setoption name NAME value VALUE"),
        ("setoption name Hash value lots", "Hash: expected a number from 1 to 65536, got 'lots'"),
        ("setoption name Game value Chess", "There is no game 'Chess'"),
        ("setoption name entry value none", "The option entry cannot be 'none'. It is one of: any, fresh."),
        ("setoption name Sails value 3", "unknown option 'Sails'"),
        ("position", "expected position startpos or position fen"),
        ("position fen", "five parts"),
        ("position fen LC - R", "five parts"),
        ("position startpos moves @c1 @c1", "@c1"),
        ("position startpos moves e2e4", "'e2e4'"),
        ("query weather", "expected query"),
        ("go fast", "go: expected infinite or one of"),
        ("go movetime", "go movetime: expected a number"),
        ("go depth -3", "go depth: expected a number"),
        ("go nodes 99999999999999999999999999", "go nodes: expected a number"),
    ],
)
def test_what_it_does_not_understand(line, answer):
    """One line of info says what is wrong; nothing changes and nothing crashes."""
    talk = Talk()
    before = talk.say("query fen")
    (said,) = talk.say(line)
    assert said.startswith("info string ")
    assert answer in said
    assert talk.say("query fen") == before


def test_an_option_of_another_game_waits_for_it():
    """Options may come before the game they belong to, and a bad one is refused all the same."""
    talk = Talk()
    assert talk.say("setoption name blocked value any", "setoption name Game value QM") == []
    assert talk.say("setoption name blocked value some") == [
        "info string The option blocked cannot be 'some'. It is one of: roll, any."
    ]


WORDS = """
ugi isready setoption name value Game Hash position startpos fen moves go depth nodes movetime p1time infinite stop
query result moves fen p1turn LC QM MG3 - R R7B7 R6B6G6 @c1 @c9 *1 *2 1 2 -1 99999999999 draw? resign \0 é
"""
words = st.sampled_from(WORDS.split())


@settings(max_examples=150)
@given(st.lists(st.one_of(st.text(max_size=30), st.lists(words, max_size=8).map(" ".join)), max_size=8))
def test_no_input_breaks_it(lines):
    """Whatever is said, it answers in lines of the protocol and goes on."""
    talk = Talk()
    for line in lines:
        talk.engine.hear(line)
    talk.engine.finish(now=True)
    assert talk.say("isready") == ["readyok"]
    known = ("id ", "option ", "ugiok", "readyok", "response ", "info ", "bestmove ")
    assert all(line.startswith(known) for line in talk.said)


def test_a_conversation_over_pipes():
    """As an arbiter holds it: answers come without waiting for more input, and quit ends it."""
    with subprocess.Popen(
        [*COMMAND, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=ENVIRONMENT
    ) as process:
        assert process.stdin
        assert process.stdout

        def say(line: str) -> None:
            assert process.stdin
            process.stdin.write(line + "\n")
            process.stdin.flush()

        say("ugi")
        assert any(line == "ugiok\n" for line in process.stdout)
        say("position startpos moves @c1")
        say("go movetime 100")
        best = next(line for line in process.stdout if line.startswith("bestmove"))
        assert best.split()[1] in map(str, kidd.start("LC").play("@c1").legal_moves())
        say("go infinite")
        say("quit")
        assert process.wait(PATIENCE) == 0


def test_the_end_of_the_input_lets_a_limited_search_finish():
    """A file of commands is answered to the last line."""
    done = subprocess.run(
        [*COMMAND, "engine"],
        input="go nodes 500",
        capture_output=True,
        encoding="utf-8",
        env=ENVIRONMENT,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("bestmove @")


def test_bytes_that_are_no_text():
    """They are an unknown command."""
    done = subprocess.run(
        [*COMMAND, "engine"],
        input=b"\xff\xfe\x00\nisready\n",
        capture_output=True,
        env=ENVIRONMENT,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == b"readyok"


def test_moves_to_a_win_are_counted_without_rolls():
    """Quedah Merchant: a win after ten moves and rolls takes three moves of one's own."""
    talk = Talk()
    talk.say("position fen QM Bc3b2,BRc4c3,RBa5a7,BRb5a5,BRd5e5,BRe5e3,Bc6c7,Re7d8,Rc9d8 R R0B0 2")
    talk.best("go depth 9")
    assert any(" score mate 3 " in line for line in talk.said)


@pytest.mark.slow
def test_more_memory_than_there_is():
    """No more is taken than the machine may have, which is said at once, and moves come of a search as ever."""
    talk = Talk()
    (said,) = talk.say("setoption name Hash value 65536") or [""]
    if os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") < 65536 << 20:
        assert "Hash: this machine has room for" in said
    assert talk.best("go nodes 10") in map(str, kidd.start("LC").legal_moves())
    assert any("info depth" in line for line in talk.said)


def test_a_claim_is_answered_before_the_next_move():
    """LC5: whoever is asked is on turn, has two answers, and says one of them."""
    talk = Talk()
    talk.say("position startpos moves @c1 @c9 stalemate?")
    assert talk.say("query moves", "query p2turn", "query p1turn") == [
        "response stalemate! contest",
        "response true",
        "response false",
    ]
    assert talk.best("go nodes 100") == "contest"


def test_an_offer_of_a_draw_is_answered():
    """By a move, which declines it, by a word where it is not one's turn to move, or by agreeing."""
    talk = Talk()
    moves = talk.say("position startpos moves @c1", "query moves")
    assert talk.say("position startpos moves @c1 R:draw?", "query moves") == moves
    assert f" {talk.best('go nodes 100')} " in f" {moves[0]} "
    talk.say("position startpos moves @c1 B:draw?")
    assert talk.best("go nodes 100") == "draw."
    talk.say("position fen MG2 RBc4c3,RBRBd8c9,BRBRBRBRa7a5 R R0B0 - moves B:draw?")
    assert talk.best("go nodes 100") == "draw!"


def test_go_may_follow_bestmove_at_once(monkeypatch: pytest.MonkeyPatch):
    """Whoever hears the last word of a search may ask for the next one, though its thread takes a moment to end."""
    answers: list[str] = []
    done, waited_for = threading.Event(), threading.Event()

    def hear(text: str) -> None:
        answers.append(text)
        if text.startswith("bestmove"):
            waited_for.clear()
            done.set()
            assert waited_for.wait(PATIENCE)  # the thread is still there

    def join(thread: threading.Thread, timeout: float | None = None) -> None:
        waited_for.set()
        joined(thread, timeout)

    joined = threading.Thread.join
    monkeypatch.setattr(threading.Thread, "join", join)
    engine = Engine(hear)
    for _ in range(3):
        done.clear()
        engine.hear("go nodes 10\n")
        assert done.wait(PATIENCE)
    waited_for.set()
    assert not [text for text in answers if "under way" in text]
