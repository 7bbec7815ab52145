cimport cython
from kidd.rules.board cimport Board, MoveList


@cython.final
cdef class Proof:
    cdef Board board
    cdef MoveList moves
    cdef Proof below

    @cython.locals(i=int, code=int, winning=list)
    cpdef list winning_moves(self, int depth)
    @cython.locals(n=int, i=int)
    cdef bint forces(self, int depth) noexcept nogil
    @cython.locals(n=int, i=int)
    cdef bint is_lost(self, int depth) noexcept nogil
