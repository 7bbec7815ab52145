"""Structured logs: one line an event, for people or for machines."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from time import monotonic
from typing import Any

import structlog

from kidd.web.http.settings import Settings


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
    handler = logging.StreamHandler()
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
    """Whether it is time to say something again that was said before."""

    def __init__(self, pause: float, most: int = 100) -> None:
        self._pause = pause
        self._most = most
        self._said: dict[str, float] = {}

    def again(self, what: str) -> bool:
        """True at first, and then once in a while."""
        now = monotonic()
        if now < self._said.get(what, now):
            return False
        if len(self._said) >= self._most:
            self._said.clear()
        self._said[what] = now + self._pause
        return True


def log() -> structlog.stdlib.BoundLogger:
    """The logger of the web server."""
    logger: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger("kidd.web")
    return logger
