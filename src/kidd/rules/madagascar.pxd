cimport cython
from kidd.rules.portset cimport PortSet
from kidd.rules.board cimport Board, Features, MoveList


@cython.no_gc
cdef class Madagascar(Board):
    cdef readonly int players
    cdef readonly int passes
    cdef int entered
    cdef int height[30]
    cdef unsigned long long tower[30]

    @cython.locals(twin=Madagascar)
    cpdef Board blank(self)
    cdef void assign(self, Board other) noexcept nogil
    @cython.final
    cdef void become(self, Madagascar that) noexcept nogil
    @cython.final
    @cython.locals(alone=int, colour=int)
    cdef int survivor(self) noexcept nogil
    @cython.locals(room="int*", ports_of="PortSet*", turn=int, n=int, back=int, space=int, height=int, start=int, hatches=PortSet, towers=PortSet, foes=PortSet, vacant=PortSet, land=PortSet)
    cdef int moves(self, MoveList found) noexcept nogil
    @cython.locals(mover=int, port=int, origin=int, space=int, height=int, tower="unsigned long long")
    cdef void make(self, int code) noexcept nogil
    @cython.final
    @cython.locals(space=int, leader=int)
    cdef void land(self, int mover, int port, unsigned long long tower, int height) noexcept nogil
    @cython.locals(i=int)
    cdef void features(self, Features into) noexcept nogil
    @cython.locals(everyone=PortSet, towers=PortSet, foes=PortSet, vacant=PortSet, land=PortSet, hit=PortSet, colour=int, landings=int, back=int, leader=int)
    cdef void aspects(self, Features into) noexcept nogil
    cdef int winner(self) noexcept nogil
