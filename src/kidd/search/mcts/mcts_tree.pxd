cimport cython
from kidd.rules.board cimport Board, Census, Chances, Found, Ply
from kidd.search.tree.context cimport Mind

cdef int DEEPEST
cdef int WIN


@cython.final
cdef class Grove:
    cdef Board start
    cdef Ply ply
    cdef Found found
    cdef Census census
    cdef Chances chances
    cdef Mind mind
    cdef int players
    cdef double bold
    cdef int longest
    cdef readonly int size
    cdef readonly int capacity
    cdef int *code
    cdef int *first
    cdef int *count
    cdef int *visits
    cdef int *turn
    cdef double *worth
    cdef int path[512]
    cdef double reward[3]
    cdef readonly int deepest

    @cython.locals(_i=int)
    cpdef int grow(self, int rounds)
    @cython.locals(here=int, depth=int, i=int, colour=int)
    cdef void round(self) noexcept nogil
    @cython.locals(n=int, i=int)
    cdef int expand(self, int here) noexcept nogil
    @cython.locals(best=int, i=int, child=int, mover=int, value=double, top=double, spread=double)
    cdef int choose(self, int here) noexcept nogil
    @cython.locals(winner=int, colour=int, total=double)
    cdef void play_out(self) noexcept nogil
