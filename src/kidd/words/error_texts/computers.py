"""What searches and the arena refuse."""

from kidd.words.language import marked

SEARCHES = {
    "limit": marked("%(name)s: expected a number above 0 and below a quadrillion, got %(came)s"),
    "whole-limit": marked("%(name)s: expected a whole number above 0 and below a quadrillion, got %(came)s"),
    "endless": marked("expected a limit of seconds, nodes or depth: without one the search would never end"),
    "whole": marked("%(name)s: expected a whole number from %(least)s up, got %(came)s"),
    "seed": marked("seed: expected a whole number, got %(came)s"),
    "memory": marked("memory: expected megabytes above 0, got %(came)s"),
    "no-memory": marked("memory: there is no room for %(came)s megabytes"),
    "history": marked("history: expected a list of positions, got %(came)s"),
    "history-position": marked("history: expected positions, got %(came)s"),
    "history-game": marked("history: expected positions of the same game and options, got %(came)s"),
    "over": marked("the game is over (%(end)s): there is nothing to search"),
    "roll-first": marked("roll the die first: play *1, *2 or *3"),
    "threads": marked("threads: expected 1 to %(most)s, got %(came)s"),
    "position": marked("expected a position, such as kidd.start('LC'), got %(came)s"),
    "stop": marked("stop: expected a threading.Event, got %(came)s"),
    "no-depth": marked("depth: Monte Carlo tree search has no depth to limit, give seconds or nodes"),
}
OPTIONS = {
    "arena-two": marked("%(game)s: expected two players' names, got %(came)s"),
    "arena-three": marked(
        "%(game)s: expected two (one against two of the other) or three players' names, got %(came)s"
    ),
    "range": marked("%(name)s: expected %(least)s to %(most)s, got %(came)s"),
    "cap": marked("cap: expected more than the %(moves)s random moves, got %(came)s"),
    "random-moves": marked("random_moves: %(moves)s random moves of %(game)s always decide the game"),
    "sprt": marked("sprt: expected two differences in Elo, the lower first, got %(low)s and %(high)s"),
}
ARENA = {
    "game-unwritable": marked("cannot write game %(number)s: %(why)s"),
    "folder": marked("cannot keep games in %(folder)s: %(why)s"),
    "no-manifest": marked("%(folder)s holds games but no %(file)s that says what they are"),
    "manifest": marked("%(file)s is not the description of a run"),
    "other-run": marked("%(folder)s holds another run: %(name)s %(there)s, not %(wanted)s"),
    "damaged": marked("%(file)s is damaged from line %(line)s on, with whole games after it"),
    "running": marked("another arena is running in %(folder)s"),
    "deaths": marked("workers die again and again, last over game %(number)s: giving up"),
    "needs": marked("player %(name)s needs %(module)s: install kidd[openspiel]"),
    "broke-rules": marked("game %(number)s: %(who)s broke the rules at %(position)s: %(problem)s"),
    "cluster-needs": marked("a cluster needs %(module)s: install kidd[cluster]"),
    "no-cluster": marked("no cluster answers at %(address)s: %(why)s"),
    "cluster-gone": marked("the cluster is gone: %(why)s"),
}
