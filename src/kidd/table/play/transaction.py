"""Committing what a use case decides: it looks at a game, decides, and looks again if somebody else was quicker.

A use case decides on the game as it is known here; the commit notices if that is outdated. `run` waits for the commit
on the caller's thread, `run_async` in the event loop, without a thread for each hop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kidd.errors import KiddError
from kidd.table.play.club.conditions import follow_of, play_plans
from kidd.table.snapshot import Table
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import Change, Conflict, commit, commit_decision, commit_in_loop, load

TRIES = 3  # after which others, who are always quicker, are kept waiting

Decide = Callable[[Table], Change | None]


def run(store: Store, game_id: str, decide: Decide) -> Table:
    """Do something to a game; `decide` gives the change, or None where there is nothing to be changed."""
    table = store.snapshots.latest(game_id) or load(store, game_id)
    for _ in range(TRIES):
        if store.pulse.is_late():  # each time: the clock may jump between two looks
            store.pulse.catch_up()
            table = store.snapshots.latest(game_id) or table
        try:
            change = decide(table)
            if change is not None:
                return commit(store, change, follow_of(table)).result()
            fresh = load(store, game_id)
            if fresh.version == table.version:
                return fresh
        except Conflict:
            fresh = load(store, game_id)
        except KiddError:
            fresh = load(store, game_id)
            if fresh.version == table.version:
                raise
        table = fresh
    return commit_decision(store, game_id, decide, follow=play_plans).result()


async def run_async(store: Store, game_id: str, decide: Decide) -> Table:
    """The same in the event loop: a thread is needed only to read what is not at hand."""
    table = store.snapshots.latest(game_id)
    if table is None:
        table = await asyncio.to_thread(load, store, game_id)
    for _ in range(TRIES):
        if store.pulse.is_late():
            await asyncio.to_thread(store.pulse.catch_up)
            table = store.snapshots.latest(game_id) or table
        try:
            change = decide(table)
            if change is not None:
                return await commit_in_loop(store, change, follow_of(table))
            fresh = await _look_again(store, table)
            if fresh.version == table.version:
                return fresh
        except Conflict:
            fresh = await asyncio.to_thread(load, store, game_id)
        except KiddError:
            fresh = await _look_again(store, table)
            if fresh.version == table.version:
                raise
        table = fresh
    return await asyncio.wrap_future(commit_decision(store, game_id, decide, follow=play_plans))


async def _look_again(store: Store, table: Table) -> Table:
    """The game as it stands, which others may have changed since it was looked at here."""
    return table if store.is_ours_alone else await asyncio.to_thread(load, store, table.id)
