"""The deck: D1 to D5."""

from kidd.words.language import marked
from kidd.words.rule_book.rule import Rule, Section

DECK = Section(
    "D",
    marked("The deck"),
    (
        Rule(
            "D1",
            marked("Spaces and hatches"),
            (
                marked(
                    "Eighteen spaces are joined by 24 paths. Twelve spaces have three neighbours. The other six, the "
                    "hatches, lie on the rim and have two neighbours; their third way is a black path that runs off "
                    "the deck. The printed rules call them Start spaces."
                ),
            ),
        ),
        Rule(
            "D2",
            marked("Ports"),
            (
                marked(
                    "The places where paths leave a space are its ports. So every space has exactly three of them: "
                    "three neighbours, or two neighbours and the sea."
                ),
            ),
        ),
        Rule(
            "D3",
            marked("The sea"),
            (
                marked(
                    "What lies at the far end of a black path is the sea. Nobody ever walks there. It only matters "
                    "because a token can have its back to it."
                ),
            ),
        ),
        Rule(
            "D4",
            marked("Where this deck comes from"),
            (
                marked(
                    "No picture of the printed deck has come down to us, only words: how many spaces and paths there "
                    "are, and a worked example with fourteen tokens. All planar decks with these counts and all six "
                    "hatches on the rim were tried. Exactly one of them has the two mirror axes of a ship, no "
                    "triangle, hatches at even distances along the rim, and room for the example so that every "
                    "sentence about it is true. It is called `kidd-18`."
                ),
                marked(
                    "The deck fits every sentence of the printed rules, the example included; its two mirror axes are "
                    "our assumption."
                ),
                marked("Columns are lettered a to e from port to starboard, rows numbered 1 to 9 from bow to stern."),
            ),
            ruling=True,
        ),
        Rule(
            "D5",
            marked("Other decks"),
            (
                marked(
                    "Since the printed deck may differ, the deck is a file that the program reads (option `deck` of "
                    "the library). It can be played on if every space has three ports, all spaces hang together, there "
                    "are at most 30 of them and at least one hatch, no two paths cross in the drawing and every black "
                    "path leads off it without meeting a path. Wherever a rule counts six hatches, another deck's "
                    "number takes its place."
                ),
            ),
            ruling=True,
        ),
    ),
)
