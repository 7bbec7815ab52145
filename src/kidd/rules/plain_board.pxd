cimport cython
from kidd.rules.portset cimport PortSet
from kidd.rules.board cimport Board, Features, MoveList


@cython.no_gc
cdef class PlainBoard(Board):
    @cython.locals(hatches=PortSet)
    cpdef list entries(self)
    @cython.locals(tokens=PortSet, ways=PortSet, back=int)
    cpdef list steps(self)
    @cython.locals(origin=int, port=int)
    cpdef walk_or_enter(self, int code)
    cpdef next_turn(self, int players)
    cdef void assign(self, Board other) noexcept nogil
    cdef copy_rest(self, Board other)
    cdef int moves(self, MoveList found) noexcept nogil
    cdef write_down(self, MoveList found)
    cdef void make(self, int code) noexcept nogil
    @cython.locals(winner=int)
    cdef int winner(self) noexcept nogil
    @cython.locals(rolling=bint)
    cdef bint is_chance(self) noexcept nogil
    @cython.locals(more="unsigned long long")
    cdef void features(self, Features into) noexcept nogil
    @cython.locals(colour=int)
    cdef void aspects(self, Features into) noexcept nogil
