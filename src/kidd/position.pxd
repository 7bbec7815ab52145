cimport cython
from kidd.move cimport Moves
from kidd.rules.board cimport Board, Ply

cdef Ply SCRATCH


@cython.final
cdef class Position:
    cdef readonly object game
    cdef readonly Board board
    cdef Moves names
    cdef tuple _moves
    cdef object _result

    @cython.locals(i=int, n=int, moves=list)
    cpdef tuple legal_moves(self)
    @cython.locals(child=Position)
    cpdef Position play(self, object move)
