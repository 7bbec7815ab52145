"""Structured logs: one line an event, for people or for machines."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, TextIO

import structlog

from kidd.web.http.settings import Settings

LOGGER = "kidd.web"
WHILE = 10.0  # seconds in which lines count as repeated
LINES, REFUSALS, TROUBLES = 100, 20, 5  # of one kind that are written in that time; the last are warnings and errors
LONGEST_KIND = 60  # characters
OTHERS = "others"


def set_up(settings: Settings) -> None:
    """Send everything that is logged, by this program and by its libraries, through one door to stderr."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _printable,
    ]
    ending: Any = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    if settings.log == "json":
        shared.append(structlog.processors.format_exc_info)  # without the variables: they hold cookies and seeds
        ending = structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = CountingHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, ending],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(settings.log_level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = name != "uvicorn.access"  # requests are logged by our own watch
    for name in ("sqlalchemy", "alembic"):
        logging.getLogger(name).setLevel(logging.WARNING)


def printable(text: str) -> str:
    """The text with everything escaped that a terminal would obey or hide: control characters, turned directions."""
    return text if text.isprintable() else "".join(one if one.isprintable() else _escaped(one) for one in text)


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def _printable(_logger: Any, _name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = "\n".join(map(printable, value.split("\n"))) if name == "event" else printable(value)
    return event


class Seldom:
    """Whether something may be said again that was said before: so often in a while, and the rest is counted."""

    def __init__(
        self, pause: float, *, times: int = 1, most: int = 100, timer: Callable[[], float] = monotonic
    ) -> None:
        self._pause = pause
        self._times = times
        self._most = most
        self._timer = timer
        self._said: dict[str, _Said] = {}

    def again(self, what: str) -> bool:
        """True the first times, and then once more after a while."""
        now = self._timer()
        if what not in self._said and len(self._said) >= self._most:
            what = OTHERS
        said = self._said.get(what)
        if said is None or now >= said.until:
            left_out = said.left_out if said else 0
            said = self._said[what] = _Said(now + self._pause, left_out)
        said.times += 1
        if said.times > self._times:
            said.left_out += 1
            return False
        return True

    def left_out(self, *, at_once: bool = False) -> dict[str, int]:
        """How often each was not said in times that are over, or, at once, until now; that is told once."""
        now = self._timer()
        over = {what: said for what, said in self._said.items() if at_once or now >= said.until}
        for what in over:
            del self._said[what]
        return {what: said.left_out for what, said in over.items() if said.left_out}


@dataclass
class _Said:
    until: float
    left_out: int = 0
    times: int = 0


class CountingHandler(logging.StreamHandler[TextIO]):
    """Writes to stderr what is logged; of lines that repeat only the first, and then how many there were."""

    def __init__(self) -> None:
        super().__init__()
        self._trouble = Seldom(WHILE, times=TROUBLES)
        self._refusals = Seldom(WHILE, times=REFUSALS)
        self._news = Seldom(WHILE, times=LINES)
        self._looked = monotonic()

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line or count it; called with the handler's lock held."""
        if record.levelno > logging.DEBUG:  # who asks for everything gets it
            now = monotonic()
            if now >= self._looked + 1:
                self._looked = now
                self._tell_left_out()
            if not self._for(record).again(_kind(record)):
                return
        super().emit(record)

    def close(self) -> None:
        """Say what was left out to the end."""
        with suppress(ValueError):  # nobody reads any more
            self._tell_left_out(at_once=True)
        super().close()

    def _for(self, record: logging.LogRecord) -> Seldom:
        if record.levelno >= logging.WARNING:
            return self._trouble
        refused = isinstance(record.msg, dict) and int(record.msg.get("status", 0)) >= 400
        return self._refusals if refused else self._news

    def _tell_left_out(self, *, at_once: bool = False) -> None:
        levels = (self._trouble, logging.WARNING), (self._refusals, logging.INFO), (self._news, logging.INFO)
        for seldom, level in levels:
            for what, number in seldom.left_out(at_once=at_once).items():
                said = "left out %d lines like: %s"
                super().emit(logging.LogRecord(LOGGER, level, "", 0, said, (number, what), None))


def _kind(record: logging.LogRecord) -> str:
    """What makes a line a repetition, whatever its numbers and paths are."""
    said = record.msg if isinstance(record.msg, dict) else {"event": str(record.msg).partition("\n")[0][:LONGEST_KIND]}
    words = [str(said.get("event", "")), *(str(said[name]) for name in ("status", "reason") if name in said)]
    error = said.get("exc_info") or (record.exc_info[1] if record.exc_info else None)
    if isinstance(error, BaseException):
        line = error.__traceback__
        while line is not None and line.tb_next is not None:
            line = line.tb_next
        words += [type(error).__name__, str(line.tb_lineno) if line else ""]
    words.append(str(said.get("exception", "")).rpartition("\n")[2][:LONGEST_KIND])
    return printable(" ".join(filter(None, words)))[: 2 * LONGEST_KIND]


def log() -> structlog.stdlib.BoundLogger:
    """The logger of the web server."""
    logger: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(LOGGER)
    return logger
