"""What the command line and the settings of the server refuse."""

from kidd.words.language import marked

OPTIONS = {
    "needs-web": marked("the table in the browser needs %(module)s: install kidd[web]"),
    "book-keeps": marked("a match from a log book keeps its options, players and file: give only --deck beside it"),
    "as-without-against": marked("--as is for play against computers: give --against, too"),
    "no-computer-seat": marked(
        "%(game)s is for %(seats)s players: with so many people no seat is left for a computer: %(people)s"
    ),
    "against-once": marked("expected --against once, got %(came)s"),
    "against-often": marked("expected --against once, or as often as there are computers (%(wanted)s), got %(came)s"),
    "as": marked("expected --as %(known)s or random, got %(came)s"),
    "no-such-option": marked("no such option: %(came)s"),
    "secret-file": marked("cannot keep a secret in %(file)s: %(why)s; set KIDD_DATA"),
    "data-folder": marked("cannot make the data folder %(folder)s: %(why)s; set KIDD_DATA"),
    "short-secret": marked("the secret in %(file)s is too short: delete the file, or set KIDD_SECRET_KEY"),
    "setting": marked("%(name)s: %(why)s"),
    "setting-log": marked("expected text or json"),
    "setting-level": marked("expected debug, info, warning or error"),
    "setting-secret": marked("expected at least %(least)s characters besides blanks around them"),
    "setting-address": marked("expected an address such as https://kidd.example.org"),
    "setting-path": marked(
        "the table needs a host or a port of its own: expected an address without a path, such as "
        "https://kidd.example.org"
    ),
    "port": marked("cannot listen on %(host)s port %(port)s: %(why)s"),
    "host": marked("cannot listen on %(host)s: %(why)s"),
}
