"""What is said of the computers, beside what they do."""

from __future__ import annotations

from kidd.words.language import Tongue


def stranded(_: Tongue) -> str:
    """That nobody is there who could think for the computer that is to act."""
    return _("No computer answers at the moment. The game waits; its move comes as soon as one does.")
