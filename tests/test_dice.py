from __future__ import annotations

import doctest
import hmac
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kidd
from kidd import cli, dice
from kidd.errors import OptionError

SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
OTHER = "ff" + SEED[2:]
GAME = "k7m2"
KNOWN = [1, 1, 2, 3, 2, 1, 1, 1, 2, 2, 3, 1]


def played(seed: str = SEED, acts: int = 12, *, talk: bool = False) -> kidd.Match:
    """A game whose die fell as the seed says, with its headers."""
    match = kidd.Match("QM")
    while len(match) < acts and not match.result:
        if match.position.is_chance:
            match.roll(dice.roll(seed, GAME, dice.ply_of(match)))
        else:
            if talk:
                match.play("draw?")
                match.play("draw.")
            match.play(match.position.legal_moves()[0])
    match.headers = {"Id": GAME, "DiceHash": dice.commitment(seed), "DiceSeed": seed}
    return match


def salted(salts: dict[int, str]) -> kidd.Match:
    """A game with what browsers added to some of its rolls, the first being 1."""
    match = kidd.Match("QM")
    while len(match) < 12 and not match.result:
        if match.position.is_chance:
            match.roll(dice.roll(SEED, GAME, len(match), salts.get(len(match) // 2, "")))
        else:
            match.play(match.position.legal_moves()[0])
    match.headers = {"Id": GAME, "DiceHash": dice.commitment(SEED), "DiceSeed": SEED}
    match.headers["DiceSalts"] = dice.write_salts(match, {2 * place: salt for place, salt in salts.items()})
    return match


def tampered(match: kidd.Match, number: int) -> kidd.Match:
    """The same game up to a roll, and then another roll."""
    forged = kidd.Match("QM")
    for act in match.acts[:number]:
        forged.play(act)
    forged.roll(int(match.acts[number][1]) % 3 + 1)
    forged.headers = dict(match.headers)
    return forged


def run(monkeypatch: pytest.MonkeyPatch, *words: str | Path) -> int | str | None:
    """The exit code of the command."""
    monkeypatch.setattr("sys.argv", ["kidd", "dice", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return ended.value.code


class TestRolls:
    """From seed to roll."""

    def test_the_hash_is_that_of_the_bytes(self):
        """The commitment is SHA-256 of the 32 bytes, as anybody can compute it."""
        assert dice.commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"

    def test_known_rolls(self):
        """These rolls were published: the derivation must never change, or old games could not be verified."""
        assert [dice.roll(SEED, GAME, ply) for ply in range(12)] == KNOWN

    @given(st.binary(min_size=32, max_size=32), st.text("abc123", min_size=1), st.integers(0, 5000))
    def test_a_roll_is_the_same_whenever_one_asks(self, seed, game_id, ply):
        """A roll is 1, 2 or 3 and depends on seed, game and ply alone."""
        first = dice.roll(seed.hex(), game_id, ply)
        assert first in (1, 2, 3)
        assert dice.roll(seed.hex(), game_id, ply) == first

    def test_no_side_comes_more_often(self):
        """Over thirty thousand rolls each side comes a third of the time, within five standard deviations."""
        times = [0, 0, 0]
        for ply in range(30_000):
            times[dice.roll(SEED, GAME, ply) - 1] += 1
        assert all(abs(count - 10_000) < 410 for count in times), times

    def test_a_byte_that_would_favour_a_side_is_passed_over(self, monkeypatch):
        """255 is skipped, and if there is nothing else the next digest is taken."""
        digests = {b"k7m2:4:0": bytes([255] * 32), b"k7m2:4:1": bytes([255, 4] + [0] * 30)}
        monkeypatch.setattr("kidd.dice.hmac.digest", lambda key, message, name: digests[message])
        assert dice.roll(SEED, GAME, 4) == 4 % 3 + 1

    @given(st.binary(min_size=8, max_size=32), st.integers(0, 5000))
    def test_what_a_browser_adds_goes_into_the_roll(self, salt, ply):
        """It is one part more of the message; without it the roll is the one of old."""
        added = salt.hex()
        digest = hmac.digest(bytes.fromhex(SEED), f"{GAME}:{ply}:0:{added}".encode(), "sha256")
        assert dice.roll(SEED, GAME, ply, added) == next(byte for byte in digest if byte < 255) % 3 + 1
        assert dice.roll(SEED, GAME, ply, "") == dice.roll(SEED, GAME, ply)

    def test_whatever_the_seed_the_salts_decide_evenly(self):
        """Of one seed and ply each side comes for a third of all salts: who knows only the seed knows nothing."""
        times = [0, 0, 0]
        for number in range(30_000):
            times[dice.roll(SEED, GAME, 4, f"{number:016x}") - 1] += 1
        assert all(abs(count - 10_000) < 410 for count in times), times

    def test_seeds_are_new_each_time(self):
        """A seed has 64 hexadecimal digits, and no two are alike."""
        seeds = {dice.new_seed() for _ in range(50)}
        assert len({seed[:52] for seed in seeds}) == 50
        assert all(len(bytes.fromhex(seed)) == 32 for seed in seeds)

    def test_a_seed_says_how_many_acts_were_given(self):
        """New ones do, those of the first games do not."""
        assert [dice.given_by(dice.new_seed(given)) for given in (0, 7, 3000)] == [0, 7, 3000]
        assert dice.given_by(SEED) is None

    @pytest.mark.parametrize("seed", ["", "ab", SEED.upper(), SEED + "00", "z" * 64])
    def test_what_is_no_seed_is_refused(self, seed):
        """A seed is 64 lower-case hexadecimal digits."""
        with pytest.raises(OptionError, match="64 hexadecimal digits"):
            dice.commitment(seed)

    def test_words_do_not_move_the_die(self):
        """Whoever offers a draw before each move gets the same rolls as who does not."""
        quiet, talking = played(acts=20), played(acts=40, talk=True)
        rolls = [[act for act in match.acts if act.startswith("*")] for match in (quiet, talking)]
        assert len(rolls[1]) >= 5
        assert rolls[0][: len(rolls[1])] == rolls[1][: len(rolls[0])]


class TestCheck:
    """Comparing a book with its seed."""

    @pytest.mark.parametrize("talk", [False, True])
    def test_a_fair_game(self, talk):
        """All rolls are counted and found to be right, with or without words between them."""
        match = played(acts=24, talk=talk)
        report = dice.check(match)
        assert (report.problem, report.fair, report.wrong) == ("", True, ())
        assert len(report.rolls) == sum(act.startswith("*") for act in match.acts) >= 4

    def test_another_roll_is_found(self):
        """One roll that was changed is named by its act and ply."""
        match = played()
        forged = tampered(match, 4)
        report = dice.check(forged)
        (wrong,) = report.wrong
        assert report.problem == "wrong-rolls"
        assert not report.fair
        assert (wrong.number, wrong.ply, wrong.derived) == (4, 4, int(match.acts[4][1]))

    @given(st.dictionaries(st.integers(1, 5), st.binary(min_size=8, max_size=32).map(bytes.hex)), st.data())
    def test_salts(self, salts, data):
        """Rolls with and without salts are fair by their header; a digit changed, a salt less or more is found out."""
        match = salted(salts)
        salts = {place: salt for place, salt in salts.items() if 2 * place < len(match)}
        report = dice.check(match)
        assert (report.problem, report.salted) == ("", len(salts))
        if not salts:
            return
        ply = 2 * data.draw(st.sampled_from(sorted(salts)))
        for forged in ({}, {ply: "0" * 16}, {1: "0" * 16}):
            said = {2 * place: salt for place, salt in salts.items() if 2 * place != ply} | forged
            match.headers["DiceSalts"] = " ".join(f"{place}:{salt}" for place, salt in sorted(said.items()))
            honest = 1 not in forged and dice.roll(SEED, GAME, ply, said.get(ply, "")) == int(match.acts[ply][1])
            assert dice.check(match).fair == honest

    @pytest.mark.parametrize(
        "said", ["2", "2:ab", "2:" + "0" * 16 + " 2:" + "1" * 16, "x:" + "0" * 16, "2:" + "Z" * 16]
    )
    def test_salts_that_are_none(self, said):
        """What is not written as it should be is not guessed at."""
        match = played()
        match.headers["DiceSalts"] = said
        assert dice.check(match).problem == "bad-headers"

    def test_another_seed_is_found(self):
        """A seed that gives these rolls is of no use if its hash is not the one that was published."""
        match = played(OTHER)
        match.headers["DiceHash"] = dice.commitment(SEED)
        assert dice.check(match).problem == "wrong-hash"

    @pytest.mark.parametrize(
        ("change", "problem"),
        [
            ({"DiceSeed": ""}, "secret"),
            ({"DiceHash": ""}, "no-headers"),
            ({"Id": ""}, "no-headers"),
            ({"Id": "other"}, "wrong-rolls"),
            ({"DiceSeed": "xyz"}, "bad-headers"),
            ({"DiceHash": "1" * 63}, "bad-headers"),
            ({"DiceFrom": "-1"}, "bad-headers"),
            ({"DiceFrom": "two"}, "bad-headers"),
            ({"DiceFrom": "13"}, "bad-headers"),
            ({"DiceFrom": "12"}, "nothing"),
        ],
    )
    def test_headers_that_prove_nothing(self, change, problem):
        """What is missing or spoilt in the headers is told apart."""
        match = played()
        match.headers |= change
        assert dice.check(match).problem == problem

    def test_rolls_from_elsewhere_are_counted_apart(self):
        """Before DiceFrom the die was not the server's."""
        match = played()
        match.headers["DiceFrom"] = "5"
        report = dice.check(match)
        assert (report.problem, report.elsewhere, len(report.rolls), report.proved) == ("", 2, 3, False)

    def test_where_nothing_is_checked_nothing_is_fair(self):
        """A header that exempts every roll, or a game that ended before the first one, proves nothing."""
        forged = tampered(played(), 4)
        forged.headers["DiceFrom"] = "5"
        report = dice.check(forged)
        assert (report.problem, report.fair, report.elsewhere, report.rolls) == ("nothing", False, 2, ())
        assert dice.check(played(acts=2)).problem == "nothing"

    def test_the_hash_fixes_what_came_from_elsewhere(self):
        """The number of given acts is part of the seed: another one in the header is found."""
        match = played(dice.new_seed(3))
        assert dice.check(match).problem == "wrong-from"
        match.headers["DiceFrom"] = "3"
        report = dice.check(match)
        assert (report.problem, report.elsewhere, report.proved) == ("", 1, True)
        match.headers["DiceFrom"] = "11"
        assert dice.check(match).problem == "wrong-from"

    def test_a_game_without_dice(self):
        """There is nothing to verify in Loyal Captain."""
        assert dice.check(kidd.Match("LC")).problem == "no-dice"

    def test_every_problem_has_words(self):
        """The command can say all of them."""
        simple = {"no-dice", "no-headers", "secret", "bad-headers", "nothing"}
        assert set(dice.PROBLEMS) == simple | {"wrong-hash", "wrong-from", "wrong-rolls"}


@pytest.mark.once
class TestCommand:
    """`kidd dice FILE.kidd`."""

    def test_a_fair_book(self, tmp_path, monkeypatch, capsys):
        """A fair book, also one without dice in it, is code 0."""
        kidd.write_logbook([played(), kidd.Match("LC")], tmp_path / "fair.kidd")
        assert run(monkeypatch, tmp_path / "fair.kidd") == 0
        first, second = capsys.readouterr().out.splitlines()
        assert first.startswith("1. QM k7m2: The dice were fair: ")
        assert first.endswith(" 5 rolls were checked.")
        assert second == "2. LC: There are no dice in this game."

    def test_a_tampered_book(self, tmp_path, monkeypatch, capsys):
        """A roll that was changed in the book is named, and the code is 1."""
        kidd.write_logbook(tampered(played(), 4), tmp_path / "forged.kidd")
        assert run(monkeypatch, tmp_path / "forged.kidd") == 1
        said = capsys.readouterr().out
        assert "The seed gives other rolls" in said
        assert "act 5, ply 4: *" in said

    @pytest.mark.parametrize(
        ("first", "told"),
        [
            (
                "5",
                (
                    0,
                    "3 rolls were checked. 2 rolls were made before this game was taken up here, and are not checked.",
                ),
            ),
            ("12", (1, "no roll in this logbook follows from the seed. 5 rolls were made before")),
            ("999", (1, "not written as they should be")),
        ],
    )
    def test_what_was_not_checked_is_told(self, tmp_path, monkeypatch, capsys, first, told):
        """A header that exempts rolls says how many, and exempting all of them is not fair."""
        match = played()
        match.headers["DiceFrom"] = first
        kidd.write_logbook(match, tmp_path / "given.kidd")
        assert run(monkeypatch, tmp_path / "given.kidd") == told[0]
        assert told[1] in capsys.readouterr().out

    def test_an_empty_book(self, tmp_path, monkeypatch, capsys):
        """A file without a match is one line and code 2."""
        (tmp_path / "empty.kidd").write_text("\n")
        assert run(monkeypatch, tmp_path / "empty.kidd") == 2
        assert "no match in this logbook" in capsys.readouterr().err

    def test_a_game_under_way(self, tmp_path, monkeypatch, capsys):
        """A book that cannot be verified yet says so, and the code is 1."""
        match = played()
        del match.headers["DiceSeed"]
        kidd.write_logbook(match, tmp_path / "running.kidd")
        assert run(monkeypatch, tmp_path / "running.kidd") == 1
        assert "still secret" in capsys.readouterr().out

    def test_for_programs(self, tmp_path, monkeypatch, capsys):
        """JSON has every roll as the book and as the seed have it."""
        kidd.write_logbook(played(), tmp_path / "fair.kidd")
        assert run(monkeypatch, tmp_path / "fair.kidd", "--json") == 0
        (told,) = json.loads(capsys.readouterr().out)
        assert (told["id"], told["fair"], told["problem"]) == (GAME, True, "")
        assert [roll["shown"] for roll in told["rolls"]] == [roll["derived"] for roll in told["rolls"]]

    def test_no_book(self, tmp_path, monkeypatch, capsys):
        """A file that is not there is one line and code 2."""
        assert run(monkeypatch, tmp_path / "none.kidd") == 2
        assert "cannot read the logbook" in capsys.readouterr().err


def test_the_page_shows_what_happens():
    """The examples of docs/dice.md, typed in, print what stands there."""
    page = Path(__file__).parent.parent / "docs" / "dice.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried >= 6
    assert not failed
