"""Somebody who listens for a stop sign while a search is busy."""

from threading import Event, Lock, Thread

from kidd.search.tree.context import Context

POLL_SECONDS = 0.01  # between two looks


class StopWatcher:
    """While it is open, a second thread looks for a stop sign and passes it on to a search."""

    def __init__(self, context: Context, stop: Event | None) -> None:
        self.context = context
        self.stop = stop
        self.done = False
        self.lock = Lock()
        self.thread = Thread(target=self._look, daemon=True)

    def _look(self) -> None:
        while self.stop and not self.done:
            if self.stop.wait(POLL_SECONDS):
                with self.lock:  # as the context may serve another search by now
                    self.context.stopped = self.context.stopped or not self.done
                return

    def __enter__(self) -> None:
        if self.stop:
            self.thread.start()

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self.done = True
