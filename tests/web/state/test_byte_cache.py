"""A cache that is bounded by bytes."""

from __future__ import annotations

from kidd.web.state.byte_cache import ByteCache


def test_what_is_asked_for_stays():
    """However much comes, what is asked for in between is there, and no more than the room is taken."""
    cache: ByteCache[bytes] = ByteCache(1000, len)
    cache.put("mine", b"x" * 10)
    for number in range(500):
        cache.put(number, bytes(20))
        assert cache.get("mine") == b"x" * 10
        held = [*cache._young.values(), *(value for key, value in cache._old.items() if key not in cache._young)]
        assert sum(map(len, held)) <= 1000 + 20
    assert cache.get(0) is None
    assert cache.get(499) is not None


def test_the_same_again_is_counted_once():
    """What takes the place of something takes its bytes, too."""
    cache: ByteCache[bytes] = ByteCache(1000, len)
    cache.put("other", bytes(100))
    for _ in range(100):
        cache.put("mine", bytes(100))
    assert cache.get("other") is not None
    cache.clear()
    assert cache.get("mine") is None
