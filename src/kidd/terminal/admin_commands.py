"""The commands `kidd admin`: people, invitations and games of a server's database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kidd.errors import OptionError, shown
from kidd.terminal.speech import current_tongue

if TYPE_CHECKING:
    from kidd.table.play.actors import Actor
    from kidd.table.storage.database.store import Store
    from kidd.table.storage.persons.accounts import Account

admin = typer.Typer(no_args_is_help=True, help="Look after the people and games of a server (docs/club.md).")
Name = Annotated[str, typer.Argument(metavar="NAME", help="Of a member.")]
GameId = Annotated[str, typer.Argument(metavar="GAME", help="The id of a game, as its address has it.")]
LEAF = 20


@admin.command()
def people(
    search: Annotated[str, typer.Argument(metavar="[SEARCH]", help="A part of a name or of a mail address.")] = "",
) -> None:
    """List the members and bots."""
    from kidd.table.play.people import operators
    from kidd.words.terminal.admin import person_line

    with _opened() as (store, operator):
        skip = 0
        while found := operators.find_people(store, operator, search, skip=skip):
            for account in found[:LEAF]:
                print(person_line(account, current_tongue()))
            skip += LEAF
            if len(found) <= LEAF:
                return


@admin.command()
def operator(
    name: Name, off: Annotated[bool, typer.Option("--off", help="Make them a plain member again.")] = False
) -> None:
    """Make an operator of a member, who then finds the page /operator."""
    from kidd.table.play.people import operators

    with _opened() as (store, actor):
        operators.appoint(store, actor, _person(store, name).id, operator=not off)


@admin.command()
def close(name: Name, undo: Annotated[bool, typer.Option("--undo", help="Let them in again.")] = False) -> None:
    """Keep a member out: their sessions and tokens end, and they cannot log in."""
    from kidd.table.play.people import operators

    with _opened() as (store, actor):
        change = operators.reopen_account if undo else operators.close_account
        change(store, actor, _person(store, name).id)


@admin.command()
def password(name: Name) -> None:
    """Give a member a new password, which is asked for; their sessions, tokens and devices end."""
    from kidd.table.moments import now
    from kidd.table.people.passwords import Hasher, check_password
    from kidd.table.storage.persons import accounts
    from kidd.table.storage.persons.keys import change_locks
    from kidd.words.terminal.admin import ask_password

    with _opened() as (store, _):
        account = _person(store, name)
        new = typer.prompt(ask_password(current_tongue()), hide_input=True, confirmation_prompt=True)
        check_password(new, account.name or "")
        hasher = Hasher()
        hashed = hasher.hash_now(new)
        hasher.close()
        store.write(lambda connection: accounts.change(connection, account.id, password=hashed))
        store.write(lambda connection: change_locks(connection, account.id, now()))


@admin.command()
def invite() -> None:
    """Print a link by which one person may sign up within 30 days."""
    from kidd.table.moments import now
    from kidd.table.play.people import operators
    from kidd.table.storage.persons import people as rows
    from kidd.web.http.settings import read_settings

    with _opened() as (store, actor):
        store.write(lambda connection: rows.remember(connection, actor.person, now()))
        print(f"{read_settings().base_url}/signup?invitation={operators.invite(store, actor)}")


@admin.command()
def games(name: Annotated[str, typer.Argument(metavar="[NAME]", help="Of a member; else all.")] = "") -> None:
    """List the running games, the latest first."""
    from kidd.table.play.games import load
    from kidd.table.play.people import operators
    from kidd.words.terminal.admin import game_line

    with _opened() as (store, actor):
        skip = 0
        while found := operators.find_games(store, actor, name, skip=skip):
            for game_id in found[:LEAF]:
                print(game_line(load(store, game_id), current_tongue()))
            skip += LEAF
            if len(found) <= LEAF:
                return


@admin.command()
def reports(settle: Annotated[int | None, typer.Option(metavar="NUMBER", help="Lay that one aside.")] = None) -> None:
    """List what was reported, the oldest first."""
    from kidd.table.play.people import operators
    from kidd.words.terminal.admin import report_line

    with _opened() as (store, actor):
        if settle is not None:
            operators.settle_report(store, actor, settle)
        for one in operators.find_reports(store, actor):
            print(report_line(one.report, one.reporter, one.person))


@admin.command()
def export(
    game: GameId,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to write it; else it is printed.")] = None,
) -> None:
    """Write a game as a logbook."""
    from kidd.table.play.games import load, logbook

    with _opened() as (store, _):
        book = logbook(load(store, game), out)
    if out is None:
        print(book, end="")


@admin.command("close-game")
def close_game(game: GameId) -> None:
    """End a game without a result; on SQLite only while no server runs (else on the page /operator)."""
    from kidd.table.play.people import operators

    with _opened(alone=True) as (store, actor):
        operators.close_game(store, actor, game)


@admin.command("adjourn-game")
def adjourn_game(game: GameId, undo: Annotated[bool, typer.Option("--undo", help="Let it go on.")] = False) -> None:
    """Let a game rest, clocks and all; on SQLite only while no server runs (else on the page /operator)."""
    from kidd.table.play.people import operators

    with _opened(alone=True) as (store, actor):
        (operators.resume_game if undo else operators.adjourn_game)(store, actor, game)


@admin.command()
def tidy() -> None:
    """Throw away now what a server throws away every hour; on SQLite only while no server runs."""
    from kidd.table.play.people.housekeeping import tidy as throw_away
    from kidd.web.http.settings import read_settings
    from kidd.words.terminal.admin import say_tidied

    with _opened(alone=True) as (store, _):
        print(say_tidied(throw_away(store, read_settings().keeping), current_tongue()))


@contextmanager
def _opened(*, alone: bool = False) -> Iterator[tuple[Store, Actor]]:
    """The database of the settings, and somebody who may do everything there."""
    try:
        from kidd.table.play.actors import Actor, Role
        from kidd.table.storage.database.store import open_store
        from kidd.table.storage.ownership import open_own
        from kidd.web.http.settings import read_settings
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("kidd"):
            raise
        raise OptionError("needs-web", module=error.name) from error
    store = (open_own if alone else open_store)(read_settings().database())
    try:
        yield store, Actor("kidd-admin", "", Role.OPERATOR)
    finally:
        store.close()


def _person(store: Store, name: str) -> Account:
    from kidd.table.storage.persons import accounts

    with store.reading() as connection:
        found = accounts.named(connection, name)
    if found is None:
        raise OptionError("no-member", came=shown(name))
    return found
