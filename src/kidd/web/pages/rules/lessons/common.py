"""The deck and what all three games share."""

from kidd.web.pages.rules.lessons.lesson import Diagram, Lesson
from kidd.words.language import marked

COMMON = (
    Lesson(
        "deck",
        ("D1", "D2", "D3"),
        marked("The deck"),
        (
            marked("Eighteen spaces are joined by paths. Every space has exactly three ways out."),
            marked(
                "Six spaces on the rim are hatches; the printed rules call them Start spaces. There one of the three "
                "ways is a short black path over the rim, to the sea. Nobody ever walks there, but a token can have "
                "its back to it."
            ),
            marked(
                "Columns are lettered a to e from the left, rows numbered 1 to 9 from the bow: that is how spaces get "
                "their names."
            ),
        ),
        Diagram(
            "LC - R R7B7 -",
            "@c1",
            marked("The six dark gratings are the hatches. Tap one to bring a token on board."),
        ),
    ),
    Lesson(
        "crews",
        ("C1", "C5", "C6"),
        marked("The crews"),
        (
            marked(
                "Each crew has %(tokens)s tokens, or %(tokens_of_three)s where three play. Those that are not on the "
                "deck yet are in hand. All begin in hand."
            ),
            marked(
                "Red always begins, then comes Blue, and with three players Gold. Who leads which crew the players "
                "settle among themselves or leave to chance."
            ),
            marked(
                "At any time you may offer a draw; declining one costs nothing. With two players you may also give up, "
                "and the other one wins."
            ),
            marked(
                "Where you play by the clock, whoever runs out of time loses. With three players they leave the game "
                "instead: a computer plays on for them, and they are ranked last."
            ),
        ),
        Diagram(
            "MG3 Rc1~,Ga3~,Be3~ R R5B5G5 -",
            "@e7",
            marked(
                "Red is the moustached man in the captain's hat, Blue wears a headscarf and an eye patch, Gold a hat "
                "with a feather. Let them enter in turn, as Madagascar begins."
            ),
        ),
    ),
    Lesson(
        "token",
        ("C2", "C3", "C4"),
        marked("The token and its back"),
        (
            marked(
                "A token has a back, the dark side of the disc, turned to one of the three ways. It may leave by "
                "either of the other two, never by the one behind it. It does not turn on the spot."
            ),
            marked("The white points show its open ways."),
            marked("After a step its back is turned to where it came from. You steer by the way you take."),
            marked("A token that enters has its back to the sea, so both paths of the hatch are open to it."),
        ),
        Diagram(
            "LC Rc4c3,Bc9~ R R0B0 -",
            "c4-b5",
            marked("Red on c4 has its back to c3: it can go to b5 or d5, but not back to c3."),
            refused="c4-c3",
        ),
    ),
    Lesson(
        "hatch",
        ("C3",),
        marked("Walking onto a hatch"),
        (
            marked(
                "A token that comes to a hatch by walking has only one way on: one path lies behind it, and the other "
                "way leads to the sea. If that is blocked, it is stuck for now."
            ),
        ),
        Diagram(
            "LC Ra5a7,Bc9~ R R0B0 -",
            "a5-a3",
            marked("Walk to a3, let Blue make a move, and look: b2 is the only way on."),
        ),
    ),
)
