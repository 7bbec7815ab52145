"""Passwords: which may be, and how many are hashed at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from threading import Event

import pytest

from kidd.table.errors import AccountError, TooFast
from kidd.table.people import passwords
from kidd.table.people.passwords import DUMMY, Hasher, check_password

pytestmark = pytest.mark.once


@pytest.fixture
def hasher() -> Iterator[Hasher]:
    """Somebody who hashes."""
    made = Hasher()
    yield made
    made.close()


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("short", "password-short"),
        ("x" * 201, "password-long"),
        ("password123", "password-common"),
        ("aaaaaaaaaaaa", "password-common"),
        ("Anne-Bonny", "password-common"),
    ],
)
def test_passwords_that_may_not_be(password: str, reason: str):
    """Too short, too long, everybody's, or the name."""
    with pytest.raises(AccountError) as refused:
        check_password(password, "Anne Bonny")
    assert refused.value.reason == reason
    check_password("two parrots", "Anne Bonny")


def test_only_the_password_fits(hasher: Hasher):
    """And nothing fits somebody who is not there, whose hash is as dear as any other."""

    async def tries() -> None:
        hashed = await hasher.hash("two parrots")
        assert "parrots" not in hashed
        assert await hasher.fits(hashed, "two parrots")
        assert not await hasher.fits(hashed, "Two parrots")
        assert not await hasher.fits(None, "two parrots")
        assert not await hasher.fits("nonsense", "two parrots")
        assert hashed.split("$")[1:4] == DUMMY.split("$")[1:4]
        assert not hasher.is_outdated(hashed)
        assert hasher.is_outdated(hashed.replace("t=2", "t=1"))

    asyncio.run(tries())


def test_a_flood_waits_outside(hasher: Hasher, monkeypatch: pytest.MonkeyPatch):
    """While one is hashed, some wait, few of them from one place; the others are told to come again."""
    held = Event()
    monkeypatch.setattr(hasher, "_fits", lambda *_: held.wait(60))

    async def knock(address: str) -> bool:
        with hasher.place(address):
            return await hasher.fits("x", "y")

    async def flood() -> tuple[int, int]:
        coming = [asyncio.ensure_future(knock(address)) for address in ["one"] * 100 + [str(n) for n in range(100)]]
        await asyncio.sleep(0)
        refused = [task for task in coming if task.done() and isinstance(task.exception(), TooFast)]
        held.set()
        answers = await asyncio.gather(*coming, return_exceptions=True)
        return len(refused), answers.count(True)

    assert asyncio.run(flood()) == (200 - passwords.WAITING, passwords.WAITING)
    assert not hasher._waiting
