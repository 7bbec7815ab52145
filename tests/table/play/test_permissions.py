"""Who may do what: every use case with everybody who may ask, at every kind of table."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from pathlib import Path

import pytest

import kidd
from kidd.errors import IllegalAct, OptionError
from kidd.table.play import acting, games, permissions, takebacks
from kidd.table.play import rematch as rematches
from kidd.table.play import seats as seating
from kidd.table.play.actors import STRANGER, Actor, Role, guest
from kidd.table.play.club import adjourning
from kidd.table.play.games import NotYours, Store, Table
from kidd.table.play.permissions import RULES, Action, Relation, check, may
from kidd.table.seats import Seat
from tests.table.sittings import ANN, BEA, computer, person, say, sit

pytestmark = pytest.mark.once

CAT = guest("visitor-cat")
OPEN = Seat(0, "open")
UseCase = Callable[[Store, Table, Actor], object]


def move(store: Store, table: Table, actor: Actor) -> object:
    """Enter a token."""
    return games.play(store, table.id, actor, len(table.match), "@e7")


def retry(store: Store, table: Table, actor: Actor) -> object:
    """Send again what the first player has played."""
    return games.play(store, table.id, actor, 0, "@c1")


def word(act: str) -> UseCase:
    """Say something."""
    return lambda store, table, actor: games.play(store, table.id, actor, len(table.match), act)


def take_back(store: Store, table: Table, actor: Actor) -> object:
    """Take back."""
    return games.take_back(store, table.id, actor, len(table.match))


def answer(store: Store, table: Table, actor: Actor) -> object:
    """Let somebody take back."""
    try:
        return games.answer_take_back(store, table.id, actor, len(table.match), agree=True)
    except games.Stale:  # whom nobody has asked
        return True


def answer_adjourn(store: Store, table: Table, actor: Actor) -> object:
    """Let somebody adjourn the game."""
    try:
        return games.answer_adjourn(store, table.id, actor, agree=True)
    except games.Stale:  # whom nobody has asked
        return True


def abandon(store: Store, table: Table, actor: Actor) -> object:
    """Close the game without a result."""
    return games.abandon(store, table.id, actor).abandoned


def hint(store: Store, table: Table, actor: Actor) -> object:
    """Ask for a hint."""
    games.check_hint(table, actor, len(table.match))
    return True


def rematch(store: Store, table: Table, actor: Actor) -> object:
    """Ask for another game when this one is over."""
    loser = table.colours_of(ANN.person)[0]
    over = games.play(store, table.id, ANN, len(table.match), "resign", by=loser)
    return games.rematch(store, over.id, actor)


USE_CASES: dict[str, UseCase] = {
    "move": move,
    "retry": retry,
    "draw?": word("draw?"),
    "R:draw?": word("R:draw?"),
    "B:draw?": word("B:draw?"),
    "resign": word("resign"),
    "R:resign": word("R:resign"),
    "B:resign": word("B:resign"),
    "take back": take_back,
    "abandon": abandon,
    "hint": hint,
    "rematch": rematch,
}

# Tables after two acts, red to move; Ann is red at all of them. For each, who may do what; all else is refused.
TABLES = {
    "one device": (person(), person()),
    "computer": (person(), computer()),
    "two people": (person(), person(BEA, "Bea")),
}
MAY: dict[tuple[str, Actor], set[str]] = {
    ("one device", ANN): set(USE_CASES),
    ("computer", ANN): set(USE_CASES) - {"B:draw?", "B:resign"},
    ("two people", ANN): set(USE_CASES) - {"B:draw?", "B:resign", "abandon", "hint"},
    ("two people", BEA): {"draw?", "B:draw?", "resign", "B:resign", "take back", "rematch"},
}


@pytest.mark.parametrize("actor", [ANN, BEA, CAT, STRANGER], ids=["Ann", "Bea", "Cat", "stranger"])
@pytest.mark.parametrize("use_case", USE_CASES)
@pytest.mark.parametrize("seats", TABLES)
def test_who_may_do_what(store: Store, seats: str, use_case: str, actor: Actor):
    """A person acts for their own seats only; who has none only looks on; nothing changes by trying."""
    table = sit(store, "LC", *TABLES[seats])
    table = say(store, table, "@c1")
    second = table.seats[1]
    if second.kind == "computer":
        table = games.computer_act(store, table.id, 1, "@a7")
    else:
        table = say(store, table, "@a7", actor=guest(second.person or ""))
    if use_case in MAY.get((seats, actor), set()):
        assert USE_CASES[use_case](store, table, actor)
        return
    refusals = (NotYours, games.Stale) if use_case == "retry" else NotYours
    with pytest.raises(refusals):
        USE_CASES[use_case](store, table, actor)
    if use_case != "rematch":
        assert games.load(store, table.id).version == 3


@pytest.mark.parametrize("actor", [ANN, BEA, STRANGER], ids=["Ann", "Bea", "stranger"])
def test_a_computer_is_nobodys_to_play(store: Store, actor: Actor):
    """While a computer is to move, no person moves for it, by name or not."""
    table = say(store, sit(store, "LC", person(), computer()), "@c1")
    for act, by in (("@a7", None), ("B:@a7", None), ("@a7", "B"), ("B:resign", None), ("draw?", "B")):
        with pytest.raises(NotYours):
            games.play(store, table.id, actor, 1, act, by)
    assert games.load(store, table.id).version == 2


def test_a_computer_plays_for_nobody_else(store: Store):
    """`computer_act` is refused at a person's turn, at another ply and at the end."""
    table = sit(store, "LC", person(), computer())
    for ply in (0, 1):
        with pytest.raises(games.Stale):
            games.computer_act(store, table.id, ply, "@c1")
    table = say(store, table, "@c1")
    with pytest.raises(games.Stale):
        games.computer_act(store, table.id, 0, "@a7")
    over = say(store, table, "resign")
    with pytest.raises(games.Stale):
        games.computer_act(store, table.id, len(over.match), "@a7")


def test_a_hint_is_for_ones_own_turn(store: Store):
    """Not while the computer thinks, not for a ply that is past, not at the end."""
    table = say(store, sit(store, "LC", person(), computer()), "@c1")
    with pytest.raises(NotYours, match="not your turn"):
        games.check_hint(table, ANN, 1)
    with pytest.raises(games.Stale):
        games.check_hint(table, ANN, 0)
    with pytest.raises(IllegalAct, match="over"):
        games.check_hint(say(store, table, "resign"), ANN, 2)


# What somebody is to a game, and how a table is made where they are that: Loyal Captain, Ann first.
ROLES: dict[str, tuple[Actor, tuple[Seat, ...]]] = {
    "stranger": (STRANGER, (person(), computer(), OPEN)),
    "guest elsewhere": (BEA, (person(), computer(), OPEN)),
    "watcher of people": (CAT, (person(), person(BEA, "Bea"), OPEN)),
    "alone": (ANN, (person(), computer(), OPEN)),
    "alone at one device": (ANN, (person(), person(), OPEN)),
    "among others": (ANN, (person(), person(BEA, "Bea"), OPEN)),
    "out of turn": (BEA, (person(), person(BEA, "Bea"), OPEN)),
}
OPEN_TO = {
    Relation.SOMEBODY: set(ROLES) - {"stranger"},
    Relation.PLAYER: {"alone", "alone at one device", "among others", "out of turn"},
    Relation.ALONE: {"alone", "alone at one device"},
    Relation.KEEPER: {"alone", "alone at one device", "among others", "out of turn"},
    Relation.HOST: {"alone", "alone at one device", "among others"},
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("action", Action)
def test_the_table_of_rules(store: Store, action: Action, role: str):
    """Every action has its rule; `may` says what `check` does, and a refusal says why."""
    actor, seats = ROLES[role]
    table = sit(store, "MG3", *seats)
    assert may(actor, action, table) == (role in OPEN_TO[RULES[action]])
    if may(actor, action, table):
        check(actor, action, table)
        return
    with pytest.raises(NotYours) as refused:
        check(actor, action, table)
    sits = actor.person in table.people
    looking_on = {Action.ANALYSE: "analysis", Action.EDIT_STUDY: "study"}.get(action, "looking-on")
    reason = "others" if sits else "stranger" if RULES[action] is Relation.SOMEBODY else looking_on
    assert (refused.value.reason, bool(str(refused.value))) == (reason, True)


def test_who_looks_after_the_house(store: Store):
    """An operator adjourns and resumes games of others and does nothing else there; a token of theirs not even that."""
    table, keeper = sit(store, "LC", person(), person(BEA, "Bea")), Actor("keeper", "", Role.OPERATOR)
    allowed = {action for action in Action if may(keeper, action, table)}
    assert allowed == {action for action in Action if RULES[action] in (Relation.KEEPER, Relation.SOMEBODY)}
    program = Actor("keeper", "", Role.OPERATOR, scopes=frozenset({"play"}))
    assert not any(may(program, action, table) for action in (Action.ADJOURN, Action.RESUME))


def test_every_action_has_a_rule():
    """And every rule is about an action."""
    assert set(RULES) == set(Action)
    assert set(OPEN_TO) == set(Relation)


def test_a_name_or_a_session_changes_nothing(store: Store):
    """What counts is who sits there, on whatever device and however they are called."""
    table = sit(store, "LC", person(), computer())
    for action in Action:
        for actor in (ANN, Actor(ANN.person, "session", Role.MEMBER), Actor(ANN.person, "other", Role.GUEST)):
            assert may(actor, action, table)
        assert may(Actor("", "session", Role.MEMBER), action, table) == may(STRANGER, action, table)


# The use cases of this room by the names of their functions: what each asks for, and how it is tried.
ASKED: dict[str, tuple[Action, UseCase]] = {
    "play": (Action.ACT, lambda store, table, actor: games.play(store, table.id, actor, len(table.match), "draw?")),
    "take_back": (Action.TAKE_BACK, take_back),
    "answer_take_back": (Action.TAKE_BACK, answer),
    "adjourn": (Action.ADJOURN, lambda store, table, actor: games.adjourn(store, table.id, actor)),
    "answer_adjourn": (Action.ADJOURN, answer_adjourn),
    "resume": (Action.RESUME, lambda store, table, actor: games.resume(store, table.id, actor)),
    "abandon": (Action.CALL_OFF, abandon),
    "check_hint": (Action.HINT, hint),
    "check_go_on": (Action.GO_ON, lambda store, table, actor: games.check_go_on(table, actor, len(table.match))),
    "rematch": (Action.REMATCH, lambda store, table, actor: games.rematch(store, table.id, actor)),
    "take_seat": (Action.TAKE_SEAT, lambda store, table, actor: games.take_seat(store, table.id, actor, 2)),
    "decline": (Action.DECLINE, lambda store, table, actor: games.decline(store, table.id, actor)),
    "leave_seat": (Action.LEAVE_SEAT, lambda store, table, actor: games.leave_seat(store, table.id, actor, 0)),
    "give_seat_to_computer": (
        Action.FILL_SEAT,
        lambda store, table, actor: games.give_seat_to_computer(store, table.id, actor, 2, 1),
    ),
}
NOT_NOW = {
    "",
    "turn",
    "seat",
    "nothing-back",
    "not-over",
    "not-watched",
    "waiting",
    "not-asked",
}  # allowed, but not yet
TALKING = {Action.TALK, Action.NOTE, Action.PLAN, Action.REPORT, Action.BLOCK}  # which change no game
ELSEWHERE = TALKING | {
    Action.ANALYSE,
    Action.EDIT_STUDY,
    Action.LEAVE,
}  # which pages and programs ask for; an act like others
LATER = {Action.ABANDON, Action.ABORT, Action.GIVE_SEAT}  # what is asked for once nobody is missing


def reason(attempt: UseCase, store: Store, table: Table, actor: Actor) -> str:
    """Why something was refused, empty if it was not."""
    try:
        attempt(store, table, actor)
    except (NotYours, IllegalAct) as refused:
        return refused.reason or str(refused)
    return ""


def test_every_use_case_is_in_this_table():
    """Whatever takes a table and somebody who acts; opening a game needs no table, and computers are nobody."""
    public = {name: getattr(games, name) for name in games.__all__ if not name.startswith("decide_")}
    named = {name: set(inspect.signature(one).parameters) for name, one in public.items() if inspect.isfunction(one)}
    taking = {name for name, known in named.items() if "actor" in known and known & {"game_id", "table"}}
    assert taking - {"can_abandon"} == set(ASKED)
    assert {action for action, _ in ASKED.values()} == set(Action) - ELSEWHERE - LATER


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", ASKED)
def test_every_use_case_asks_for_what_it_does(store: Store, name: str, role: str, monkeypatch: pytest.MonkeyPatch):
    """For that and nothing else, before it looks at anything else; who may not is refused, and nothing has changed."""
    action, attempt = ASKED[name]
    actor, seats = ROLES[role]
    table = sit(store, "MG3", *seats)
    asked: list[tuple[Actor, Action, str]] = []

    def note(actor: Actor, action: Action, table: Table) -> None:
        asked.append((actor, action, table.id))
        check(actor, action, table)

    for room in (acting, adjourning, games, rematches, seating, takebacks):
        monkeypatch.setattr(room, "check", note)
    if role in OPEN_TO[RULES[action]]:
        assert reason(attempt, store, table, actor) in NOT_NOW
    else:
        with pytest.raises(NotYours):
            attempt(store, table, actor)
        assert games.load(store, table.id).version == table.version
    assert set(asked) == {(actor, action, table.id)}


@pytest.mark.parametrize("role", ROLES)
def test_what_a_page_offers_is_what_is_allowed(store: Store, role: str):
    """`can_abandon` and `last_move_of` ask the same rules."""
    actor, seats = ROLES[role]
    table = sit(store, "MG3", *seats)
    assert games.can_abandon(table, actor) == (role in OPEN_TO[Relation.HOST])
    assert table.last_move_of(actor.person) is None
    table = games.give_seat_to_computer(store, table.id, ANN, 2, 1)
    table = games.play(store, table.id, ANN, 0, "@c1")
    assert games.can_abandon(table, actor) == (role in OPEN_TO[Relation.PLAYER])
    alone = role in OPEN_TO[Relation.ALONE]
    assert table.last_move_of(actor.person) == (0 if alone or role == "among others" else None)  # who asks for it
    if table.seats[1].kind == "computer":
        table = games.computer_act(store, table.id, 1, "@a3")
    else:
        table = games.play(store, table.id, guest(table.seats[1].person or ""), 1, "@a3")
    table = games.computer_act(store, table.id, 2, "@e3")
    assert games.can_abandon(table, actor) == alone


def test_opening_a_game_is_for_somebody(store: Store):
    """A stranger owns nothing."""
    with pytest.raises(OptionError, match="who opens the game"):
        sit(store, "LC", owner=STRANGER)


SOURCES = Path(kidd.__file__).parent
# What is refused elsewhere than in permissions.py, as it depends on what somebody has done, is asked or plays now.
OF_CONTENT = {
    "own-message": "somebody reports what they said themselves",
    "own-takeback": "somebody answers what they have asked themselves",
    "takeback-answered": "it is not they who are asked",
    "own-adjourn": "somebody answers what they have asked themselves",
    "adjourn-answered": "it is not they who are asked",
    "adjourned-house": "an operator has adjourned the game",
    "not-asked": "no seat is kept for them",
    "own-friend": "somebody challenges themselves",
    "apart": "one of the two has blocked the other",
    "rated-twice": "they sit at this table already",
    "rated-bots": "one hand would play both sides",
    "level": "their rating is not in the range",
    "rated-position": "they play a rated game in this position",
    "rated-running": "they play a rated game of this kind",
}


def refused_elsewhere() -> dict[str, list[str]]:
    """By reason, where other modules than permissions.py refuse somebody; `?` where the reason is not written out."""
    found: dict[str, list[str]] = {}
    for file in sorted(SOURCES.rglob("*.py")):
        if file != Path(inspect.getfile(permissions)):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                    name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                    if name in ("NotYours", "MissingScope"):
                        said = node.args[0] if node.args else None
                        reason = str(said.value) if isinstance(said, ast.Constant) else "?"
                        found.setdefault(reason, []).append(f"{file.relative_to(SOURCES)}:{node.lineno}")
    return found


def test_one_module_says_who_may_do_what():
    """Nobody is refused for who they are but in permissions.py; the list of other reasons has none too many."""
    elsewhere = refused_elsewhere()
    assert {reason: places for reason, places in elsewhere.items() if reason not in OF_CONTENT} == {}
    assert OF_CONTENT.keys() <= elsewhere.keys()
