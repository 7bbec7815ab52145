"""Games of the table as log books."""

from __future__ import annotations

from pathlib import Path

from kidd import dice
from kidd.logbook import write_logbook
from kidd.table.snapshot import Table


def logbook(table: Table, target: Path | None = None) -> str:
    """The game as a log book, kept in a file as well if one is named.

    With dice it has their hash and, once the game is over, the seed that proves them.
    """
    match = table.match.copy()
    match.headers = {"Id": table.id, "Date": table.created.date().isoformat(), "Rules": str(table.rules_version)}
    if match.game.descriptor.faces:
        match.headers[dice.HASH] = table.dice_hash
        if table.salts:
            match.headers[dice.SALTS] = dice.write_salts(match, table.salts)
        if table.given:
            match.headers[dice.FROM] = str(table.given)
        if table.dice_seed:
            match.headers[dice.SEED] = table.dice_seed
    return write_logbook(match, target, naming=match.game.descriptor.online)
