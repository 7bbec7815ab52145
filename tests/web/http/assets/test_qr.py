"""QR codes of links: as pictures of their own, and none where nobody could read it."""

from __future__ import annotations

from kidd.web.http.assets.qr import qr_svg


def test_a_picture_of_its_own():
    """With its name space, in any size, dark on light with room around it."""
    drawn = qr_svg("https://kidd.example.org/games/k7w2m9xq4tb")
    assert drawn.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert 'viewBox="0 0 37 37"' in drawn  # version 3 is 29 modules wide
    assert "width=" not in drawn
    assert 'fill="#fff"' in drawn


def test_what_is_too_long():
    """There is none, rather than one that nobody can read."""
    assert qr_svg("x" * 213)
    assert qr_svg("x" * 214) == ""
    assert qr_svg("x" * 5000) == ""
