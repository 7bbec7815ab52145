"""Quedah Merchant: QM1 to QM6."""

from kidd.rules.games.quedah_merchant import QUEDAH_MERCHANT as GAME
from kidd.words.language import marked
from kidd.words.rule_book.rule import Rule, Section

QUEDAH_MERCHANT = Section(
    "QM",
    GAME.group_name,
    (
        Rule(
            "QM1",
            marked("Beginning"),
            (
                marked(
                    "Red enters a token on a vacant hatch, then blue does. Then turns begin, with red. The die shows "
                    "1, 2 or 3, each with equal chance."
                ),
            ),
        ),
        Rule(
            "QM2",
            marked("Roll and walk"),
            (
                marked(
                    "Roll the die, then move one of your tokens exactly that many steps, forward at each step (C3, "
                    "C4). There is no jumping: every space on the way must be vacant. No step may be left over."
                ),
                marked(
                    "Two walks of the same token that end on the same space with the same last step are one and the "
                    "same move, since they leave the same position."
                ),
            ),
        ),
        Rule(
            "QM3",
            marked("From behind"),
            (
                marked(
                    "The walk may end on a vacant space, or on an enemy from behind, which means that the last step "
                    "goes through the port that the enemy's back is turned to."
                ),
            ),
            (
                marked(
                    "The enemy is now a captive. It lies under its captor and goes wherever that goes; its owner "
                    "cannot move it. As the captor came from behind, both look the same way, and they go on turning "
                    "together."
                ),
                marked("A token that holds a captive cannot take another. It can still move."),
                marked("Nobody ever moves onto a token of their own colour."),
                marked(
                    "A token that has not moved since it entered has the sea behind it. Nobody comes from there, so it "
                    "cannot be captured."
                ),
            ),
        ),
        Rule(
            "QM4",
            marked("Freeing"),
            (
                marked(
                    "If the enemy that you land on from behind holds a captive, that captive is one of yours. You "
                    "capture the captor, and the captive is freed: it must at once take one step forward from where it "
                    "is, through one of the two ports that it does not have its back to."
                ),
            ),
            (
                marked(
                    "It may step to a vacant space. The space that your moving token has just left counts as vacant."
                ),
                marked(
                    "Or it may step onto another enemy from behind. That enemy is captured; if it held a captive, this "
                    "one is freed in turn, and so on."
                ),
                marked("If there are several ways, you choose. If there is none, you may not make the move at all."),
            ),
        ),
        Rule(
            "QM5",
            marked("New tokens"),
            (
                marked(
                    "If your move took a token off a hatch, and you have a token in hand, you then enter one on a "
                    "vacant hatch of your choice. This belongs to the same turn and is not optional. What counts is "
                    "the space on which the token you moved began its turn; the step of a freed captive never counts. "
                    "The new token enters last, after everybody freed has stepped: also on the hatch that was left, "
                    "unless a freed captive has gone there."
                ),
            ),
            rulings=(
                marked(
                    "The printed rules disagree. The English sheet and the online edition say that any token leaving "
                    "any hatch brings in a new one: option `entry = any`, which is usual here. The French sheet, made "
                    "from the English, even puts the newcomer on the very hatch that was left, a slip that we do not "
                    "follow."
                ),
                marked(
                    "The German original says so only of the token that was entered last, leaving the hatch where it "
                    "came in: option `entry = fresh`, which comes to the same as a token with its back to the sea. The "
                    "advice that a token blocked on its hatch keeps all new ones out is true only then."
                ),
            ),
        ),
        Rule(
            "QM6",
            marked("The end"),
            (
                marked(
                    "The game is over when %(captives)s tokens, counted over both colours, are captives. Whoever holds "
                    "more of them has won. It is also over when a player cannot move: then the opponent has won."
                ),
            ),
            rulings=(
                marked(
                    "The French sheet asks for all seven of the opponent's tokens, which we take for a slip of "
                    "translation."
                ),
                marked(
                    "“Cannot move” means with the roll just made: a turn is to roll and then to move, no step may be "
                    "wasted, and no sheet knows a pass in this game. That is the short game, option `blocked = roll`."
                ),
                marked(
                    "In the long game, option `blocked = any`, a player who cannot use this roll but could use another "
                    "one passes, and only a player who could use none loses. The choice decides the character of the "
                    "game: between computers the long game took more than twice as many moves, with far more rescues, "
                    "and only there did games end by seven captives."
                ),
            ),
        ),
    ),
    GAME.slug,
    cited={
        "enter-first": "QM1",
        "roll-first": "QM2",
        "pips": "QM2",
        "too-far": "QM2",
        "occupied": "QM2",
        "no-walk": "QM2",
        "captive": "QM3",
        "holds-captive": "QM3",
        "own": "QM3",
        "from-behind": "QM3",
        "no-escape": "QM4",
        "escape-where": "QM4",
        "no-such-escape": "QM4",
        "nobody-freed": "QM4",
        "enter-after-move": "QM5",
        "enter-where": "QM5",
        "no-entry": "QM5",
        "cannot-enter": "QM5",
    },
)
