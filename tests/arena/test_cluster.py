import os
import signal
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from kidd.arena import ArenaError, Cluster, Entry, Processes, Spec, run
from tests.books import by_round

distributed = pytest.importorskip("distributed")

# The cluster's own warnings, about workers that go or are killed, are not ours to answer for.
pytestmark = [pytest.mark.once, pytest.mark.filterwarnings("default")]

SPEC = Spec.of("LC", "nodes:500", "nodes:200", games=24, seed=9)


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A real cluster of two worker processes."""
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address="127.0.0.1:0",  # any port: without one its HTTP server wants 8787, as all others do
        silence_logs=50,
    ) as local:
        yield local


@pytest.mark.slow
def test_a_killed_worker_of_a_cluster_loses_no_game(cluster, tmp_path):
    """One of two worker processes is killed in the middle: all games are there, once each, as a pool plays them."""
    with distributed.Client(cluster) as client:
        workers = client.run(os.getpid)
    assert len(workers) == 2
    killed = []

    def kill(entry: Entry, entries: Mapping[int, Entry]) -> None:
        if len(entries) == 6:
            killed.append(next(iter(workers.values())))
            os.kill(killed[0], signal.SIGKILL)

    result = run(SPEC, folder=tmp_path / "cluster", executor=Cluster(cluster.scheduler_address), on_game=kill)
    run(SPEC, folder=tmp_path / "pool", executor=Processes(2))
    assert killed
    assert result.games == 24
    assert by_round(tmp_path / "cluster") == by_round(tmp_path / "pool")


def test_a_cluster_that_does_not_answer(monkeypatch):
    """The error says which address it was."""
    monkeypatch.setattr("kidd.arena.crews.CONNECT_SECONDS", 1)
    with pytest.raises(ArenaError, match=r"no cluster answers at 'tcp://127.0.0.1:9'"):
        Cluster("tcp://127.0.0.1:9")
    with pytest.raises(ArenaError, match="no cluster answers at 'gopher://somewhere'"):
        Cluster("gopher://somewhere")
