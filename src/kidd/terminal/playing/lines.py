"""Asking for a line, with Tab for what may be typed, until the terminal goes away."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager


def with_tab(choices: Callable[[], Iterable[str]]) -> Callable[[str], str]:
    """A way to ask for a line; at a real terminal Tab completes it to one of the choices, or lists them."""
    if sys.stdin is None:  # closed by whoever started us
        return _nobody
    if sys.stdin.isatty() and sys.stdout.isatty():
        try:
            import readline
        except ImportError:  # not on every platform; one can still type
            return input
        offered: list[str] = []

        def complete(begun: str, number: int) -> str | None:
            if number == 0:
                offered[:] = [choice for choice in choices() if choice.startswith(begun)]
            return offered[number] if number < len(offered) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        readline.set_auto_history(True)
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
        if not libedit:
            readline.parse_and_bind("set show-all-if-ambiguous on")
    return input


def _nobody(prompt: str) -> str:
    raise EOFError


@contextmanager
def farewell() -> Iterator[None]:
    """Let Ctrl-C, a closed window and a polite kill raise KeyboardInterrupt once, and nothing disturb what follows."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]

    def leave(number: int, frame: object) -> None:
        for every in numbers:
            signal.signal(every, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = [signal.signal(number, leave) for number in numbers]
    try:
        yield
    finally:
        for number, old in zip(numbers, before, strict=True):
            signal.signal(number, old)
