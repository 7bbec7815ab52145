"""Games: which there are, their options, and what is refused."""

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kidd
from kidd.game import KEPT_GAMES, descriptor, descriptors, game
from tests.contract import decks

CODES = ["LC", "QM", "MG2", "MG3"]


def refusal(code: Any, **options: Any) -> str:
    """What is said about a game that cannot be played."""
    with pytest.raises(kidd.KiddError) as caught:
        game(code, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    ("code", "colours", "tokens", "options"),
    [
        ("LC", "RB", 7, {"opening": "plain", "claim_after": 0, "repetition": 0}),
        ("QM", "RB", 7, {"entry": "any", "blocked": "roll"}),
        ("MG2", "RB", 7, {}),
        ("MG3", "RBG", 6, {}),
    ],
)
def test_the_games_and_their_defaults(code: str, colours: str, tokens: int, options: dict[str, str | int]):
    """As the table of options on the rules page has them."""
    rules = game(code)
    assert (rules.code, rules.colours, rules.tokens, dict(rules.options)) == (code, colours, tokens, options)
    assert rules.deck.name == "kidd-18"
    assert rules.changed == {}
    assert list(options) == [option.name for option in descriptor(code).options]


def test_madagascar_by_the_number_of_players():
    """MG2 and MG3 are short for the option."""
    assert game("MG") is game("MG", players=2) is game("MG", players="2") is game("MG2") is game("MG2", players=2)
    assert game("MG", players=3) is game("MG3")
    assert "cannot be 4. It is one of: 2, 3." in refusal("MG", players=4)
    assert "cannot be 3. It is one of: 2." in refusal("MG2", players=3)


def test_a_game_is_one_object():
    """However its options are spelled, and after pickling."""
    rules = game("LC", repetition=3)
    assert rules is game("LC", repetition="3", opening="plain")
    assert pickle.loads(pickle.dumps(rules)) is rules
    assert rules is not game("LC")


def test_a_game_made_anew_is_equal():
    """Only so many games are kept; a position of one that was forgotten equals the same position made later."""
    pos = kidd.start("LC", claim_after=999)
    for number in range(KEPT_GAMES + 1):
        game("LC", claim_after=number)
    again = kidd.start("LC", claim_after=999)
    assert again.game is not pos.game
    assert (again, again.game, hash(again), hash(again.game)) == (pos, pos.game, hash(pos), hash(pos.game))
    assert pos.play("@c1") == again.play("@c1")
    assert again.game != game("LC")


def test_what_has_been_changed():
    """Only what is not the default, and the deck's name if it is another one."""
    assert game("QM", entry="fresh", blocked="roll").changed == {"entry": "fresh"}
    raft = next(deck for deck in decks() if deck.name == "raft-7")
    assert game("LC", deck=raft, claim_after="10").changed == {"deck": "raft-7", "claim_after": 10}
    assert repr(game("QM", entry="fresh")) == "<Game QM entry=fresh>"


def test_options_cannot_be_changed_afterwards():
    """A game is a value."""
    with pytest.raises(TypeError):
        game("LC").options["opening"] = "chooser"  # type: ignore[index]  # this is what is tested


@pytest.mark.parametrize("code", ["", "lc", "LC ", "XX", "MG4", "MG1", None, 7, ["LC"], {"LC": 1}, b"LC"], ids=repr)
def test_unknown_games_are_refused(code: object):
    """The message shows what came and lists what there is."""
    assert f"There is no game {code!r}. There are LC, QM, MG2, MG3." in refusal(code)


@pytest.mark.parametrize(
    ("code", "options", "said"),
    [
        ("LC", {"entry": "any"}, "LC has no option 'entry'. It has deck, opening, claim_after, repetition."),
        ("QM", {"players": 2}, "QM has no option 'players'"),
        ("MG2", {"repetition": 3}, "MG2 has no option 'repetition'. It has deck."),
        ("LC", {"opening": "Chooser"}, "The option opening cannot be 'Chooser'. It is one of: plain, chooser."),
        ("LC", {"opening": None}, "cannot be None"),
        ("LC", {"opening": ["plain"]}, "cannot be ['plain']"),
        ("LC", {"repetition": 2}, "The option repetition cannot be 2. It is one of: 0, 3."),
        ("LC", {"repetition": True}, "cannot be True"),
        ("LC", {"repetition": "03"}, "cannot be '03'"),
        ("LC", {"claim_after": -1}, "The option claim_after cannot be -1. It is a number from 0 to 999."),
        ("LC", {"claim_after": 10**30}, "It is a number from 0 to 999."),
        ("LC", {"claim_after": "ten"}, "cannot be 'ten'"),
        ("LC", {"claim_after": "٣"}, "cannot be '٣'"),
        ("LC", {"claim_after": 1.5}, "cannot be 1.5"),
        ("LC", {"claim_after": "9" * 1_000_000}, "(1000000 characters)"),
        ("QM", {"entry": "never"}, "The option entry cannot be 'never'. It is one of: any, fresh."),
        ("QM", {"blocked": 1}, "The option blocked cannot be 1. It is one of: roll, any."),
        ("LC", {"deck": "kidd-19"}, "unknown deck 'kidd-19' (there is kidd-18)"),
        ("LC", {"deck": None}, "unknown deck None"),
        ("LC", {"deck": ["kidd-18"]}, "unknown deck ['kidd-18']"),
        ("LC", {"deck": "../decks/kidd-18"}, "unknown deck"),
    ],
    ids=lambda value: repr(value)[:60],
)
def test_bad_options_are_refused(code: str, options: dict[str, Any], said: str):
    """The message names the option, what it takes and what came."""
    assert said in refusal(code, **options)


@given(st.sampled_from([*CODES, "MG", "X"]), st.data())
def test_no_option_breaks_anything(code: str, data: st.DataObject):
    """Any value of any type either makes a game or is refused with a KiddError."""
    names = sorted({option.name for known in descriptors() for option in known.options} | {"players", "deck", "colour"})
    values = st.one_of(
        *(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.binary(max_size=3)),
        st.lists(st.integers(), max_size=2),
        st.sampled_from(["plain", "chooser", "any", "fresh", "roll", "3", "0", "2", "kidd-18"]),
    )
    options = data.draw(st.dictionaries(st.sampled_from(names), values, max_size=3))
    try:
        rules = game(code, **options)
    except kidd.KiddError:
        return
    assert rules.code in CODES
    assert kidd.start(code, **options).game is rules
