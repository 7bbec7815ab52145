from __future__ import annotations

from random import Random

import pytest

import kidd
from kidd.advice.annotate import Note
from kidd.advice.event import KEYS
from kidd.advice.judge import MARKS
from kidd.search.answer import Line, Score
from kidd.search.hint import Hint
from kidd.words.event_sentences import list_both
from kidd.words.language import LANGUAGES, number, tongue
from kidd.words.study import advice_texts
from kidd.words.study.advice import explain, replay, sentences, sequel, verdict
from kidd.words.study.advice_texts import PHRASES
from kidd.words.study.hints import advice
from kidd.words.study.notes import fault_words, note_words

THREAT = "LC Bc1~,Rb2a3,Rc4b5,Ba7~ R R5B5 -"


class TestTables:
    """What there are words for; that they are said in German and French, with the same details, the catalogs show."""

    def test_every_key_has_words(self):
        """There is a phrase for every event, and a name for every mark and colour."""
        assert set(KEYS) <= PHRASES.keys()
        assert tuple(advice_texts.MARKS) == tuple(advice_texts.COUNTED_MARKS) == MARKS
        assert "".join(advice_texts.COLOURS) == "RBG"

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_marks_are_counted(self, language: str):
        """One of a mark is called as the mark is."""
        _ = tongue(language)
        for mark, name in advice_texts.MARKS.items():
            assert _.ngettext(*advice_texts.COUNTED_MARKS[mark], 1) == f"1 {_(name)}"

    def test_an_unknown_language_is_refused(self):
        """The message names those there are."""
        with pytest.raises(kidd.OptionError, match=r"unknown language 'nl' \(there is en, de, fr\)"):
            explain(kidd.start("LC"), ["@c1"], language="nl")


@pytest.mark.parametrize(
    ("language", "small", "large"),
    [("en", "+0.73", "20,000"), ("de", "+0,73", "20.000"), ("fr", "+0,73", "20\N{NARROW NO-BREAK SPACE}000")],
)
def test_numbers_are_written_as_the_language_does(language: str, small: str, large: str):
    """Decimals and thousands have their own signs, a minus is no hyphen, and nothing has none."""
    assert number(0.7314, 2, language, signed=True) == small
    assert number(20000, 0, language) == large
    assert number(-0.001, 1, language).strip("0.,") == ""
    assert number(-0.7314, 2, language, signed=True) == small.replace("+", "\N{MINUS SIGN}")


class TestExplain:
    """A line in a few sentences."""

    @pytest.mark.parametrize(
        ("language", "move", "threat", "capture"),
        [
            (
                "en",
                "Red moves from c4 to c3.",
                "This threatens blue on c1 (only d2 is still open).",
                "Later c3-d2: Red captures blue on c1.",
            ),
            (
                "de",
                "Rot zieht von c4 nach c3.",
                "Das bedroht Blau auf c1 (nur noch d2 ist offen).",
                "Später c3-d2: Rot schlägt Blau auf c1.",
            ),
            (
                "fr",
                "Rouge va de c4 à c3.",
                "Cela menace Bleu en c1 (seul d2 reste ouvert).",
                "Plus tard c3-d2\N{NO-BREAK SPACE}: Rouge capture Bleu en c1.",
            ),
        ],
    )
    def test_a_line(self, language: str, move: str, threat: str, capture: str):
        """The first move is told in full; of the others only what they take."""
        said = explain(kidd.parse(THREAT), ["c4-c3", "@e3", "c3-d2"], language=language)
        assert said == f"{move} {threat} {capture}"

    def test_a_surround(self):
        """Walking into a surround is said so, and then what the next move does to it."""
        assert sentences(kidd.parse("LC Bb2a3,Bc3c4,Ra7~ R R6B5 -"), ["@c1", "c3-d2"]) == [
            "Red enters on c1.",
            "But it walks into a surround: blue can close d2 and capture red on c1.",
            "Then c3-d2: Blue captures red on c1.",
        ]

    def test_a_rescue(self):
        """QM4: a capture that frees is one sentence, with the rolls of what it threatens."""
        assert explain(kidd.parse("QM Ra5a7,BRb5a5,Bc6d5 R R5B5 1"), ["a5-b5>c4"]) == (
            "Red moves from a5 to b5, takes blue on b5 captive and lets its own captive escape to c4. "
            "This threatens blue on c6 with a 2."
        )

    def test_the_end_is_always_told(self):
        """A line that ends the game says how; a proven win that goes on beyond the line says how far."""
        pos = kidd.parse("LC Rb2c3,Rc3d2,Ra5b5,Bd5c4,Re5e3,Bc6b5,Ba7a5,Bc7d8,Bb8c9,Bc9d8 R R0B0 -")
        win = Line(kidd.analyse(pos, nodes=100).lines[0].moves, Score((1.0, -1.0), 1, "R"))
        assert explain(pos, win).endswith("Blue can neither move nor enter: red wins.")
        far = Line(kidd.parse(THREAT).legal_moves()[:1], Score((-1.0, 1.0), 8, "B"))
        assert explain(kidd.parse(THREAT), far).endswith("Blue wins by force, in 4 turns of its own.")

    def test_an_illegal_line_is_refused(self):
        """Words are made only of what the rules allow."""
        with pytest.raises(kidd.IllegalMove):
            explain(kidd.start("LC"), ["@c1", "@c1"])

    @pytest.mark.parametrize("code", ["LC", "QM", "MG2", "MG3"])
    def test_any_line_can_be_told(self, code: str):
        """In every language each sentence of a random line is whole: a capital first, a full stop last, no gap."""
        random = Random(3)
        pos = kidd.start(code)
        for _ in range(50):
            if pos.result:
                break
            move = random.choice(pos.legal_moves())
            for language in LANGUAGES:
                for said in sentences(pos, [move], language=language):
                    assert said[0].isupper(), said
                    assert said[-1] == ".", said
                    assert "  " not in said, said
                    assert "%(" not in said, said
            pos = pos.play(move)


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ((0.1, -0.1), "The game is even."),
        ((-0.3, 0.3), "Blue stands a little better: 65%."),
        ((0.6, -0.6), "Red stands much better: 80%."),
        ((0.95, -0.95), "Red is close to winning: 98%."),
        ((-0.6, -0.7, 0.3), "Gold stands a little better: 65%."),
    ],
)
def test_verdicts(expected: tuple[float, ...], said: str):
    """A score in one sentence says who leads, and by how much over the next."""
    pos = kidd.start("MG3" if len(expected) == 3 else "LC")
    assert verdict(Score(expected), pos) == said


def test_lists():
    """Commas, and a word before the last."""
    assert [list_both(words, tongue("en")) for words in ([], ["a1"], ["a1", "b2"], ["a1", "b2", "c3"])] == [
        "",
        "a1",
        "a1 and b2",
        "a1, b2 and c3",
    ]


def test_one_of_three_may_be_behind():
    """Nobody leads, but who is far behind the two others is named instead of calling the game even."""
    pos = kidd.start("MG3")
    assert "behind" in verdict(Score((-0.08, -0.71, -0.14)), pos)
    assert "even" in verdict(Score((-0.3, -0.35, -0.3)), pos)


def test_no_token_is_saved_that_the_line_loses():
    """What a first move saves is said only of tokens that are still there at the end of the line."""
    pos = kidd.parse("LC Bd5c4,Re5d5,Be7e5,Bb8a7,Rd8e7,Bc9~ R R0B0 -")
    line = ["d8-c7", "e7-d8", "e5-e7", "d5-c6"]
    assert "brings red on c7 to safety" in explain(pos, line[:3])
    said = explain(pos, line)
    assert "safety" not in said
    assert "Later d5-c6: Blue captures red on c7." in said


def test_what_speaks_against_a_move():
    """Of what follows a weak move nothing is told that its crew wins."""
    moves, _ = replay(kidd.parse("LC Bc1~,Rb2a3,Re3~,Bc9~ B R0B0 -"), ["c9-b8", "e3-d2"]), tongue("en")
    assert sequel(moves, _, blamed="B") == sequel(moves, _) == ["Then e3-d2: Red captures blue on c1."]
    assert sequel(moves, _, blamed="R") == []


@pytest.mark.parametrize(
    ("language", "said", "out"),
    [
        (
            "de",
            "Rot zieht von a5 nach b5, fängt Blau auf b5 und bildet einen Turm aus 2 Steinen.",
            "Rot zieht von a5 nach b5, fängt Blau auf b5, bildet einen Turm aus 2 Steinen und wirft Blau aus dem ",
        ),
        (
            "fr",
            "Rouge va de a5 à b5, capture Bleu en b5 et forme une pile de 2.",
            "Rouge va de a5 à b5, capture Bleu en b5, forme une pile de 2 et élimine Bleu.",
        ),
    ],
)
def test_only_the_last_phrase_has_an_and(language: str, said: str, out: str):
    """What are two phrases in a language are listed as two, so that none follows another "and"."""
    two = kidd.parse("MG2 Ra5a3,Bb5a5,Bc9~ R R0B0 -")
    three = kidd.parse("MG3 Ra5a3,Bb5a5,Gc9~ R R0B0G0 -")
    assert kidd.explain(two, ["a5-b5"], language=language).startswith(said)
    assert kidd.explain(three, ["a5-b5"], language=language).startswith(out)


def test_the_chance_that_is_left_is_told_once():
    """Where a page tells of it in any case, it is no fault; a danger is one."""
    pos, _ = kidd.start("LC"), tongue("en")
    best, weak = (
        Line((kidd.move_lookup.find(pos, text),), Score((half, -half))) for text, half in (("@c1", 0.4), ("@a3", -0.6))
    )
    assert fault_words(pos, weak, best, _) == ["The chances of red are now 20%."]
    assert fault_words(pos, weak, best, _, chance=False) == []


LOSING = "LC Bc1~,Rb2c1,Ba3~,Rc3d2,Ba5a3,Bb5c4,Re5e3,Rc6c7,Bb8a7,Rd8e7,Bc9b8 B R2B1 -"


def losing_line() -> Line:
    """The best that blue can do there, which costs a token all the same."""
    moves = replay(
        kidd.parse(LOSING), ["a5-a7", "d8-c7", "@e3", "c3-c4", "c9-d8", "@c9", "d8-e7", "b2-c3", "e3-d2", "c9-d8"]
    )
    return Line(tuple(move for _, move, _ in moves), Score((0.8, -0.8)))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Blue moves from a5 to a7. This is still the best there is. Even then c9-d8: Red captures blue on e7."),
        (
            "de",
            "Blau zieht von a5 nach a7. Das ist noch das Beste, was geht. Auch dann c9-d8: Rot schlägt Blau auf e7.",
        ),
        ("fr", "Bleu va de a5 à a7. Cela reste le meilleur choix. Même alors, c9-d8 : Rouge capture Bleu en e7."),
    ],
)
def test_what_a_hint_costs_is_no_reason_for_it(language: str, said: str):
    """Where the best move loses something as well, the hint says so before it tells what."""
    told = advice(kidd.Match(LOSING), Hint("a5-a7", losing_line()), tongue(language))
    assert told.replace("\N{NO-BREAK SPACE}", " ").startswith(said)


def test_what_the_better_move_costs_is_no_gain():
    """Of a report, too; what its own crew takes there is one."""
    best = losing_line()
    match = kidd.Match(LOSING)
    match.play("@e7")
    played = Line((match.move(0),), Score((1.0, -1.0)))
    told = note_words(match, Note(0, "B", match.move(0), "blunder", 0.2, played, best), tongue("en"))
    assert told.endswith("Better was a5-a7 (blue: 10%). Even then c9-d8: Red captures blue on e7.")
    assert "Even then" not in " ".join(sentences(kidd.parse(LOSING), best))  # nobody is advised to play it
