from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import kidd
from kidd.table.computers.jobs import HintQuestion, MatchRecord
from kidd.table.computers.lanes import URGENT
from tests.patience import until
from tests.web.afloat import JSON, Server, Visitor

LONG = HintQuestion(MatchRecord.of(kidd.Match("LC")), 1000.0)


def test_nobody_waits_for_many(server: Server, visitor: Visitor):
    """A third hint at the same time is refused, others still get theirs."""
    page, thinkers = visitor.opens(), server.app.state.computers.thinkers
    long = thinkers.ask(LONG, URGENT)

    def hint(_: int) -> int:
        return visitor.post(f"/api/v1{page}/hint", json={"ply": 0}, headers=JSON).status_code

    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(hint, number) for number in range(4)]
        until(lambda: sum(future.done() for future in asked) == 2)
        long.cancel()
        assert sorted(future.result() for future in asked) == [200, 200, 429, 429]
    assert hint(0) == 200


def test_who_has_gone_is_not_thought_for(server: Server, visitor: Visitor):
    """The question leaves the queue with the visitor."""
    page, thinkers = visitor.opens(), server.app.state.computers.thinkers
    long = thinkers.ask(LONG, URGENT)
    try:
        cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        headers = {**JSON, "content-type": JSON["accept"], "cookie": cookie}
        leaving = HTTPConnection(visitor.base_url.host, visitor.base_url.port)
        leaving.request("POST", f"/api/v1{page}/hint", '{"ply": 0}', headers)
        until(lambda: thinkers.waiting == 1)
        leaving.close()
        until(lambda: thinkers.waiting == 0)
    finally:
        long.cancel()
