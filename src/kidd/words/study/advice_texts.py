"""The words for events, scores and marks.

The texts are filled with colours (by, to), spaces (spaces, either, first, second, exits), rolls, a number, one's own
tokens, a move (reply) and what it is worth. The subject of an immediate effect is the mover, that
of a gain or a purpose is "this"; all others are whole sentences.
"""

from kidd.words.language import marked, marked_in, marked_plural

COLOURS = {"R": marked("red"), "B": marked("blue"), "G": marked("gold")}
OWN_TOKEN = marked("token")
OWN_TOKENS = marked("tokens")
PHRASES = {
    "rolls": marked("rolls a %(number)s"),
    "passes": marked("passes"),
    "moves": marked("moves from %(first)s to %(second)s"),
    "returns": marked("goes round and comes back to %(first)s"),
    "enters": marked("enters on %(first)s"),
    "captures": marked("captures %(to)s on %(spaces)s"),
    "seizes": marked("takes %(to)s on %(first)s captive"),
    "frees": marked("lets its own captive escape to %(second)s"),
    "tops": marked("takes %(to)s on %(first)s into a tower of %(number)s"),
    "loses": marked("loses its own %(tokens)s on %(spaces)s"),
    "reinforces": marked("brings in a new token on %(first)s"),
    "eliminates": marked("puts %(to)s out of the game"),
    "closes-in": marked("threatens %(to)s on %(spaces)s (only %(exits)s is still open)"),
    "threatens": marked("threatens %(to)s on %(spaces)s"),
    "threatens-on": marked("threatens %(to)s on %(spaces)s with %(rolls)s"),
    "may-free": marked("may soon free %(by)s on %(spaces)s with %(rolls)s"),
    "saves": marked("brings %(by)s on %(spaces)s to safety"),
    "corners": marked("leaves %(to)s on %(spaces)s no way out but %(exits)s"),
    "wins-on": marked("wins at once if %(to)s rolls %(rolls)s"),
    "blocks": marked("leaves %(to)s stuck with %(rolls)s"),
    "blocks-all": marked("leaves %(to)s stuck whatever the die shows"),
    "hems-in": marked("leaves %(to)s only %(number)s moves"),
    "keeps-safe": marked("puts no token at risk"),
    "nears": marked("comes closer to %(to)s on %(first)s"),
    "no-better": marked("is no worse than anything else"),
    "still-best": marked("is still the best there is"),
    "walks-in": marked("But it walks into a surround: %(by)s can close %(exits)s and capture %(to)s on %(spaces)s."),
    "exposes": marked("But %(by)s can now take %(to)s on %(either)s."),
    "exposes-on": marked("But %(by)s can now take %(to)s on %(either)s with %(rolls)s."),
    "leaves": marked("%(by)s can still take %(to)s on %(either)s."),
    "leaves-on": marked("%(by)s can still take %(to)s on %(either)s with %(rolls)s."),
    "forced": marked("%(by)s has only one move, %(reply)s."),
    "must-pass": marked("%(by)s cannot move and must pass."),
    "picks": marked("The colour picked is %(by)s."),
    "immobile": marked("%(to)s can neither move nor enter: %(by)s wins."),
    "not-proven": marked("The contest has run out of turns: %(by)s wins."),
    "seven-captured": marked("Seven tokens are captives, and %(by)s holds more of them: %(by)s wins."),
    "blocked": marked("%(to)s cannot use the roll: %(by)s wins."),
    "all-captured": marked("%(by)s leads everything on the deck and wins."),
    "no-one-can-move": marked("Nobody can move: a draw."),
    "deadlock": marked("Nobody can capture anybody any more: a draw."),
    "even": marked("The game is even."),
    "behind": marked("%(by)s has fallen behind the two others."),
    "better": marked("%(by)s stands a little better: %(worth)s."),
    "much-better": marked("%(by)s stands much better: %(worth)s."),
    "winning": marked("%(by)s is close to winning: %(worth)s."),
    "wins-now": marked("%(by)s wins at once."),
    "wins-next": marked("%(by)s wins with the next turn, whatever happens."),
    "wins-in": marked("%(by)s wins by force, in %(number)s turns of its own."),
    "better-was": marked("Better was %(reply)s (%(by)s: %(worth)s)."),
    "left": marked("The chances of %(by)s are now %(worth)s."),
    "win-gone": marked("%(by)s had a certain win and lets it slip."),
    "lost-now": marked("Now %(by)s wins by force."),
}
# The same of a group, which is captured as a whole.
OF_GROUPS = {
    "exposes": marked_in("Loyal Captain", "But %(by)s can now take %(to)s on %(either)s."),
    "leaves": marked_in("Loyal Captain", "%(by)s can still take %(to)s on %(either)s."),
}
MARKS = {
    "best": marked("best"),
    "fine": marked("fine"),
    "inaccuracy": marked("inaccuracy"),
    "mistake": marked("mistake"),
    "blunder": marked("blunder"),
    "forced": marked("forced"),
}
COUNTED_MARKS = {
    "best": marked_plural("%(number)s best", "%(number)s best"),
    "fine": marked_plural("%(number)s fine", "%(number)s fine"),
    "inaccuracy": marked_plural("%(number)s inaccuracy", "%(number)s inaccuracies"),
    "mistake": marked_plural("%(number)s mistake", "%(number)s mistakes"),
    "blunder": marked_plural("%(number)s blunder", "%(number)s blunders"),
    "forced": marked_plural("%(number)s forced", "%(number)s forced"),
}
