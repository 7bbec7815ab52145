cimport cython
from kidd.rules.portset cimport PortSet
from kidd.rules.board cimport Board, Features, MoveList

cdef int TURNS_TO_WIN


@cython.no_gc
cdef class LoyalCaptain(Board):
    cdef PortSet forward[2]
    cdef readonly int contester
    cdef readonly int left
    cdef readonly bint choosing
    cdef bint chooser
    cdef bint settled
    cdef int tokens

    @cython.locals(twin=LoyalCaptain)
    cpdef Board blank(self)
    cdef void assign(self, Board other) noexcept nogil
    @cython.final
    cdef void become(self, LoyalCaptain that) noexcept nogil
    @cython.final
    cdef PortSet ways(self) noexcept nogil
    @cython.locals(n=int, i=int, step="int*")
    cdef int moves(self, MoveList found) noexcept nogil
    cdef int freedom(self, MoveList found) noexcept nogil
    @cython.locals(mover=int, port=int, origin=int, crew=PortSet, forward=PortSet, vacant=PortSet, taken=PortSet)
    cdef void make(self, int code) noexcept nogil
    @cython.final
    @cython.locals(in_hand=int)
    cdef bint is_opened(self) noexcept nogil
    @cython.final
    @cython.locals(other=int, taken=PortSet, near=PortSet, space=int)
    cdef PortSet capture(self, int mover, int port) noexcept nogil
    @cython.final
    @cython.locals(own=PortSet, threats=PortSet, group=PortSet, todo=PortSet)
    cdef PortSet surrounded(self, int space, int colour) noexcept nogil
    @cython.final
    @cython.locals(space=int)
    cdef void remove(self, int colour, PortSet taken) noexcept nogil
    @cython.final
    @cython.locals(others=PortSet, own=PortSet)
    cdef PortSet settle(self, int mover) noexcept nogil
    @cython.final
    @cython.locals(taken=PortSet, tokens=PortSet)
    cdef PortSet all_surrounded(self, int colour) noexcept nogil
    @cython.final
    cdef void count_down(self, int mover, PortSet taken) noexcept nogil
    cdef void features(self, Features into) noexcept nogil
    @cython.locals(colour=int, own=PortSet, first=PortSet, threatened=int)
    cdef void aspects(self, Features into) noexcept nogil
    cdef int winner(self) noexcept nogil
