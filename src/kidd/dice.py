"""Fair dice: every roll follows from a seed that was fixed, and its hash published, before the game began.

How to check a roll by hand stands in docs/dice.md.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from itertools import count
from typing import NamedTuple

from kidd.errors import OptionError, shown
from kidd.match import Match

SIDES = 3
FAIR = 255  # bytes below it are a multiple of three in number, so no side comes more often than another
HASH, SEED, ID, FROM, SALTS = "DiceHash", "DiceSeed", "Id", "DiceFrom", "DiceSalts"  # the headers of a log book

RANDOM, MARK = 26, b"from"  # a seed is so many random bytes, the mark, and the number of acts that were given

SALT = "[0-9a-f]{16,64}"  # what a browser may add: at least eight random bytes

_HEX = re.compile(r"[0-9a-f]{64}")
_SALT = re.compile(SALT)
_SALTS = re.compile(rf"(?:[0-9]{{1,6}}:{SALT}(?: |$))*")


def new_seed(given: int = 0) -> str:
    """A seed that nobody can guess, 64 hexadecimal digits; its end says how many acts were played elsewhere."""
    return (secrets.token_bytes(RANDOM) + MARK + given.to_bytes(2)).hex()


def given_by(seed: str) -> int | None:
    """How many acts were played elsewhere, which the hash thus promises, too; None if the seed does not say."""
    end = _bytes(seed)[RANDOM:]
    return int.from_bytes(end[len(MARK) :]) if end.startswith(MARK) else None


def commitment(seed: str) -> str:
    """What is published of a seed before the game: SHA-256 of its bytes, which gives nothing away."""
    return hashlib.sha256(_bytes(seed)).hexdigest()


def is_salt(text: str) -> bool:
    """Whether a browser may add that to a roll."""
    return bool(_SALT.fullmatch(text))


def roll(seed: str, game_id: str, ply: int, salt: str = "") -> int:
    """What the die shows at a ply of a game, the same whenever one asks; `salt` is what a browser has added."""
    key, added = _bytes(seed), f":{salt}" if salt else ""
    for attempt in count():
        digest = hmac.digest(key, f"{game_id}:{ply}:{attempt}{added}".encode(), "sha256")
        for byte in digest:
            if byte < FAIR:
                return byte % SIDES + 1
    raise AssertionError  # count() never ends


def ply_of(match: Match, number: int | None = None) -> int:
    """The ply of an act, or of the next one: moves and rolls before it, so that no word said moves the die."""
    return match.plies if number is None else sum(not match.word(before) for before in range(number))


class Roll(NamedTuple):
    """A roll of a match: the number of its act, its ply, what the book says and what the seed says."""

    number: int
    ply: int
    shown: int
    derived: int
    salt: str = ""
    """What a browser has added, empty where the seed alone decides."""


class Report(NamedTuple):
    """What became of checking a match: `problem` is empty or one of PROBLEMS."""

    problem: str
    rolls: tuple[Roll, ...] = ()
    """Those that were checked."""
    elsewhere: int = 0
    """How many were not checked, as they were made before the game was taken up."""
    proved: bool = True
    """Whether the seed says so too, and not the header alone."""

    @property
    def fair(self) -> bool:
        """Whether there are rolls that the seed stands for, and each is the one that was played."""
        return not self.problem

    @property
    def salted(self) -> int:
        """How many of the rolls hold what a player's browser has added."""
        return sum(bool(roll.salt) for roll in self.rolls)

    @property
    def wrong(self) -> tuple[Roll, ...]:
        """The rolls that the seed does not give."""
        return tuple(roll for roll in self.rolls if roll.shown != roll.derived)


PROBLEMS = ("no-dice", "no-headers", "secret", "bad-headers", "wrong-hash", "wrong-from", "wrong-rolls", "nothing")


def check(match: Match) -> Report:
    """Compare the rolls of a match with those that the seed in its headers gives."""
    if not match.game.descriptor.faces:
        return Report("no-dice")
    headers = match.headers
    if not headers.get(ID) or not headers.get(HASH):
        return Report("no-headers")
    if not headers.get(SEED):
        return Report("secret")
    seed, first = headers[SEED], headers.get(FROM, "0")
    known = re.fullmatch("[0-9]{1,6}", first) and int(first) <= len(match)
    if not known or not all(_HEX.fullmatch(text) for text in (seed, headers[HASH])):
        return Report("bad-headers")
    salts = _read_salts(headers.get(SALTS, ""))
    if salts is None:
        return Report("bad-headers")
    rolls, given = _rolls(match, seed, headers[ID], salts), given_by(seed)
    ours = tuple(roll for roll in rolls if roll.number >= int(first))
    report = Report("", ours, len(rolls) - len(ours), given is not None)
    if commitment(seed) != headers[HASH]:
        return report._replace(problem="wrong-hash")
    if given not in (None, int(first)):
        return report._replace(problem="wrong-from")
    if report.wrong or salts.keys() - {roll.ply for roll in ours}:  # a salt without its roll belongs to another book
        return report._replace(problem="wrong-rolls")
    return report if ours else report._replace(problem="nothing")


def write_salts(match: Match, salts: Mapping[int, str]) -> str:
    """What browsers have added to the rolls of a match, by the numbers of these acts, as a log book says it."""
    said, ply = [], 0
    for number in range(len(match)):
        if number in salts:
            said.append(f"{ply}:{salts[number]}")
        ply += not match.word(number)
    return " ".join(said)


def _read_salts(text: str) -> dict[int, str] | None:
    """The same by ply, None if it is not written as it should be."""
    if not _SALTS.fullmatch(text):
        return None
    found = [one.split(":") for one in text.split()]
    salts = {int(ply): salt for ply, salt in found}
    return salts if len(salts) == len(found) else None


def _rolls(match: Match, seed: str, game_id: str, salts: Mapping[int, str]) -> list[Roll]:
    found, ply = [], 0
    for number, act in enumerate(match.acts):
        if act.startswith("*"):
            salt = salts.get(ply, "")
            found.append(Roll(number, ply, int(act[1:]), roll(seed, game_id, ply, salt), salt))
        ply += not match.word(number)
    return found


def _bytes(seed: str) -> bytes:
    if not _HEX.fullmatch(seed):
        raise OptionError("seed", came=shown(seed))
    return bytes.fromhex(seed)
