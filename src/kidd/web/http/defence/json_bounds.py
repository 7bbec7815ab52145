"""JSON within JSON and beside JSON: how deep and how much is too much, seen before anybody reads it.

Readers go as deep as it does, and whoever checks what was read has something to say of each member that does not fit.
"""

from __future__ import annotations

import re

from kidd.table import limits

DEEPEST = 64  # lists and objects within each other; no body of ours has more than five
MOST_NAMES = 100  # members of all objects; the largest body of ours has some thirty
MOST_ITEMS = limits.EVENTS + 1000  # of all lists and objects: the acts of the longest game, and some more
MOST_TEXTS = MOST_NAMES + MOST_ITEMS

_TEXTS = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*+\\u0000")  # not where the backslash itself is what is written
_BRACKETS = re.compile(rb"[\[{\]}]")


def status_unread(body: bytes) -> int:
    """The status by which a body is refused before anybody reads it: 400 or 413, and 0 where it may be read.

    What counts a hundred thousand of something counts them at once; only what may be fine is gone through.
    """
    if b"\0" in body:  # which is no JSON, unless in letters of two bytes, which hide their quotes from us
        return 400
    if b"\\u0000" in body and _NUL.search(body):  # which not every database keeps
        return 400
    opened = body.count(b"[") + body.count(b"{")
    if opened <= DEEPEST and body.count(b":") <= MOST_NAMES and body.count(b",") <= MOST_ITEMS:
        return 0
    if body.count(b'"') - body.count(b'\\"') > 2 * MOST_TEXTS:
        return 413
    bare = _TEXTS.sub(b"", body)
    opened = bare.count(b"[") + bare.count(b"{")
    if opened + bare.count(b",") > MOST_ITEMS or bare.count(b":") > MOST_NAMES:
        return 413
    return 400 if opened > DEEPEST and _depth(bare) > DEEPEST else 0


def _depth(bare: bytes) -> int:
    """How many lists and objects are within each other in JSON without its texts."""
    depth = deepest = 0
    for found in _BRACKETS.finditer(bare):
        depth += 1 if found[0] in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest
