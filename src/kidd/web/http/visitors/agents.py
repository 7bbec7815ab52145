"""What somebody comes with, in two words: the browser and the system, as far as it says so."""

from __future__ import annotations

LONGEST_AGENT = 400  # characters that are looked at
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
    ("python", "Python"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def agent_words(header: str) -> str:
    """Such as `Firefox, Android`; empty where nothing of it is known, and never what was sent itself."""
    said = header[:LONGEST_AGENT]
    found = (next((word for sign, word in table if sign in said), "") for table in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))
