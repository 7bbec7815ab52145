"""What the command line and the settings of the server refuse."""

from kidd.words.language import marked
from kidd.words.texts import NO_SUCH_FLAG

OPTIONS = {
    "needs-web": marked("the table in the browser needs %(module)s: install kidd[web]"),
    "book-keeps": marked("a match from a logbook keeps its options, players and file: give only --deck beside it"),
    "as-without-against": marked("--as is for play against computers: give --against, too"),
    "no-computer-seat": marked(
        "%(game)s is for %(seats)s players: with so many people no seat is left for a computer: %(people)s"
    ),
    "against-once": marked("expected --against once, got %(came)s"),
    "against-often": marked("expected --against once, or as often as there are computers (%(wanted)s), got %(came)s"),
    "as": marked("expected --as %(known)s or random, got %(came)s"),
    "bridge-address": marked("expected the address of a server, such as https://kidd.example.org, got %(came)s"),
    "bridge-certificate": marked("the server cannot prove that it is the one: %(why)s"),
    "bridge-token": marked("the bot's token is missing: set KIDD_TOKEN, or give --token-file"),
    "bridge-command": marked("expected a command after --engine, such as 'kidd engine'"),
    "bridge-engine": marked("the engine cannot be started: %(why)s"),
    "bridge-refused": marked("the server refuses: %(why)s"),
    "deck-path": marked("%(problem)s; a deck of your own is given by its file, such as deck=mine.toml"),
    "no-such-option": NO_SUCH_FLAG,
    "secret-file": marked("cannot keep a secret in %(file)s: %(why)s; set KIDD_DATA"),
    "data-folder": marked("cannot make the data folder %(folder)s: %(why)s; set KIDD_DATA"),
    "short-secret": marked("the secret in %(file)s is too short: delete the file, or set KIDD_SECRET_KEY"),
    "open-secret": marked(
        "others on this machine may read the secret in %(file)s: take that from them (chmod 600); if somebody may have "
        "read it, delete the file: everybody will have to log in again"
    ),
    "public-address": marked(
        "%(host)s may let the world in: set %(missing)s first; for a home network give the address of this machine "
        "there, such as --host 192.168.1.20 (docs/serving.md)"
    ),
    "setting": marked("%(name)s: %(why)s"),
    "text-file": marked("cannot read the text in %(file)s: %(why)s"),
    "setting-cluster": marked("expected the address of a cluster's scheduler, such as tcp://host:8786"),
    "setting-log": marked("expected text or json"),
    "setting-signup": marked("expected open, invitation or closed"),
    "setting-level": marked("expected debug, info, warning or error"),
    "setting-security": marked("expected starttls, tls or none"),
    "setting-from": marked("expected an address such as Kidd <club@example.org>"),
    "setting-proxies": marked("expected addresses or networks such as 127.0.0.1, 10.0.0.0/8"),
    "setting-hosts": marked("expected names such as kidd.example.org, localhost"),
    "setting-secret": marked("expected at least %(least)s characters besides blanks around them"),
    "setting-address": marked("expected an address such as https://kidd.example.org"),
    "setting-path": marked(
        "the table needs a host or a port of its own: expected an address without a path, such as "
        "https://kidd.example.org"
    ),
    "port": marked("cannot listen on %(host)s port %(port)s: %(why)s"),
    "host": marked("cannot listen on %(host)s: %(why)s"),
}
