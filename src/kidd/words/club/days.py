"""Days as people write them, in their language and time zone."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from kidd.words.language import Tongue

LONGEST_ZONE = 64


def zone_of(name: str) -> ZoneInfo | None:
    """A time zone such as `Europe/Berlin`, None where there is none of that name."""
    if not name or len(name) > LONGEST_ZONE:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def day(moment: date, _: Tongue, zone: str = "") -> str:
    """Such as `3 May 2026`; of a moment, by the clocks of a zone."""
    from babel.dates import format_date

    known = zone_of(zone)
    local = moment.astimezone(known) if known and isinstance(moment, datetime) else moment
    return str(format_date(local, "long", _.code))
