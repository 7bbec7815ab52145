"""People with accounts, the games they play, and what is theirs: for databases that are kept (`keepsake`)."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random

from sqlalchemy import Connection

from kidd.match import Match
from kidd.position import start
from kidd.problems.sets import problems_of
from kidd.table.moments import now
from kidd.table.people.passwords import Hasher
from kidd.table.play import games, studies
from kidd.table.play.actors import Actor, Role
from kidd.table.play.club import talk
from kidd.table.play.club.conditions import put_plan
from kidd.table.play.club.invitations import Invitation, invite
from kidd.table.play.club.vacations import begin_vacation
from kidd.table.play.games import Store, Table
from kidd.table.play.people import accounts as door
from kidd.table.play.people import profile, programs
from kidd.table.play.people.accounts import Place
from kidd.table.play.people.scopes import SCOPES
from kidd.table.seats import Seat
from kidd.table.storage.notices import receivers
from kidd.table.storage.persons import proofs
from kidd.table.storage.study.attempts import note_attempt
from kidd.table.terms import Terms
from kidd.table.timekeeper.timekeeper import Timekeeper
from tests.table.sittings import computer, person

PASSWORD = "seven seas and a half"
NAMES = ("Ann", "Bea", "Çelik", "船長")


def gather(store: Store) -> None:
    """Four members sign up, play all that can be played together, and leave something in every room."""
    ann, bea, cat, dan = crew = [member(store, name) for name in NAMES]
    for number, (code, time) in enumerate([("LC", "3d"), ("LC", ""), ("QM", "300+5"), ("MG2", "300+5"), ("LC", "3d")]):
        until_resigned(store, seated(store, code, crew[number % 3 :][:2], Terms(time, rated=True)), number)
    until_resigned(store, seated(store, "MG3", [bea, cat, dan], Terms("300+5", rated=True)), 5)
    over = to_the_end(store, seated(store, "QM", [ann, bea]))
    games.rematch(store, over.id, bea)
    after_taking_back(store, seated(store, "LC", [ann, bea], Terms("3d")))
    adjourned(store, seated(store, "LC", [ann, bea], Terms("300+5")))
    left_to_computers(store, ann, [bea, cat])
    invite(store, ann, Invitation("QM", {}, Terms("300+5", listed=True, lowest=900, highest=2100), "red", "Ann"))
    invite(store, bea, Invitation("LC", {}, Terms("3d"), "red", "Bea", friend="Ann"))
    games.open_game(store, code="MG3", options={}, seats=[person(dan, "船長"), computer(3), Seat(0, "open")], owner=dan)
    beside(store, seated(store, "LC", [ann, cat], Terms("3d")), ann, cat)
    belongings(store, ann, bea)
    keeper = Timekeeper(store)  # from now on nobody is there
    keeper.start()
    keeper.close()


def member(store: Store, name: str) -> Actor:
    """Somebody who has signed up."""

    async def sign_up() -> door.Entered:
        hasher = Hasher()
        try:
            place = Place("192.0.2.7", "Firefox, Linux")
            return await door.sign_up(store, hasher, Actor(), place, name, PASSWORD, rule="open", language="de")
        finally:
            hasher.close()

    entered = asyncio.run(sign_up())
    return Actor(entered.account.id, role=Role.MEMBER, name=name)


def seated(store: Store, code: str, crew: list[Actor], terms: Terms | None = None) -> Table:
    """A game in which everybody has taken their seat."""
    seats = [person(crew[0], crew[0].name), *[Seat(0, "open")] * (len(crew) - 1)]
    table = games.open_game(store, code=code, options={}, seats=seats, owner=crew[0], terms=terms or Terms())
    for number, one in enumerate(crew[1:], 1):
        table = games.take_seat(store, table.id, one, number, one.name)
    return table


def go_on(store: Store, table: Table, acts: int, seed: int = 7) -> Table:
    """Any moves of whoever is waited for."""
    random = Random(seed)
    for _ in range(acts):
        seat = table.waits_for
        if table.is_over or seat is None:
            break
        act = str(random.choice(table.match.position.legal_moves()))
        if seat.kind == "computer":
            table = games.computer_act(store, table.id, len(table.match), act)
        else:
            table = games.play(store, table.id, Actor(seat.person or "", role=Role.MEMBER), len(table.match), act)
    return table


def until_resigned(store: Store, table: Table, seed: int) -> Table:
    """Some moves, and whoever is to move gives up, or leaves where three play, who then come to an end without them."""
    table = go_on(store, table, 9, seed)
    seat = table.waits_for
    assert seat is not None
    word = "resign" if len(table.seats) == 2 else "leave"
    table = games.play(store, table.id, Actor(seat.person or "", role=Role.MEMBER), len(table.match), word)
    return to_the_end(store, table)


def to_the_end(store: Store, table: Table) -> Table:
    """Moves until somebody has won."""
    table = go_on(store, table, 1000)
    assert table.is_over
    return table


def after_taking_back(store: Store, table: Table) -> Table:
    """One move is taken back by consent, and another wish is declined."""
    ann, bea = (Actor(seat.person or "", role=Role.MEMBER) for seat in table.seats)
    for agree in (True, False):
        table = go_on(store, table, 4)
        games.take_back(store, table.id, ann, len(table.match))
        table = games.answer_take_back(store, table.id, bea, len(table.match), agree=agree)
    return table


def adjourned(store: Store, table: Table) -> Table:
    """Both agree to go on another day."""
    table = go_on(store, table, 5)
    ann, bea = (Actor(seat.person or "", role=Role.MEMBER) for seat in table.seats)
    games.adjourn(store, table.id, ann)
    return games.answer_adjourn(store, table.id, bea, agree=True)


def left_to_computers(store: Store, ann: Actor, others: list[Actor]) -> None:
    """A game of three that goes on without somebody, and seats that are given to a computer, and left."""
    table = go_on(store, seated(store, "MG3", [ann, *others]), 6)
    table = games.play(store, table.id, ann, len(table.match), "leave", table.match.position.game.colours[0])
    go_on(store, table, 6)
    both = [person(ann, "Ann")] * 2
    table = games.open_game(store, code="QM", options={}, seats=both, owner=ann)
    games.give_seat_to_computer(store, table.id, ann, 1, 2)
    table = games.open_game(store, code="LC", options={}, seats=both, owner=ann)
    games.leave_seat(store, table.id, ann, 1)


def beside(store: Store, table: Table, ann: Actor, cat: Actor) -> None:
    """Words, a report, a note, and what is to be played for somebody."""
    table = go_on(store, table, 2)
    talk.say(store, table, ann, phrase="ahoy")
    number = talk.say(store, table, cat, text="Ahoi, “Ann”!")
    talk.report(store, table, ann, number)
    talk.put_note(store, table, cat, "c5 is weak\nor is it?")
    moves = [str(move) for move in table.match.position.legal_moves()]
    other = table.match.copy()
    other.play(moves[0])
    put_plan(store, table, cat, len(table.match), [[moves[0], str(other.position.legal_moves()[0])]])


def belongings(store: Store, ann: Actor, bea: Actor) -> None:
    """What hangs on an account."""
    code = store.write(lambda connection: proofs.issue(connection, "mail", ann.person, "ann@example.org", now()))
    profile.verify_mail(store, code)
    profile.keep_profile(store, ann, "fr", "Europe/Berlin")
    profile.block(store, ann, "船長")
    programs.make_token(store, ann, "a script", frozenset(SCOPES))
    programs.make_token(store, bea, "play", frozenset(SCOPES[:2]), programs.make_bot(store, bea, "Bea's bot"))
    begin_vacation(store, bea, 2)
    studied(store, ann)
    store.write(lambda connection: told_otherwise(connection, ann))


def studied(store: Store, ann: Actor) -> None:
    """A study of a line, with others beside it."""
    line = Match(start("LC"))
    line.play("@c1")
    study = studies.keep(store, ann, line, title="Corners, “É.”")
    lines = [studies.add(1, "@a7"), studies.add(1, "@e3")]
    words = [studies.comment(2, "the corner\n船"), studies.name(3, "Centre")]
    for version, change in enumerate([*lines, *words], 1):
        studies.edit(store, ann, study.id, version, change)


def told_otherwise(connection: Connection, ann: Actor) -> None:
    """Problems that were tried, a browser that takes notices, and what is wanted of them."""
    for number, solved in enumerate([True, False, True]):
        note_attempt(connection, ann.person, problems_of("LC")[number], solved, now() + timedelta(seconds=number))
    receivers.wish(connection, ann.person, receivers.Wishes(push=True, digest=False), now())
    endpoint = "https://push.example.org/ann"
    device = receivers.Device(receivers.device_id(endpoint), ann.person, endpoint, "BKey", "auth", "fr")
    receivers.add_device(connection, device, now())
