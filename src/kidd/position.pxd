cimport cython
from kidd.move cimport Moves
from kidd.rules.board cimport Board, MoveList

cdef list SHELF
cdef int CODE


@cython.final
@cython.freelist(64)
@cython.no_gc  # a position never leads back to itself
cdef class Position:
    cdef readonly object game
    cdef readonly Board board
    cdef Moves names
    cdef tuple _moves
    cdef object _result  # None also while it is not known
    cdef object _fields

    @cython.locals(n=int, i=int, code=int, size=int, found=MoveList, names=Moves, short=list, long=dict, moves=list)
    cpdef tuple legal_moves(self)
    @cython.locals(child=Position, moves=tuple)
    cpdef Position play(self, object move)
    @cython.locals(eve=Board, board=Board)
    cpdef tuple threatened(self, object hunter, object owners)
