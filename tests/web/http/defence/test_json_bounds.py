"""How deep and how much JSON may be, seen without reading it."""

from __future__ import annotations

import json

import pytest

from kidd.table import limits
from kidd.web.http.defence.json_bounds import DEEPEST, MOST_ITEMS, MOST_NAMES, status_unread

NAMES = ",".join(f'"{number}":0' for number in range(MOST_NAMES + 1)).encode()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[" * DEEPEST + b"]" * DEEPEST, 0),
        (b"[" * (DEEPEST + 1), 400),
        (b"[" + b"{}," * 1000 + b"{}]", 0),
        (b'{"a": "' + b"[" * 1000 + b'"}', 0),
        (b'["\\"' + b"[" * 1000 + b'"]', 0),
        (b'["\\\\", "' + b"[" * 1000 + b'"]', 0),
        (b'["\\\\"' + b"[" * 1000, 400),
        (b'"' + b"[" * 1000, 0),
        (b"", 0),
    ],
)
def test_what_is_too_deep(body: bytes, status: int):
    """Brackets within texts do not count, nor those beside each other; what is no JSON is somebody else's to refuse."""
    assert status_unread(body) == status


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{%b}" % NAMES, 413),
        (b"[%b{}]" % (b'{"a":0,"b":0},' * MOST_NAMES), 413),
        (b'{"a":"%b"}' % (b":" * 10 * MOST_NAMES), 0),
        (b'{"a":"%b"}' % (b'\\"a\\":0,' * 10 * MOST_ITEMS), 0),
        (b"[%b]" % b",".join([b"[]"] * MOST_ITEMS), 413),
        (b"[%b]" % b",".join([b"0"] * (MOST_ITEMS + 2)), 413),
        (b"[%b]" % b",".join([b'"\\\\"'] * 10 * MOST_ITEMS), 413),
        ('{"game":"LC"}'.encode("utf-16"), 400),
        (b'{"game":"L\0"}', 400),
    ],
)
def test_what_is_too_much(body: bytes, status: int):
    """So many names and items in all; what texts are made of does not count, and no other letters hide any."""
    assert status_unread(body) == status


def test_what_is_not():
    """The longest game with all its acts, and a log book with a thousand comments."""
    seats = [{"kind": "person", "name": "[,:]"}] * 3
    game = {"game": "LC", "options": {"a": "b"}, "seats": seats, "acts": ['"@c1,'] * limits.EVENTS}
    book = {"book": '[Game "LC"]\n\n1. @c1 {so: "far", [so good]} ' * 2000, "title": "\\"}
    for said in (game, book):
        assert status_unread(json.dumps(said).encode()) == 0


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (rb'{"a":"\u0000"}', 400),
        (rb'{"a":"b\\\u0000"}', 400),
        (rb'{"a":"b\\u0000"}', 0),
        (rb'{"a":"\\\\u0000"}', 0),
        (rb'{"a":"\u00001"}', 400),
        (rb'{"a":"\u0001"}', 0),
    ],
)
def test_letters_of_the_number_0(body: bytes, status: int):
    """However they are written; a backslash that is meant makes none."""
    assert status_unread(body) == status
