"""Madagascar: MG1 to MG8."""

from kidd.rules.games.madagascar import MADAGASCAR_FOR_TWO as GAME
from kidd.words.language import marked
from kidd.words.rule_book.rule import Rule, Section

MADAGASCAR = Section(
    "MG",
    GAME.group_name,
    (
        Rule(
            "MG1",
            marked("Beginning"),
            (
                marked(
                    "In turn, players enter one token each until all six hatches are taken: three tokens each with two "
                    "players, two each with three. Until then nobody moves."
                ),
            ),
        ),
        Rule(
            "MG2",
            marked("A turn"),
            (
                marked(
                    "From then on you move one of your tokens or towers, or enter a token on a vacant hatch. If you "
                    "can do neither, you pass; if you can, you must."
                ),
            ),
        ),
        Rule(
            "MG3",
            marked("Towers"),
            (
                marked(
                    "A move may end on an enemy from behind, as in QM3. The mover goes on top and everybody on that "
                    "space is one tower, led by the token on top and looking where that looks. Towers capture and are "
                    "captured whole."
                ),
                marked(
                    "You never move onto a tower that your own colour leads; how many of your tokens lie further down "
                    "does not matter. Nobody is ever freed."
                ),
            ),
        ),
        Rule(
            "MG4",
            marked("How far"),
            (
                marked(
                    "A tower moves exactly as many steps as it has tokens, forward at each, over vacant spaces only. "
                    "The space that it left counts as vacant, so that a long walk may pass through it or even end "
                    "there. Two walks of the same tower that end on the same space with the same last step are one and "
                    "the same move."
                ),
            ),
        ),
        Rule(
            "MG5",
            marked("Flags"),
            (
                marked(
                    "When six or more tokens lie on each other, one black flag may stand in for five at the bottom; "
                    "there are three flags. That is only a way of showing a tower. It moves as far as it is high, "
                    "flags or not."
                ),
            ),
        ),
        Rule(
            "MG6",
            marked("The end"),
            (
                marked(
                    "If you are the only one who still leads a tower or has tokens in hand, you have captured "
                    "everything and win."
                ),
            ),
        ),
        Rule(
            "MG7",
            marked("Draws"),
            (marked("The game is drawn:"),),
            (
                marked(
                    "when a position stands for the third time: the same towers by place, back, leader and height, the "
                    "same hands, the same player to move;"
                ),
                marked("when all players pass, one after the other;"),
                marked("when all players still in the game agree (C6)."),
            ),
            (
                marked(
                    "With three, a player who leads nothing and has nothing in hand is out: they pass until the end, "
                    "have lost, and have no part in a draw. The two others share it, half a point each; a draw is "
                    "shared by all three only if all three are still in the game."
                ),
            ),
            rulings=(
                marked(
                    "Who lies where inside a tower is not looked at when positions are compared, as towers never come "
                    "apart again."
                ),
            ),
        ),
        Rule(
            "MG8",
            marked("Leaving a game of three"),
            (
                marked(
                    "While three play nobody can give up, for no sheet says what becomes of the tokens, and any answer "
                    "would favour one of the others. A player may leave instead: a computer plays their crew to the "
                    "end, and they are ranked last."
                ),
                marked(
                    "Whoever has left gets no part of the point, whatever the computer makes of their crew. If that "
                    "crew captures everything, those who stayed share the point; in a draw only those share who are in "
                    "the game and have stayed. They are no longer asked about draws. A player whose time runs out "
                    "leaves, too; with two players, that one loses."
                ),
            ),
            ruling=True,
        ),
    ),
    GAME.slug,
    cited={
        "hatches-first": "MG1",
        "no-passing": "MG2",
        "own": "MG3",
        "from-behind": "MG3",
        "occupied": "MG4",
        "height": "MG4",
        "no-walk": "MG4",
    },
)
