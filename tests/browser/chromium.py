"""A Chromium that Playwright can drive: its own, the system's, or one fetched on a CI machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Playwright

# The shell is the same browser without windows, and starts and draws in less time.
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = (
    "--no-sandbox",  # CI runs as root, where the sandbox refuses to
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class NoChromium(Exception):
    """There is none, and none can be fetched."""


def launch(playwright: Playwright) -> Browser:
    """Start the browser that was found."""
    return playwright.chromium.launch(executable_path=find(playwright), args=list(ARGUMENTS))


def find(playwright: Playwright) -> str:
    """The path of a Chromium; KIDD_CHROMIUM names another one."""
    found = _installed(playwright) or (_fetched(playwright) if _may_fetch() else "")
    if not found:
        raise NoChromium("no Chromium found: set KIDD_CHROMIUM to one, or run `playwright install chromium`")
    return found


def _installed(playwright: Playwright) -> str:
    named = os.environ.get("KIDD_CHROMIUM", "")
    own = playwright.chromium.executable_path
    systems = (shutil.which(name) or "" for name in NAMES)
    return next((path for path in (named, own, *systems) if path and Path(path).exists()), "")


def _may_fetch() -> bool:
    on_ci = os.environ.get("CI", "") not in {"", "0", "false"}
    return on_ci and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def _fetched(playwright: Playwright) -> str:
    """Install Debian's, once, even where several test processes want it at the same time."""
    import fcntl

    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with Path(tempfile.gettempdir(), "kidd-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _installed(playwright):
            for words in (["update", "-q"], ["install", "-qy", "--no-install-recommends", SHELL]):
                subprocess.run(["apt-get", *words], env=quiet, check=False, stdout=subprocess.DEVNULL)
    return _installed(playwright)
