"""Letters of the number 0, which not every database keeps: refused before one is asked, on SQLite as on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.postgres import new_database, running_postgres
from tests.web.afloat import API, Server, Visitor, afloat

pytestmark = pytest.mark.once
NUL = "a\0b"
BODIES: dict[str, dict[str, Any]] = {
    f"{API}/login": {"name": NUL, "password": NUL},
    f"{API}/blocks": {"name": NUL},
    f"{API}/studies": {"position": "LC", "title": NUL},
    f"{API}/games": {"game": "LC", "options": {NUL: "b"}},
    f"{API}/invitations": {"game": "LC", "friend": NUL},
    f"{API}/password-resets": {"who": NUL},
    "/login": {"name": NUL, "password": NUL},
    "/account/blocks": {"name": NUL},
    "/study": {"position": "LC", "study": NUL},
    "/load": {"text": f'[Game "LC"]\n\n1. @c1 {{{NUL}}} *'},
}
PATHS = (
    "/study/{}",
    "/games/{}",
    "/members/{}",
    "/reset/{}",
    f"{API}/studies/{{}}",
    f"{API}/members/{{}}",
)


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a PostgreSQL of its own."""
    folder: Path = tmp_path_factory.mktemp("nul")
    with (
        running_postgres() as postgres,
        new_database(postgres, "kidd_nul") as address,
        afloat(folder, database_url=address) as running,
    ):
        yield running


@pytest.fixture
def guest(harbour: Server) -> Iterator[Visitor]:
    """Somebody with a game, as whom more is looked up than for a stranger."""
    with harbour.visitor() as somebody:
        somebody.opens()
        yield somebody


def test_no_database_is_asked(guest: Visitor):
    """By JSON, by forms, and in paths: a refusal with a sentence, and no error of ours."""
    for path, said in BODIES.items():
        answer = guest.post(path, json=said)
        assert (answer.status_code, bool(answer.json())) == (400, True), path
        if not path.startswith(API):
            assert guest.post(path, data=said).status_code == 422, path
    for path in PATHS:
        for letters in ("%00", "a%00b"):
            assert guest.get(path.format(letters)).status_code == 404, path
    for path in ("blocks", "sessions"):
        assert guest.delete(f"{API}/{path}/%00").status_code == 404
