"""What a search has found out about positions, in memory of a fixed size."""

try:
    import cython
except ImportError:
    from kidd.rules import without_cython as cython
if cython.compiled:
    from cython.cimports.kidd.rules.portset import stir
    from cython.cimports.kidd.search.tree.bit_fields import entry_depth, pack_entry
    from cython.cimports.kidd.search.tree.kernel_math import allocate_words, prefetch, release_words
else:
    from kidd.rules.portset import stir
    from kidd.search.tree.bit_fields import entry_depth, pack_entry
    from kidd.search.tree.kernel_math import allocate_words, prefetch, release_words


class TranspositionTable:
    """Pairs of words, an entry and the key crossed with it: threads that write at once spoil an entry, no answer."""

    def __init__(self, megabytes: float, large_pages: bool = True) -> None:
        size = 1
        while size * 32 <= megabytes * 1024 * 1024:
            size *= 2
        self.size = size
        self.salt = 1
        self.words = allocate_words(2 * self.size, large_pages)
        if not self.words:
            raise MemoryError(f"no room for a table of {megabytes} megabytes")

    def __dealloc__(self) -> None:
        release_words(self.words)

    def forget(self) -> None:
        """Take every entry for a stranger's from now on, which is quicker than to wipe them all."""
        self.salt = stir(self.salt)

    def fetch(self, key: int) -> None:
        """Have the memory of a key fetched while something else is done."""
        prefetch(self.words, (key & (self.size - 1)) << 1)

    def probe(self, key: int) -> int:
        """Return the entry stored for a key, 0 if there is none."""
        at = (key & (self.size - 1)) << 1
        entry = self.words[at]
        return entry if self.words[at + 1] ^ entry ^ self.salt == key else 0

    def store(self, key: int, code: int, score: int, depth: int, bound: int) -> None:
        """Remember a position, unless what stands there is the same one searched deeper."""
        at = (key & (self.size - 1)) << 1
        entry = self.words[at]
        if self.words[at + 1] ^ entry ^ self.salt == key and entry_depth(entry) > depth:
            return
        entry = pack_entry(code, score, depth, bound)
        self.words[at] = entry
        self.words[at + 1] = key ^ entry ^ self.salt
