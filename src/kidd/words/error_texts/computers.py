"""What searches and the arena refuse."""

from kidd.words.language import marked

WHOLE = marked("%(name)s: expected a whole number from %(least)s to %(most)s, got %(came)s")

SEARCHES = {
    "limit": marked("%(name)s: expected a number above 0 and below a quadrillion, got %(came)s"),
    "whole-limit": marked("%(name)s: expected a whole number above 0 and below a quadrillion, got %(came)s"),
    "endless": marked("expected a limit of seconds, nodes or depth: without one the search would never end"),
    "whole": WHOLE,
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
    "own-player": marked("player: expected a name, a level or an object with act(match), got %(came)s"),
    "own-name": marked("name of a player: expected a line of at most %(most)s characters, got %(came)s"),
    "own-name-twice": marked("two players are called %(name)s: give each a name of its own"),
    "engine": marked(
        "expected engine:COMMAND, with a limit engine:seconds:S:COMMAND, or nodes:N or depth:N there, got %(came)s"
    ),
    "arena-two": marked("%(game)s: expected two players' names, got %(came)s"),
    "arena-three": marked(
        "%(game)s: expected two (one against two of the other) or three players' names, got %(came)s"
    ),
    "range": WHOLE,
    "cap": marked("cap: expected more than the %(moves)s random moves, got %(came)s"),
    "random-moves": marked("random_moves: %(moves)s random moves of %(game)s always decide the game"),
    "sprt": marked("sprt: expected two differences in Elo, the lower first, got %(low)s and %(high)s"),
    "sprt-kind": marked("sprt: expected an Sprt, such as Sprt(0, 30), got %(came)s"),
    "sprt-error": marked("sprt: expected a chance of error between 0 and 0.5 for %(name)s, got %(came)s"),
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
    "own-elsewhere": marked("%(names)s play only in the process that made them: leave out the executor"),
    "own-gone": marked("player %(name)s is an object of another process: give it again"),
    "cluster-needs": marked("a cluster needs %(module)s: install kidd[cluster]"),
    "no-cluster": marked("no cluster answers at %(address)s: %(why)s"),
    "cluster-gone": marked("the cluster is gone: %(why)s"),
}
ENGINES = {
    "no-start": marked("%(name)s cannot be started: %(why)s"),
    "gone": marked("%(name)s does not play on: %(why)s"),
    "deck": marked("%(name)s plays on the usual deck only, not on %(deck)s"),
}
