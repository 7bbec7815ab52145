"""Leaving: all of one's data in a file, and an account that is no more while its games stay for the others.

Whoever goes gives up what they play against others. Their name is taken out of every game, also out of what happened
long ago; until that is done the seats say so, and any server goes on with it (`finish`).
"""

from __future__ import annotations

import json
import zipfile
from contextlib import suppress
from datetime import timedelta
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from sqlalchemy import Connection, Select, delete, or_, select
from sqlalchemy import Table as Rows

from kidd.errors import KiddError
from kidd.logbook import write_logbook
from kidd.match.standing import LEAVE
from kidd.table.errors import Damaged, NoSuchGame
from kidd.table.moments import now
from kidd.table.play import studies as kept_studies
from kidd.table.play.actors import Actor, guest
from kidd.table.play.export import logbook
from kidd.table.play.games import abandon, decline, play
from kidd.table.play.people.accounts import own_account
from kidd.table.play.people.programs import own_bot
from kidd.table.play.transaction import run
from kidd.table.snapshot import Table
from kidd.table.storage.club import ratings
from kidd.table.storage.database.schema import (
    attempts,
    conditions,
    devices,
    games,
    messages,
    notes,
    notice_settings,
    outbox,
    persons,
    presences,
    rating_changes,
    seats,
    studies,
)
from kidd.table.storage.database.schema import blocks as block_rows
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import Change, commit_decision, load
from kidd.table.storage.events import Renamed
from kidd.table.storage.names_in_events import erase_name, games_naming
from kidd.table.storage.notices import notice_rows
from kidd.table.storage.persons import accounts, blocks, people, proofs, tokens
from kidd.table.storage.persons.accounts import Account
from kidd.table.storage.persons.throttles import Limit, charge
from kidd.table.storage.reducer import Draft
from kidd.words.texts import FORMER

EXPORTS = Limit("export", 6, timedelta(days=1))
IN_MEMORY = 4 << 20  # bytes of a file that need no disk
MOST_GAMES = 20_000  # in a file
AT_ONCE = 50  # people who have left and whose games are looked through


def export(store: Store, actor: Actor) -> IO[bytes]:
    """All that is known of a member as a ZIP, at its beginning; whoever asks closes it."""
    account = own_account(store, actor)
    store.write(lambda connection: charge(connection, EXPORTS, actor.person, now()))
    file: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - handed on
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        with store.reading() as connection:
            known = _about(connection, account)
            mine = _played(actor.person).distinct().limit(MOST_GAMES)
            played = sorted(connection.execute(mine).scalars())
            titles = connection.execute(select(studies.c.id).where(studies.c.owner == actor.person)).scalars().all()
        packed.writestr("account.json", json.dumps(known, indent=2, ensure_ascii=False, default=str))
        for game_id in played:
            with suppress(NoSuchGame, Damaged):
                packed.writestr(f"games/{game_id}.kidd", logbook(load(store, game_id)))
        for study_id in titles:
            with suppress(KiddError):
                study = kept_studies.read(store, study_id)
                book = write_logbook(kept_studies.match_of(study), naming=study.naming)
                packed.writestr(f"studies/{study_id}.kidd", book)
    file.seek(0)
    return file


def _about(connection: Connection, account: Account) -> dict[str, Any]:
    known = {name: value for name, value in account._asdict().items() if name != "password"}
    rated = select(rating_changes).where(rating_changes.c.person == account.id).order_by(rating_changes.c.at)
    solved = connection.execute(select(attempts).where(attempts.c.person == account.id)).mappings()
    return {
        "account": known,
        "sessions": [one._asdict() for one in people.sessions_of(connection, account.id)],
        "tokens": [{**one._asdict(), "scopes": sorted(one.scopes)} for one in tokens.list_of(connection, account.id)],
        "blocked": [one.name for one in blocks.list_of(connection, account.id)],
        "problems": [dict(row) for row in solved],
        "said": [dict(row) for row in connection.execute(_of(messages, account.id)).mappings()],
        "notes": [dict(row) for row in connection.execute(_of(notes, account.id)).mappings()],
        "ratings": [one._asdict() for one in ratings.of_person(connection, account.id)],
        "rated games": [dict(row) for row in connection.execute(rated.limit(MOST_GAMES)).mappings()],
    }


def _of(rows: Rows, person: str) -> Select[Any]:
    return select(rows).where(rows.c.person == person)


def _played(person: str) -> Select[Any]:
    """The games in which somebody sits, is asked to, or has left their seat to a computer."""
    return select(seats.c.game).where(or_(seats.c.person == person, seats.c.player == person))


def leave(store: Store, actor: Actor) -> None:
    """End an account for good, and those of its bots."""
    bots = select(persons.c.id).where(persons.c.maker == actor.person, persons.c.kind == accounts.BOT)
    with store.reading() as connection:
        going = [*connection.execute(bots).scalars(), actor.person]
    for person in going:
        _depart(store, person)


def dismiss_bot(store: Store, actor: Actor, bot: str) -> None:
    """End the account of a bot of one's own."""
    with store.reading() as connection:
        person = own_bot(connection, actor, bot)
    _depart(store, person)


def _depart(store: Store, person: str) -> None:
    _give_up(store, person)
    store.write(partial(_erase, person))
    _take_name_out(store, person)


def finish(store: Store) -> int:
    """Take the names of those out of their games who left while a server stopped; how many there were."""
    left = (
        select(seats.c.person)
        .join(persons, persons.c.id == seats.c.person)
        .where(persons.c.kind == accounts.FORMER, seats.c.name != FORMER)
    )
    with store.reading() as connection:
        going = list(connection.execute(left.distinct().limit(AT_ONCE)).scalars())
    for person in going:
        _take_name_out(store, person)
    return len(going)


def _give_up(store: Store, person: str) -> None:
    """End what somebody still plays: alone without a result, against others as lost."""
    mine = select(seats.c.game).join(games, games.c.id == seats.c.game)
    with store.reading() as connection:
        going = set(connection.execute(mine.where(seats.c.person == person, games.c.outcome == "*")).scalars())
    for game_id in sorted(going):
        with suppress(KiddError):  # whatever does not let itself be ended stays as it is
            _end(store, load(store, game_id), person)


def _end(store: Store, table: Table, person: str) -> None:
    actor = guest(person)
    if any(seat.is_kept_for(person) for seat in table.seats):
        decline(store, table.id, actor)
        return
    if len(table.people) == 1:
        abandon(store, table.id, actor)
        return
    for colour in table.colours_of(person):
        word = LEAVE if LEAVE in table.match.legal_acts(colour) else "resign"
        play(store, table.id, actor, len(table.match), word, colour)
        return


def _erase(person: str, connection: Connection) -> None:
    """Forget a person but for their id, by which games know who is who."""
    account = accounts.find(connection, person)
    nothing = dict.fromkeys(("name_key", "name_caps", "password", "mail", "mail_verified", "maker"))
    values = {"kind": accounts.FORMER, "name": FORMER, "language": "", "zone": "", "operator": False, "closed": now()}
    accounts.change(connection, person, **nothing, **values)
    people.end_sessions(connection, person, now())
    tokens.end_all(connection, person)
    for kind in proofs.LASTS:
        proofs.drop(connection, person, kind)
    told = attempts.c.person, outbox.c.person, devices.c.person, notice_settings.c.person
    said = messages.c.person, notes.c.person, conditions.c.person, presences.c.person
    for rows in (*told, *said, block_rows.c.person, block_rows.c.blocked, studies.c.owner):
        connection.execute(delete(rows.table).where(rows == person))
    notice_rows.forget(connection, person)
    if account is not None and account.name:
        notice_rows.call_otherwise(connection, _played(person), account.name, FORMER)


def _take_name_out(store: Store, person: str) -> None:
    """Take a name out of all games at once with what has happened there, also of those in which they sit no more."""
    sitting = select(seats.c.game).where(seats.c.person == person, seats.c.name != FORMER)
    with store.reading() as connection:
        played = sorted({*connection.execute(sitting).scalars(), *games_naming(connection, person)})

    def scrub(connection: Connection, table: Table) -> None:
        erase_name(connection, table.id, person, FORMER)

    for game_id in played:
        with suppress(NoSuchGame, Damaged):
            commit_decision(store, game_id, partial(_decide_former, person), beside=scrub).result()


def _decide_former(person: str, table: Table) -> Change | None:
    """What changes where somebody sits, is asked to, or has left to a computer: no server keeps their name in mind."""
    draft = Draft(table.id, table)
    for seat, player in zip(table.seats, table.players, strict=True):
        left = seat.person is None and player == person
        if left or (seat.person == person and seat.name != FORMER):
            draft.add(Renamed(at=table.updated, seat=seat.number, person=person, name=FORMER))
    return Change.of(draft) if draft.events else None


def take_name(store: Store, person: str, name: str) -> None:
    """Call somebody who has just signed up by their name, in what they play against others."""
    mine = select(seats.c.game).join(games, games.c.id == seats.c.game)
    with store.reading() as connection:
        going = set(connection.execute(mine.where(seats.c.person == person, games.c.outcome == "*")).scalars())
    for game_id in going:
        with suppress(KiddError):
            run(store, game_id, partial(_decide_name, person, name))


def _decide_name(person: str, name: str, table: Table) -> Change | None:
    return decide_rename(person, name, table) if len(table.people) > 1 else None


def decide_rename(person: str, name: str, table: Table) -> Change | None:
    """What changes when somebody is called otherwise at a table; when that was does not count as play."""
    draft = Draft(table.id, table)
    for seat in table.seats:
        if seat.person == person and seat.name != name:  # they sit there, or are asked to
            draft.add(Renamed(at=table.updated, seat=seat.number, person=person, name=name))
    return Change.of(draft) if draft.events else None
