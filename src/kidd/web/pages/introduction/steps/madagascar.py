"""Madagascar in a minute, for two and for three."""

from kidd.web.pages.introduction.steps.step import Introduction, Step
from kidd.words.language import marked

MADAGASCAR = Introduction(
    "madagascar",
    (
        Step(
            marked("A turn"),
            (
                marked("You lead Red. Capture everybody: you win when only you have tokens to lead."),
                marked(
                    "First the crews enter in turn until all six hatches are taken. From then on you move one token, "
                    "or enter one on a vacant hatch. The dark side of a token is its back: no step goes backwards."
                ),
            ),
            marked("All hatches are taken. Move any of your three tokens one step."),
            "MG2 Rc1~,Ba3~,Re3~,Ba7~,Re7~,Bc9~ R R4B4 -",
            (
                marked("Mind your back: Blue can now enter on the hatch that you left, right behind you."),
                marked(
                    "Two players have seven tokens each. Three have six each and play in the order red, blue, gold; "
                    "everybody else is your enemy."
                ),
            ),
        ),
        Step(
            marked("How you capture: from behind"),
            (
                marked(
                    "Step onto an enemy from behind: through the way that its back is turned to. A token that has not "
                    "left its hatch has the sea behind it and is safe."
                ),
            ),
            marked("Blue on b2 turns its back to c1. Step from c1 onto b2."),
            "MG2 Rc1~,Bb2c1,Ba3~,Re3~,Ba7~,Re7~ R R4B4 -",
            (marked("Both are one tower now, and you lead it, as your token is on top. Captives are never freed."),),
            ("c1-b2",),
        ),
        Step(
            marked("How far a tower goes"),
            (
                marked(
                    "A tower moves exactly as many steps as it has tokens, over vacant spaces only. It captures, and "
                    "is captured, as a whole."
                ),
            ),
            marked("Your tower of three stands on a5. Walk by b5 and c6 onto c7, from behind."),
            "MG2 RBBa5a7,BRc7c6,Be7~ R R0B0 -",
            (
                marked("A tower of five: from now on it walks five steps. High towers need an open deck."),
                marked("You never step onto a tower that your own colour leads."),
            ),
            ("a5-c7/c6",),
        ),
        Step(
            marked("How you win, and lose"),
            (
                marked(
                    "Whoever leads no tower and has no token in hand has lost. Blue has one token left, on c6, and "
                    "turns its back to b5."
                ),
                marked(
                    "Who can neither move nor enter passes. If all pass in a row, or a position comes for the third "
                    "time, it is a draw."
                ),
            ),
            marked("Take it: walk from a5 by b5 onto c6."),
            "MG2 RBa5a7,Bc6b5 R R0B0 -",
            (
                marked("Nobody but you leads a tower or has a token in hand: you have won."),
                marked("With three, whoever has lost everything is out, and the others play on."),
            ),
            ("a5-c6/b5",),
        ),
    ),
)
