cimport cython
from kidd.rules.board cimport Board, Found


@cython.final
cdef class Proof:
    cdef Board board
    cdef Found found
    cdef Proof below

    @cython.locals(i=int, code=int, moves=list)
    cpdef list winning(self, int depth)
    @cython.locals(n=int, i=int)
    cdef bint forces(self, int depth) noexcept nogil
    @cython.locals(n=int, i=int)
    cdef bint is_lost(self, int depth) noexcept nogil
