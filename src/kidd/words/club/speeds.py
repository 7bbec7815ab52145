"""How much time there is, in words."""

from __future__ import annotations

from kidd.words.language import Tongue, marked, number

LIVE = ("180+2", "300+3", "600+5", "900+10", "1800+20")
DAYS = ("1d", "3d", "7d")
NAMES = {"live": marked("Live"), "days": marked("By correspondence"), "none": marked("Without a clock")}


def speed_words(time: str, _: Tongue) -> str:
    """What a time such as `300+3`, `3d` or none means."""
    if not time:
        return _("no clock")
    if time.endswith("d"):
        days = int(time[:-1])
        return _.ngettext("%(number)s day per move", "%(number)s days per move", days)
    base, increment = map(int, time.split("+"))
    minutes = number(base / 60, 0 if base % 60 == 0 else 1, _.code)
    if not increment:
        return _("%(minutes)s min", minutes=minutes)
    return _("%(minutes)s min + %(seconds)s s", minutes=minutes, seconds=increment)
