cimport cython
from kidd.rules.board cimport Board, Chances, Features, MoveList, Ply
from kidd.search.tree.context cimport Context

cdef int LONGEST_PATH
cdef int WIN


@cython.final
cdef class MctsTree:
    cdef Board start
    cdef Ply ply
    cdef MoveList move_list
    cdef Features features
    cdef Chances chances
    cdef Context context
    cdef int players
    cdef double exploration
    cdef int playout_plies
    cdef readonly int size
    cdef readonly int capacity
    cdef int *code
    cdef int *first
    cdef int *count
    cdef int *visits
    cdef int *turn
    cdef double *reward_sum
    cdef int path[512]
    cdef double reward[3]
    cdef readonly int deepest

    @cython.locals(_i=int)
    cpdef int grow(self, int rounds)
    @cython.locals(here=int, depth=int, i=int, colour=int)
    cdef void play_round(self) noexcept nogil
    @cython.locals(n=int, i=int)
    cdef int expand(self, int here) noexcept nogil
    @cython.locals(best=int, i=int, child=int, mover=int, value=double, top=double, spread=double)
    cdef int choose_child(self, int here) noexcept nogil
    @cython.locals(winner=int, colour=int, total=double, sharing=bint)
    cdef void play_out(self) noexcept nogil
