"""Madagascar, told."""

from kidd.web.pages.rules.lessons.lesson import Book, Diagram, Lesson
from kidd.words.language import marked

LESSONS = (
    Lesson(
        "hatches",
        ("MG1",),
        marked("Filling the hatches"),
        (
            marked(
                "Two players have %(tokens)s tokens each, three have %(tokens_of_three)s each. The order is red, blue, "
                "gold."
            ),
            marked("In turn, players enter one token each until all six hatches are taken; before that nobody moves."),
            marked("That makes three tokens each with two players, two each with three."),
        ),
        Diagram("MG3 - R R6B6G6 -", "@c1", marked("Enter tokens for Red, Blue and Gold until every hatch is taken.")),
    ),
    Lesson(
        "turn",
        ("MG2",),
        marked("A turn: move or enter"),
        (
            marked("From then on you move one of your tokens or towers, or enter a token on a vacant hatch."),
            marked("Mind who comes behind you: whoever leaves a hatch makes room for a pursuer."),
        ),
        Diagram(
            "MG2 Rc1~,Ba3~,Re3~,Ba7~,Re7~,Bc9~ R R4B4 -",
            "c1-b2",
            marked("Walk from c1 to b2. Blue can enter on c1, right behind your back."),
        ),
    ),
    Lesson(
        "capture",
        ("MG3",),
        marked("Capturing from behind"),
        (
            marked(
                "A move may end on an enemy from behind: the last step comes through the way its back is turned to."
            ),
            marked(
                "The mover goes on top, and both are one tower now. It is led by the token on top and looks where "
                "that looks."
            ),
            marked("A single token is a tower of one."),
            marked("A token that has not left its hatch has the sea behind it: nobody can take it from there."),
        ),
        Diagram(
            "MG2 Rc1~,Bb2c1,Ba3~,Re3~,Ba7~,Re7~ R R4B4 -",
            "c1-b2",
            marked("Blue on b2 turns its back to c1. Step onto it and build a tower of two."),
        ),
    ),
    Lesson(
        "height",
        ("MG3", "MG4"),
        marked("A tower moves by its height"),
        (
            marked("A tower of three moves exactly three steps, forward at each, over vacant spaces only."),
            marked(
                "Towers capture and are captured whole. You never move onto a tower that your own colour leads; your "
                "tokens further down do not matter. Nobody is ever freed."
            ),
        ),
        Diagram(
            "MG2 RBBa5a7,BRc7c6,Be7~ R R0B0 -",
            "a5-c7/c6",
            marked("Red's tower of three walks by b5 and c6 onto c7, from behind: that makes a tower of five."),
            refused="a5-b5",
        ),
    ),
    Lesson(
        "round",
        ("MG4",),
        marked("Over the space it left"),
        (marked("The space that a tower left counts as vacant. A long walk may pass through it, or even end there."),),
        Diagram(
            "MG2 RBRBc4c3,Bc9~ R R0B0 -",
            "c4-c4/d5",
            marked(
                "Four steps lead from c4 around the middle of the deck and back to c4. Only the back is turned "
                "another way."
            ),
        ),
    ),
    Lesson(
        "flags",
        ("MG5",),
        marked("Black flags"),
        (
            marked(
                "When six or more tokens lie on each other, a black flag stands in for the five at the bottom; from "
                "eleven up there are two flags, from sixteen up three. At least one token is always shown on top."
            ),
            marked("That is only a way of showing a tower. It moves as far as it is high, flags or not."),
        ),
        Diagram(
            "MG3 BRGc4c3,RBa5a7,Gc6b5,RBGBRBd8c9 R R0B0G0 -",
            "a5-c6/b5",
            marked("The red tower on d8 is six high: one token and a flag for the five below."),
        ),
    ),
    Lesson(
        "end",
        ("MG6",),
        marked("The end"),
        (
            marked(
                "If you are the only one who still leads a tower or has tokens in hand, you have captured everything "
                "and win."
            ),
        ),
        Diagram(
            "MG2 RBa5a7,Bc6b5 R R0B0 -",
            "a5-c6/b5",
            marked("The token on c6 is the last that Blue leads. Take it."),
        ),
    ),
    Lesson(
        "pass",
        ("MG2", "MG7"),
        marked("Passing, and draws"),
        (
            marked("If you can neither move nor enter you pass; if you can, you must."),
            marked(
                "The game is drawn when the same position stands for the third time, when all players pass one after "
                "the other, or when all players still in the game agree."
            ),
            marked(
                "Positions are the same if the same towers, by place, back, leader and height, stand on the deck, with "
                "the same tokens in hand and the same player to move. Who lies where inside a tower does not matter."
            ),
        ),
        Diagram(
            "MG2 Bc1b2,Rd2e3,Ra5a7 R R0B0 -",
            "a5-a3",
            marked("Blue on c1 cannot move: d2 is taken, and not from behind. Walk by a3 to b2 while Blue passes."),
        ),
    ),
    Lesson(
        "three",
        ("MG1", "MG7", "MG8"),
        marked("With three players"),
        (
            marked("Everybody plays for themselves: both others are your enemies."),
            marked(
                "Who leads nothing and has nothing in hand is out: they have lost, pass until the end, and have no "
                "part in a draw. The two others play on, and share a draw between them. While all three are in the "
                "game, all three share it."
            ),
            marked(
                "Nobody can give up while three play. Whoever leaves has a computer play for them to the end, and is "
                "ranked last."
            ),
            marked(
                "Whoever has left gets no part of the point, not even if the computer captures everything with their "
                "crew: then those who have stayed share it."
            ),
        ),
        Diagram(
            "MG3 Rc4c3,Gb5c4,Bd8c9 R R0B0G0 -",
            "c4-b5",
            marked("The token on b5 is the last that Gold leads. Take it: Gold is out and only passes from now on."),
        ),
    ),
)

MADAGASCAR = Book(
    "MG2",
    marked("For two or three players"),
    LESSONS,
    (
        marked(
            "Whoever first leaves a hatch gets a pursuer: the token that enters behind. Running away is too slow, so "
            "walk into a corner where the pursuer would be caught in turn."
        ),
        marked(
            "A high tower goes far on an empty deck and nowhere on a full one: it is a target early and a winner late."
        ),
    ),
)
