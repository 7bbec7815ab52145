"""JSON within JSON: how deep is too deep, seen before anybody reads it, as readers go as deep as it does."""

from __future__ import annotations

import re

DEEPEST = 64  # lists and objects within each other; no body of ours has more than five

_MARKS = re.compile(rb'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', re.DOTALL)


def is_too_deep(body: bytes) -> bool:
    """Whether a body has more lists and objects within each other than anybody means."""
    if body.count(b"[") + body.count(b"{") <= DEEPEST:
        return False
    depth = 0
    for found in _MARKS.finditer(body):
        mark = found[0]
        if mark in b"[{":
            depth += 1
            if depth > DEEPEST:
                return True
        elif mark in b"]}":
            depth -= 1
    return False
