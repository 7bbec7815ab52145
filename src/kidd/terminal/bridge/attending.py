"""What the bridge does while it is open: it listens to the club, and hands on to the engine what is for it."""

from __future__ import annotations

import os
import random
import shlex
import threading
from pathlib import Path

from kidd.adapters.ugi_client import EngineGone
from kidd.errors import OptionError
from kidd.terminal.bridge.player import Player, Terms
from kidd.terminal.bridge.site import Refused, Site, SiteGone, is_here
from kidd.terminal.speech import current_tongue
from kidd.words.names import printable
from kidd.words.terminal import bridge as words

VARIABLE = "KIDD_TOKEN"
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds between two tries to reach the server
FAREWELL = 10.0  # seconds in which the engine may end
STOPPED = 130  # what shells expect of a command that Ctrl-C ended


def attend(url: str, token_file: Path | None, engine: str, terms: Terms) -> int:
    """Play until the end of it; what the command is to exit with."""
    tongue = current_tongue()
    stop = threading.Event()
    site = Site(url, _token(token_file), tongue.code, stop)
    player = Player(site, _command(engine), terms, _say, tongue)
    player.stop = stop
    try:
        return _run(site, player)
    except KeyboardInterrupt:
        _say(words.farewell(tongue))
        return STOPPED
    except Refused as error:
        raise OptionError("bridge-refused", why=printable(error.detail)) from error
    except EngineGone as error:
        raise OptionError("bridge-engine", why=printable(str(error))) from error
    finally:
        player.close()


def _run(site: Site, player: Player) -> int:
    tongue = current_tongue()
    player.start_engine()
    worker = threading.Thread(target=player.run, daemon=True)
    worker.start()
    if site.base.startswith("http:") and not is_here(site.base):
        _say(words.open_line(tongue))
    # On a thread of its own: whoever listens may wait for the next word long after all is done.
    threading.Thread(target=_hear, args=(site, player), daemon=True).start()
    try:
        player.stop.wait()
    finally:
        player.close()
        worker.join(FAREWELL)
    if player.failed is not None:
        raise player.failed
    return 0


def _hear(site: Site, player: Player) -> None:
    try:
        _listen(site, player)
    except BaseException as error:  # noqa: BLE001 - told by whoever waits for the end
        player.failed = error
        player.close()


def _listen(site: Site, player: Player) -> None:
    """Pass on what the server tells; a lost line is tried again after growing pauses."""
    tongue, pause, greeted = current_tongue(), FIRST_PAUSE, False
    while not player.stop.is_set():
        try:
            if not greeted:
                account = site.ask("GET", "/account")
                _say(words.greeting(str(account.get("name", "")), site.base, tongue))
                if account.get("role") != "bot":
                    _say(words.not_a_bot(tongue))
                greeted = True
            for told in site.listen():
                player.hear(told)
                pause = FIRST_PAUSE
                if player.stop.is_set():
                    return
            why = ""
        except SiteGone as error:
            why = str(error)
        if player.stop.is_set():
            return
        _say(words.line_lost(printable(why), pause, tongue))
        player.stop.wait(pause * random.uniform(0.7, 1.3))
        pause = min(2 * pause, LONGEST_PAUSE)


def _token(file: Path | None) -> str:
    if file is not None:
        try:
            token = file.expanduser().read_text(encoding="utf-8")[:1000].strip()
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "UTF-8"
            raise OptionError("text-file", file=repr(str(file)), why=why) from error
    else:
        token = os.environ.get(VARIABLE, "").strip()
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise OptionError("bridge-token")
    return token


def _command(engine: str) -> list[str]:
    try:
        words_of = shlex.split(engine)
    except ValueError:
        words_of = []
    if not words_of:
        raise OptionError("bridge-command")
    return words_of


def _say(line: str) -> None:
    print(printable(line), flush=True)
