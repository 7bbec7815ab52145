"""What the table, its forms and its database refuse."""

from kidd.words.language import marked

NOT_YOURS = {
    "turn": marked("It is not your turn."),
    "crew": marked("%(crew)s is not yours to play."),
    "others": marked("Other people sit at this table: that is possible only against computers or at one device."),
    "looking-on": marked("This is not yours to play: you can look on."),
    "stranger": marked("You have to be known here before you can do that."),
    "seat": marked("That seat is not yours."),
    "seat-taken": marked("That seat is taken."),
    "analysis": marked("Only its players have a game analysed."),
}
LIMITS = {
    "name": marked("That name is too long: at most %(limit)s characters."),
    "act": marked("That is no move: it is too long."),
    "acts": marked("This game is full: after %(limit)s steps it can only be given up or drawn."),
    "steps": marked("A game in that log book is too long: at most %(limit)s steps."),
    "position": marked("That position is too long: at most %(limit)s characters."),
    "options": marked("Those options are too long: at most %(limit)s characters."),
    "book": marked("That log book is too long: at most %(limit)s characters."),
    "matches": marked("That log book holds too many games: at most %(limit)s."),
    "unfinished games": marked("You have %(limit)s unfinished games: please finish some of them first."),
    "thoughts": marked("The computers are busy: please try again in a moment."),
    "diagram acts": marked("That diagram has too many moves: at most %(limit)s."),
}
TABLES = {
    "no-such-game": marked("There is no such game."),
    "stale": marked("The game has moved on. This is how it stands now."),
    "conflict": marked("game %(game)s was changed by somebody else"),
}
OPTIONS = {
    "seats": marked("expected %(wanted)s seats, got %(came)s"),
    "no-person": marked("expected at least one person at the table"),
    "kind": marked("expected a person or a computer, got %(came)s"),
    "person": marked("expected the person who sits there, got %(came)s"),
    "owner": marked("expected the person who opens the game, got %(came)s"),
    "deck-name": marked("deck: expected the name of a deck"),
    "ply": marked("ply: expected 0 to %(most)s, got %(came)s"),
    "site-deck": marked("only the deck of the site is played here, got %(came)s"),
    "field": marked("there is no field %(came)s in this form"),
    "party": marked("There is no such game or option."),
    "colour": marked("There is no such game or option."),
    "tool": marked("expected a tool, %(known)s, got %(came)s"),
    "tool-colour": marked("%(game)s has no colour %(came)s"),
    "turn": marked("turn: expected one of %(known)s, got %(came)s"),
}
STORES = {
    "file-gone": marked("the database's file is gone, or is another one now"),
    "no-answer": marked("the database does not answer: %(why)s"),
    "closed": marked("the database is closed"),
    "crowded": marked("too many wait for the database"),
    "busy": marked("the database is busy"),
    "damaged": marked("game %(game)s cannot be read: %(why)s"),
    "damaged-events": marked("game %(game)s cannot be read: it has %(came)s events, not %(wanted)s"),
    "open": marked("cannot open the database %(address)s: %(why)s"),
    "address": marked("expected the address of a database such as %(example)s, got %(came)s"),
    "secret-address": marked("expected the address of a database such as %(example)s, got one that makes no sense"),
    "kind": marked("expected a database of SQLite or PostgreSQL, got %(came)s"),
    "in-memory": marked("expected a file, sqlite:///file: games kept in memory would be lost"),
    "file-name": marked("expected the name of a file, got %(came)s"),
    "home": marked("nobody has the home folder %(came)s"),
    "needs": marked("PostgreSQL needs psycopg: install kidd[postgres]"),
    "folder": marked("cannot make the folder %(folder)s: %(why)s"),
    "newer": marked("the database was made by a newer version of kidd: %(why)s"),
    "not-migrated": marked("the database cannot be brought up to date: %(why)s"),
    "other-server": marked("another server plays on %(file)s: stop that one, or give this one a database of its own"),
    "lock": marked("cannot lock the database %(file)s: %(why)s"),
}
