"""Statements that go straight to the driver: they write what SQLAlchemy would, and fail as it would."""

from __future__ import annotations

import pytest
from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from kidd.table.moments import now
from kidd.table.storage.database.prepared import Prepared
from kidd.table.storage.database.schema import persons
from kidd.table.storage.database.store import Store

ADD = Prepared(insert(persons), ["id", "name", "created"])
NAME = Prepared(update(persons).where(persons.c.id == bindparam("of_person")), ["name"])


def test_what_is_written(any_store: Store):
    """One row or several, with moments as the tables keep them; and how many rows were changed."""
    moment = now()
    rows = [{"id": name, "name": None, "created": moment} for name in ("ann", "bea", "cat")]
    assert any_store.write(lambda connection: ADD.run(connection, rows[0])) == 1
    assert any_store.write(lambda connection: ADD.run(connection, *rows[1:])) == 2
    assert any_store.write(lambda connection: NAME.run(connection, {"of_person": "bea", "name": "B; DROP"})) == 1
    assert any_store.write(lambda connection: NAME.run(connection, {"of_person": "dan", "name": "Dan"})) == 0
    with any_store.reading() as connection:
        found = connection.execute(select(persons.c.id, persons.c.name, persons.c.created).order_by(persons.c.id)).all()
    assert [tuple(row) for row in found] == [("ann", None, moment), ("bea", "B; DROP", moment), ("cat", None, moment)]


def test_what_is_read(any_store: Store):
    """The first row that is found, with every value as SQLAlchemy would read it."""
    moment = now()
    any_store.write(lambda connection: ADD.run(connection, {"id": "ann", "name": None, "created": moment}))
    query = select(persons.c.id, persons.c.name, persons.c.created, persons.c.operator)
    one = Prepared(query.where(persons.c.id == bindparam("wanted")))
    with any_store.reading() as connection:
        assert one.first(connection, {"wanted": "bea"}) is None
        usual = connection.execute(query).one()
        assert one.first(connection, {"wanted": "ann"}) == list(usual) == ["ann", None, moment, False]


def test_an_error_is_as_usual(any_store: Store):
    """A row that is there already undoes the whole transaction, and says nothing of what was to be written."""
    row = {"id": "ann", "name": "a secret", "created": now()}
    with pytest.raises(IntegrityError) as refused:
        any_store.write(lambda connection: ADD.run(connection, row, row))
    assert "a secret" not in str(refused.value)
    with any_store.reading() as connection:
        assert connection.execute(select(persons)).all() == []
