"""What is wrong with the notation of a position, with a position, or with a deck file."""

from kidd.words.language import marked

NOTATION = {
    "not-text": marked("a position is text, got %(came)s"),
    "fields": marked("A position has five parts: game, pieces, turn, hands and extra. Here are %(number)s: %(came)s."),
    "piece": marked("%(came)s is not a piece. Pieces look like Rc1~ or RBc4c3."),
    "hands": marked("%(came)s does not say what is in hand. It should look like R7B7, each colour once."),
    "move-not-text": marked("a move is text or a Move, got %(came)s"),
    "move": marked("%(came)s is not a move. Moves look like @a3, c3-c4, c4-c7/c6, *2 or pass."),
    "space": marked("There is no space %(came)s on this deck. It has %(known)s."),
    "turn": marked("%(came)s is nobody's turn here. It should be one of %(colours)s."),
    "which-hands": marked("%(came)s does not say what is in hand. It should look like %(example)s."),
    "no-extra": marked("The last part of this position says nothing but a dash. Here it says %(came)s."),
    "die": marked("The die shows 1, 2 or 3, or nothing before it is rolled. Here it says %(came)s."),
    "passes": marked("The passes in a row are written as one of %(known)s. Here it says %(came)s."),
    "extra": marked("A contest is written as R%(turns)s or B7. Here it says %(came)s."),
    "depth": marked("expected a depth, a number from 0 to %(most)s, got %(came)s"),
    "position-and-depth": marked("expected a position and a depth, such as: kidd perft LC 5"),
}
POSITIONS = {
    "twice": marked("Two pieces stand on %(space)s."),
    "no-colour": marked("%(piece)s: %(crew)s does not play in this game."),
    "no-towers": marked("%(piece)s: in %(title)s nobody stands on another."),
    "one-captive": marked("%(piece)s: in %(title)s a token holds at most one captive, of the other crew."),
    "back": marked("%(piece)s: from %(space)s no way leads to %(back)s, so no back can be turned to it."),
    "back-sea": marked("%(piece)s: %(space)s is not a hatch, so no back can be turned to the sea."),
    "too-many": marked(
        "%(crew)s has too many tokens: %(deck)s on the deck and %(hand)s in hand, but there are only %(tokens)s."
    ),
    "too-high": marked("%(piece)s: that tower is too high."),
    "first-token": marked("The die is not rolled before %(crew)s has entered a first token."),
    "no-chooser": marked("A colour is picked only with the chooser's opening."),
    "choose": marked("A colour is picked when one red and one blue token have just entered, and nothing else."),
    "no-contest": marked("a stalemate is contested in Loyal Captain, not here: %(came)s"),
    "contester": marked("contester: expected R or B, got %(came)s"),
    "other-game": marked("expected a position of %(game)s, got %(came)s"),
    "over": marked("The game is over in this position: there is nothing to play on."),
}
DECKS = {
    "unnamed": marked("unknown deck %(came)s (expected its name)"),
    "unknown": marked("unknown deck %(came)s (there is %(known)s)"),
    "path": marked("a deck file is named by text or a path, got %(came)s"),
    "in-file": marked("deck file %(file)s: %(problem)s"),
    "not-utf8": marked("cannot read the deck file %(file)s: byte %(byte)s is not UTF-8"),
    "unreadable": marked("cannot read the deck file %(file)s: %(why)s"),
    "not-text": marked("a deck file is text, got %(came)s"),
    "name": marked("name: expected up to 40 of a-z, 0-9 and hyphens, got %(came)s"),
    "too-long": marked("expected a deck file of at most %(most)s characters, got %(came)s"),
    "not-toml": marked("not TOML: %(why)s"),
    "nested": marked("not TOML: too deeply nested"),
    "missing": marked("missing key %(key)s (a deck has %(known)s)"),
    "key": marked("unknown key %(came)s (a deck has %(known)s)"),
    "table": marked("%(key)s: expected a table with at least one entry, got %(came)s"),
    "point": marked("%(where)s: expected two numbers [x, y], got %(came)s"),
    "far": marked("%(where)s: expected numbers from -%(most)s to %(most)s, got %(came)s"),
    "spaces": marked("spaces: expected at most %(most)s, got %(came)s"),
    "space-name": marked("spaces: expected names of a letter a-z and a number 1-99, got %(came)s"),
    "same-place": marked("spaces: %(one)s and %(other)s lie on the same place, or too close to tell apart"),
    "hatch": marked("hatches: %(came)s is not among the spaces (%(known)s)"),
    "seaward": marked("hatches, %(name)s: expected the way to the sea, a vector longer than nothing, got [0, 0]"),
    "paths": marked("paths: expected a list of paths like 'c1-b2', got %(came)s"),
    "path-ends": marked("paths: expected two spaces joined by '-', got %(came)s"),
    "path-space": marked("paths, %(path)s: unknown space %(came)s (spaces: %(known)s)"),
    "path-loop": marked("paths, %(path)s: a path cannot lead from a space to itself"),
    "path-twice": marked("paths: %(path)s was there before as %(first)s"),
    "ports": marked("space %(space)s: expected three ports (three paths, or two and the sea), got paths: %(paths)s"),
    "ports-sea": marked(
        "space %(space)s: expected three ports (three paths, or two and the sea), got the sea and paths: %(paths)s"
    ),
    "apart": marked("paths: no way leads from %(one)s to %(other)s"),
    "cross": marked("the drawing: paths %(one)s and %(other)s cross"),
    "overlap": marked("the drawing: paths %(one)s and %(other)s lie on each other"),
    "rim": marked(
        "the drawing: hatch %(hatch)s: its way to the sea meets the path %(path)s; a hatch lies on the rim and "
        "its vector points off the deck"
    ),
}
