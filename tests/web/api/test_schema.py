"""Whatever the document allows, and much that it does not, is answered as the document says."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from kidd.web.api.routes import document
from tests.patience import PATIENCE
from tests.web.afloat import Server
from tests.web.api.links import CHECKS, walk

pytestmark = pytest.mark.once

EXAMPLES = 12  # of each operation
COURSES = 20
schema = schemathesis.openapi.from_dict(document())


@pytest.fixture(scope="module")
def game(server: Server) -> Any:
    """A game of somebody who stays, so that not every answer is that there is none."""
    with server.visitor() as player:
        state = player.post(
            "/api/v1/games", json={"game": "QM", "seats": [{"kind": "person"}, {"kind": "person"}]}
        ).json()
        yield state["id"], dict(player.cookies)


def test_no_name_tells_where_a_class_stands():
    """Two classes of one name would be told apart by their modules, and a move would rename a public type."""
    assert [name for name in document()["components"]["schemas"] if "__" in name] == []


def test_answers_lead_on(server: Server):
    """By the links of the document one comes from a new game to what can be done in it; no answer is our fault."""
    counted: Counter[tuple[str, int]] = Counter()
    with server.visitor() as player:
        player.opens()
        wrong = walk(server.url, player, COURSES, 4, lambda *what: counted.update([what]), only_valid=True)
    assert wrong == []
    assert {status for _, status in counted if status >= 500} == set()
    assert {("open_game", 201), ("read_game", 200)} <= set(counted)


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_answers_conform(case: Any, server: Server, game: tuple[str, dict[str, str]]):
    """No fault of the server's, and nothing that the document does not say."""
    known, cookies = game
    if case.path_parameters and "game_id" in case.path_parameters and len(case.path_parameters["game_id"]) % 2:
        case.path_parameters["game_id"] = known
    response = case.call(base_url=server.url, cookies=cookies, timeout=PATIENCE)
    case.validate_response(response, checks=CHECKS)
