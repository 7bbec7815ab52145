"""The umpire of adjournments objects to what should not be, and to nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from kidd.table.seats import Seat
from kidd.table.storage.events import (
    Acted,
    AdjournAgreed,
    AdjournAsked,
    Adjourned,
    AdjournRefused,
    Event,
    Opened,
    Resumed,
    SaidReady,
)
from tests.table.service.recess_book import keep

pytestmark = pytest.mark.once

AT = datetime(2026, 11, 18, tzinfo=UTC)
LATER = AT + timedelta(minutes=6)
SEATS = tuple(Seat(number, "person", name) for number, name in enumerate(("ann", "bea", "cat")))
OPENED = Opened(
    at=AT, code="MG3", options={}, start="", given=0, rules=1, owner="ann", seed="", source="", seats=SEATS, time="60+0"
)
ASKED, AGREED = AdjournAsked(at=AT, seat=0, person="ann"), AdjournAgreed(at=AT, seat=1, person="bea")
RESTS, HOUSE = Adjourned(at=AT, person="cat"), Adjourned(at=AT, person="keeper", house=True)
ANN, BEA = SaidReady(at=AT, seat=0, person="ann"), SaidReady(at=AT, seat=1, person="bea")
GOES_ON = Resumed(at=AT, person="cat")


@pytest.mark.parametrize(
    ("happened", "said"),
    [
        ((ASKED, AGREED, RESTS, ANN, BEA, GOES_ON), ""),
        ((HOUSE, Resumed(at=AT, person="keeper", house=True)), ""),
        ((ASKED, AGREED, RESTS, Acted(at=AT, act="R:leave", seat=0)), ""),
        ((ASKED, RESTS), "not all have agreed"),
        ((RESTS,), "not all have agreed"),
        ((ASKED, AGREED, Acted(at=AT, act="@c1", seat=0), RESTS), "not all have agreed"),
        ((ASKED, ASKED), "somebody had asked already"),
        ((AdjournRefused(at=AT, seat=1, person="bea"),), "nobody had asked"),
        ((HOUSE, HOUSE), "the game was adjourned"),
        ((HOUSE, Acted(at=AT, act="@c1", seat=0)), "the game was adjourned"),
        ((HOUSE, ANN), "it was an operator's to let it go on"),
        ((GOES_ON,), "the game was not adjourned"),
        ((ASKED, AGREED, RESTS, ANN, GOES_ON), "not all were ready"),
        ((ASKED, AGREED, RESTS, ANN, BEA, Resumed(at=LATER, person="cat")), "not all were ready"),
    ],
)
def test_objections(happened: tuple[Event, ...], said: str):
    """Each once, with the number of the event."""
    found = keep((OPENED, *happened)).objections
    assert [one.partition(": ")[2] for one in found] == ([said] if said else [])
