"""Kept studies in the database: a row each, the tree as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from kidd.errors import KiddError
from kidd.match.variations import grown
from kidd.position import parse
from kidd.table.errors import Damaged, NoSuchStudy
from kidd.table.storage.database.schema import studies
from kidd.table.study import Study, StudySummary

FORMAT = 1


def put(connection: Connection, study: Study) -> int:
    """Keep a new study; how many bytes it takes."""
    row = _row(study)
    connection.execute(insert(studies), row)
    return _size(row["data"])


def replace(connection: Connection, study: Study) -> int:
    """Keep another version of a study, which the caller has locked; how many bytes more it takes."""
    row = _row(study)
    connection.execute(update(studies).where(studies.c.id == study.id), row)
    return _size(row["data"]) - study.size


def read(connection: Connection, study_id: str, *, lock: bool = False) -> Study:
    """A study as it stands; locked, nobody else changes it in the meantime."""
    query = select(studies).where(studies.c.id == study_id)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
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


def _row(study: Study) -> dict[str, Any]:
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


def _study(row: Row[Any]) -> Study:
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
