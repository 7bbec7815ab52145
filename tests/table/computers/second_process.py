"""A server's process without its web, told what to do on its standard input; run as a program by the tests."""

from __future__ import annotations

import sys

from kidd.match import Match
from kidd.table.computers import analysis_run
from kidd.table.computers.analysis_jobs import AnalysisJobs
from kidd.table.computers.computers import Computers
from kidd.table.computers.jobs import HintQuestion, MatchRecord
from kidd.table.play.actors import guest
from kidd.table.play.games import play
from kidd.table.storage.database.store import open_store
from kidd.table.storage.event_log import load
from kidd.table.storage.ownership import claim

NOTE = 0.2  # seconds for each move of an analysis


def main(url: str) -> None:
    """`say game person act` and `analyse game person`, until the input ends."""
    analysis_run.KEEP = NOTE
    store = open_store(url)
    claim(store)
    computers = Computers(store, 1)
    computers.analyses = AnalysisJobs(store, computers.thinkers, seconds=NOTE, nodes=None)
    computers.start()
    computers.thinkers.ask(HintQuestion(MatchRecord.of(Match("LC")), NOTE)).result()  # the worker is there
    print(computers.turns.holder, computers.analyses.holder, flush=True)
    for line in sys.stdin:
        word, game_id, person, *act = line.split()
        table = load(store, game_id)
        if word == "say":
            play(store, game_id, guest(person), len(table.match), *act)
        else:
            computers.analyses.begin(guest(person), table)
        print("done", flush=True)
    computers.close()
    store.close()


if __name__ == "__main__":
    main(sys.argv[1])
