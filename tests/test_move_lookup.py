"""Moves that are refused, with the reason; and every legal move, which is not."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kidd
from kidd.position import Position
from kidd.words.error_texts.rules import MOVES
from tests.contract import Table, chart, decks, tables
from tests.rules.oracle import read, walks
from tests.rules.setups import any_position, any_rescue

WALK = re.compile(r"(\w+)-(\w+)(?:/(\w+))?")
ALONE = "Rc4c3,Bc9~ R R0B0"
TOWERS = "MG2 RBc4c3,BBRRc9~ R R0B0 -"
RESCUE = "QM Ra5a7,BRb5a5,Bc9~ R R0B0 1"

REFUSED = [
    ("over", "LC Rc1b2,Bd2e3 R R0B0 -", "c1-d2", "c1-d2: the game is over"),
    ("choose-first", "LC Rc1~,Ba7~ R R6B6 choose", "@e3", "@e3: pick a colour first, red or blue"),
    ("nothing-to-choose", "LC - R R7B7 -", "red", "red: there is no colour to pick"),
    ("roll-first", f"QM {ALONE} -", "c4-b5", "c4-b5: roll the die first"),
    ("no-roll", f"QM {ALONE} 2", "*3", "*3: this is not the time to roll the die"),
    ("no-passing", f"LC {ALONE} -", "pass", "pass: who can move may not pass"),
    ("enter-first", "QM Rc1~ B R6B7 -", "c1-b2", "c1-b2: enter your first token"),
    ("hatches-first", "MG2 Rc1~ B R6B7 -", "c1-b2", "c1-b2: players only enter until every hatch has been taken"),
    ("not-a-hatch", "LC - R R7B7 -", "@c4", "@c4: c4 is not a hatch"),
    ("empty-hand", f"LC {ALONE} -", "@c1", "@c1: red has no token in hand"),
    ("enter-after-move", "QM Rc4c3,Bc9~ R R3B3 2", "@c1", "@c1: a token enters only after a move off a hatch"),
    ("nobody", f"LC {ALONE} -", "b5-c6", "b5-c6: nobody stands on b5"),
    ("not-yours", f"LC {ALONE} -", "c9-b8", "c9-b8: c9 is taken by blue, and it is the turn of red"),
    ("captive", "QM BRc4c3,Rc9~ R R0B0 1", "c4-b5", "c4-b5: the token of red on c4 is a captive"),
    ("back", f"LC {ALONE} -", "c4-c3", "c4-c3: its back is turned to c3"),
    ("no-path", f"LC {ALONE} -", "c4-c9", "c4-c9: no path leads from c4 to c9"),
    ("occupied", "LC Rc4c3,Bb5a5 R R0B0 -", "c4-b5", "c4-b5: b5 is occupied"),
    ("occupied", "LC Rc4c3,Bc9~ R R2B0 -", "@c9", "@c9: c9 is occupied"),
    ("own", "QM Rc4c3,Rb5c4,Bc9~ R R0B0 1", "c4-b5", "c4-b5: b5 is occupied by your own crew"),
    ("from-behind", "QM Rc4c3,Bb5a5 R R0B0 1", "c4-b5", "c4-b5: b5 is occupied and can be taken only from behind"),
    ("holds-captive", "QM RBa5a7,Bb5a5 R R0B0 1", "a5-b5", "a5-b5: who holds a captive may not capture"),
    ("pips", f"QM {ALONE} 3", "c4-a5", "c4-a5: no pips may be wasted, and the die shows 3"),
    ("too-far", f"QM {ALONE} 1", "c4-a5", "c4-a5: that is too far, the die shows 1"),
    ("one-step", "LC Rc4c3,Bc9~ R R0B0 -", "c4-c6/b5", "c4-c6/b5: a token moves one step"),
    ("height", TOWERS, "c4-b5", "c4-b5: a tower of 2 moves exactly 2 steps"),
    ("no-walk", TOWERS, "c4-b8", "c4-b8: no walk of length 2 leads there over vacant spaces"),
    ("which-way", f"QM {ALONE} 2", "c4-c6", "c4-c6: several walks fit, say which: c4-c6/b5, c4-c6/d5"),
    ("no-escape", "QM Ra5a3,BRa7b8,Rb8c7 R R0B0 1", "b8-a7", "b8-a7: the captive on a7 could not escape"),
    ("escape-where", RESCUE, "a5-b5", "a5-b5: the freed captive must step on, say where: >c4, >c6"),
    ("no-such-escape", RESCUE, "a5-b5>a5", "a5-b5>a5: the freed captive cannot go that way, only: >c4, >c6"),
    ("nobody-freed", RESCUE, "a5-a3>b2", "a5-a3>b2: nobody is freed by it"),
    (
        "enter-where",
        "QM Rc1~,Bc9~ R R2B2 1",
        "c1-b2",
        "c1-b2: a new token must enter after it, say where: @a3, @a7, @c1, @e3, @e7",
    ),
    ("no-entry", "QM Rc4c3,Bc9~ R R2B2 1", "c4-b5@c1", "c4-b5@c1: no token enters after it"),
    (
        "cannot-enter",
        "QM Rc1~,Bc9~ R R2B2 1",
        "c1-b2@c9",
        "c1-b2@c9: a token cannot enter on c9 after it, only: @a3, @a7, @c1, @e3, @e7",
    ),
]


def position(text: str) -> Position:
    """The position of a text, with the option that its last field asks for."""
    return kidd.parse(text, **({"opening": "chooser"} if text.endswith("choose") else {}))


def refusal(pos: Position, move: str) -> kidd.IllegalMove:
    """How a move is refused."""
    with pytest.raises(kidd.IllegalMove) as caught:
        pos.play(move)
    return caught.value


@pytest.mark.parametrize(("reason", "text", "move", "sentence"), REFUSED)
def test_each_reason_has_its_sentence(reason: str, text: str, move: str, sentence: str):
    """A refusal says what is wrong, and carries the move, the key of the reason and its details."""
    error = refusal(position(text), move)
    assert str(error) == sentence
    assert (error.reason, error.move) == (reason, move)
    assert MOVES[error.reason] % error.details == sentence


def test_every_reason_can_be_met():
    """None of them is there for nothing."""
    assert {reason for reason, *_ in REFUSED} == set(MOVES)


@pytest.mark.parametrize(
    ("text", "wish", "meant"),
    [
        (f"QM {ALONE} 2", "c4-a5", "c4-a5/b5"),
        (f"QM {ALONE} 1", "c4-b5/c4", "c4-b5"),
        ("MG2 RBBc4c3,Bc9~ R R0B0 -", "c4-c7", "c4-c7/c6"),
        ("QM Rd2e3,BRc3b2,Bc9~ R R0B0 3", "d2-c3>d2", "d2-c3/b2>d2"),
        ("QM Rc1~,Bc9~ R R2B2 2", "c1-e3@c1", "c1-e3/d2@c1"),
    ],
)
def test_the_last_space_but_one_may_be_left_out_where_only_one_fits(text: str, wish: str, meant: str):
    """A reader is told the walk by where it ends, if there is no doubt."""
    pos = kidd.parse(text)
    assert pos.play(wish) == pos.play(meant)


def test_hands_that_are_empty_may_walk_before_all_hatches_are_taken():
    """MG1, MG2: who has nothing to enter may move, so the reason is another one."""
    pos = kidd.parse("MG2 Rc1~,Bc9~ R R0B0 -")
    assert set(map(str, pos.legal_moves())) == {"c1-b2", "c1-d2"}
    assert refusal(pos, "c1-c9").reason == "no-path"


def test_choices_are_cut_short():
    """A sentence names six choices at the most: of seven ways out of a chain of six rescues one is left out."""
    pos = kidd.parse("QM Rb2c1,BRc3b2,BRc4c3,BRb5c4,BRc6b5,BRc7c6,BRd8c7 R R0B0 1")
    error = refusal(pos, "b2-c3")
    assert error.reason == "escape-where"
    assert error.details["choices"].startswith(">c4>b5>a5, ")
    assert error.details["choices"].endswith(", …")
    assert error.details["choices"].count(", ") == 6
    assert sum(move.target == "c3" for move in pos.legal_moves()) == 7


def test_a_long_move_makes_a_short_message():
    """A move of a megabyte is quoted in part."""
    error = refusal(kidd.parse(RESCUE), "a5-b5" + ">c4" * 300_000)
    assert len(str(error)) < 1000


def is_true(pos: Position, error: kidd.IllegalMove) -> bool:
    """Whether what a refusal says is so, as far as a few lines can tell."""
    state, plan = read(str(pos)), chart(pos.deck)
    legal = pos.legal_moves()
    details = error.details
    space, move = details.get("space", ""), error.move
    walk = WALK.match(move)
    origin, target, via = walk.groups() if walk else ("", "", None)
    man = state.men.get(origin)
    alike = [other for other in legal if (other.origin, other.target) == (origin, target)]
    ending = [other for other in alike if list(other.escapes) == move.partition("@")[0].split(">")[1:]]
    steps = 1 if man is None or state.game == "LC" else pos.die or len(man.crew)

    def reaches(steps: int) -> set[str]:
        ways = walks(state.men, plan, origin, steps)
        return {last for last, end in ways if end == target and via in (None, last)}

    facts = {
        "over": lambda: pos.result is not None,
        "choose-first": lambda: pos.choosing,
        "nothing-to-choose": lambda: not pos.choosing,
        "roll-first": lambda: pos.is_chance,
        "no-roll": lambda: not pos.is_chance,
        "no-passing": lambda: "pass" not in map(str, legal),
        "enter-first": lambda: all(str(other).startswith("@") for other in legal),
        "hatches-first": lambda: all(str(other).startswith("@") for other in legal),
        "not-a-hatch": lambda: space not in plan.hatches,
        "empty-hand": lambda: state.hands[state.turn] == 0,
        "enter-after-move": lambda: state.game == "QM" and state.extra in "123",
        "nobody": lambda: space == origin and man is None,
        "not-yours": lambda: space == origin and man is not None and man.crew[0] != state.turn,
        "captive": lambda: man is not None and man.crew[1:] == state.turn,
        "back": lambda: man is not None and space == man.back == target,
        "no-path": lambda: details["other"] not in plan.next_to[space],
        "occupied": lambda: space in state.men,
        "own": lambda: state.men[space].crew[0] == state.turn,
        "from-behind": lambda: bool(reaches(steps)) and state.men[space].back not in reaches(steps),
        "holds-captive": lambda: man is not None and len(man.crew) == 2 and state.men[target].back in reaches(steps),
        "pips": lambda: not reaches(steps) and any(reaches(fewer) for fewer in range(1, steps)),
        "too-far": lambda: any(map(reaches, range(steps + 1, 4))) and not any(map(reaches, range(1, steps + 1))),
        "one-step": lambda: state.game == "LC" and not reaches(steps),
        "height": lambda: details["height"] == str(steps) and not reaches(steps),
        "no-walk": lambda: details["steps"] == str(steps) and not reaches(steps),
        "which-way": lambda: len(alike) > 1,
        "no-escape": lambda: state.men[target].crew[1:] == state.turn and state.men[target].back in reaches(steps),
        "escape-where": lambda: all(other.escapes for other in alike) and bool(alike),
        "no-such-escape": lambda: all(other.escapes for other in alike) and bool(alike),
        "nobody-freed": lambda: not any(other.escapes for other in alike) and bool(alike),
        "enter-where": lambda: all(other.entry for other in ending) and bool(ending),
        "no-entry": lambda: not any(other.entry for other in ending) and bool(ending),
        "cannot-enter": lambda: space not in {other.entry for other in ending} and bool(ending),
    }
    return facts[error.reason]()


def check_moves(pos: Position, wishes: list[str]) -> None:
    """Each wish is either played or refused with a reason that is true, and never anything else."""
    legal = {str(move) for move in pos.legal_moves()}
    for wish in wishes:
        error = refused(pos, wish)
        if error is None:
            assert wish in legal or means_one(pos, wish), (pos, wish)
            continue
        assert wish not in legal, (pos, wish)
        assert error.reason in MOVES, (pos, wish)
        assert error.move == wish, (pos, wish)
        assert str(error).strip(), (pos, wish)
        assert is_true(pos, error), (str(pos), wish, str(error))


def refused(pos: Position, move: str) -> kidd.IllegalMove | None:
    """How a move is refused, if it is; any other exception gets through."""
    try:
        pos.play(move)
    except kidd.IllegalMove as error:
        return error
    return None


def means_one(pos: Position, wish: str) -> bool:
    """Whether a wish that leaves out the last space but one, or names it needlessly, fits one move only."""
    ends = [str(move).replace(f"/{move.via}", "") for move in pos.legal_moves()]
    start, _, rest = wish.partition("-")
    return ends.count(wish) == 1 or f"{start}-{rest.replace(f'/{start}', '')}" in map(str, pos.legal_moves())


def any_wish(random: Random, spaces: tuple[str, ...]) -> str:
    """A move that reads, of whatever parts."""
    origin, target, via, entry, *escapes = random.choices(spaces, k=7)
    wish = f"{origin}-{target}"
    wish += random.choice(["", f"/{via}"])
    wish += "".join(f">{space}" for space in escapes[: random.choice((0, 0, 1, 2, 3))])
    return wish + random.choice(["", "", f"@{entry}"])


SPECIAL = ["pass", "red", "blue", "*1", "*2", "*3"]


@pytest.mark.parametrize("table", tables(), ids=str)
def test_every_move_that_reads_is_played_or_refused_for_a_true_reason(table: Table):
    """Along random games and in positions set up by hand: all steps, all entries, and moves of any parts."""
    random = Random(f"1701 {table}")
    spaces = table.deck.spaces
    pairs = [f"{one}-{other}" for one in spaces for other in spaces]
    for _ in range(4):
        pos = table.start()
        for _ in range(random.randrange(30)):
            if pos.legal_moves():
                pos = pos.play(random.choice(pos.legal_moves()))
        texts = [str(pos), any_position(random, table.code, table.deck)]
        if table.code == "QM":
            texts.append(any_rescue(random, table.deck))
        for text in texts:
            pos = table.parse(text)
            wishes = [*SPECIAL, *(f"@{space}" for space in spaces), *random.sample(pairs, min(len(pairs), 80))]
            wishes += [f"{move.origin}-{other}" for move in pos.legal_moves()[:3] if move.origin for other in spaces]
            wishes += [any_wish(random, spaces) for _ in range(40)]
            some = random.sample(pos.legal_moves(), min(len(pos.legal_moves()), 4))
            walked = [str(move).partition("@")[0] for move in some if move.origin]
            wishes += [walk + tail for walk in walked for tail in ("", f"@{spaces[0]}", f">{spaces[-1]}")]
            check_moves(pos, wishes)


def test_every_step_in_one_position_of_each_game():
    """All 324 pairs of spaces, with each of the 18 as the last but one, are played or refused for a true reason."""
    spaces = decks()[0].spaces
    for text in (
        "LC Rc1~,Bb2a3,Bd2e3,Rc3d2,Rc4c3,Bd5e5,Rc9~ R R2B2 -",
        "QM BRc4b5,Ra5a7,BRb5a5,Bd5c4,Rc9b8,Be7~ R R2B0 2",
        "MG2 RBc4c3,Rb5a5,BRRd5c4,Bc9~,BRe7d8 R R1B1 -",
    ):
        pos = kidd.parse(text)
        ends = [f"{one}-{other}" for one in ("c4", "b5", "c9", "a5") for other in spaces]
        check_moves(pos, ends + [f"{end}/{via}" for end in ends for via in spaces])


@given(st.integers(0, 2**32), st.sampled_from(tables()))
def test_every_legal_move_is_accepted_as_text(seed: int, table: Table):
    """What `legal_moves` lists plays, as a move and as its text, with the same outcome."""
    random = Random(seed)
    pos = table.parse(any_position(random, table.code, table.deck))
    for move in pos.legal_moves():
        assert pos.play(move) == pos.play(str(move))
