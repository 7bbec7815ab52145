"""What a search has found out about positions, in memory of a fixed size."""

try:
    import cython
except ImportError:
    from kidd.rules import without_cython as cython
if cython.compiled:
    from cython.cimports.kidd.rules.portset import stir
    from cython.cimports.kidd.search.kernel_math import fetch, give_back, word_room
else:
    from kidd.rules.portset import stir
    from kidd.search.kernel_math import fetch, give_back, word_room


class Table:
    """Entries of two words, the data and the key crossed with it: threads that write at once spoil an entry, no answer.

    Data: bits 0-26 the move, 27-42 the score plus 32768, 43-50 the depth, 51-52 the bound; 0 is no entry.
    """

    def __init__(self, megabytes: float) -> None:
        size = 1
        while size * 32 <= megabytes * 1024 * 1024:
            size *= 2
        self.size = size
        self.salt = 1
        self.entries = word_room(2 * self.size)
        if not self.entries:
            raise MemoryError(f"no room for a table of {megabytes} megabytes")

    def __dealloc__(self) -> None:
        give_back(self.entries)

    def forget(self) -> None:
        """Take every entry for a stranger's from now on, which is quicker than to wipe them all."""
        self.salt = stir(self.salt)

    def expect(self, key: int) -> None:
        """Have the memory of a key fetched while something else is done."""
        fetch(self.entries, (key & (self.size - 1)) << 1)

    def probe(self, key: int) -> int:
        """Return the data stored for a key, 0 if there is none."""
        at = (key & (self.size - 1)) << 1
        data = self.entries[at]
        return data if self.entries[at + 1] ^ data ^ self.salt == key else 0

    def store(self, key: int, code: int, score: int, depth: int, bound: int) -> None:
        """Remember a position, unless what stands there is the same one searched deeper."""
        at = (key & (self.size - 1)) << 1
        data = self.entries[at]
        if self.entries[at + 1] ^ data ^ self.salt == key and data >> 43 & 255 > depth:
            return
        data = bound
        data = data << 8 | depth
        data = data << 16 | (score + 32768)
        data = data << 27 | code
        self.entries[at] = data
        self.entries[at + 1] = key ^ data ^ self.salt
