"""A QR code of a short text, such as a link."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

import segno
from segno.encoder import DataOverflowError

LARGEST = 10  # the version up to which a code is read at a glance from a screen
QUIET = 4  # modules around it, which readers need


@lru_cache(256)
def qr_svg(text: str) -> str:
    """The code as an SVG that says nothing of its size; empty for a text that is too long for a quick look."""
    try:
        code = segno.make(text, error="m", micro=False)
    except DataOverflowError:
        return ""
    if int(code.version) > LARGEST:
        return ""
    drawn = BytesIO()
    code.save(
        drawn, kind="svg", border=QUIET, light="#fff", omitsize=True, xmldecl=False, svgclass=None, lineclass=None
    )
    return drawn.getvalue().decode()
