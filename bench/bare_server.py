"""The least that a server of games could do: `python -m bench.bare_server --port 8001 --database FILE`.

FastAPI on uvloop and httptools takes an act, writes one row to SQLite with a full sync, tells the sockets of the game
and answers; it knows no rules and no people. What `bench.load` measures of it is the limit for any server of this kind.
"""

from __future__ import annotations

import argparse
import sqlite3
from collections import defaultdict
from itertools import count

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from pydantic import BaseModel

SCHEMA = "CREATE TABLE acts (game INTEGER, ply INTEGER, act TEXT, PRIMARY KEY (game, ply)) WITHOUT ROWID"


class Act(BaseModel):
    """What a client sends."""

    act: str
    ply: int


class State(BaseModel):
    """What it gets back, and what sockets are told."""

    version: int
    ply: int
    moves: list[str]


def create_app(database: str) -> FastAPI:
    """The app over a fresh database."""
    app, ids = FastAPI(), count(1)
    rows = sqlite3.connect(database)
    rows.execute("PRAGMA journal_mode=WAL")
    rows.execute("PRAGMA synchronous=FULL")  # each commit is on the disk before it is answered
    rows.execute(SCHEMA)
    sockets: defaultdict[int, set[WebSocket]] = defaultdict(set)

    @app.get("/readyz")
    async def ready() -> dict[str, str]:
        return {}

    @app.post("/games")
    async def open_game() -> dict[str, int]:
        return {"id": next(ids)}

    @app.post("/games/{game}/acts")
    async def play(game: int, act: Act) -> State:
        with rows:
            rows.execute("INSERT INTO acts VALUES (?, ?, ?)", (game, act.ply + 1, act.act))
        state = State(version=act.ply + 1, ply=act.ply + 1, moves=[act.act])
        told = state.model_dump_json()
        for caller in tuple(sockets[game]):
            await caller.send_text(told)
        return state

    @app.websocket("/games/{game}/socket")
    async def socket(caller: WebSocket, game: int) -> None:
        await caller.accept()
        sockets[game].add(caller)
        try:
            while True:
                await caller.receive_text()
        except WebSocketDisconnect:
            sockets[game].discard(caller)

    return app


def main() -> None:
    """Read the command and serve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--database", required=True)
    given = parser.parse_args()
    uvicorn.run(
        create_app(given.database),
        port=given.port,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        access_log=False,
        log_level="warning",
    )


if __name__ == "__main__":
    main()
