"""Loyal Captain, told."""

from kidd.web.pages.rules.lessons.lesson import Book, Diagram, Lesson
from kidd.words.language import marked

LESSONS = (
    Lesson(
        "turn",
        ("LC1",),
        marked("A turn: enter or move"),
        (
            marked("Each crew has %(tokens)s tokens, all of them in hand at first. Red begins, on an empty deck."),
            marked(
                "In your turn you do one of two things: enter one token on a vacant hatch, or move one token one step "
                "to a vacant space. You may not pass."
            ),
        ),
        Diagram("LC - R R7B7 -", "@c1", marked("Enter a token for Red, then one for Blue, and take a few steps.")),
    ),
    Lesson(
        "back",
        ("C3", "C4"),
        marked("Moving, and minding the back"),
        (
            marked("A token steps out by any way except the one its back is turned to."),
            marked(
                "After the step its back is turned to the space it came from. So you cannot simply step back again."
            ),
        ),
        Diagram(
            "LC Rc4c3,Bc9~ R R0B0 -",
            "c4-d5",
            marked("From c4 the token can go to b5 or d5. Its back bars c3."),
            refused="c4-c3",
        ),
    ),
    Lesson(
        "capture",
        ("LC2",),
        marked("Capturing a token"),
        (
            marked(
                "A token is captured when every space next to it holds an enemy, and none of these turns its back to "
                "it."
            ),
            marked("In other words: all exits are blocked, and everybody who blocks one could step in."),
            marked("Captured tokens are out of the game for good."),
        ),
        Diagram(
            "LC Rc3b2,Bc4d5,Rb5a5,Re5e7,Bc9~ R R0B0 -",
            "e5-d5",
            marked("Blue on c4 has one exit left, d5. Step from e5 to d5 and close it."),
        ),
    ),
    Lesson(
        "two",
        ("LC2",),
        marked("On a hatch two are enough"),
        (marked("The sea is no exit. A token alone on a hatch has two neighbours, and two enemies capture it."),),
        Diagram(
            "LC Bc1~,Rb2a3,Re3~,Bc9~ R R0B0 -",
            "e3-d2",
            marked("One red token stands on b2. The second comes from e3 to d2, and Blue on c1 is captured."),
        ),
    ),
    Lesson(
        "group",
        ("LC2",),
        marked("Capturing a group"),
        (
            marked("Tokens of one colour that are joined by paths are a group. They stand or fall together."),
            marked(
                "A single vacant space next to the group saves all of it. When there is none left, and no enemy "
                "around it turns its back to a member, the whole group is captured."
            ),
        ),
        Diagram(
            "LC Rc3b2,Bc4b5,Ra5a7,Bb5c4,Rd5e5,Rc7b8,Bc9~ R R0B0 -",
            "c7-c6",
            marked("Blue on b5 and c4 are a group of two. Their last exit is c6: take it from c7."),
        ),
    ),
    Lesson(
        "saved",
        ("LC2",),
        marked("Saved by a back"),
        (
            marked(
                "An enemy who turns its back to a group does not threaten it. One such back, turned to any member, is "
                "enough to save the whole group."
            ),
        ),
        Diagram(
            "LC Rc3c4,Bc4d5,Rb5a5,Re5e7,Bc9~ R R0B0 -",
            "e5-d5",
            marked("The same ring around c4, but now the token on c3 turns its back to it. Close d5: Blue survives."),
        ),
    ),
    Lesson(
        "between",
        ("LC3",),
        marked("Entering between two threats"),
        (
            marked("After a turn the other side's captured groups leave first. Only then are your own looked at."),
            marked("So you may enter right between two attackers, provided that you capture one of them by doing so."),
        ),
        Diagram(
            "LC Bb2a3,Bd2e3,Ra3~,Rc3c4,Bc9~ R R1B0 -",
            "@c1",
            marked("Enter on c1, between b2 and d2: Blue on b2 is captured first, and the newcomer is safe."),
        ),
    ),
    Lesson(
        "lost",
        ("LC3",),
        marked("And when nothing is captured"),
        (
            marked(
                "If you enter between attackers without capturing anybody, your token is lost at once, unless it joins "
                "a group that something saves. If nothing does, the whole group is lost with it."
            ),
            marked("A step never loses its own token: the space it left is vacant."),
        ),
        Diagram(
            "LC Bb2a3,Bd2e3,Rc3c4,Bc9~ R R1B0 -",
            "@c1",
            marked("Without a red token on a3 nothing is captured. A token that enters on c1 now leaves right away."),
        ),
    ),
    Lesson(
        "example",
        ("LC2",),
        marked("Who is captured here?"),
        (
            marked(
                "This position stands in the printed rules as an example, with all fourteen tokens on the deck. Look "
                "at every group: is each space next to it taken by an enemy, and does none of them turn its back to a "
                "member? The marked tokens are captured, and nobody else."
            ),
        ),
        Diagram(
            "LC Rc1~,Bb2a3,Bd2e3,Ra3~,Bc3d2,Rc4c3,Ba5a3,Rb5a5,Bd5e5,Bc6d5,Ra7~,Rc7d8,Bb8a7,Rc9~ R R0B0 -",
            "",
            marked("Look for vacant spaces, and for backs."),
            captured=("c1", "b8", "b5", "c4"),
        ),
        points=(
            marked("Red on c1 is captured by b2 and d2: on a hatch two are enough, and both look at it."),
            marked("Blue on b8 is captured by a7, c7 and c9. That its own back is turned to a7 does not help."),
            marked(
                "Red on b5 and c4 is one group, captured by a5, c3, c6 and d5: none of these backs is turned to it."
            ),
            marked("Blue on c6 and d5 is a group that is safe: e5, next to d5, is vacant."),
            marked(
                "Blue on b2, c3 and d2 is a group that is safe twice: e3 is vacant, and Red on c4 turns its back to c3."
            ),
            marked("Blue on a5 is safe: Red on b5 turns its back to it."),
            marked("Red on a3 is safe: both its neighbours, b2 and a5, turn their backs to it."),
            marked("Red on a7 is safe: Blue on b8 stands next to it, but turns its back."),
            marked("Red on c7 and Red on c9 are safe: d8, next to both, is vacant."),
        ),
    ),
    Lesson(
        "end",
        ("LC4",),
        marked("No move left loses"),
        (
            marked("If you can neither move nor enter when your turn begins, you lose."),
            marked("That is why captures matter: the smaller crew runs out of moves first."),
        ),
        Diagram(
            "LC Bc1b2,Re3~ R R0B0 -",
            "e3-d2",
            marked("Blue on c1 has its back to b2, so d2 is its only way. Block it and win."),
        ),
    ),
    Lesson(
        "stalemate",
        ("LC5", "C6"),
        marked("Stalemate and contest"),
        (
            marked(
                "Sometimes neither side can shut in the other. Then you may agree on a draw; declining an offer is "
                "free."
            ),
            marked(
                "If only one of you believes it, that player may claim stalemate instead, in their own turn. The "
                "other accepts, and the game is drawn, or contests it and must prove the point: win within %(turns)s "
                "turns of their own, or lose the game."
            ),
            marked("The game waits for this answer, and whoever has claimed still has the turn afterwards."),
            marked(
                "Any capture, by either side, sets the count back to %(turns)s. A win with the very last of these "
                "moves still counts. While the count runs nobody claims again, but a draw can still be agreed."
            ),
            marked(
                "On this site a claim is allowed once each side has had %(claim_after)s turns in a row without a "
                "capture; you may choose another number."
            ),
            marked(
                "If you have chosen that the third occurrence of a position is a draw, that rests while a contest "
                "runs. Afterwards positions are counted anew."
            ),
        ),
        Diagram(
            "LC Bc1b2,Re3~ R R0B0 R1",
            "e3-d2",
            marked("Red has contested and this is the last of the turns. Step to d2 and win, or to e5 and lose."),
        ),
    ),
    Lesson(
        "chooser",
        ("LC6",),
        marked("Another way to begin"),
        (
            marked(
                "The first player enters one red and one blue token on two hatches. The second player looks at them "
                "and picks a colour. Then Red moves."
            ),
        ),
        Diagram(
            "LC - R R7B7 -",
            "@c1",
            marked("Enter a red and a blue token, then pick a colour."),
            options="opening=chooser",
        ),
    ),
)

LOYAL_CAPTAIN = Book(
    "LC",
    marked("For two players"),
    LESSONS,
    (
        marked("Early on, more tokens on the deck mean more moves and more captures."),
        marked(
            "But do not let them get in each other's way, and mind that the enemy does not close a ring around them."
        ),
        marked("Keep a token or two in hand: they are worth a lot when moves run out."),
        marked("Behind an enemy's back you are safe from that enemy. Only do not get stuck there."),
        marked(
            "A hole inside a group protects it, as in the game of Go. Since tokens enter on hatches only, one hole is "
            "often enough, until you have no other move left than to fill it."
        ),
    ),
)
