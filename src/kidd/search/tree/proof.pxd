cimport cython
from kidd.rules.board cimport Board, Features, MoveList

cdef int ONLY_WINS


@cython.final
cdef class Proof:
    cdef Board board
    cdef MoveList moves
    cdef Features counted
    cdef Proof below

    @cython.locals(i=int, code=int, winning=list)
    cpdef list moves_won_by(self, int side, int depth, int ahead)
    @cython.locals(n=int, i=int, wanted=cython.bint)
    cdef bint forces(self, int side, int depth, int ahead) noexcept nogil
    @cython.locals(colour=int, i=int, height=int, ahead=int)
    cpdef int tokens_ahead(self, int side) noexcept nogil
