cimport cython

@cython.final
cdef class TranspositionTable:
    cdef unsigned long long *words
    cdef readonly unsigned long long size
    cdef unsigned long long salt
    cpdef forget(self)
    cdef void fetch(self, unsigned long long key) noexcept nogil
    @cython.locals(at="unsigned long long", entry="unsigned long long")
    cdef unsigned long long probe(self, unsigned long long key) noexcept nogil
    @cython.locals(at="unsigned long long", entry="unsigned long long")
    cdef void store(self, unsigned long long key, int code, int score, int depth, int bound) noexcept nogil
