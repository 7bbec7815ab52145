"""Who has played in a seat, also after it was left to a computer."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

AT_ONCE = 500  # games that are held in memory
KINDS = ("opened", "seat-taken", "seat-left")  # a computer that takes over leaves it as it was


def upgrade() -> None:
    """Whoever sits there plays there; who did before a computer is known from what happened."""
    # One statement that both databases know: alembic adds a key to a table of SQLite only by copying all of it.
    op.execute("ALTER TABLE seats ADD COLUMN player VARCHAR(64) CONSTRAINT fk_seats_player REFERENCES persons (id)")
    op.execute("UPDATE seats SET player = person WHERE kind = 'person'")
    connection = op.get_bind()
    left = "SELECT DISTINCT seats.game FROM seats JOIN events ON events.game = seats.game "
    left += "WHERE seats.kind = 'computer' AND events.kind = 'seat-to-computer' ORDER BY seats.game"
    ids = list(connection.execute(sa.text(left)).scalars())
    for first in range(0, len(ids), AT_ONCE):
        _fill(connection, ids[first : first + AT_ONCE])
    op.create_index("ix_seats_player_game", "seats", ["player", "game"])


def _fill(connection: sa.Connection, ids: list[str]) -> None:
    rows = [
        {"of_game": game, "of_number": number, "player": person}
        for (game, number), person in _players(connection, ids).items()
        if person is not None
    ]
    # Guests of whom no other trace was left were forgotten.
    known = sa.text("SELECT id FROM persons WHERE id IN :ids").bindparams(sa.bindparam("ids", expanding=True))
    played = {row["player"]: row["of_game"] for row in rows}
    there = set(connection.execute(known, {"ids": list(played)}).scalars())
    again = "INSERT INTO persons (id, created) VALUES (:id, (SELECT created FROM games WHERE id = :game))"
    if forgotten := [{"id": person, "game": game} for person, game in played.items() if person not in there]:
        connection.execute(sa.text(again), forgotten)
    seat = "UPDATE seats SET player = :player WHERE game = :of_game AND number = :of_number AND kind = 'computer'"
    if rows:
        connection.execute(sa.text(seat), rows)


def _players(connection: sa.Connection, ids: list[str]) -> dict[tuple[str, int], str | None]:
    """Who sat in each seat last."""
    query = sa.text("SELECT game, kind, data FROM events WHERE game IN :ids AND kind IN :kinds ORDER BY game, number")
    query = query.bindparams(sa.bindparam("ids", expanding=True), sa.bindparam("kinds", expanding=True))
    found: dict[tuple[str, int], str | None] = {}
    for game, kind, data in connection.execute(query, {"ids": ids, "kinds": KINDS}):
        said = json.loads(data)
        if kind == "opened":
            for seat in said["seats"]:
                found[game, seat["number"]] = seat.get("person") if seat["kind"] == "person" else None
        else:
            found[game, said["seat"]] = said["person"] if kind == "seat-taken" else None
    return found
