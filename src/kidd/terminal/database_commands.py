"""The commands that look after a server's database: `kidd db`, `kidd backup` and `kidd restore`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kidd.errors import OptionError
from kidd.terminal.database_progress import Bars
from kidd.terminal.speech import current_tongue
from kidd.words.terminal import database as words

if TYPE_CHECKING:
    from kidd.table.storage.moving.backup_file import Note
    from kidd.web.http.settings import Settings

db = typer.Typer(no_args_is_help=True, help="Look after the database of a server (docs/serving.md).")
SHOWN = 20  # lines of what is wrong
NOT_WELL = 1
ADDRESS = "sqlite:///FILE or postgresql://USER@HOST/NAME."
ANYWAY = "Even if something is not what the events of the games say."
Database = Annotated[
    str, typer.Option("--database", metavar="ADDRESS", help="Another database than that of the settings.")
]
Anyway = Annotated[bool, typer.Option("--anyway", help=ANYWAY)]


@db.command()
def upgrade(database: Database = "") -> None:
    """Bring a database to the newest version without serving; on SQLite only while no server runs."""
    url = _url(database)
    from kidd.table.storage.database.store import open_store

    store = open_store(url)
    store.close()
    print(words.say_step(*store.brought, current_tongue()))


@db.command()
def check(database: Database = "") -> None:
    """Replay every game, and compare it with its row; ratings are made anew. Servers may run meanwhile."""
    url = _url(database)
    from kidd.table.storage.moving.arriving import inspect_games

    with Bars() as bars:
        found = inspect_games(url, bars)
    for line in found.otherwise[:SHOWN]:
        print(line)
    print(words.say_found(found.games, found.events, len(found.otherwise), current_tongue()))
    if found.otherwise:
        raise typer.Exit(NOT_WELL)


@db.command()
def move(
    source: Annotated[str, typer.Argument(metavar="FROM", help=ADDRESS)],
    target: Annotated[str, typer.Argument(metavar="TO", help=ADDRESS)],
    anyway: Anyway = False,
) -> None:
    """Move all that is in one database into another, empty one, all or nothing; no server may run on either."""
    _needs_web()
    from kidd.table.storage.moving.move import move as carry

    with Bars() as bars:
        arrival = carry(source, target, bars, anyway=anyway)
    checked, _ = arrival.checked, current_tongue()
    print(words.say_moved(checked.games, checked.events, arrival.rows, _))
    print(words.say_now_serve(_))


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it; an older backup is replaced.")],
    with_key: Annotated[
        bool, typer.Option("--with-key", help="Put the secret key that signs cookies in it, too.")
    ] = False,
    anyway: Anyway = False,
    database: Database = "",
) -> None:
    """Write all that is in the database into one file while servers go on, and replay every game from it."""
    url, key = _url(database), None
    from kidd.table.storage.moving.backup import back_up

    if with_key and (key := _settings().known_secret()) is None:
        raise OptionError("no-key")
    with Bars() as bars:
        note = back_up(url, file, bars, key=key, anyway=anyway)
    print(words.say_backup(file, note, current_tongue()))


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Put it in the place of all that is in the database.")
    ] = False,
    with_key: Annotated[bool, typer.Option("--with-key", help="Keep its secret key in the data folder, too.")] = False,
    only_check: Annotated[bool, typer.Option("--check", help="Only look whether it is good; write nothing.")] = False,
    anyway: Anyway = False,
    database: Database = "",
) -> None:
    """Put a backup into an empty database, of either kind, and replay every game there; all or nothing."""
    url, settings, _ = _url(database), _settings(), current_tongue()
    from kidd.table.storage.moving.backup import examine
    from kidd.table.storage.moving.backup_file import look_at
    from kidd.table.storage.moving.restore import restore as put_back

    note = look_at(file)
    if with_key:
        settings.check_key(_key(note), replace=replace)
    with Bars() as bars:
        if only_check:
            examine(file, bars)
            print(words.say_backup(file, note, _))
            return
        arrival = put_back(file, url, bars, replace=replace, anyway=anyway)
    if with_key:
        settings.keep_key(_key(note))
        print(words.say_key_kept(settings.secret_file, _))
    print(words.say_made(note.made, _))
    print(words.say_moved(arrival.checked.games, arrival.checked.events, arrival.rows, _))


def _key(note: Note) -> str:
    if note.key is None:
        raise OptionError("key-not-there")
    return note.key


def _url(database: str) -> str:
    return database or _settings().database()


def _settings() -> Settings:
    _needs_web()
    from kidd.web.http.settings import read_settings

    return read_settings()


def _needs_web() -> None:
    try:
        import_module("kidd.web.http.settings")
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("kidd"):
            raise
        raise OptionError("needs-web", module=error.name) from error
