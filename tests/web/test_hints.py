from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

import kidd
from kidd.table.computers import URGENT
from kidd.table.thoughts import Counsel, Sight
from tests.web.afloat import JSON, Server, Visitor

LONG = Counsel(Sight.of(kidd.Match("LC")), 30.0)


def test_nobody_waits_for_many(server: Server, visitor: Visitor):
    """A third hint at the same time is refused, others still get theirs."""
    page, thinkers = visitor.opens(), server.app.state.thinkers
    long = thinkers.ask(LONG, URGENT)

    def hint(_: int) -> int:
        return visitor.post(f"{page}/hint", json={"ply": 0}, headers=JSON).status_code

    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(hint, number) for number in range(4)]
        while sum(future.done() for future in asked) < 2:
            time.sleep(0.01)
        long.cancel()
        assert sorted(future.result() for future in asked) == [200, 200, 429, 429]
    assert hint(0) == 200


def test_who_has_gone_is_not_thought_for(server: Server, visitor: Visitor):
    """The question leaves the queue with the visitor."""
    page, thinkers = visitor.opens(), server.app.state.thinkers
    long = thinkers.ask(LONG, URGENT)
    try:
        with pytest.raises(httpx.ReadTimeout):
            visitor.post(f"{page}/hint", json={"ply": 0}, headers=JSON, timeout=0.3)
        end = time.monotonic() + 5
        while thinkers.waiting and time.monotonic() < end:
            time.sleep(0.01)
        assert thinkers.waiting == 0
    finally:
        long.cancel()
