from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from kidd.table.errors import StoreError
from kidd.table.moments import now
from kidd.table.storage import job_rows
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.job_rows import TURN
from kidd.table.storage.ownership import claim, open_own
from tests.table.sittings import computer, lease, person, sit

pytestmark = pytest.mark.once

CLAIM = """
import sys
from kidd.table.storage.ownership import claim, open_own
from kidd.table.storage.database.store import open_store
claim(open_store(sys.argv[1]))
print("claimed", flush=True)
sys.stdin.read()
"""


def test_a_file_has_one_server(store: Store, address: str):
    """The second is told why it cannot begin, and can when the first has ended."""
    claim(store)
    assert store.is_ours_alone
    other = open_store(address)
    with pytest.raises(StoreError, match=r"another server plays on '/.*: stop that one, or give"):
        claim(other)
    assert not other.is_ours_alone
    store.close()
    claim(other)
    other.close()


def test_a_file_by_another_name_is_the_same(store: Store, tmp_path: Path):
    """A link leads to the same lock."""
    claim(store)
    (tmp_path / "link.db").symlink_to(tmp_path / "kidd.db")
    other = open_store(f"sqlite:///{tmp_path}/link.db")
    with pytest.raises(StoreError, match="another server"):
        claim(other)
    other.close()


def test_a_server_that_was_killed_owns_nothing(store: Store, address: str):
    """Its lock ends with it."""
    command = [sys.executable, "-c", CLAIM, address]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "claimed\n"
        with pytest.raises(StoreError, match="another server"):
            claim(store)
        server.kill()
        server.wait()
        claim(store)


def test_postgresql_is_shared(postgres: str):
    """Any number of servers use it."""
    stores = [open_store(postgres) for _ in range(2)]
    for store in stores:
        claim(store)
        assert not store.is_ours_alone
        store.close()


def test_what_a_dead_server_held_is_free(store: Store):
    """Nobody waits for its leases to run out."""
    sit(store, "LC", computer(), person())
    later = now() + timedelta(hours=1)
    assert len(lease(store, "dead", at=later)) == 1
    claim(store)
    with store.reading() as connection:
        assert len(job_rows.due(connection, now(), kind=TURN, limit=1)) == 1


def test_a_folder_that_cannot_be_written_to(store: Store, tmp_path: Path):
    """The reason is said."""
    (tmp_path / "kidd.db.lock").mkdir()
    with pytest.raises(StoreError, match="cannot lock the database"):
        claim(store)


def test_what_another_server_plays_on_is_not_touched(tmp_path: Path):
    """Not even brought up to date, which would change the tables beneath the one that plays."""
    address = f"sqlite:///{tmp_path}/kidd.db"
    mine = open_own(address)
    with mine.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0002'")
    with pytest.raises(StoreError, match="another server plays on"):
        open_own(address)
    with mine.reading() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one() == "0002"
    mine.close()
