"""The terminal in German and French."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

import kidd
from kidd.errors import KiddError
from kidd.terminal.commands import app
from kidd.words.language import of_the_system, tongue
from kidd.words.play.dice import PROBLEMS
from kidd.words.terminal.commands import usage
from tests.shell import line_of, run, run_here
from tests.test_dice import played, tampered

ENGLISH_WORDS = re.compile(r"\b(the|is|to|draw|move|moves|your|red|blue|hand|back|hatch|of|with|and)\b")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "de_DE", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": ""}, "de"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
    ],
)
def test_the_language_of_the_system(environment: dict[str, str], language: str):
    """LC_ALL beats LC_MESSAGES, which beats LANG; one that nobody speaks here is English."""
    assert of_the_system(environment) == language


SITTINGS = {
    "de": (
        "Loyal Captain. Mit help gibt es Hilfe.",
        "> Rot   7 im Vorrat",
        "Rot (Anne) ist am Zug: Stein einsetzen.",
        "'bad' ist kein Zug.",
        "c1-c9: Auf c1 steht Rot, und Blau ist am Zug",
        "Blau (Bo) bietet Unentschieden an: draw! nimmt an, draw. lehnt ab.",
        "Unentschieden. So wurde es vereinbart.",
        "vorbei> ",
        "gesichert in x.kidd",
    ),
    "fr": (
        "Loyal Captain. Tapez help pour de l’aide.",
        "> Rouge 7 en réserve",
        "À Rouge (Anne) de faire entrer un jeton.",
        "'bad' n’est pas un coup.",
        "c1 est occupée par Rouge, et c’est à Bleu de jouer",
        "Bleu (Bo) propose la nulle\u00a0: draw! accepte, draw. refuse.",
        "Partie nulle. D’un commun accord.",
        "fini> ",
        "sauvé dans x.kidd",
    ),
}


@pytest.mark.parametrize("language", SITTINGS)
def test_a_whole_game(language: str, tmp_path: Path):
    """Greeting, deck, turns, a move that is none, one that is refused, an offer, its end and where it is kept."""
    typed = "@c1\nbad\nc1-c9\nB:draw?\ndraw!\nquit\n"
    words = "play", "LC", "-p", "Anne", "-p", "Bo", "--save", "x.kidd"
    done = run("--language", language, *words, typed=typed, where=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    for said in SITTINGS[language]:
        assert said in done.stdout
    assert not ENGLISH_WORDS.search(re.sub(r"draw[!.]", "", done.stdout))


@pytest.mark.parametrize(
    ("language", "greeting", "told"),
    [
        (
            "de",
            "Du spielst Rot gegen Blau (Stufe 1, Schiffsjunge).",
            r"Blau \(Stufe 1, Schiffsjunge\) setzt auf \w\d ein\.",
        ),
        ("fr", "Vous jouez Rouge contre Bleu (niveau 1, Mousse).", r"Bleu \(niveau 1, Mousse\) entre en \w\d\."),
    ],
)
def test_against_a_computer(language: str, greeting: str, told: str, tmp_path: Path):
    """It goes by its rank in the language, and what it does is told; the log book has the name it always has."""
    words = "play", "LC", "--against", "1", "--save", "x.kidd", "--language", language
    done = run(*words, typed="@c1\nquit\n", where=tmp_path)
    assert greeting in done.stdout
    assert re.search(told, done.stdout)
    assert kidd.read_logbook(tmp_path / "x.kidd")[0].players == ("", "level 1, Ship's boy")


@pytest.mark.parametrize(
    ("words", "german", "french"),
    [
        (("moves", "LC", "--nonsense"), "keine solche Option", "pas de telle option"),
        (("nonsense",), "einen solchen Befehl gibt es nicht: nonsense", "il n’y a pas de telle commande"),
        (("moves",), "es fehlt: POSITION", "il manque : POSITION"),
        (("moves", "LC", "--option"), "braucht einen Wert", "demande une valeur"),
        (("bench", "a"), "mehr, als der Befehl nimmt", "plus que la commande n’en prend"),
        (("moves", "XX"), "Es gibt kein Spiel 'XX'.", "Il n’y a pas de jeu 'XX'."),
        (("perft", "LC", "x"), "erwartet wird eine Tiefe", "on attend une profondeur"),
        (("replay", "none.kidd"), "das Logbuch 'none.kidd' ist nicht lesbar", "impossible de lire le journal"),
        (("play", "LC", "--as", "red"), "--as ist für Partien gegen Computer", "--as sert contre les ordinateurs"),
        (("arena", "LC", "1"), "die Namen von zwei Spielern", "les noms de deux joueurs"),
        (
            ("analyse", "LC", "--seconds", "-1"),
            "seconds: erwartet wird eine Zahl über 0",
            "on attend un nombre supérieur",
        ),
        (
            ("analyse", "LC", "--nodes", "1e5"),
            "--nodes: erwartet wird eine ganze Zahl, nicht '1e5'",
            "--nodes : on attend un nombre entier, pas '1e5'",
        ),
        (("analyse", "LC", "--lines", "1" + "0" * 20), "von 1 bis 999999999999999", "de 1 à 999999999999999"),
        (("problems", "list", "LC", "--grade", "9"), "--grade: erwartet wird höchstens 5", "on attend au plus 5"),
        (("problems", "list", "LC", "--sums=3"), "--sums nimmt keinen Wert", "--sums ne prend pas de valeur"),
        (("problems", "list", "XX"), "Aufgaben gibt es zu LC, QM, MG2, MG3.", "des problèmes de LC, QM, MG2, MG3."),
        (("arena", "LC", "1", "2", "--sprt", "1"), "--sprt braucht 2 Werte", "--sprt demande 2 valeurs"),
        (("arena", "LC", "1", "2", "--jobs", "0"), "--jobs: erwartet wird mindestens 1", "on attend au moins 1"),
        (("moves", "LC", "-o", "deck=mine"), "durch seine Datei", "par son fichier"),
    ],
)
def test_refusals(words: tuple[str, ...], german: str, french: str, tmp_path: Path):
    """A wrong command line, wrong options and files: one line in the language, by option or by environment."""
    for language, said in (("de", german), ("fr", french)):
        for done in (
            run_here(*words, "--language", language, where=tmp_path),
            run_here(*words, where=tmp_path, LC_ALL=f"{language}_XX.UTF-8"),
        ):
            assert said in line_of(done)


def every_option(command: Any) -> list[tuple[Any, str]]:
    """Each option of a command and of those below it, by its longest name."""
    found = [(command, max(one.opts, key=len)) for one in command.params if one.param_type_name == "option"]
    for below in getattr(command, "commands", {}).values():
        found += every_option(below)
    return found


def test_every_option_is_refused_in_the_language():
    """Whatever an option does not take, the reason is whole in German: no library says any of it in English."""
    refused, german = set(), tongue("de")
    click_exception: Any = typer.BadParameter.__mro__[2]  # of a click that some versions of typer hide
    for command, option in every_option(typer.main.get_command(app)):
        for given in ([option, "x"], [option, "x", "y"], [option, "-7"], [option], [f"{option}=x"]):
            try:
                command.make_context("kidd", given)
            except (KiddError, typer.Exit):
                continue
            except click_exception as error:
                said = usage(error, german)
                assert not re.search(r"(?i)\b(input|should|invalid|valid|value|option '|requires|takes?)\b", said), said
                refused.add((command.name, option))
    assert len(refused) > 40


def test_a_language_that_there_is_not():
    """It is refused, and those that there are are named."""
    done = run("-l", "tlh", "moves", "LC")
    assert (done.returncode, done.stderr) == (2, "kidd: unknown language 'tlh' (there is en, de, fr)\n")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", ("Tiefe ", "Rot setzt auf", "Die Partie ist ausgeglichen.")),
        ("fr", ("profondeur ", "Rouge entre en", "La partie est équilibrée.")),
    ],
)
def test_advice(language: str, said: tuple[str, ...], tmp_path: Path):
    """`analyse` says everything in the language, after the command or before it."""
    for words in (
        ("analyse", "LC", "--nodes", "300", "-l", language),
        ("-l", language, "analyse", "LC", "--nodes", "300"),
    ):
        done = run(*words, where=tmp_path)
        assert done.stdout.startswith(said[0])
        assert all(each in done.stdout for each in said)


@pytest.mark.parametrize(("language", "fair"), [("de", "5 Würfe wurden geprüft."), ("fr", "5 jets ont été vérifiés.")])
def test_dice(language: str, fair: str, tmp_path: Path):
    """`dice` judges in the language."""
    kidd.write_logbook([played(), kidd.Match("LC"), tampered(played(), 4)], tmp_path / "book.kidd")
    done = run("dice", "book.kidd", "--language", language, where=tmp_path)
    assert done.returncode == 1
    assert fair in done.stdout
    assert tongue(language)("There are no dice in this game.") in done.stdout
    assert tongue(language)(PROBLEMS["wrong-rolls"]) in done.stdout


def test_every_language_needs_nothing_but_the_standard_library():
    """German and French are there without Babel and without the command's extras."""
    code = "import sys; sys.modules.update(babel=None, typer=None); import kidd; "
    code += "[print(ascii(kidd.explain(kidd.start('LC'), ['@c1'], language=one))) for one in ('en', 'de', 'fr')]"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    expected = [ascii(kidd.explain(kidd.start("LC"), ["@c1"], language=one)) for one in ("en", "de", "fr")]
    assert done.stdout.splitlines() == expected
    assert len(set(expected)) == 3


@pytest.mark.parametrize(
    ("language", "said"), [("de", "Zeichnet das Deck als Text."), ("fr", "Dessine le pont en texte.")]
)
def test_help(language: str, said: str):
    """What each command is for, and under the same names."""
    whole = run("--help", "--language", language).stdout
    assert said in whole
    assert "-h" in whole
    assert "--seconds" in run("analyse", "-h", "--language", language).stdout
