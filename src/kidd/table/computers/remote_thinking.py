"""What runs on the workers of a cluster: a question is thought about, and a word to stop is heard meanwhile.

A worker needs nothing of the server: neither its database nor its web.
"""

from __future__ import annotations

import threading
import traceback
from collections import OrderedDict

from kidd.rules.numbers import RULINGS
from kidd.speed import compiled
from kidd.table.computers.jobs import Answer, Question, Thinker

EARLY = 1000  # questions that were stopped before they came, or after they were answered

_own = threading.local()  # each thread remembers engines of its own
_lock = threading.Lock()
_under_way: dict[str, threading.Event] = {}
_stopped: OrderedDict[str, None] = OrderedDict()

Greeting = tuple[int, bool]


def greet() -> Greeting:
    """By which rulings a worker plays, and whether it is a quick one."""
    return RULINGS, compiled()


def think(key: str, question: Question) -> tuple[Answer, str]:
    """The answer to a question, or what went wrong."""
    if not hasattr(_own, "stop"):
        _own.stop = threading.Event()
        _own.thinker = Thinker(_own.stop)
    stop: threading.Event = _own.stop
    stop.clear()
    with _lock:
        _under_way[key] = stop
        if key in _stopped:
            stop.set()
    try:
        return _own.thinker.think(question), ""
    except Exception:  # noqa: BLE001 - told to the server, which has the log
        return None, traceback.format_exc()
    finally:
        with _lock:
            del _under_way[key]


def hush(key: str) -> None:
    """Have a question answered at once with what was found; called beside the threads that think."""
    with _lock:
        if stop := _under_way.get(key):
            stop.set()
        _stopped[key] = None
        if len(_stopped) > EARLY:
            _stopped.popitem(last=False)
