cimport cython
from kidd.rules.portset cimport PortSet

cdef int CHUNK
cdef int NOWHERE
cdef int ORIGIN_SHIFT
cdef int FIELD
cdef int PASS
cdef int LAST_ROLL


@cython.final
cdef class Ports:
    cdef PortSet bit[90]
    cdef PortSet onward[90]
    cdef PortSet ports_of[30]
    cdef PortSet land[30]
    cdef PortSet leaving[30]
    cdef PortSet spread[960]
    cdef PortSet sea
    cdef PortSet deck
    cdef PortSet first
    cdef int beyond[90]
    cdef int step[90]
    cdef int hatches


@cython.final
cdef class MoveList:
    cdef int codes[2048]
    cdef int size


@cython.final
cdef class Ply:
    cdef readonly Board board
    cdef MoveList found
    cdef Ply below
    @cython.locals(total="long long", i=int)
    cdef long long perft(self, int depth) noexcept nogil
    @cython.locals(made=int, n=int, code=int)
    cdef int playout(self, Chances chances, int most) noexcept nogil


@cython.final
cdef class Features:
    cdef int size
    cdef int port[32]
    cdef int leader[32]
    cdef int kind[32]
    cdef int aspect[24]
    cdef unsigned long long rest


@cython.final
cdef class Chances:
    cdef unsigned long long seed
    cdef int below(self, int limit) noexcept nogil


@cython.no_gc
cdef class Board:
    cdef Ports ports
    cdef PortSet crew[3]
    cdef PortSet vacant
    cdef int hands[3]
    cdef readonly int turn
    cdef bint is_in_game(self, int colour) noexcept nogil
    @cython.locals(standing=PortSet)
    cpdef list backs(self)
    @cython.locals(standing=PortSet, ends=PortSet)
    cpdef list reach(self, int space, int steps)
    @cython.locals(spread="PortSet*", front=PortSet, left=PortSet, chunk=int)
    cdef PortSet walk(self, int back, int steps, PortSet vacant, PortSet target) noexcept nogil
    cpdef Board blank(self)
    cdef void assign(self, Board other) noexcept nogil
    cdef int moves(self, MoveList found) noexcept nogil
    cdef int freedom(self, MoveList found) noexcept nogil
    cdef void features(self, Features into) noexcept nogil
    cdef void aspects(self, Features into) noexcept nogil
    @cython.locals(colour=int, size=int, i=int)
    cdef void count_tokens(self, Features into) noexcept nogil
    cdef void make(self, int code) noexcept nogil
    cdef int winner(self) noexcept nogil
    @cython.locals(twin=Board)
    cpdef Board copy(self)
    cdef bint is_chance(self) noexcept nogil


@cython.locals(ply=Ply)
cpdef long long perft(Board board, int depth)
@cython.locals(chances=Chances, ply=Ply, made="long long", winner=int)
cpdef tuple playouts(Board board, int games, int most, unsigned long long seed)
@cython.locals(found=dict, moves=MoveList, waiting=list, seen=int, here=Board, n=int, i=int, child=Board)
cpdef list codes_ahead(Board board, int mine, int most)
@cython.locals(found=list, moves=MoveList, after=Board, stood=int, i=int, code=int, entered=int)
cpdef list codes_taking(Board board)
@cython.locals(moves=MoveList, rolls=MoveList, after=Board, rolled=Board, lost=PortSet, i=int, spaces=list)
cpdef list spaces_taken(Board eve, int owners)
@cython.locals(kept=PortSet, lost=PortSet, i=int)
cdef PortSet taken_from(Board board, int owners, MoveList moves, Board after) noexcept
@cython.locals(led=PortSet, colour=int)
cdef PortSet led_by(Board board, int owners) noexcept
