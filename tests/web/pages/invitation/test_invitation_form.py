"""What somebody asks for who invites others."""

from __future__ import annotations

import pytest

from kidd.errors import OptionError
from kidd.table.clocks import TimeControl
from kidd.web.pages.invitation.invitation_form import read_invitation
from tests.web.afloat import Visitor


@pytest.mark.parametrize(
    ("said", "time"),
    [
        ({}, ""),
        ({"time": "300+3", "minutes": "7", "seconds": "1"}, "300+3"),
        ({"time": "own", "minutes": "7", "seconds": "12"}, "420+12"),
        ({"time": "own", "minutes": "90", "seconds": ""}, "5400+0"),
    ],
)
def test_the_time(said: dict[str, str], time: str):
    """One of the list, or minutes for the game and seconds for each move."""
    assert read_invitation({"game": "LC", **said}).terms.time == time
    TimeControl.parse(time)


def test_a_time_that_makes_no_sense(visitor: Visitor):
    """It is refused with a sentence, and the form is as it was filled in."""
    with pytest.raises(OptionError):
        TimeControl.parse(read_invitation({"game": "LC", "time": "own", "minutes": "0"}).terms.time)
    said = {"game": "QM", "time": "own", "minutes": "500", "seconds": "7", "whom": "lobby"}
    answer = visitor.post("/invitations", data=said)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert 'value="500"' in answer.text
    assert '<option value="own" selected>' in answer.text
