cimport cython

@cython.final
cdef class Table:
    cdef unsigned long long *entries
    cdef readonly unsigned long long size
    cdef unsigned long long salt
    cpdef forget(self)
    cdef void expect(self, unsigned long long key) noexcept nogil
    @cython.locals(at="unsigned long long", data="unsigned long long")
    cdef unsigned long long probe(self, unsigned long long key) noexcept nogil
    @cython.locals(at="unsigned long long", data="unsigned long long", old="unsigned long long")
    cdef void store(self, unsigned long long key, int code, int score, int depth, int bound) noexcept nogil
