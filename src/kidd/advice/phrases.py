"""The words for events, scores and marks in English, German and French: three tables with the same keys.

The templates are filled with colours (by, to), spaces (spaces, either, first, second, exits), rolls, a number, one's
own tokens and a move (reply). A deed's subject is the mover, an effect's is "this"; all others are whole sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Language(NamedTuple):
    """What a language needs to tell of a line."""

    colours: Mapping[str, str]
    both: str
    either: str
    this: str
    then: str
    later: str
    roll: str
    any_roll: str
    own_tokens: tuple[str, str]
    phrases: Mapping[str, str]
    marks: Mapping[str, str]
    many: Mapping[str, str]  # marks of several moves, where they are called otherwise than one
    search: str
    wins: str
    loses: str
    given_away: str


ENGLISH = Language(
    colours={"R": "red", "B": "blue", "G": "gold"},
    both=" and ",
    either=" or ",
    this="This",
    then="Then {move}: {sentence}",
    later="Later {move}: {sentence}",
    roll="a {}",
    any_roll="any roll",
    own_tokens=("token", "tokens"),
    phrases={
        "rolls": "rolls a {number}",
        "passes": "passes",
        "moves": "moves from {first} to {second}",
        "enters": "enters on {first}",
        "captures": "captures {to} on {spaces}",
        "seizes": "takes {to} on {first} captive",
        "frees": "frees its own captive, which steps on to {second}",
        "tops": "takes {to} on {first} into a tower of {number}",
        "loses": "loses its own {tokens} on {spaces}",
        "reinforces": "brings in a new token on {first}",
        "eliminates": "puts {to} out of the game",
        "closes-in": "threatens {to} on {spaces} (only {exits} is still open)",
        "threatens": "threatens {to} on {spaces}",
        "threatens-on": "threatens {to} on {spaces} with {rolls}",
        "may-free": "may soon free {by} on {spaces} with {rolls}",
        "saves": "brings {by} on {spaces} to safety",
        "corners": "leaves {to} on {spaces} no way out but {exits}",
        "blocks": "leaves {to} stuck with {rolls}",
        "blocks-all": "leaves {to} stuck whatever the die shows",
        "hems-in": "leaves {to} only {number} moves",
        "walks-in": "But it walks into a surround: {by} can close {exits} and capture {to} on {spaces}.",
        "exposes": "But {by} can now take {to} on {either}.",
        "exposes-on": "But {by} can now take {to} on {either} with {rolls}.",
        "leaves": "{by} can still take {to} on {either}.",
        "leaves-on": "{by} can still take {to} on {either} with {rolls}.",
        "forced": "{by} has only one move, {reply}.",
        "must-pass": "{by} cannot move and must pass.",
        "picks": "The colour picked is {by}.",
        "immobile": "{to} can neither move nor enter: {by} wins.",
        "not-proven": "The contest has run out of turns: {by} wins.",
        "seven-captured": "Seven tokens are captives, and {by} holds more of them: {by} wins.",
        "blocked": "{to} cannot use the roll: {by} wins.",
        "all-captured": "{by} leads everything on the deck and wins.",
        "no-one-can-move": "Nobody can move: a draw.",
        "even": "The game is even.",
        "behind": "{by} has fallen behind the two others.",
        "better": "{by} stands a little better.",
        "much-better": "{by} stands much better.",
        "winning": "{by} is close to winning.",
        "wins-now": "{by} wins at once.",
        "wins-in": "{by} wins by force, within {number} moves all told.",
        "wins-in-rolls": "{by} wins by force, within {number} moves and rolls all told.",
        "better-was": "Better was {reply}.",
        "win-gone": "{by} had a certain win and lets it slip.",
        "lost-now": "Now {by} wins by force.",
    },
    marks={
        "best": "best",
        "fine": "fine",
        "inaccuracy": "inaccuracy",
        "mistake": "mistake",
        "blunder": "blunder",
        "forced": "forced",
    },
    many={"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"},
    search="depth {depth}, {nodes:,} nodes in {seconds:.2f} s ({speed:,.0f} a second)",
    wins="wins in {}",
    loses="loses in {}",
    given_away="{:.3f} given away on average",
)

GERMAN = Language(
    colours={"R": "Rot", "B": "Blau", "G": "Gold"},
    both=" und ",
    either=" oder ",
    this="Das",
    then="Dann {move}: {sentence}",
    later="Später {move}: {sentence}",
    roll="einer {}",
    any_roll="jedem Wurf",
    own_tokens=("den eigenen Stein", "die eigenen Steine"),
    phrases={
        "rolls": "würfelt eine {number}",
        "passes": "passt",
        "moves": "zieht von {first} nach {second}",
        "enters": "setzt auf {first} ein",
        "captures": "schlägt {to} auf {spaces}",
        "seizes": "nimmt {to} auf {first} gefangen",
        "frees": "befreit den eigenen Gefangenen, der nach {second} weiterzieht",
        "tops": "schlägt {to} auf {first} und bildet einen Turm aus {number} Steinen",
        "loses": "verliert {tokens} auf {spaces}",
        "reinforces": "bringt auf {first} einen neuen Stein ins Spiel",
        "eliminates": "wirft {to} aus dem Spiel",
        "closes-in": "bedroht {to} auf {spaces} (nur noch {exits} ist offen)",
        "threatens": "bedroht {to} auf {spaces}",
        "threatens-on": "bedroht {to} auf {spaces} mit {rolls}",
        "may-free": "könnte {by} auf {spaces} mit {rolls} bald befreien",
        "saves": "bringt {by} auf {spaces} in Sicherheit",
        "corners": "lässt {to} auf {spaces} nur noch {exits} als Ausweg",
        "blocks": "lässt {to} mit {rolls} feststecken",
        "blocks-all": "lässt {to} mit jedem Wurf feststecken",
        "hems-in": "lässt {to} nur {number} Züge",
        "walks-in": "Aber das führt in die Umzingelung: {by} kann {exits} besetzen und {to} auf {spaces} schlagen.",
        "exposes": "Aber {by} kann nun {to} auf {either} schlagen.",
        "exposes-on": "Aber {by} kann nun {to} auf {either} mit {rolls} schlagen.",
        "leaves": "{by} kann {to} auf {either} weiterhin schlagen.",
        "leaves-on": "{by} kann {to} auf {either} weiterhin mit {rolls} schlagen.",
        "forced": "{by} hat nur einen Zug, {reply}.",
        "must-pass": "{by} kann nicht ziehen und muss passen.",
        "picks": "Gewählt wird {by}.",
        "immobile": "{to} kann weder ziehen noch einsetzen: {by} gewinnt.",
        "not-proven": "Die Frist ist abgelaufen: {by} gewinnt.",
        "seven-captured": "Sieben Steine sind gefangen, und {by} hält mehr davon: {by} gewinnt.",
        "blocked": "{to} kann mit dem Wurf nicht ziehen: {by} gewinnt.",
        "all-captured": "{by} führt alle Türme an Deck an und gewinnt.",
        "no-one-can-move": "Niemand kann ziehen: unentschieden.",
        "even": "Die Partie ist ausgeglichen.",
        "behind": "{by} ist hinter die beiden anderen zurückgefallen.",
        "better": "{by} steht etwas besser.",
        "much-better": "{by} steht viel besser.",
        "winning": "{by} steht kurz vor dem Sieg.",
        "wins-now": "{by} gewinnt sofort.",
        "wins-in": "{by} gewinnt sicher, nach insgesamt höchstens {number} Zügen.",
        "wins-in-rolls": "{by} gewinnt sicher, nach insgesamt höchstens {number} Zügen und Würfen.",
        "better-was": "Besser war {reply}.",
        "win-gone": "{by} hatte den sicheren Sieg und gibt ihn aus der Hand.",
        "lost-now": "Nun gewinnt {by} sicher.",
    },
    marks={
        "best": "bester Zug",
        "fine": "gut",
        "inaccuracy": "Ungenauigkeit",
        "mistake": "Fehler",
        "blunder": "grober Fehler",
        "forced": "erzwungen",
    },
    many={"best": "beste Züge", "inaccuracy": "Ungenauigkeiten", "blunder": "grobe Fehler"},
    search="Tiefe {depth}, {nodes:,} Stellungen in {seconds:.2f} s ({speed:,.0f} je Sekunde)",
    wins="gewinnt in {}",
    loses="verliert in {}",
    given_away="im Schnitt {:.3f} verschenkt",
)

FRENCH = Language(
    colours={"R": "Rouge", "B": "Bleu", "G": "Doré"},
    both=" et ",
    either=" ou ",
    this="Cela",
    then="Puis {move}\N{NO-BREAK SPACE}: {sentence}",
    later="Plus tard {move}\N{NO-BREAK SPACE}: {sentence}",
    roll="un {}",
    any_roll="n'importe quel jet",
    own_tokens=("son propre jeton", "ses propres jetons"),
    phrases={
        "rolls": "lance un {number}",
        "passes": "passe",
        "moves": "va de {first} à {second}",
        "enters": "entre en {first}",
        "captures": "capture {to} en {spaces}",
        "seizes": "fait {to} prisonnier en {first}",
        "frees": "libère son propre prisonnier, qui avance en {second}",
        "tops": "prend {to} en {first} et forme une tour de {number}",
        "loses": "perd {tokens} en {spaces}",
        "reinforces": "fait entrer un nouveau jeton en {first}",
        "eliminates": "élimine {to}",
        "closes-in": "menace {to} en {spaces} (seul {exits} reste ouvert)",
        "threatens": "menace {to} en {spaces}",
        "threatens-on": "menace {to} en {spaces} avec {rolls}",
        "may-free": "pourrait bientôt libérer {by} en {spaces} avec {rolls}",
        "saves": "met {by} en {spaces} à l'abri",
        "corners": "ne laisse à {to} en {spaces} que {exits} comme issue",
        "blocks": "laisse {to} bloqué avec {rolls}",
        "blocks-all": "laisse {to} bloqué quel que soit le jet",
        "hems-in": "ne laisse à {to} que {number} coups",
        "walks-in": "Mais c'est se jeter dans l'encerclement\N{NO-BREAK SPACE}: {by} peut fermer {exits} et capturer "
        "{to} en {spaces}.",
        "exposes": "Mais {by} peut maintenant prendre {to} en {either}.",
        "exposes-on": "Mais {by} peut maintenant prendre {to} en {either} avec {rolls}.",
        "leaves": "{by} peut toujours prendre {to} en {either}.",
        "leaves-on": "{by} peut toujours prendre {to} en {either} avec {rolls}.",
        "forced": "{by} n'a qu'un seul coup, {reply}.",
        "must-pass": "{by} ne peut pas jouer et doit passer.",
        "picks": "La couleur choisie est {by}.",
        "immobile": "{to} ne peut ni bouger ni entrer\N{NO-BREAK SPACE}: {by} gagne.",
        "not-proven": "Le délai de la contestation est écoulé\N{NO-BREAK SPACE}: {by} gagne.",
        "seven-captured": "Sept jetons sont prisonniers, et {by} en tient le plus\N{NO-BREAK SPACE}: {by} gagne.",
        "blocked": "{to} ne peut pas jouer ce jet\N{NO-BREAK SPACE}: {by} gagne.",
        "all-captured": "{by} mène toutes les tours sur le pont et gagne.",
        "no-one-can-move": "Personne ne peut jouer\N{NO-BREAK SPACE}: partie nulle.",
        "even": "La partie est équilibrée.",
        "behind": "{by} est distancé par les deux autres.",
        "better": "{by} est un peu mieux.",
        "much-better": "{by} est nettement mieux.",
        "winning": "{by} est près de gagner.",
        "wins-now": "{by} gagne tout de suite.",
        "wins-in": "{by} gagne à coup sûr, en {number} coups au plus, tous camps confondus.",
        "wins-in-rolls": "{by} gagne à coup sûr, en {number} coups et jets au plus, tous camps confondus.",
        "better-was": "Mieux valait {reply}.",
        "win-gone": "{by} tenait une victoire certaine et la laisse échapper.",
        "lost-now": "Maintenant, {by} gagne à coup sûr.",
    },
    marks={
        "best": "meilleur coup",
        "fine": "bon coup",
        "inaccuracy": "imprécision",
        "mistake": "erreur",
        "blunder": "gaffe",
        "forced": "forcé",
    },
    many={
        "best": "meilleurs coups",
        "fine": "bons coups",
        "inaccuracy": "imprécisions",
        "mistake": "erreurs",
        "blunder": "gaffes",
        "forced": "forcés",
    },
    search="profondeur {depth}, {nodes:,} positions en {seconds:.2f} s ({speed:,.0f} par seconde)",
    wins="gagne en {}",
    loses="perd en {}",
    given_away="{:.3f} perdu en moyenne",
)

LANGUAGES: Mapping[str, Language] = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH}
