"""Loyal Captain: LC1 to LC7."""

from kidd.rules.games.loyal_captain import LOYAL_CAPTAIN as GAME
from kidd.words.language import marked
from kidd.words.rule_book.rule import Rule, Section

LOYAL_CAPTAIN = Section(
    "LC",
    GAME.group_name,
    (
        Rule(
            "LC1",
            marked("A turn"),
            (
                marked(
                    "Red begins, with an empty deck and %(tokens)s tokens in each hand. In your turn you do one of two "
                    "things: enter one token, or move one token one step to a vacant space. You may not pass."
                ),
            ),
        ),
        Rule(
            "LC2",
            marked("Surrounding"),
            (
                marked(
                    "Tokens of one colour that are joined by paths are a group; a lone token is a group of one. A "
                    "group is captured when each and every space next to it holds an enemy, and none of these enemies "
                    "has its back to a member of the group. In other words: all exits are blocked, and all who block "
                    "them could step in."
                ),
                marked(
                    "A single vacant neighbour saves the whole group, and so does a single enemy whose back is turned "
                    "to any one of its members. Captured tokens are out of the game for good."
                ),
                marked("The sea is not a space: a token alone on a hatch is captured by two enemies."),
            ),
        ),
        Rule(
            "LC3",
            marked("Who is captured first"),
            (
                marked(
                    "When a turn has been made, the other side's captured groups leave, all of them at once. Only then "
                    "are the mover's own groups looked at, on the deck as it is now."
                ),
                marked(
                    "So you may enter right between two attackers, provided that you capture one of them by doing so; "
                    "otherwise the newcomer is lost at once, with the group it has joined. The printed rules say this "
                    "of entering, and of nothing else can it ever be said: a step leaves a vacant space behind the "
                    "token, and that space saves its group."
                ),
                marked(
                    "A position that was set up by hand may hold a group that is surrounded already; it leaves after "
                    "the next turn, whoever makes it, if it is still surrounded then."
                ),
            ),
            ruling=True,
        ),
        Rule(
            "LC4",
            marked("The end"),
            (marked("If you can neither move nor enter when your turn begins, you lose."),),
        ),
        Rule(
            "LC5",
            marked("Stalemate"),
            (
                marked(
                    "Sometimes neither side can ever shut in the other. Then the players may agree on a draw (C6). If "
                    "only one of them believes it, that player may, in their own turn and instead of just offering, "
                    "claim stalemate."
                ),
            ),
            (
                marked(
                    "The opponent accepts, and the game is drawn, or contests, and now has to prove the point: the "
                    "contester gets %(turns)s turns of their own to win the game, and loses it if they have not won by "
                    "then."
                ),
                marked("Any capture, no matter whose, sets the count back to %(turns)s."),
                marked(
                    "The count falls by one with each of the contester's moves. When it reaches 0 the contester has "
                    "lost, unless that very move won the game."
                ),
                marked("While the count runs nobody can claim again. A draw can still be agreed."),
                marked(
                    "The claim has to be answered before the game goes on. Whoever made it still has the turn "
                    "afterwards."
                ),
            ),
            rulings=(
                marked(
                    "With option `claim_after` a claim is allowed only after that many turns in a row of each side "
                    "without a capture. Without such a bar a claim on the very first turn would be a trap, as "
                    "contesting it is a promise to win within %(turns)s turns. The library's default is 0, which is "
                    "what the printed rules say; on this site it is %(claim_after)s."
                ),
            ),
        ),
        Rule(
            "LC6",
            marked("Start-up variant"),
            (
                marked(
                    "With option `opening = chooser` the first player enters one red and then one blue token on two "
                    "hatches. The second player looks at them and picks a colour. Then the game goes on with red's "
                    "turn."
                ),
            ),
        ),
        Rule(
            "LC7",
            marked("Repetition"),
            (
                marked(
                    "The printed rules have no rule about positions that come again, and neither have we: claim "
                    "stalemate. For games between programs, and for those who like it, option `repetition = 3` makes "
                    "it a draw when the same position, with the same player to move and the same hands, stands for the "
                    "third time."
                ),
                marked(
                    "While a contest runs (LC5) this rule rests: whoever has to win within %(turns)s turns cannot get "
                    "away by walking in circles. What stood before or during a contest does not count for what comes "
                    "after it."
                ),
            ),
            ruling=True,
        ),
    ),
    GAME.slug,
    cited={
        "one-step": "LC1",
        "no-passing": "LC1",
        "occupied": "LC1",
        "own": "LC1",
        "no-walk": "LC1",
        "choose-first": "LC6",
    },
)
