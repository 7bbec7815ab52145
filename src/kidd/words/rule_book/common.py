"""What all games share: C1 to C6."""

from kidd.words.language import marked
from kidd.words.rule_book.rule import Rule, Section

COMMON = Section(
    "C",
    marked("Common rules"),
    (
        Rule(
            "C1",
            marked("Crews"),
            (
                marked(
                    "The crews are red, blue and, in Madagascar for three, gold. Each has %(tokens)s tokens, or "
                    "%(tokens_of_three)s each when three play. Turns go round in the order red, blue, gold. Tokens "
                    "that are not on the deck yet are in hand."
                ),
            ),
        ),
        Rule(
            "C2",
            marked("Entering"),
            (marked("A token comes onto the deck on a vacant hatch, and is laid down with its back to the sea."),),
        ),
        Rule(
            "C3",
            marked("Forward"),
            (
                marked(
                    "A token has a back, which is turned to one of the three ports of its space. It may leave through "
                    "either of the other two, never through the one behind it. It does not turn on the spot, and it "
                    "does not go to sea. So a token that has just entered has two ways on, and one that came to a "
                    "hatch by walking has one, since its other way would be the black path."
                ),
            ),
        ),
        Rule(
            "C4",
            marked("After a step"),
            (
                marked(
                    "After a step the token's back is turned to the space it came from. That is all the steering there "
                    "is: you choose where a token looks by choosing how it gets there."
                ),
            ),
        ),
        Rule(
            "C5",
            marked("Who is red"),
            (
                marked(
                    "Who is red is for the players to settle. When a game is set up here, a player asks for a colour "
                    "or leaves it to chance."
                ),
            ),
            ruling=True,
        ),
        Rule(
            "C6",
            marked("Agreement and resignation"),
            (
                marked(
                    "At any time a player may offer a draw, which ends the game if everyone else still in it accepts. "
                    "Declining costs nothing, and moving on when asked is declining; nobody has to wait for an answer "
                    "before a move. At a table of this site, whoever was declined moves before they offer again."
                ),
                marked(
                    "With two players, one of them may give up; the other then wins. While three are in a game of "
                    "Madagascar nobody can give up (MG8)."
                ),
                marked(
                    "In every game with a clock a player whose time runs out loses; in a game of three that player "
                    "leaves it (MG8)."
                ),
            ),
            ruling=True,
        ),
    ),
    cited={
        "back": "C3",
        "no-path": "C3",
        "not-a-hatch": "C2",
    },
)
