"""Somebody who listens for a stop sign while a search is busy."""

from threading import Event, Lock, Thread

from kidd.search.tree.context import Mind

LOOK = 0.01  # seconds between two looks


class Watch:
    """While it is open, a second thread looks for a stop sign and passes it on to a mind."""

    def __init__(self, mind: Mind, stop: Event | None) -> None:
        self.mind = mind
        self.stop = stop
        self.done = False
        self.lock = Lock()
        self.thread = Thread(target=self._look, daemon=True)

    def _look(self) -> None:
        while self.stop and not self.done:
            if self.stop.wait(LOOK):
                with self.lock:  # as the mind may be about something else by now
                    self.mind.stopped = self.mind.stopped or not self.done
                return

    def __enter__(self) -> None:
        if self.stop:
            self.thread.start()

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self.done = True
