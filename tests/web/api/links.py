"""Requests that follow from one another, by the links of the API's document: `python -m tests.web.api.links`."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis.errors import Flaky
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from kidd.web.api.routes import document
from tests.patience import PATIENCE
from tests.web.afloat import Visitor, afloat

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)
AWAY = ("log_out", "delete", "stream", "end_session")  # after which nobody is who they were, or that have no end
STEPS = 12  # of a course, at the most
COURSES = 40  # at a time


def walk(
    url: str, player: Visitor, courses: int, start: int, tell: Callable[[str, int], None], *, only_valid: bool = False
) -> list[str]:
    """Walk through the API by its links; each request is told by its operation and status.

    Returns what answers were otherwise than the document says. A walk ends early where the same steps lead elsewhere
    than before, as there are other games now.
    """
    schema = schemathesis.openapi.from_dict(document()).exclude(operation_id=list(AWAY))
    if only_valid:
        schema.config.generation.update(modes=[schemathesis.GenerationMode.POSITIVE])
    schema.config.update(base_url=url)
    machine: Any = schema.as_state_machine()
    known: list[str] = []
    wrong: list[str] = []

    class Course(machine):  # type: ignore[misc]
        """Whoever walks is somebody who stays."""

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"cookies": dict(player.cookies), "timeout": PATIENCE}

        def before_call(self, case: Any) -> None:
            super().before_call(case)
            wanted = (case.path_parameters or {}).get("game_id")
            if wanted is not None and wanted not in known and len(known) > len(wanted) % 2:  # a game that there is
                case.path_parameters["game_id"] = known[-1]

        def after_call(self, response: Any, case: Any) -> None:
            super().after_call(response, case)
            operation = case.operation.definition.raw["operationId"]
            if operation in ("open_game", "invite") and response.status_code == 201:
                known.append(response.json()["id"])
            tell(operation, response.status_code)

        def validate_response(self, response: Any, case: Any, **_: Any) -> None:
            try:
                case.validate_response(response, checks=CHECKS)
            except FailureGroup as found:  # told at the end: to look for a shorter way to it would lead elsewhere
                wrong.extend(str(one) for one in found.exceptions)

    how = settings(
        max_examples=courses,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    with suppress(Flaky):
        seed(start)(Course).run(settings=how)
    return wrong


def main() -> int:
    """Walk until so many requests were answered."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=Random().randrange(1 << 20))
    given = parser.parse_args()
    counted: Counter[tuple[str, int]] = Counter()
    began = time.monotonic()
    print(f"seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder, afloat(Path(folder), pace=0, new_each=0, log_level="error") as server:
        round_, wrong = 0, list[str]()
        while counted.total() < given.requests:
            with server.visitor() as player:
                if round_ % 4:
                    player.post("/api/v1/signup", json={"name": f"Walker {round_}", "password": "a long way to go"})
                else:
                    player.opens()
                tell = lambda operation, status: counted.update([(operation, status)])  # noqa: E731
                wrong += walk(server.url, player, COURSES, given.seed + round_, tell, only_valid=round_ % 2 == 1)
            round_ += 1
            if round_ % 10 == 0:
                print(f"{counted.total():6} requests, {time.monotonic() - began:.0f} s, {len(wrong)} wrong", flush=True)
    statuses = Counter[int]()
    for (_, status), number in counted.items():
        statuses[status] += number
    print(", ".join(f"{number} of {status}" for status, number in sorted(statuses.items())))
    reached = {operation for operation, status in counted if status < 400}
    print(f"{len({operation for operation, _ in counted})} operations asked, {len(reached)} of them with success")
    print(f"{len(wrong)} answers otherwise than the document says")
    print("\n\n".join(wrong[:10]))
    return 1 if wrong or any(status >= 500 for status in statuses) else 0


if __name__ == "__main__":
    sys.exit(main())
