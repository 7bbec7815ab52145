"""Asking at a route of the table as somebody, with what its path and its words stand for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy import delete, select

import kidd
from kidd.advice.annotate import Note
from kidd.search.answer import Line, Score
from kidd.table.moments import now
from kidd.table.notices.stopping import stop_token
from kidd.table.play.actors import Actor, Role, guest
from kidd.table.play.club import talk
from kidd.table.play.club.vacations import begin_vacation
from kidd.table.play.games import load
from kidd.table.play.people.programs import bots_of, make_bot, make_token, tokens_of
from kidd.table.play.studies import keep
from kidd.table.storage.club import messages
from kidd.table.storage.database.schema import throttles
from kidd.table.storage.notices.receivers import Device, add_device, device_id
from kidd.table.storage.persons import blocks, people, proofs
from kidd.table.storage.study import analyses
from tests.table.members import member
from tests.web.afloat import API, Server, Visitor
from tests.web.rights.rows import Row
from tests.web.rights.words import PARTS
from tests.web.roles import NUMBERS, Caller, begin, come

STREAM = "GET /api/v1/stream"
EVEN = Score((0.0, 0.0))


def arrives(server: Server, one: Row, role: str, scope: str = "") -> Caller:
    """Somebody new in a role, as a row wants the game and what there is besides."""
    caller = come(server, role, over=one.over, waiting=one.waiting, time=one.time, scope=scope)
    if one.given:
        GIVEN[one.given](server, caller)
    return caller


def asked(server: Server, visitor: Visitor, one: Row, caller: Caller) -> Any:
    """The answer to a caller."""
    path = filled(server, caller, one.path)
    said = one.said and {
        name: filled(server, caller, value) if isinstance(value, str) else value for name, value in one.said.items()
    }
    visitor.cookies.clear()
    if one.route == STREAM:  # which has no end
        with visitor.stream("GET", path, headers=caller.headers) as answer:
            if answer.status_code != 200:
                answer.read()
            return answer
    if one.path.startswith(API):
        return visitor.request(one.method, path, json=said, headers=caller.headers)
    headers = {"accept": "text/html", **caller.headers}
    return visitor.request(one.method, path, data=said, headers=headers)


def outcome_of(answer: Any, like: str) -> str:
    """What became of it, as a row would say it that said something `like` that."""
    if like.isdigit() or "problem+json" not in answer.headers.get("content-type", ""):
        return str(answer.status_code)
    return str(answer.json()["type"]).removeprefix("/problems/")


def forget_throttles(server: Server) -> None:
    """Let everybody come as if for the first time: in tests all come from one place."""
    store = server.app.state.store
    with store.reading() as connection:
        tried = connection.execute(select(throttles).limit(1)).first()
    if tried is not None:  # looking costs less than writing nothing
        store.write(lambda connection: connection.execute(delete(throttles)))


def filled(server: Server, caller: Caller, text: str) -> str:
    """A text with what it names in braces, made for this caller."""
    for part, make in MADE.items():
        if part in text:
            text = text.replace(part, make(server, caller))
    for part, found in PARTS.items():
        text = text.replace(part, found)
    return text


def _game(_: Server, caller: Caller) -> str:
    return caller.game


def _session(server: Server, caller: Caller) -> str:
    """Of another device of the member, or of whoever opened the game."""
    device = people.new_id()
    begin(server, Actor(caller.person) if caller.role == "member" else caller.host, device)
    return people.session_id(device)


def _study(server: Server, caller: Caller) -> str:
    """Of whoever opened the game."""
    return keep(server.app.state.store, caller.host, kidd.Match("LC")).id


def _member(server: Server, caller: Caller) -> str:
    """The name of somebody with an account, who has blocked whoever is blocked here."""
    store = server.app.state.store
    named = member(store, f"Anne Bonny {next(NUMBERS)}")
    if caller.role == "blocked":
        store.write(lambda connection: blocks.block(connection, named.person, caller.person, now()))
    return named.name


def _new_name(_: Server, __: Caller) -> str:
    return f"Polly {next(NUMBERS)}"


def _person(server: Server, _: Caller) -> str:
    """The id of somebody else with an account."""
    return member(server.app.state.store, f"Grace O'Malley {next(NUMBERS)}").person


def _maker(server: Server, caller: Caller) -> Actor:
    """The member who asks; for all others somebody else with an account."""
    if caller.role == "member":
        return Actor(caller.person, role=Role.MEMBER)
    return member(server.app.state.store, f"Jacquotte Delahaye {next(NUMBERS)}")


def _bot(server: Server, caller: Caller) -> str:
    """Of the member."""
    return make_bot(server.app.state.store, _maker(server, caller), f"Polly {next(NUMBERS)}")


def _token(server: Server, caller: Caller) -> str:
    """Of the member."""
    store, maker = server.app.state.store, _maker(server, caller)
    make_token(store, maker, "theirs", frozenset({"read"}))
    return tokens_of(store, maker)[0].id


def _bot_and_token(server: Server, caller: Caller) -> str:
    """A bot of the member, and its token."""
    store, maker = server.app.state.store, _maker(server, caller)
    bot = make_bot(store, maker, f"Polly {next(NUMBERS)}")
    make_token(store, maker, "its", frozenset({"read"}), bot)
    return f"{bot}/tokens/{bots_of(store, maker)[0].tokens[0].id}"


def _device(server: Server, caller: Caller) -> str:
    """A browser of whoever opened the game; nothing is sent to it, as it is here."""
    endpoint = f"https://127.0.0.1/{next(NUMBERS)}"
    found = Device(device_id(endpoint), caller.host.person, endpoint, "", "", "en")
    server.app.state.store.write(lambda connection: add_device(connection, found, now()))
    return found.id


def _code(kind: str, server: Server, _: Caller) -> str:
    """What a letter to somebody else says, which whoever knows it may use."""
    person, number = _person(server, _), next(NUMBERS)
    code: str = server.app.state.store.write(
        lambda connection: proofs.issue(connection, kind, person, f"grace-{number}@example.org", now())
    )
    return code


def _stop(server: Server, caller: Caller) -> str:
    """What the link in a letter to somebody else ends with, which whoever knows it may use."""
    return stop_token(server.app.state.sending.secret, _person(server, caller), "digest")


def _forged(server: Server, caller: Caller) -> str:
    """The same as somebody would make it up."""
    return stop_token(b"a guess", _person(server, caller), "digest")


def _message(server: Server, caller: Caller) -> str:
    """The number of what a watcher has said."""
    store = server.app.state.store
    return str(talk.say(store, load(store, caller.game), guest(people.new_id()), text="Ahoy"))


def _word(server: Server, caller: Caller) -> str:
    """The number of what whoever opened the game has said to the other player; who is alone has nobody to tell."""
    store = server.app.state.store
    table = load(store, caller.game)
    return str(talk.say(store, table, caller.host, text="Ahoy")) if len(table.people) > 1 else "1"


def _report(server: Server, caller: Caller) -> str:
    """Of what a watcher has said, by another."""
    store = server.app.state.store
    talk.report(store, load(store, caller.game), guest(people.new_id()), int(_message(server, caller)))
    with store.reading() as connection:
        return str(messages.open_reports(connection, 10_000)[-1].id)


def _vacation(server: Server, caller: Caller) -> None:
    begin_vacation(server.app.state.store, caller.host, 1)


def _analysis(server: Server, caller: Caller) -> None:
    """Of the game, in which red has made a mistake with the first move, and blue none."""
    store = server.app.state.store
    table = load(store, caller.game)
    moves = [table.match.move(number) for number in range(2)]
    lines = [Line((move,), EVEN) for move in moves]
    notes = (
        Note(0, "R", moves[0], "mistake", 0.3, lines[0], lines[0]),
        Note(1, "B", moves[1], "best", 0.0, lines[1], lines[1]),
    )
    store.write(lambda connection: analyses.keep(connection, table, notes, done=True))


GIVEN: dict[str, Callable[[Server, Caller], None]] = {"vacation": _vacation, "analysis": _analysis}
MADE: dict[str, Callable[[Server, Caller], str]] = {
    "{bot_id}/tokens/{token_id}": _bot_and_token,
    "{mail_code}": partial(_code, "mail"),
    "{undo_code}": partial(_code, "undo"),
    "{reset_code}": partial(_code, "reset"),
    "{stop_token}": _stop,
    "{forged_token}": _forged,
    "{device_id}": _device,
    "{word}": _word,
    "{game_id}": _game,
    "{session_id}": _session,
    "{study_id}": _study,
    "{member}": _member,
    "{new_name}": _new_name,
    "{person_id}": _person,
    "{bot_id}": _bot,
    "{token_id}": _token,
    "{message}": _message,
    "{report_id}": _report,
}
