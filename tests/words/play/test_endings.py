"""The end of a game: a verdict for whoever looks, and why."""

from __future__ import annotations

import pytest

from kidd.position import Result
from kidd.words.language import LANGUAGES, tongue
from kidd.words.play.endings import OF_OTHERS, Ended, abandoned, tell_end

ENGLISH = tongue("en")
DRAWS = ("stalemate-accepted", "no-one-can-move", "repetition", "agreed")


def told(end: Ended, yours: str = "", language: str = "en") -> tuple[str, str]:
    """What somebody who plays these colours is told."""
    said = tell_end(end, tuple(yours), tongue(language))
    return said.verdict, said.why


@pytest.mark.parametrize(
    ("reason", "others", "won", "lost"),
    [
        (
            "immobile",
            "Blue can neither move nor enter.",
            "Your opponent can neither move nor enter.",
            "You can neither move nor enter.",
        ),
        ("blocked", "Blue cannot use the roll.", "Your opponent cannot use the roll.", "You cannot use the roll."),
        (
            "seven-captured",
            "Seven tokens are captives, and Red holds more of them.",
            "Seven tokens are captives, and you hold more of them.",
            "Seven tokens are captives, and Red holds more of them.",
        ),
        (
            "all-captured",
            "Everything else is captured.",
            "You have captured everything.",
            "Red has captured everything.",
        ),
        ("resigned", "Blue has resigned.", "Your opponent has resigned.", "You have resigned."),
        ("time", "Blue has run out of time.", "Your opponent has run out of time.", "You have run out of time."),
        ("away", "Blue was away too long.", "Your opponent was away too long.", "You were away too long."),
        (
            "not-proven",
            "Blue contested the stalemate and has not won in time.",
            "Your opponent contested the stalemate and has not won in time.",
            "You contested the stalemate and have not won in time.",
        ),
        ("sunk", "", "", ""),
    ],
)
def test_a_victory(reason: str, others: str, won: str, lost: str):
    """Winner and loser are spoken to; watchers, and two at one device, are told who has won."""
    end = Ended(Result("R", reason), "RB")
    assert told(end) == told(end, "RB") == ("Red wins", others)
    assert told(end, "R") == ("You won", won)
    assert told(end, "B") == ("You lost", lost)


def test_who_has_left_does_not_win():
    """MG8: if their crew captures everything, those who stayed share the point, or one of them has it."""
    two, one = (Ended(Result("G", "all-captured"), "RBG", sharing) for sharing in ("RB", "R"))
    why = "Gold has captured everything, but its player has left the game."
    assert told(two) == told(two, "R") == ("Draw", f"{why} The point is shared by Red and Blue.")
    assert told(two, "G") == ("You lost", f"{why} The point is shared by Red and Blue.")
    assert told(one) == ("Red wins", f"{why} The point goes to Red.")
    assert told(one, "R") == ("You won", f"{why} The point goes to Red.")


@pytest.mark.parametrize("reason", DRAWS)
def test_a_draw(reason: str):
    """Is the same for everybody."""
    end = Ended(Result(None, reason), "RB")
    assert told(end) == told(end, "B") == ("Draw", OF_OTHERS[reason])


def test_the_die_that_decided():
    """QM6: whoever is stuck is told with what."""
    end = Ended(Result("R", "blocked"), "RB", die=3)
    assert told(end)[1] == "Blue has rolled a 3 and cannot use it."
    assert told(end, "B")[1] == "You have rolled a 3 and cannot use it."
    assert told(end, "R", "de")[1] == "Die Gegenseite hat eine 3 gewürfelt und kann sie nicht nutzen."


def test_three_players():
    """MG7: of three, who is out has lost also where the others draw; which of two has resigned is not known."""
    shared = Ended(Result(None, "agreed"), "RBG", "RG")
    assert told(shared, "R") == ("Draw", "All have agreed on it. The point is shared by Red and Gold.")
    assert told(shared, "B")[0] == "You lost"
    assert told(Ended(Result(None, "agreed"), "RBG"), "B") == ("Draw", "All have agreed on it.")
    assert told(Ended(Result("G", "all-captured"), "RBG"), "R") == ("You lost", "Gold has captured everything.")
    assert told(Ended(Result("G", "resigned"), "RBG"), "R") == ("You lost", "")
    assert told(Ended(Result(None, "repetition"), "RBG", "G"), "G")[0] == "You won"


def test_names_and_lines():
    """People go by their names, and a list has all in a line."""
    end = tell_end(Ended(Result("B", "resigned"), "RB"), (), ENGLISH, {"B": "Ann (Blue)"})
    assert end.whole == "Ann (Blue) wins. Red has resigned."
    assert abandoned(ENGLISH).whole == "Abandoned. This game was closed without a result."
    assert abandoned(ENGLISH, "Anne").why.startswith("Anne did not make the first move in time.")
    assert abandoned(ENGLISH, "Anne", own=True).why.startswith("You did not make your first move in time.")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("yours", ["", "R", "B", "RB"])
def test_every_ending_in_every_language(language: str, yours: str):
    """Has a verdict and a reason without holes."""
    for reason in OF_OTHERS:
        for die in (None, 2):
            end = Ended(Result(None if reason in DRAWS else "B", reason), "RB", die=die)
            for said in told(end, yours, language):
                assert said
                assert "%" not in said
