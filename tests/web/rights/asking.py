"""Asking at a route of the table as somebody, with what its path and its words stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import delete

import kidd
from kidd.table.moments import now
from kidd.table.play.actors import guest
from kidd.table.play.club import talk
from kidd.table.play.games import load
from kidd.table.play.people.programs import bots_of, make_bot, make_token
from kidd.table.play.studies import keep
from kidd.table.storage.club import messages
from kidd.table.storage.database.schema import throttles
from kidd.table.storage.persons import blocks, people, tokens
from tests.table.members import member
from tests.web.afloat import API, Server, Visitor
from tests.web.rights.rows import Row
from tests.web.rights.words import PARTS
from tests.web.roles import NUMBERS, Caller

STREAM = "GET /api/v1/stream"


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
    server.app.state.store.write(lambda connection: connection.execute(delete(throttles)))


def filled(server: Server, caller: Caller, text: str) -> str:
    """A text with what it names in braces, made for this caller."""
    for part, found in PARTS.items():
        text = text.replace(part, found)
    for part, make in MADE.items():
        if part in text:
            text = text.replace(part, make(server, caller))
    return text


def _game(_: Server, caller: Caller) -> str:
    return caller.game


def _session(_: Server, caller: Caller) -> str:
    return caller.session


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


def _bot(server: Server, _: Caller) -> str:
    """Of somebody else."""
    store = server.app.state.store
    maker = member(store, f"Jacquotte Delahaye {next(NUMBERS)}")
    make_bot(store, maker, f"Polly {next(NUMBERS)}")
    return bots_of(store, maker)[0].id


def _token(server: Server, _: Caller) -> str:
    """Of somebody else."""
    store = server.app.state.store
    maker = member(store, f"Anne Dieu {next(NUMBERS)}")
    make_token(store, maker, "theirs", frozenset({"read"}))
    with store.reading() as connection:
        return tokens.list_of(connection, maker.person)[0].id


def _message(server: Server, caller: Caller) -> str:
    """The number of what a watcher has said."""
    store = server.app.state.store
    return str(talk.say(store, load(store, caller.game), guest(people.new_id()), text="Ahoy"))


def _report(server: Server, caller: Caller) -> str:
    """Of what a watcher has said, by another."""
    store = server.app.state.store
    talk.report(store, load(store, caller.game), guest(people.new_id()), int(_message(server, caller)))
    with store.reading() as connection:
        return str(messages.open_reports(connection, 10_000)[-1].id)


MADE: dict[str, Callable[[Server, Caller], str]] = {
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
