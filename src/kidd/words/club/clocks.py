"""What a clock shows, as the page does between two messages."""

from __future__ import annotations

from kidd.words.language import Tongue

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000


def clock_face(left: int, _: Tongue) -> str:
    """So many milliseconds: `4:59`, or days and hours."""
    if left >= DAY:
        return _("%(days)s d %(hours)s h", days=left // DAY, hours=left % DAY // HOUR)
    if left >= 3 * HOUR:
        return _("%(hours)s h %(minutes)s min", hours=left // HOUR, minutes=left % HOUR // MINUTE)
    whole = -(-left // SECOND)
    hours, minutes, seconds = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def clock_note(away: str, vacation: str, first: str, _: Tongue) -> str:
    """What else is to be known of somebody's time: that they have left, are on vacation, or are to begin."""
    if away:
        return _("Away, lost in %(time)s", time=away)
    if vacation:
        return _("On vacation until %(day)s", day=vacation)
    return _("%(time)s for the first move", time=first) if first else ""
