"""Quedah Merchant in a minute."""

from kidd.web.pages.introduction.steps.step import Introduction, Step
from kidd.words.language import marked

QUEDAH_MERCHANT = Introduction(
    "quedah-merchant",
    (
        Step(
            marked("Roll and walk"),
            (
                marked("You lead Red. Take captives, and leave Blue without a move."),
                marked(
                    "In your turn the die shows 1, 2 or 3. One of your tokens walks exactly that far over vacant "
                    "spaces. The dark side of a token is its back: no step goes backwards."
                ),
            ),
            marked("The die shows 2. Tap the token on c1, then a marked space, then a hatch for a new token."),
            "QM Rc1~,Bc9~ R R6B6 2",
            (
                marked(
                    "Whenever a walk begins on a hatch, a new token of yours enters on any vacant hatch, while you "
                    "have one in hand."
                ),
                marked("Each crew has seven tokens. Red enters one, then Blue, and Red rolls first."),
            ),
            shown="c1-c3/b2@e7",  # the newcomer elsewhere than where the other one left, or that would seem a rule
        ),
        Step(
            marked("How you capture: from behind"),
            (
                marked(
                    "End the walk on an enemy, from behind: the last step comes through the way that its back is "
                    "turned to. From the front or the side it is only in your way."
                ),
                marked("A token that has not left its hatch has the sea behind it and is safe."),
            ),
            marked("Blue on c6 turns its back to b5. Walk from a5 by b5 onto c6."),
            "QM Bc4d5,Ra5a7,Bc6b5 R R0B0 2",
            (
                marked("Captured. The captive lies under your token and goes where it goes."),
                marked("Whoever holds a captive cannot take another one, and nobody steps onto their own colour."),
            ),
            ("a5-c6/b5",),
        ),
        Step(
            marked("How you free a captive"),
            (
                marked(
                    "On b5 Blue holds one of yours. Take the captor from behind, and your token is free: it must take "
                    "one step forward at once."
                ),
            ),
            marked("Step from a5 onto b5, then choose where the freed token goes."),
            "QM Ra5a7,BRb5a5,Bc9~ R R0B0 1",
            (
                marked("Now Blue is the captive. If your freed token had no way to go, you could not have done it."),
                marked("A freed token may even take an enemy from behind with its step."),
            ),
            ("a5-b5>c4", "a5-b5>c6"),
        ),
        Step(
            marked("How you win, and lose"),
            (
                marked(
                    "Whoever has rolled and cannot move by what the die shows has lost: that is the short game. In the "
                    "long game, which you may choose, only whoever could use no roll at all loses."
                ),
                marked(
                    "The game also ends when seven tokens, of both colours together, are captives. Then whoever holds "
                    "more of them wins."
                ),
                marked("Blue on c1 has its back to b2: d2 is its only way."),
            ),
            marked("The die shows 1. Block it: step from e3 to d2."),
            "QM Bc1b2,Re3~ R R0B0 1",
            (
                marked("Whatever Blue rolls now, there is no move: you win."),
                marked("In the long game, too: there a player only passes if another roll could be used."),
            ),
            ("e3-d2",),
        ),
    ),
)
