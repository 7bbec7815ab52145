"""Whatever the document allows, and much that it does not, is answered as the document says."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from kidd.web.api.routes import document
from tests.patience import PATIENCE
from tests.web.afloat import Server

pytestmark = pytest.mark.once

EXAMPLES = 20  # of each operation
CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)
schema = schemathesis.openapi.from_dict(document())


@pytest.fixture(scope="module")
def game(server: Server) -> Any:
    """A game of somebody who stays, so that not every answer is that there is none."""
    with server.visitor() as player:
        state = player.post(
            "/api/v1/games", json={"game": "QM", "seats": [{"kind": "person"}, {"kind": "person"}]}
        ).json()
        yield state["id"], dict(player.cookies)


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
