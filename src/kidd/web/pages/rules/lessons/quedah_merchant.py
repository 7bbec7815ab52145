"""Quedah Merchant, told."""

from kidd.web.pages.rules.lessons.lesson import Book, Diagram, Lesson
from kidd.words.language import marked

LESSONS = (
    Lesson(
        "beginning",
        ("QM1",),
        marked("Beginning"),
        (
            marked("Each crew has %(tokens)s tokens, all of them in hand at first."),
            marked("Red enters one token on a vacant hatch, then Blue does. Then turns begin, with Red."),
        ),
        Diagram(
            "QM - R R7B7 -", "@c1", marked("Enter a token for Red and one for Blue, then pick what the die shows.")
        ),
    ),
    Lesson(
        "walk",
        ("QM2",),
        marked("Roll and walk"),
        (
            marked(
                "Roll the die, which shows 1, 2 or 3; all three are equally likely. Then move one of your tokens "
                "exactly that many steps."
            ),
            marked(
                "Every step goes forward, never out by the back. All spaces on the way must be vacant: nobody jumps."
            ),
        ),
        Diagram(
            "QM Rc4c3,Bc9~ R R0B0 2",
            "c4-a5/b5",
            marked(
                "The die shows 2. Red can reach a5, e5 and c6; to c6 there are two ways, and the last step decides "
                "the back."
            ),
            refused="c4-b5",
        ),
    ),
    Lesson(
        "capture",
        ("QM3",),
        marked("Capturing from behind"),
        (
            marked(
                "A walk may end on an enemy if its last step comes from behind: through the way that the enemy's back "
                "is turned to."
            ),
            marked("From the front or from the side nobody is taken. The enemy is simply in the way."),
            marked("Nobody ever moves onto a token of their own colour."),
        ),
        Diagram(
            "QM Bc4d5,Ra5a7,Bc6b5 R R0B0 2",
            "a5-c6/b5",
            marked(
                "Both blue tokens are two steps away. The one on c6 turns its back to b5 and can be taken, the one on "
                "c4 cannot."
            ),
            refused="a5-c4/b5",
        ),
    ),
    Lesson(
        "safe",
        ("QM3",),
        marked("Safe on the hatch"),
        (
            marked(
                "A token that has not moved since it entered has the sea behind it. Nobody comes from there, so it "
                "cannot be captured."
            ),
        ),
        Diagram(
            "QM Rb8a7,Bc9~ R R0B0 1",
            "b8-c7",
            marked("Red stands right next to Blue on c9, and can do nothing but walk past."),
            refused="b8-c9",
        ),
    ),
    Lesson(
        "carry",
        ("QM3",),
        marked("Carrying a captive"),
        (
            marked("A captive lies under its captor and goes wherever that goes. Its owner cannot move it."),
            marked(
                "Captor and captive always look the same way: the captor came from behind, and from then on both turn "
                "together."
            ),
            marked("A token that holds a captive cannot take another one. It can still move."),
        ),
        Diagram(
            "QM RBc4c3,Ba5b5 R R0B0 2",
            "c4-c6/b5",
            marked("Blue on a5 turns its back to b5, but Red has its hands full: it may go to c6 or e5, not onto a5."),
            refused="c4-a5/b5",
        ),
    ),
    Lesson(
        "free",
        ("QM4",),
        marked("Freeing a captive"),
        (
            marked(
                "If you take an enemy who holds a captive, that captive is one of yours. The captor is captured, and "
                "your token is free: it must at once take one step forward."
            ),
            marked("You choose between its two ways on: to a vacant space, or onto an enemy (see below)."),
        ),
        Diagram(
            "QM Ra5a7,BRb5a5,Bc9~ R R0B0 1",
            "a5-b5>c4",
            marked("Step from a5 onto b5, then choose where the freed token goes: c4 or c6."),
        ),
    ),
    Lesson(
        "strike",
        ("QM4",),
        marked("Escaping with a strike"),
        (
            marked(
                "The freed token may also step onto another enemy from behind and capture it. If that one held a "
                "captive, this one is freed in turn, and so on."
            ),
        ),
        Diagram(
            "QM Ra5a7,BRb5a5,Bc6b5,Bc9~ R R0B0 1",
            "a5-b5>c6",
            marked(
                "Free the token on b5 and let it go to c6: Blue there turns its back to b5. Two captives in one turn."
            ),
        ),
    ),
    Lesson(
        "left",
        ("QM4",),
        marked("The space just left"),
        (
            marked(
                "When the captive takes its step, your moving token has already left its space: that counts as vacant, "
                "so the freed token may go there."
            ),
        ),
        Diagram(
            "QM Rc4c3,BRb5c6,Bc9~ R R0B0 3",
            "c4-b5/c6>c4",
            marked("Walk three steps from c4, by d5 and c6, onto b5. Your freed token can go to a5, or to c4."),
        ),
    ),
    Lesson(
        "no-way-out",
        ("QM4",),
        marked("No way out, no rescue"),
        (marked("If the freed token had nowhere to go, you may not make the move at all."),),
        Diagram(
            "QM Ra5a3,BRa7b8,Rb8c7,Bc9~ R R0B0 1",
            "a5-b5",
            marked(
                "On a7 lies a red captive. From b8 you could strike, but it could not get out: your own token is on a5."
            ),
            refused="b8-a7",
        ),
    ),
    Lesson(
        "enter",
        ("QM5",),
        marked("A new token when one leaves a hatch"),
        (
            marked(
                "If your move took a token off a hatch, and you have tokens in hand, you enter one on a vacant hatch "
                "of your choice, in the same turn. You have no choice but to do it."
            ),
            marked("Any token that begins its walk on a hatch counts, also one that had come there by walking."),
            marked(
                "By the German rule, which you may choose instead, only a token with its back to the sea counts: one "
                "that has not moved since it entered. One that has walked back onto a hatch does not."
            ),
            marked(
                "The new token enters last, after the step of a freed captive. You may enter right on the hatch that "
                "was just left, unless a freed captive has stepped there."
            ),
            marked("The step of a freed captive never brings in a new token, not even off a hatch."),
        ),
        Diagram(
            "QM Rc1~,Bc9~ R R2B2 1",
            "c1-b2@c1",
            marked("Leave c1, then choose the hatch for the new token."),
        ),
    ),
    Lesson(
        "seven",
        ("QM6",),
        marked("The end: seven captives"),
        (
            marked(
                "The game is over when %(captives)s tokens of both colours together are captives. Whoever holds more "
                "of them wins."
            ),
        ),
        Diagram(
            "QM RBd2c1,RBe3d2,Ra5a7,Bb5a5,RBe5e3,BRe7d8,BRd8c9,BRc9b8 R R0B0 1",
            "a5-b5",
            marked("Three captives each. Take Blue on b5: that is the seventh, and Red wins by four to three."),
        ),
    ),
    Lesson(
        "stuck",
        ("QM6",),
        marked("The end: a player is stuck"),
        (
            marked("The game is also over when a player cannot use the roll. The opponent wins."),
            marked(
                "That is the short game. In the long game, which you may choose instead, a player who cannot use this "
                "roll but could use another one passes, and only a player who could use none has lost."
            ),
            marked("There is no draw here unless both agree."),
        ),
        Diagram(
            "QM Bc1b2,Re3~ R R0B0 1",
            "e3-d2",
            marked("Step to d2, then choose any roll. Blue on c1 has no other way: whatever the die shows, Red wins."),
        ),
    ),
)

QUEDAH_MERCHANT = Book(
    "QM",
    marked("For two players and a die"),
    LESSONS,
    (
        marked("Shutting an enemy in is often better than catching it."),
        marked(
            "A token stuck on its hatch brings no new ones onto the deck. By the German rule nobody else can, either; "
            "by the usual rule another token that leaves a hatch still does."
        ),
        marked("A captor is also a target: keep its back away from the crew of its captive."),
    ),
)
