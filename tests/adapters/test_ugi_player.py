import sys
from pathlib import Path

import pytest

import kidd
from kidd.adapters.ugi_player import EngineError, make_player
from kidd.arena import Spec, run
from kidd.arena.play import play_game
from kidd.errors import OptionError

pytestmark = pytest.mark.once

ENGINE = f"{sys.executable} -c 'from kidd.cli import main; main()' engine"
CHILD = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print("ugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        {go}
    elif word == "quit":
        break
"""


def engine(tmp_path: Path, go: str) -> str:
    """The command of a program that answers `go` in its own way."""
    file = tmp_path / "child.py"
    file.write_text(CHILD.format(go=go))
    return f"engine:{sys.executable} {file}"


@pytest.mark.parametrize("code", ["LC", "QM", "MG3"])
def test_a_program_that_speaks_ugi_plays(code):
    """By nodes it plays the same game again, to its end or the cap, and its name stands in the log book."""
    name = f"engine:nodes:300:{ENGINE}"
    spec = Spec.of(code, name, "random", games=3, cap=24, seed=1)
    played = play_game(spec, 1)
    (match,) = kidd.read_logbook(played.book)
    assert name in match.players
    assert play_game(spec, 1).book == played.book


def test_it_is_limited_by_its_name():
    """A second a move if nothing is said, else seconds, nodes or depth before the command."""
    match = kidd.Match("LC")
    for limit in ("nodes:50:", "depth:1:", "seconds:0.01:"):
        player = make_player(f"engine:{limit}{ENGINE}", 7)
        try:
            assert player.act(match) in match.legal_acts()
        finally:
            player.close()


@pytest.mark.parametrize(
    "name", ["engine:", "engine:  ", "engine:'open", "engine:nodes:0:x", "engine:seconds:nan:x", "engine:depth:x:y"]
)
def test_what_is_no_engine_is_refused(name):
    """It is said how one is named."""
    with pytest.raises(OptionError, match="expected engine:COMMAND"):
        make_player(name, 1)


def test_a_program_that_cannot_be_started_is_told_at_once(tmp_path):
    """Nothing is written for it."""
    with pytest.raises(EngineError, match="cannot be started: No such file"):
        run(Spec.of("LC", "engine:/no/such/program", "random"), folder=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_program_that_ends_is_told(tmp_path):
    """The game cannot go on without it."""
    with pytest.raises(EngineError, match="does not play on: it has ended"):
        play_game(Spec.of("LC", engine(tmp_path, "sys.exit()"), "random"), 0)


def test_a_program_that_breaks_the_rules_is_named(tmp_path):
    """As any player is."""
    with pytest.raises(kidd.KiddError, match=r"engine:.* broke the rules"):
        play_game(Spec.of("LC", engine(tmp_path, 'print("bestmove (none)", flush=True)'), "random"), 0)


def test_programs_know_the_usual_deck_only(tmp_path):
    """A position does not say on which deck it stands."""
    model = Path(kidd.__file__).parent / "decks" / "kidd-18.toml"
    (tmp_path / "other.toml").write_text(model.read_text().replace("kidd-18", "other"))
    match = kidd.Match(kidd.start("LC", deck=tmp_path / "other.toml"))
    player = make_player(f"engine:depth:1:{ENGINE}", 7)
    try:
        with pytest.raises(EngineError, match="plays on the usual deck only, not on 'other'"):
            player.act(match)
    finally:
        player.close()
