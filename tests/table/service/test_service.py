"""Random people do everything that the service offers, on SQLite and on PostgreSQL, and all of it can be accounted for.

`python -m tests.table.service --steps 100000 --seed 7 [--postgres]` does so for as long as one likes, and again.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import select

from kidd.table.storage.database.schema import events, ratings
from kidd.table.storage.reducer import row_of
from tests.table.service.sailing import sail
from tests.table.service.world import Failure, world_of

pytestmark = pytest.mark.once

SEED, STEPS = 20_261_121, 1_200  # the command takes 10,000, and sees to it that everybody had their way


@pytest.mark.slow
def test_the_whole_service(any_address: str):
    """Nothing fails, every game replays, every rating, clock and row follows from events, no seat is taken twice."""
    with world_of(any_address, SEED) as world:
        sail(world, STEPS)
        assert all(world.happened[one] for one in ("rated", "adjourn-asked", "adjourned", "ready", "resumed"))
        assert world.done["answered by a plan"]


def test_a_seed_says_all(tmp_path: Path):
    """From the same number the same happens again, down to ids, dice and times, however the threads run."""

    def course(name: str) -> str:
        with world_of(f"sqlite:///{tmp_path}/{name}.db", SEED) as world:
            sail(world, 200)
            with world.store.reading() as connection:
                rows = connection.execute(select(events).order_by(events.c.game, events.c.number)).all()
                known = connection.execute(select(ratings).order_by(*ratings.primary_key)).all()
        return sha256(repr(([row for row in rows if row.game not in world.apart], known)).encode()).hexdigest()

    assert course("first") == course("second")


def nothing(*_: object, **__: object) -> None:
    """Nothing is done."""


def broken(*_: object, **__: object) -> None:
    """A bug."""
    raise ZeroDivisionError


MISTAKES: dict[str, tuple[str, object]] = {
    "ZeroDivisionError": ("kidd.table.play.club.talk.read", broken),
    "is taken": ("kidd.table.play.seats.check_open", nothing),
    "ply should be": ("kidd.table.storage.event_log.row_of", lambda table: {**row_of(table), "ply": 0}),
    "the clocks should be": ("kidd.table.clocks.Clock._charge", lambda clock, *_: clock),
    "a deadline should be": ("kidd.table.storage.event_log.deadline_rows.note", nothing),
    "a rating should go": ("kidd.table.storage.club.ratings.rate", lambda before, _: before),
    "its dice": ("kidd.table.storage.reducer.roll", lambda *_: 2),
    "notices should be": ("kidd.table.storage.event_log.notice_rows.tell", nothing),
    "there is no sentence": ("tests.table.service.world.TEXTS", {}),
}


@pytest.mark.slow
@pytest.mark.parametrize("said", MISTAKES)
def test_a_mistake_is_found(address: str, said: str, monkeypatch: pytest.MonkeyPatch):
    """Whatever the service would do wrong; with the seed and the step, by which it can be seen again."""
    monkeypatch.setattr(*MISTAKES[said])
    with world_of(address, SEED) as world, pytest.raises(Failure, match=rf"(?s)seed {SEED}, step \d+ .*{said}"):
        sail(world, 400)
