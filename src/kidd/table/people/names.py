"""Names of members: which may be, and which look so much alike that one of them is refused.

A name is written in one script. What it looks like is two keys, of its small and of its capital letters: accents,
spaces and hyphens are left out, and letters that look alike are one.
"""

from __future__ import annotations

from typing import NamedTuple
from unicodedata import category, digit, lookup, name, normalize

from kidd.search.levels import HIGHEST
from kidd.table import limits
from kidd.table.errors import AccountError
from kidd.table.seats import BLANK
from kidd.words.language import LANGUAGES
from kidd.words.ranks import rank
from kidd.words.texts import FORMER

SIGNS = " -_.'"
SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "DEVANAGARI", "THAI")
EAST = ("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL")  # Japanese and Korean mix them
RESERVED = (
    "admin administrator anonymous bot captain computer crew everybody former guest kidd moderator nobody "
    "operator root server staff stranger support system you"
)
HOUSE = ("the house", "das haus", "la maison")
# Letters and what they are taken for, as they are written small and as capitals.
SMALL = (
    "аa бb вb гr ґr еe єe зз иu іi йu кk мm нh оo пn рp сc тt уy хx ьb ѕs јj һh ԁd ԛq ԝw "
    "αa βb γy εe ζz ηn ιi κk νv οo ρp σo τt υu χx ωw ϲc ϳj "
    "օo սu ոn հh ցg զq յj քp աw "
    "øo đd ðd łl ħh ıi ĸk ŋn æa œo þp ſf ɑa ɡg ɩi ɯw ƨs "
    "ロ口 ニ二 カ力 エ工 タ夕 ト卜 ハ八 ヘへ リり ー一"
)
CAPITAL = (
    "АA ВB СC ЕE НH ІI ЈJ КK МM ОO РP ЅS ТT ХX УY ҮY ԌG ԚQ ԜW "
    "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC ՕO ՍU ՏS ØO ĐD ÐD ƉD ŁL ĦH ƖI ƆC ƧS"
)
# The same of scripts in which nobody signs up, but guests may write: Lisu, Cherokee, Coptic.
ELSEWHERE = (
    "ꓐB ꓑP ꓓD ꓔT ꓖG ꓗK ꓙJ ꓚC ꓜZ ꓝF ꓟM ꓠN ꓡL ꓢS ꓣR ꓦV ꓧH ꓪW ꓫX ꓬY ꓮA ꓰE ꓲI ꓳO ꓴU "
    "ᎠD ᎡR ᎢT ᎥI ᎩY ᎪA ᎫJ ᎬE ᎳW ᎷM ᎻH ᎾO ᏀG ᏂH ᏃZ ᏆI ᏏB ᏒR ᏔW ᏕS ᏙV ᏚS ᏞL ᏟC ᏢP ᏦK ᏧD ᏳG ᏴB "
    "ⲀA ⲁa ⲂB ⲃb ⲄR ⲅr ⲈE ⲉe ⲎH ⲏh ⲒI ⲓi ⲔK ⲕk ⲘM ⲙm ⲚN ⲛn ⲞO ⲟo ⲠN ⲡn ⲢP ⲣp ⲤC ⲥc ⲦT ⲧt ⲨY ⲩy ⲬX ⲭx ⲰW ⲱw"
)
INK = ("Lu", "Ll", "Lt", "Lo")  # letters, but for those that only change others
ODD = ("SMALL CAPITAL", "REVERSED", "TURNED", "INVERTED", "SIDEWAYS")  # Latin letters that stand for others
ALIKE = {"0": "o", "1": "l", "i": "l", "5": "s", "3": "з", "8": "b"}
DOTLESS = (("rı", "n"), ("ıı", "u"))  # before the dotless letter is taken for its sister
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))


class Keys(NamedTuple):
    """What a name looks like: two names that share either are taken for one another."""

    small: str
    capital: str


def checked_name(text: str) -> str:
    """A name as it is shown, or the reason why nobody can be called that."""
    if len(text) > 10 * limits.MEMBER_NAME:  # before any work is done on it
        raise AccountError("name-length", least=limits.SHORTEST_NAME, limit=limits.MEMBER_NAME)
    found = " ".join(normalize("NFKC", text).split())
    if not limits.SHORTEST_NAME <= len(found) <= limits.MEMBER_NAME:
        raise AccountError("name-length", least=limits.SHORTEST_NAME, limit=limits.MEMBER_NAME)
    if not all(_is_fit(char) for char in found) or not found[0].isalpha() or found[-1] in SIGNS:
        raise AccountError("name-letters")
    scripts = {_script(char) for char in found if char.isalpha()}
    if "" in scripts:
        raise AccountError("name-letters")
    if len(scripts) > 1:
        raise AccountError("name-scripts")
    if not is_plain(found):
        raise AccountError("name-letters")
    keys = keys_of(found)
    if not keys.small or keys.small in TAKEN or keys.capital in TAKEN:
        raise AccountError("name-taken")
    return found


def keys_of(text: str) -> Keys:
    """What a name looks like, whoever wrote it in whatever way."""
    plain = normalize("NFKC", text[: 10 * limits.MEMBER_NAME])
    return Keys(_skeleton(plain.casefold(), _SMALL), _skeleton(plain.upper(), _CAPITAL))


def bare(text: str) -> str:
    """The letters and figures of any text, for those who may call themselves more than members may."""
    return "".join(char for char in normalize("NFKC", text) if char.isalnum() or category(char) in ("Mn", "Mc"))


def is_plain(text: str) -> bool:
    """Whether each word is in the letters of one script, and none of them is turned over to look like another."""
    plain = normalize("NFKC", text)
    words = "".join(char if category(char) in INK else " " for char in plain).split()
    if any(len({name(char, "").partition(" ")[0] for char in word if not _is_east(char)}) > 1 for word in words):
        return False
    return not any(sign in name(char, "") for word in words for char in word for sign in ODD)


def _is_east(char: str) -> bool:
    return name(char, "").partition(" ")[0] in EAST


def _is_fit(char: str) -> bool:
    return char in SIGNS or category(char) in ("Ll", "Lu", "Lt", "Lo", "Lm", "Nd", "Mn", "Mc")


def _script(char: str) -> str:
    """The script of a letter, empty for one that is not used in names here."""
    called = name(char, "")
    first = "" if char in BLANK else called.partition(" ")[0]
    return "EAST" if first in EAST else first if first in SCRIPTS else ""


def _skeleton(text: str, alike: dict[int, str]) -> str:
    """A text with one letter for all that look like it."""
    for pair, one in DOTLESS:
        text = text.replace(pair, one)
    plain = "".join(map(_plain, text.translate(alike)))
    without = "".join(char for char in normalize("NFKD", plain) if category(char) != "Mn" and char not in BLANK)
    letters = without.translate(alike).casefold()
    figures = "".join(str(digit(char, -1)) if category(char) == "Nd" else char for char in letters if char not in SIGNS)
    shape = "".join(ALIKE.get(char, char) for char in figures)
    for pair, one in PAIRS:
        shape = shape.replace(pair, one)
    return shape


def _plain(char: str) -> str:
    """A letter without its hook, stroke or tail, and a small capital as a capital: these come apart no other way."""
    called = name(char, "") if not char.isascii() else ""
    head, _, more = called.replace("LETTER SMALL CAPITAL", "CAPITAL LETTER").partition(" WITH ")
    try:
        return lookup(head) if more or head != called else char
    except KeyError:
        return char


def _table(pairs: str) -> dict[int, str]:
    return {ord(pair[0]): pair[1] for pair in pairs.split()}


_SMALL, _CAPITAL = _table(f"{SMALL} {ELSEWHERE}"), _table(f"{CAPITAL} {ELSEWHERE}")
_RANKS = [rank(level, language) for level in range(1, HIGHEST + 1) for language in LANGUAGES]  # of computers
_WORDS = (*RESERVED.split(), *(f"the {word}" for word in RESERVED.split()), *HOUSE, "captain kidd", FORMER, *_RANKS)
TAKEN = frozenset(key for word in _WORDS for key in keys_of(bare(word)))
