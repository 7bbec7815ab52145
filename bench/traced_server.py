"""`kidd serve` that tells which of its modules ran: `python bench/traced_server.py serve --port 8001`.

A line `start` on stdin begins to note modules, `stop` ends it; either is answered on stdout with a line that begins
with `traced`, and the second one goes on with the number of calls of Python functions, and of those of this project
each with its own: `kidd.match:Match.play=2`. It needs nothing but the checkout whose Python runs it. KIDD_PURE=1 shows
the compiled modules as well.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter
from types import FrameType

noting = False
noted: Counter[tuple[str, str]] = Counter()


def note(frame: FrameType, event: str, arg: object) -> None:
    """Note the module of whatever runs, and how often one of its functions was called."""
    if noting:
        noted[frame.f_globals.get("__name__", ""), frame.f_code.co_qualname] += event == "call"


def listen() -> None:
    """Do what stdin says."""
    global noting  # noqa: PLW0603 - the quickest thing to look at for every call there is
    for line in sys.stdin:
        if line.strip() == "start":
            noted.clear()
            noting = True
            print("traced", flush=True)
        else:
            noting = False
            ours = [f"{module}:{name}={calls}" for (module, name), calls in noted.items() if module.startswith("kidd")]
            print("traced", noted.total(), *sorted(ours), flush=True)


def main() -> None:
    """Watch this thread and all that come after it, and serve."""
    threading.Thread(target=listen, daemon=True).start()
    threading.setprofile(note)
    sys.setprofile(note)
    from kidd.cli import main as serve

    serve()


if __name__ == "__main__":
    main()
