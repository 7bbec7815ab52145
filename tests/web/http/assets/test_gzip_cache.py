from __future__ import annotations

import gzip
import re

from starlette.datastructures import Headers

from kidd.web.http.assets.gzip_cache import lasting
from kidd.web.http.assets.templates import STATIC
from tests.web.afloat import Visitor

WORDS = b"yo ho ho and a bottle of rum, " * 40


def test_packed_for_those_who_can_unpack() -> None:
    """The others get it as it is, and caches are told that the answers differ."""
    packed = lasting(Headers({"accept-encoding": "br, gzip"}), WORDS, "text/plain", {})
    plain = lasting(Headers({}), WORDS, "text/plain", {})
    assert (gzip.decompress(bytes(packed.body)), plain.body) == (WORDS, WORDS)
    assert packed.headers["content-length"] == str(len(packed.body))
    assert (packed.headers["content-encoding"], "content-encoding" in plain.headers) == ("gzip", False)
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"


def test_what_is_small_already_stays_as_it_is() -> None:
    """A font is packed in itself, and a line is not worth it."""
    font = (STATIC / "fonts" / "alegreya-sc-bold.woff2").read_bytes()
    for body in (font, b"yo ho ho"):
        assert lasting(Headers({"accept-encoding": "gzip"}), body, "font/woff2", {}).body == body


def test_versioned_files_are_the_same_every_time(visitor: Visitor) -> None:
    """From the disk as from memory: the same bytes and kind, to be kept for ever; styles without their comments."""
    address = visitor.get("/").text.split('rel="stylesheet" href="')[1].split('"')[0]
    first, second = visitor.get(address), visitor.get(address)
    written = (STATIC / "site.css").read_text(encoding="utf-8")
    assert first.text == second.text
    assert "/*" in written
    assert "/*" not in first.text
    plain = re.sub(r"/\*.*?\*/", "", written, flags=re.S)
    assert "".join(first.text.split()) == "".join(plain.split())
    assert 'font-family:"Alegreya SC"' in first.text.replace(": ", ":")
    assert first.headers["content-type"] == second.headers["content-type"] == "text/css; charset=utf-8"
    assert "immutable" in first.headers["cache-control"]
