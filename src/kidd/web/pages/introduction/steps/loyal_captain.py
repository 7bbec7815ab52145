"""Loyal Captain in a minute."""

from kidd.web.pages.introduction.steps.step import Introduction, Step
from kidd.words.language import marked

LOYAL_CAPTAIN = Introduction(
    "loyal-captain",
    (
        Step(
            marked("A turn"),
            (
                marked("You lead Red. Whoever cannot move any more loses, so shut Blue in before Blue shuts you in."),
                marked(
                    "In your turn you enter one token on a vacant hatch, one of the six gratings on the rim, or you "
                    "move one token one step to a vacant space. The dark side of a token is its back: it never steps "
                    "backwards."
                ),
            ),
            marked("Try it: tap a hatch, or tap the token on c4 and then b5 or d5."),
            "LC Rc4c3,Bc9~ R R6B6 -",
            (
                marked(
                    "That was a whole turn. A token that has moved has its back to where it came from; one that has "
                    "entered, to the sea. Each crew has seven tokens, Red begins, and nobody may pass."
                ),
            ),
        ),
        Step(
            marked("How you capture: by surrounding"),
            (
                marked(
                    "Surround an enemy. It is captured when every space next to it holds one of your tokens, and none "
                    "of these turns its back to it. On a hatch two of your tokens are enough."
                ),
                marked("Tokens of one colour that stand next to each other are captured together or not at all."),
            ),
            marked("Blue on c4 has one exit left. Close it: step from e5 to d5."),
            "LC Rc3b2,Bc4d5,Rb5a5,Re5e7,Bc9~ R R0B0 -",
            (marked("Captured, and out of the game for good."),),
            ("e5-d5",),
        ),
        Step(
            marked("What saves a token"),
            (marked("The same ring once more, but look at c3: its back is turned to Blue."),),
            marked("Close the ring again, from e5 to d5."),
            "LC Rc3c4,Bc4d5,Rb5a5,Re5e7,Bc9~ R R0B0 -",
            (
                marked(
                    "Nothing happens. One back that is turned to a group, or one vacant space next to it, saves all "
                    "of it."
                ),
            ),
            ("e5-d5",),
        ),
        Step(
            marked("How you win, and lose"),
            (
                marked(
                    "Whoever can neither move nor enter a token when their turn comes has lost. Blue on c1 has its "
                    "back to b2: d2 is its only way, and Blue has no token left in hand."
                ),
            ),
            marked("Block it: step from e3 to d2."),
            "LC Bc1b2,Re3~ R R0B0 -",
            (
                marked("Blue cannot move: you have won. The same can happen to you, so keep a way out."),
                marked(
                    "If neither side can ever shut in the other, agree on a draw, or claim stalemate: whoever contests "
                    "the claim has twenty turns to win."
                ),
            ),
            ("e3-d2",),
        ),
    ),
)
