"""Kept studies in the database: a row each, the tree as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy
from sqlalchemy import Connection, delete, func, insert, select, update

from kidd.errors import KiddError
from kidd.match.variations import grown
from kidd.position import parse
from kidd.table.errors import Damaged, NoSuchStudy
from kidd.table.storage.database.schema import studies
from kidd.table.study import Study, StudySummary

Row = Mapping[str, Any]

FORMAT = 1


def put(connection: Connection, row: Row) -> None:
    """Keep a new study."""
    connection.execute(insert(studies), row)


def replace(connection: Connection, row: Row, version: int) -> bool:
    """Keep another version of a study in place of this one; False if it is that one no more."""
    same = studies.c.id == row["id"], studies.c.version == version
    return connection.execute(update(studies).where(*same), row).rowcount == 1


def size_of(row: Row) -> int:
    """How many bytes a study takes."""
    return _size(row["data"])


def read(connection: Connection, study_id: str) -> Study:
    """A study as it stands."""
    row = connection.execute(select(studies).where(studies.c.id == study_id)).one_or_none()
    if row is None:
        raise NoSuchStudy(study_id)
    try:
        return _study(row)
    except (KiddError, ValueError, KeyError, TypeError, IndexError) as error:
        raise Damaged("damaged-study", study=study_id, why=str(error)) from error


def remove(connection: Connection, study_id: str) -> None:
    """Keep a study no longer."""
    connection.execute(delete(studies).where(studies.c.id == study_id))


def count(connection: Connection, owner: str) -> int:
    """How many studies somebody keeps."""
    return connection.execute(select(func.count()).select_from(studies).where(studies.c.owner == owner)).scalar_one()


def of_person(connection: Connection, owner: str, limit: int, skip: int = 0) -> Sequence[StudySummary]:
    """Somebody's studies, the latest first."""
    columns = [studies.c[name] for name in StudySummary._fields]
    query = select(*columns).where(studies.c.owner == owner).order_by(studies.c.updated.desc(), studies.c.id)
    return [StudySummary(*row) for row in connection.execute(query.limit(limit).offset(skip))]


def row_of(study: Study) -> Row:
    """A study as it is written: to be made before the writer is asked, as the tree may be large."""
    return {
        "id": study.id,
        "owner": study.owner,
        "title": study.title,
        "code": study.start.game.code,
        "version": study.version,
        "nodes": len(study.tree),
        "source": study.source,
        "created": study.created,
        "updated": study.updated,
        "data": _written(study),
    }


def _written(study: Study) -> str:
    game, tree = study.start.game, study.tree
    said = {
        "format": FORMAT,
        "start": str(study.start),
        "options": {"deck": game.deck.name, **game.options},
        "naming": sorted(study.naming),
        "players": study.players,
        "headers": study.headers,
        "next": tree.next,
        "nodes": tree.rows(),
    }
    return json.dumps(said, separators=(",", ":"), ensure_ascii=False)


def _size(data: str) -> int:
    return len(data.encode())


def _study(row: sqlalchemy.Row[Any]) -> Study:
    said = json.loads(row.data)
    if said["format"] != FORMAT:
        raise ValueError(f"a study of another format: {said['format']!r}")
    return Study(
        id=row.id,
        owner=row.owner,
        title=row.title,
        version=row.version,
        start=parse(said["start"], **said["options"]),
        naming=frozenset(said["naming"]),
        players=tuple(said["players"]),
        headers=said["headers"],
        source=row.source,
        tree=grown(said["nodes"], said["next"]),
        created=row.created,
        updated=row.updated,
        size=_size(row.data),
    )
