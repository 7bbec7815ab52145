"""Checking dice on the site."""

import re

import pytest

import kidd
from kidd import dice
from kidd.match import Match
from tests.web.afloat import Server, Visitor
from tests.web.reading import alert, attribute, count_games

SEED = "5e" * 32
GAME = "abcdefghjkmn"


def rolled(*, seed: str = SEED, twisted: bool = False) -> Match:
    """A match of Quedah Merchant with the rolls of a seed, or with one that is not."""
    match = Match("QM")
    while len(match) < 20 and not match.result:
        if match.position.is_chance:
            face = dice.roll(seed, GAME, dice.ply_of(match))
            match.roll(face % 3 + 1 if twisted and len(match) > 9 else face)
        else:
            match.play(match.position.legal_moves()[0])
    match.headers = {"Id": GAME, "DiceHash": dice.commitment(SEED), "DiceSeed": SEED}
    return match


def exempted(first: int) -> Match:
    """A twisted match whose book claims that the first acts were played elsewhere."""
    match = rolled(twisted=True)
    match.headers["DiceFrom"] = str(first)
    return match


def without(header: str) -> Match:
    """A fair match whose book leaves out a header."""
    match = rolled()
    del match.headers[header]
    return match


@pytest.mark.parametrize(
    ("match", "fair", "words"),
    [
        (rolled(), "true", "The dice were fair"),
        (rolled(twisted=True), "false", "The seed gives other rolls"),
        (rolled(seed="66" * 32), "false", "The seed gives other rolls"),
        (exempted(20), "false", "There is nothing to check"),
        (exempted(21), "false", "are not written as they should be"),
        (without("DiceSeed"), "false", "The seed is still secret"),
        (without("DiceHash"), "false", "does not say where its dice come from"),
        (Match("LC"), "false", "There are no dice in this game"),
    ],
)
def test_a_pasted_book(server: Server, visitor: Visitor, match: Match, fair: str, words: str):
    """Fair dice are called fair, and others not; the book is not kept."""
    stored = count_games(server)
    answer = visitor.post("/dice", data={"text": kidd.write_logbook(match)}, headers={"accept": "text/html"})
    assert answer.status_code == 200
    assert attribute(answer.text, "data-fair") == fair
    assert words in answer.text
    assert count_games(server) == stored


def test_a_file(visitor: Visitor):
    """A log book is also checked from a file."""
    book = kidd.write_logbook([rolled(), Match("LC")])
    answer = visitor.post("/dice", files={"file": ("a.kidd", book.encode())}, headers={"accept": "text/html"})
    assert answer.text.count("data-fair") == 2


@pytest.mark.parametrize("text", ["", "rubbish", '[Game "QM"]\n\n1. *2 *\n'])
def test_what_is_no_book(visitor: Visitor, text: str):
    """A text that is no log book is refused with a sentence."""
    answer = visitor.post("/dice", data={"text": text}, headers={"accept": "text/html"})
    assert answer.status_code == 422
    assert alert(answer.text)
    for_programs = visitor.post("/dice", data={"text": text}, headers={"accept": "application/json"})
    assert for_programs.status_code == 422
    assert for_programs.json()["error"] == alert(answer.text)


def test_the_dice_of_a_game(visitor: Visitor):
    """While a game runs its seed is secret; when it is over the page proves every roll."""
    page = visitor.opens(game="QM")
    running = visitor.get(f"{page}/dice")
    hashed = re.search(r"\b[0-9a-f]{64}\b", running.text)
    assert hashed
    assert f"Dice: hash {hashed[0]}" in visitor.get(page).text
    assert "The seed is still secret" in running.text
    assert "Seed, published" not in running.text
    for ply, act in ((0, "@c1"), (1, "@c9"), (3, "resign")):
        assert visitor.plays(page, ply, act).status_code == 200
    over = visitor.get(f"{page}/dice")
    assert attribute(over.text, "data-fair") == "true"
    assert "Seed, published" in over.text


def test_the_dice_of_no_game(visitor: Visitor):
    """A game that there is not has no dice."""
    assert visitor.get("/games/nosuchgame22/dice").status_code == 404
    assert visitor.get("/dice").status_code == 200
