"""Functions in the browser's scripts and where they stand: read with as much sense as pairing brackets takes."""

from __future__ import annotations

import re
from typing import NamedTuple

_TOKEN = re.compile(
    r"""(?P<nothing>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<word>[#\w$]+)
    |(?P<sign>=>|.)""",
    re.X | re.S,
)
_PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_QUOTED = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*(?P<end>`|\$\{)", re.S)
_BEFORE_VALUES = {"return", "typeof", "case", "in", "of", "await", "yield", "void", "delete", ""}
_NO_FUNCTION = {"if", "for", "while", "switch", "catch", "with", "await"}  # before brackets with a block after them
_CLOSING = {")": "(", "]": "[", "}": "{"}


class Function(NamedTuple):
    """What it is called, where that has a name, and its lines from the first to the last."""

    name: str
    first: int
    last: int


class _Opened(NamedTuple):
    sign: str
    name: str  # the word before it
    line: int  # where that is
    function: bool = False


class _Reader:
    def __init__(self, source: str) -> None:
        self.source = source
        self.place = 0
        self.line = 1
        self.opened: list[_Opened] = []
        self.before = _Opened("", "", 1)  # the token before, or the brackets that it closes
        self.ended = 1  # the line of that token
        self.found: list[Function] = []

    def read(self) -> list[Function]:
        while self.place < len(self.source):
            one = _TOKEN.match(self.source, self.place)
            assert one, "every character is a token"
            if one["sign"] == "/" and self._wants_value():
                one = _PATTERN.match(self.source, self.place) or one
            kind = one.lastgroup or "text"  # a pattern has no group
            if kind != "nothing":
                self._take(kind, one[0])
                self.ended = self.line
            self._pass(one)
            if self.before.sign == "`":
                self._quoted()
        assert not self.opened, f"{self.opened[-1]} is not closed"
        return self.found

    def _wants_value(self) -> bool:
        """Whether a value comes here, such as a pattern, and no division."""
        sign, name, *_ = self.before
        return name in _BEFORE_VALUES if sign in ("", "word") else sign not in (")", "]", "}", "text")

    def _take(self, kind: str, said: str) -> None:
        if self.before.sign == "=>" and said != "{":
            self.opened.append(_Opened("=>", self.before.name, self.before.line, function=True))
        if kind != "sign":
            self.before = _Opened(kind, said if kind == "word" else "", self.line)
        elif said in ("(", "[", "{"):
            self._open(said)
        elif said in _CLOSING:
            self._end_values()
            self._close(said)
        else:
            if said in (",", ";"):
                self._end_values()
            arrow = said == "=>"
            self.before = _Opened(said, self.before.name if arrow else "", self.before.line if arrow else self.line)

    def _open(self, said: str) -> None:
        sign, name, line, _ = self.before
        arrow = sign == "=>"
        body = arrow or (sign == ")" and name not in _NO_FUNCTION)
        self.opened.append(_Opened(said, name, line if body or sign == "word" else self.line, said == "{" and body))
        self.before = _Opened(said, "", self.line)

    def _close(self, said: str) -> None:
        one = self.opened.pop()
        assert one.sign in (_CLOSING[said], "${"), f"{said} in line {self.line} closes {one}"
        if one.function:
            self.found.append(Function(one.name, one.line, self.line))
        self.before = _Opened(said, one.name, one.line)
        if one.sign == "${":
            self.before = _Opened("`", "", self.line)

    def _end_values(self) -> None:
        """What arrows lead to ends here, if it is no block."""
        while self.opened and self.opened[-1].sign == "=>":
            one = self.opened.pop()
            self.found.append(Function(one.name, one.line, self.ended))

    def _quoted(self) -> None:
        """A text in backquotes, or what is left of it after a value."""
        one = _QUOTED.match(self.source, self.place)
        assert one, f"the text in line {self.line} has no end"
        self._pass(one)
        self.ended = self.line
        if one["end"] == "${":
            self.opened.append(_Opened("${", "", self.line))
            self.before = _Opened("${", "", self.line)
        else:
            self.before = _Opened("text", "", self.line)

    def _pass(self, one: re.Match[str]) -> None:
        self.line += one[0].count("\n")
        self.place = one.end()


def functions(source: str) -> list[Function]:
    """Every function, method and arrow of a script, whether it stands by itself or in another."""
    return _Reader(source).read()
